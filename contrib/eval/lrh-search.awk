# SPDX-License-Identifier: GPL-2.0-or-later
# Runs in many ranges: which ranges come nearest to the paper's AWT and utilisation
# together, and what becomes of the step from mu = 2 to 3. With interval.awk and
# lrh-runs.awk.
function at(measure, method, mu,	n) {
	list[1] = cell(work, mu == 2 ? 402 : 618, mu, cn, te, flexible)
	n = gather(measure, method, list, 1, x)
	interval(x, n)
	return mean
}
# In tolerances of 10 % for AWT and of one point for utilisation, the largest of the
# eight: what has at most 1 is the paper's figures.
function deviation(a, u,	i, d, most, text) {
	most = 0
	numbers = ""
	for (i = 1; i <= 4; i++) {
		d = a == "slots" ? at("wait", method[i], mu[i]) / 5 : at(a, method[i], mu[i])
		text = text sprintf(" %.2f |", d)
		d = d > awt[i] ? (d - awt[i]) / awt[i] * 10 : (awt[i] - d) / awt[i] * 10
		if (d > most) most = d
	}
	for (i = 1; i <= 4; i++) {
		d = at(u, method[i], mu[i])
		text = text sprintf(" %.1f |", d)
		d = d > use[i] ? d - use[i] : use[i] - d
		if (d > most) most = d
	}
	numbers = text
	return most
}
# Keep the ten nearest.
function keep(d, text,	i) {
	for (i = kept < 10 ? ++kept : 10; i > 1 && best[i - 1] > d; i--) {
		best[i] = best[i - 1]
		shown[i] = shown[i - 1]
	}
	if (i < 10 || best[10] == "" || best[10] > d) { best[i] = d; shown[i] = text }
}
function read_cell(c,	part_of) {
	split(name["cell", c], part_of, ",")
	if (part_of[3] != 2) return 0
	work = part_of[1]
	cn = part_of[4]
	te = part_of[5]
	flexible = part_of[6]
	if (!((cell(work, 618, 3, cn, te, flexible), "LRH", first) in is_run)) return 0
	load = at("asked", "LRH", 2) / 480
	return 1
}
function nearest(	c, a, u, d, how, tried) {
	split("awt awt_all slots", a_of, " ")
	split("use use5 ru", u_of, " ")
	title["awt"] = "Table 4"
	title["awt_all"] = "by all t_e"
	title["slots"] = "eq. 4"
	title["use"] = "window"
	title["use5"] = "Table 5"
	title["ru"] = "eq. 1"
	for (c = 1; c <= cells; c++) {
		if (!read_cell(c)) continue
		for (a = 1; a <= 3; a++)
			for (u = 1; u <= 3; u++) {
				tried++
				d = deviation(a_of[a], u_of[u])
				within += d <= 1
				how = sprintf("| 1-%s | 1-%s | %s %%%s | %.2f | %s | %s |", cn, te, flexible, work ~ /ahead/ ? ", ahead" : "", load, title[a_of[a]], title[u_of[u]])
				if (kept < 10 || d < best[10]) keep(d, how numbers sprintf(" %.1f |", d))
			}
	}
	printf "\n%d readings were tried: %d ranges, each with three readings of AWT and three of utilisation. Within the tolerance (AWT 10 %%, utilisation one point, all eight numbers): %d. The nearest:\n\n", tried, tried / 9, within
	print "| numC | t_e, slots | flexible | asked / there is, μ=2 | AWT | utilisation | AWT: LRH, μ=2 | μ=3 | EDS, μ=2 | μ=3 | %: LRH, μ=2 | μ=3 | EDS, μ=2 | μ=3 | largest deviation, tolerances |"
	print "| --- | --- | ---: | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
	print "| *paper* | | | | | | *0.61* | *0.92* | *0.83* | *1.01* | *93.67* | *95.22* | *92.50* | *93.72* | |"
	for (c = 1; c <= kept; c++) print shown[c]
}
# The step from mu = 2 to 3 by what is asked for with mu = 2, all requests flexible.
function steps(	c, b, n, m) {
	n = split("0.6 0.8 0.9 1 1.1 1.25 1.5 2 3", edge, " ")
	for (c = 1; c <= cells; c++) {
		if (!read_cell(c) || flexible != 100 || work ~ /ahead/) continue
		for (b = 1; b < n - 1 && load >= edge[b + 1]; b++) ;
		count[b]++
		for (m = 1; m <= 2; m++) {
			step[b, m] += at("use", method[2 * m], 3) - at("use", method[2 * m], 2)
			level[b, m] += at("use", method[2 * m], 2)
			if (at("awt", method[2 * m], 2)) ratio[b, m] += at("awt", method[2 * m], 3) / at("awt", method[2 * m], 2)
		}
	}
	print "\nThe step from μ=2 to μ=3, all flexible, by what is asked for with μ=2 (means over ranges)\n"
	print "| asked / there is, μ=2 | ranges | LRH: utilisation with μ=2, % | more with μ=3, points | AWT of μ=3 by that of μ=2 | EDS: utilisation with μ=2, % | more with μ=3, points | AWT of μ=3 by that of μ=2 |"
	print "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
	print "| *paper* | | *93.67* | *+1.55* | *1.51* | *92.50* | *+1.22* | *1.22* |"
	for (b = 1; b < n; b++) {
		if (!count[b]) continue
		printf "| %s to %s | %d |", edge[b], edge[b + 1], count[b]
		for (m = 1; m <= 2; m++) printf " %.1f | %s | %.2f |", level[b, m] / count[b], plus(step[b, m] / count[b], 2), ratio[b, m] / count[b]
		print ""
	}
}
END {
	split("LRH LRH EDS EDS", method, " ")
	split("2 3 2 3", mu, " ")
	split("0.61 0.92 0.83 1.01", awt, " ")
	split("93.67 95.22 92.50 93.72", use, " ")
	nearest()
	steps()
}
