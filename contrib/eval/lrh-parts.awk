# SPDX-License-Identifier: GPL-2.0-or-later
# The runs of lrh-parts (parts.csv) to tables of LRH.md. -v part=half|mixed|beside|waits;
# with interval.awk.
#
# A unit is a part of a trace. Where a row is of several sizes of the machine, or of
# both times, a unit counts once, with its mean over them: the same jobs asked there.
# A unit that has not run in all of them is left out of that row.
FNR == 1 { next }
{
	key = $1 SUBSEP $2 SUBSEP $3 SUBSEP $4 SUBSEP $5
	has[key] = 1
	traces = known("trace", traces, $1)
	sizes[$1] = known("size " $1, sizes[$1], $2)
	units = known("unit", units, $1 SUBSEP $5)
	times = known("time", times, $3)
	methods = known("method", methods, $6)
	value[key, $6, "hours"] = $9 ? 100 * $10 / $9 : 0
	value[key, $6, "all"] = 100 * $8 / $7
	value[key, $6, "wait"] = $14 ? 60 * $11 * $8 / $14 : 0
	value[key, $6, "flexible"] = $13 ? 100 * $14 / $13 : 0
	value[key, $6, "rigid"] = $7 > $13 ? 100 * ($8 - $14) / ($7 - $13) : 0
	value[key, $6, "moved"] = $8 ? $12 / $8 : 0
}
# The measure of a unit, or "": nodes or time of 0 are all of them.
function of_unit(unit, measure, method, nodes, time, flexible,	u, s, t, n, sum, key) {
	split(unit, u, SUBSEP)
	for (s = 1; s <= sizes[u[1]]; s++)
		for (t = 1; t <= times; t++) {
			if (nodes && name["size " u[1], s] != nodes) continue
			if (time && name["time", t] != time) continue
			key = u[1] SUBSEP name["size " u[1], s] SUBSEP name["time", t] SUBSEP flexible SUBSEP u[2]
			if (!(key in has)) return ""
			sum += value[key, method, measure]
			n++
		}
	return n ? sum / n : ""
}
# Of all units of a trace ("": of all traces): x[1] .. x[n].
function gather(x, measure, method, trace, nodes, time, flexible,	i, u, n, one) {
	for (i = 1; i <= units; i++) {
		split(name["unit", i], u, SUBSEP)
		if (trace != "" && u[1] != trace) continue
		one = of_unit(name["unit", i], measure, method, nodes, time, flexible)
		if (one != "") x[++n] = one
	}
	return n + 0
}
function plus(x, places) { return (x > 0 ? "+" : "") sprintf("%." places "f", x) }
function difference(a, b, trace, nodes, time, flexible,	x, y, n, i) {
	n = gather(x, "hours", a, trace, nodes, time, flexible)
	gather(y, "hours", b, trace, nodes, time, flexible)
	for (i = 1; i <= n; i++) {
		x[i] -= y[i]
		above += x[i] > 0
		below += x[i] < 0
	}
	if (!n) return "-"
	interval(x, n)
	return plus(mean, 2) (n > 1 ? sprintf(" ±%.2f", half) : "")
}
function average(measure, method, trace, nodes, time, flexible, places,	x, n) {
	n = gather(x, measure, method, trace, nodes, time, flexible)
	interval(x, n)
	return n ? sprintf("%." places "f", mean) : "-"
}
function head(title, first, others,	m, c, i) {
	printf "\n%s\n\n| %s | parts |", title, first
	for (m = 1; m <= methods; m++) printf " %s |", name["method", m]
	c = split(others, other, "|")
	for (i = 1; i <= c; i++) printf " %s |", other[i]
	printf "\n| --- |"
	for (i = 0; i <= methods + c; i++) printf " ---: |"
	print ""
}
function row(label, trace, nodes, time, flexible,	x, n, m, d) {
	n = gather(x, "hours", "all", trace, nodes, time, flexible)
	if (!n) return
	printf "| %s | %d |", label, n
	for (m = 1; m <= methods; m++) printf " %s |", average("hours", name["method", m], trace, nodes, time, flexible, 1)
	above = below = 0
	d = difference("all", "LRH", trace, nodes, time, flexible)
	printf " %s | %d, %d |", d, above, below
	printf " %s | %s |", difference("all", "first fit", trace, nodes, time, flexible), difference("all", "EDS-cover", trace, nodes, time, flexible)
	printf " %s | %s |\n", difference("LRH", "first fit", trace, nodes, time, flexible), difference("LRH", "EDS", trace, nodes, time, flexible)
}
function columns() { return "all - LRH|all above, below LRH|all - first fit|all - EDS-cover|LRH - first fit|LRH - EDS" }
function half_flexible(	t, k, s, trace) {
	head("Half of the requests flexible: accepted node-hours, % of those asked for", "trace, nodes, time", columns())
	for (t = 1; t <= times; t++)
		for (k = 1; k <= traces; k++) {
			trace = name["trace", k]
			for (s = 1; s <= sizes[trace]; s++)
				row(trace " " name["size " trace, s] ", " name["time", t], trace, name["size " trace, s], name["time", t], 50)
		}
	for (k = 1; k <= traces; k++) row("**" name["trace", k] ", all sizes and times**", name["trace", k], 0, 0, 50)
	for (t = 1; t <= times; t++) row("**all traces and sizes, " name["time", t] "**", "", 0, name["time", t], 50)
	row("**all**", "", 0, 0, 50)
}
# Every method beside first fit, for each share.
function beside(	t, f, m) {
	print "\nAll traces and sizes: accepted node-hours, points above first fit\n"
	printf "| time, flexible |"
	for (m = 1; m <= methods; m++) if (name["method", m] != "first fit") printf " %s |", name["method", m]
	printf "\n| --- |"
	for (m = 2; m <= methods; m++) printf " ---: |"
	print ""
	for (t = 1; t <= times; t++)
		for (f = 0; f <= 100; f += 25) {
			if (!gather(x, "hours", "all", "", 0, name["time", t], f)) continue
			printf "| %s, %d %% |", name["time", t], f
			for (m = 1; m <= methods; m++)
				if (name["method", m] != "first fit") printf " %s |", difference(name["method", m], "first fit", "", 0, name["time", t], f)
			print ""
		}
}
function mixed(	t, f) {
	head("All traces and sizes: accepted node-hours, % of those asked for", "time, flexible", columns())
	for (t = 1; t <= times; t++)
		for (f = 0; f <= 100; f += 25) row(name["time", t] ", " f " %", "", 0, name["time", t], f)
}
function waits_of(measure, places, from,	t, f, m, x, n) {
	for (t = 1; t <= times; t++)
		for (f = from; f <= 100; f += 25) {
			n = gather(x, measure, "all", "", 0, name["time", t], f)
			if (!n || (measure == "rigid" && f == 100)) continue
			printf "| %s, %d %% | %d |", name["time", t], f, n
			for (m = 1; m <= methods; m++) printf " %s |", average(measure, name["method", m], "", 0, name["time", t], f, places)
			print ""
		}
}
function waits() {
	head("Minutes that an accepted flexible request waits, start - t_esr", "time, flexible")
	waits_of("wait", 0, 25)
	head("Accepted requests, %", "time, flexible")
	waits_of("all", 1, 0)
	head("Accepted of the flexible requests, %", "time, flexible")
	waits_of("flexible", 1, 25)
	head("Accepted of the rigid requests, %", "time, flexible")
	waits_of("rigid", 1, 0)
	head("Starts that were changed, for each accepted request", "time, flexible")
	waits_of("moved", 2, 25)
}
END {
	if (part == "half") half_flexible()
	if (part == "mixed") mixed()
	if (part == "beside") beside()
	if (part == "waits") waits()
}
