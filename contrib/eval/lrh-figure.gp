# SPDX-License-Identifier: GPL-2.0-or-later
# A measure over the share of flexible requests, a panel for each mu, a line for
# each method. -e "data='figure.csv'; base=...; measure=...; what=..."; the file
# has measure,mu,method,flexible,mean,half.
set datafile separator ","
methods = "'rigid' 'first fit' EDS EDS-cover LRH all"
colors = "#999999 #56b4e9 #e69f00 #d55e00 #0072b2 #009e73"
rows(mu, m) = sprintf("< awk -F, '$1 == \"%s\" && $2 == \"%d\" && $3 == \"%s\"' '%s'", measure, mu, m, data)
do for [t in "svg png"] {
	if (t eq "svg") {
		set terminal svg size 900,420 font "sans,12" background "white"
	} else {
		set terminal pngcairo size 900,420 font "sans,10"
	}
	set output base.".".t
	set multiplot title what noenhanced layout 1,2
	set grid ytics
	set xlabel "flexible, % of the requests" noenhanced
	set xrange [20:105]
	set key noenhanced outside bottom center horizontal
	do for [mu = 2:3] {
		set title sprintf("mu = %d", mu) noenhanced
		plot for [i = 1:words(methods)] rows(mu, word(methods, i)) \
			using 4:5:6 with yerrorlines title word(methods, i) \
			pointtype 7 pointsize 0.4 linecolor rgb word(colors, i)
	}
	unset multiplot
}
