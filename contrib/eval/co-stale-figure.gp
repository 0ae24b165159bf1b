# SPDX-License-Identifier: GPL-2.0-or-later
# Measures over the age of the first view, a line for each method.
# -e "data='figure.csv'; trace=...; base=..."; the file has
# trace,measure,method,age,mean,half.
set datafile separator ","
methods = "hold hold-all hold-old book guess"
colors = "#0072b2 #009e73 #56b4e9 #e69f00 #d55e00"
measures = "denials booked vain delay"
titles = "'denials for each request' 'requests that got all parts, %' 'node-hours in vain for each request' 'minutes later than the best start'"
rows(m, method) = sprintf("< awk -F, '$1 == \"%s\" && $2 == \"%s\" && $3 == \"%s\"' '%s'", trace, m, method, data)
do for [t in "svg png"] {
	if (t eq "svg") {
		set terminal svg size 1000,900 font "sans,12" background "white"
	} else {
		set terminal pngcairo size 1000,900 font "sans,10"
	}
	set output base.".".t
	set multiplot title trace noenhanced layout 2,2
	set grid
	set logscale x
	set yrange [0:*]
	set xlabel "age of the first view, seconds (0: at the left)"
	set key noenhanced outside bottom center horizontal
	do for [i = 1:words(measures)] {
		set title word(titles, i) noenhanced
		plot for [k = 1:words(methods)] rows(word(measures, i), word(methods, k)) \
			using ($4 > 0 ? $4 : 0.5):5:6 with yerrorlines title word(methods, k) \
			pointtype 7 pointsize 0.5 linecolor rgb word(colors, k)
	}
	unset multiplot
}
