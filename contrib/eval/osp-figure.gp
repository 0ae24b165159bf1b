# SPDX-License-Identifier: GPL-2.0-or-later
# Figures 4, 6, 8 and 9: a panel for each b_t, sl_t to the right, a line for each
# policy; 5: busy nodes over time, a panel for each policy; 7: what becomes of
# those that ask. -e "kind=...; data='means.csv'; base=...; trace=...; what=...;
# measure=...; policies=...; bts=...; way=..."
set datafile separator ","
set style fill solid 0.8 border -1
set grid ytics
colors = "#999999 #000000 #56b4e9 #0072b2 #d55e00 #f0e442 #cc79a7 #009e73"
all = "Rigid+FCFS Rigid+BF FF+FCFS FF+BF OSP+BF OSP-exact+BF OSP-half+BF OSP-both+BF"
number(name) = sum [i = 1:8] (word(all, i) eq name ? i : 0)
color(name) = word(colors, number(name))
rows(m, p, b) = sprintf("< awk -F, '$2 == \"%s\" && $3 == \"%s\" && $4 == \"%s\" && $5 == \"%s\"' '%s'", m, trace, p, b, data)
# A panel of its own, that is empty but for the key.
legend = "set key noenhanced center center; set title ' '; unset xlabel; unset tics; unset border; unset grid; set xrange [0:1]; set yrange [0:1]"
busy(p) = sprintf("< awk -F, '$1 == \"%s\" && $2 == \"%s\"' '%s'", trace, p, data)

do for [t in "svg png"] {
	if (t eq "svg") {
		set terminal svg size 1200,480 font "sans,12" background "white"
	} else {
		set terminal pngcairo size 1200,480 font "sans,10"
	}
	set output base.".".t
	set multiplot title trace.": ".what noenhanced \
		layout (kind eq "time" ? words(policies) : 1),(kind eq "time" ? 1 : words(bts) + 1)
	if (kind eq "lines") {
		set xlabel "sl_t, hours" noenhanced
		unset key
		if (measure ne "utilisation") { set yrange [0:*] }
		do for [b in bts] {
			set title "b_t = ".b." h" noenhanced
			plot for [p in policies] rows(measure, p, b) using 6:7:8 \
				with yerrorlines title p pointtype 7 pointsize 0.4 \
				linecolor rgb color(p)
		}
		@legend
		plot for [p in policies] NaN with lines linewidth 2 \
			linecolor rgb color(p) title p
	}
	if (kind eq "parts") {
		set xlabel "sl_t, hours" noenhanced
		set style data histograms
		set style histogram rowstacked
		set boxwidth 0.8
		set yrange [0:100]
		unset key
		do for [b in bts] {
			set title "b_t = ".b." h" noenhanced
			plot rows("solutions", way, b) using 7:xticlabels(6) title "solution" linecolor rgb "#0072b2", \
				rows("alternatives", way, b) using 7 title "alternative" linecolor rgb "#009e73", \
				rows("rejected %", way, b) using 7 title "rejected" linecolor rgb "#d55e00"
		}
		@legend
		plot NaN title "solution" with lines linewidth 8 linecolor rgb "#0072b2", \
			NaN title "alternative" with lines linewidth 8 linecolor rgb "#009e73", \
			NaN title "rejected" with lines linewidth 8 linecolor rgb "#d55e00"
	}
	if (kind eq "time") {
		set yrange [0:70]
		set ytics 32
		unset key
		do for [p in policies] {
			set title p noenhanced offset 0,-0.5
			if (p eq word(policies, words(policies))) { set xlabel "days" }
			plot busy(p) using ($3 / 24):4 with steps linecolor rgb color(p)
		}
	}
	unset multiplot
	reset
	set datafile separator ","
	set style fill solid 0.8 border -1
	set grid ytics
}
