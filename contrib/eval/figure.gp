# SPDX-License-Identifier: GPL-2.0-or-later
# One of figures 9 to 16: bars for each structure, by trace and operation, from
# what figure.awk makes. -e "data=...; base=...; what=..."
set datafile missing "?"
set style data histograms
set style histogram errorbars gap 2 linewidth 1
set style fill solid 0.8 border -1
set bars 0.5
set boxwidth 0.9
set logscale y
set format y "10^{%L}"
set ylabel what noenhanced
set grid ytics
set key outside right top
set bmargin 4
set xtics nomirror noenhanced font ",9"
drawn = system("sed -n '1s/^# //p' '".data."'")
all = "List Tree SCQ Blocks Flux GarQ-S GarQ-U GarQ-I"
colors = "#999999 #e69f00 #f0e442 #cc79a7 #d55e00 #56b4e9 #0072b2 #009e73"
color(name) = sum [i = 1:8] (word(all, i) eq name ? i : 0)
set terminal svg size 1200,480 font "sans,12" background "white"
set output base.".svg"
plot for [s = 1:words(drawn)] data \
	using (column(3 * s - 1)):(column(3 * s)):(column(3 * s + 1)):xticlabels(1) \
	title word(drawn, s) linecolor rgb word(colors, color(word(drawn, s)))
set terminal pngcairo size 1200,480 font "sans,10"
set output base.".png"
replot
