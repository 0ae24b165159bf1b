# SPDX-License-Identifier: GPL-2.0-or-later
# Figure 2: time over starts, a line for each number of resources, a panel for each
# method. -e "runs='runs.csv'; base=...; cost=..."
set grid
set logscale xy
set xlabel "starts of a part on a resource"
set key outside right
mean(m, n) = sprintf("< awk -F, '$5 == \"%s\" && $3 == %s && $1 == %d { s[$2] += $8; c[$2]++ } END { for (k in s) print k, s[k] / c[k] }' '%s' | sort -n", m, cost, n, runs)
do for [t in "svg png"] {
	if (t eq "svg") {
		set terminal svg size 1200,800 font "sans,12" background "white"
	} else {
		set terminal pngcairo size 1200,800 font "sans,10"
	}
	set output base.".".t
	set multiplot layout 2,2 title "processor seconds, costs to ".cost noenhanced
	do for [m in "exact paper split joint"] {
		set title m
		plot for [n in "1 2 5 10 20"] mean(m, int(n)) with linespoints \
			pointtype 7 pointsize 0.4 title n
	}
	unset multiplot
}
