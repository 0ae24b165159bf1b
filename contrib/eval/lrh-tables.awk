# SPDX-License-Identifier: GPL-2.0-or-later
# The runs of lrh-eval-sim to the tables of LRH.md, beside what the paper prints.
# -v part=headlines|paper|hours|shares|ranges|resources|figure. With interval.awk and
# lrh-runs.awk.
function one(key) { list[1] = key; return 1 }
function base(j) { return cell("paper", job[j], j <= 3 ? 2 : 3, 5, 8, 100) }
# The cells of one mu, or of both.
function of(mu,	j, n) {
	for (j = 1; j <= 6; j++)
		if (mu == 0 || (j <= 3) == (mu == 2)) list[++n] = base(j)
	return n
}
function rule(columns,	i) {
	printf "| --- |"
	for (i = 1; i <= columns; i++) printf " ---: |"
	print ""
}
function head(title, first,	j) {
	printf "\n%s\n\n| %s |", title, first
	for (j = 1; j <= 6; j++) printf " μ=%d, %s |", j <= 3 ? 2 : 3, job[j]
	for (j = 2; j <= 3; j++) printf " μ=%d |", j
	print ""
	rule(8)
}
# A line of the paper's: six numbers, and two means as it prints them.
function paper(name, numbers,	n, x, i) {
	n = split(numbers, x, " ")
	printf "| *paper: %s* |", name
	for (i = 1; i <= n; i++) printf " *%s* |", x[i]
	print ""
}
function line(name, measure, method, places,	j) {
	printf "| %s |", name
	for (j = 1; j <= 6; j++) printf " %s |", mean_of(measure, method, list, one(base(j)), places)
	for (j = 2; j <= 3; j++) printf " %s |", mean_of(measure, method, list, of(j), places)
	print ""
}
function line_difference(name, measure, a, b, places,	j) {
	printf "| %s |", name
	for (j = 1; j <= 6; j++) printf " %s |", difference(measure, a, b, list, one(base(j)), places)
	for (j = 2; j <= 3; j++) printf " %s |", difference(measure, a, b, list, of(j), places)
	print ""
}
function lines(measure, places, only,	i, m) {
	m = split(only, name_of, "|")
	for (i = 1; i <= m; i++) line(name_of[i], measure, name_of[i], places)
}
function percent_of(measure, m, e, mu,	n) {
	n = of(mu)
	return m == 2 ? percent(measure, e, "LRH", list, n, 1) : percent(measure, "LRH", e, list, n, 1)
}
function headlines(	e, n) {
	print "| | μ=2 | μ=3 | both |"
	rule(3)
	print "| *paper: EDS waits longer than LRH, in % of LRH* | *36.8* | *9.7* | *20.47* |"
	for (e = 1; e <= 2; e++) {
		n = e == 1 ? "EDS" : "EDS-cover"
		printf "| AWT: %s more than LRH, in %% of LRH | %s | %s | %s |\n", n, percent_of("awt", 2, n, 2), percent_of("awt", 2, n, 3), percent_of("awt", 2, n, 0)
		printf "| wait of one that is accepted: %s more than LRH, in %% of LRH | %s | %s | %s |\n", n, percent_of("wait", 2, n, 2), percent_of("wait", 2, n, 3), percent_of("wait", 2, n, 0)
		printf "| the same in %% of %s | %s | %s | %s |\n", n, percent_of("wait", 1, n, 2), percent_of("wait", 1, n, 3), percent_of("wait", 1, n, 0)
	}
	print "| *paper: utilisation of LRH above EDS, points* | *+1.17* | *+1.50* | *+1.34* |"
	for (e = 1; e <= 2; e++) {
		n = e == 1 ? "EDS" : "EDS-cover"
		printf "| utilisation, sliding window: LRH above %s | %s | %s | %s |\n", n, difference("use", "LRH", n, list, of(2), 2), difference("use", "LRH", n, list, of(3), 2), difference("use", "LRH", n, list, of(0), 2)
		printf "| utilisation as in Table 5: LRH above %s | %s | %s | %s |\n", n, difference("use5", "LRH", n, list, of(2), 2), difference("use5", "LRH", n, list, of(3), 2), difference("use5", "LRH", n, list, of(0), 2)
	}
}
function tables() {
	head("Tables 6 and 7: AWT, as Table 4 has it", "method")
	paper("LRH", "0.55 0.78 0.49 1.05 0.94 0.78 0.61 0.92")
	paper("EDS", "0.78 1.03 0.69 1.09 1.07 0.88 0.83 1.01")
	paper("aggressive backfilling", "2.97 1.11 1.84 1.77 4.22 3.33 1.97 3.10")
	paper("backfilling", "3.25 1.42 2.45 2.27 4.91 3.6 2.37 3.59")
	lines("awt", 2, "LRH|LRH-slot|all|first fit|EDS|EDS-cover|greedy|EASY|conservative")
	head("Beside Table 6: waiting by the t_e of all that are accepted", "method")
	lines("awt_all", 2, "LRH|all|first fit|EDS|EDS-cover|greedy|EASY|conservative")
	head("Beside Table 6: minutes that one waits who is accepted", "method")
	lines("wait", 1, "LRH|all|first fit|EDS|EDS-cover|greedy|EASY|conservative")
	head("Tables 8 and 9: utilisation in %, sliding window of 12 slots", "method")
	paper("EDS", "89.96 94.94 92.60 93.40 93.92 93.83 92.50 93.72")
	paper("LRH", "90.91 96.60 93.51 94.68 95.60 95.68 93.67 95.22")
	lines("use", 2, "rigid|first fit|LRH-slot|EDS|EDS-cover|LRH|all|conservative")
	line_difference("LRH - EDS", "use", "LRH", "EDS", 2)
	head("Beside Table 8: the same slots, by the measure of Table 5", "method")
	lines("use5", 2, "EDS|LRH|all")
}
function hours() {
	head("Accepted node-hours, % of those asked for", "method")
	lines("hours", 1, "rigid|first fit|LRH-slot|EDS|EDS-cover|LRH|all")
	line_difference("first fit - rigid", "hours", "first fit", "rigid", 2)
	line_difference("LRH - first fit", "hours", "LRH", "first fit", 2)
	line_difference("LRH - EDS", "hours", "LRH", "EDS", 2)
	line_difference("all - LRH", "hours", "all", "LRH", 2)
	head("Accepted requests, %", "method")
	lines("accepted", 1, "rigid|first fit|LRH-slot|EDS|EDS-cover|LRH|all")
	head("Starts that were changed, for each that is accepted", "method")
	lines("moved", 2, "EDS|EDS-cover|LRH|all")
}
function resources() {
	head("Equation 1: mean of the 20 resources, %; T is from the first start to the last end", "method")
	lines("ru", 1, "rigid|first fit|EDS|EDS-cover|LRH|all|conservative")
	head("Equation 1 of the resource in use least, %", "method")
	lines("ru_least", 1, "rigid|first fit|EDS|EDS-cover|LRH|all|conservative")
	head("Equation 1 of the resource in use most, %", "method")
	lines("ru_most", 1, "rigid|first fit|EDS|EDS-cover|LRH|all|conservative")
}
function shares(	mu, f, m, n, name_of, key) {
	n = split("rigid|first fit|EDS|EDS-cover|LRH|all", name_of, "|")
	for (mu = 2; mu <= 3; mu++) {
		printf "\nμ=%d, %d requests: accepted node-hours in %% / AWT / utilisation in %%\n\n| method |", mu, mu == 2 ? 402 : 618
		for (f = 25; f <= 100; f += 25) printf " %d %% flexible |", f
		print ""
		rule(4)
		for (m = 1; m <= n; m++) {
			printf "| %s |", name_of[m]
			for (f = 25; f <= 100; f += 25) {
				key = cell("share", mu == 2 ? 402 : 618, mu, 5, 8, f)
				printf " %s / %s / %s |", mean_of("hours", name_of[m], list, one(key), 1), mean_of("awt", name_of[m], list, one(key), 2), mean_of("use", name_of[m], list, one(key), 1)
			}
			print ""
		}
	}
}
function ranges(	c, part_of, n) {
	print "\n| requests | numC | t_e, slots | asked / there is | EDS: accepted, % | LRH: accepted, % | LRH: AWT | EDS more AWT, % of LRH | EDS: utilisation, % | LRH above EDS, points | node-hours, %: first fit | EDS | LRH | all |"
	rule(13)
	for (c = 1; c <= cells; c++) {
		split(name["cell", c], part_of, ",")
		if (part_of[1] != "range" && part_of[1] != "ahead") continue
		n = one(name["cell", c])
		gather("asked", "LRH", list, n, asked)
		interval(asked, seeds - first + 1)
		printf "| μ=%s, %s%s | 1-%s | 1-%s | %.2f |", part_of[3], part_of[2], part_of[1] == "ahead" ? ", ahead" : "", part_of[4], part_of[5], mean / 480
		printf " %s | %s | %s | %s | %s | %s |", mean_of("accepted", "EDS", list, n, 1), mean_of("accepted", "LRH", list, n, 1), mean_of("awt", "LRH", list, n, 2), percent("awt", "EDS", "LRH", list, n, 1), mean_of("use", "EDS", list, n, 1), difference("use", "LRH", "EDS", list, n, 2)
		printf " %s | %s | %s | %s |\n", mean_of("hours", "first fit", list, n, 1), mean_of("hours", "EDS", list, n, 1), mean_of("hours", "LRH", list, n, 1), mean_of("hours", "all", list, n, 1)
	}
}
# For lrh-figure.gp: measure,mu,method,flexible,mean,half
function figure(	c, m, k, part_of, measure, x) {
	split("hours awt use", measure, " ")
	for (c = 1; c <= cells; c++) {
		split(name["cell", c], part_of, ",")
		if (part_of[1] != "share") continue
		for (m = 1; m <= methods; m++)
			for (k = 1; k <= 3; k++) {
				interval(x, gather(measure[k], name["method", m], list, one(name["cell", c]), x))
				printf "%s,%s,%s,%s,%.5f,%.5f\n", measure[k], part_of[3], name["method", m], part_of[6], mean, half
			}
	}
}
END {
	split("383 402 421 601 618 673", job, " ")
	if (part == "headlines") headlines()
	if (part == "paper") tables()
	if (part == "hours") hours()
	if (part == "shares") shares()
	if (part == "ranges") ranges()
	if (part == "resources") resources()
	if (part == "figure") figure()
}
