# SPDX-License-Identifier: GPL-2.0-or-later
# The runs of co-stale-sim: -v part=tables, brief (fewer of them),
# claims, or figure (for co-stale-figure.gp: trace,measure,method,age,mean,half). With interval.awk.
BEGIN {
	FS = ","
	texts = split("denials of parts for each request|rounds: plans, or starts that were tried|requests that got all parts, %|node-hours held or booked in vain for each request|nodes kept in vain, times seconds, for each request|minutes later than the best start|seconds until the answer|messages for each request", text, "|")
	split("1 1 1 1 1 1 0 0", is_brief, " ")
	split("denials rounds booked vain kept delay took messages", measure, " ")
	split("2 2 1 1 0 1 1 1", places, " ")
}
FNR == 1 || !$6 { next }
{
	traces = known("trace", traces, $1)
	methods = known("method", methods, $2)
	ages = known("age", ages, $3)
	seeds = known("seed", seeds, $4)
	key = $1 SUBSEP $2 SUBSEP $3 SUBSEP $4
	is_run[key] = 1
	asked[$1] += $5; possible[$1] += $6; others[$1] += $15; denied[$1] += $16; lines[$1]++
	value["denials", key] = $8 / $6
	value["rounds", key] = $9 / $6
	value["messages", key] = $10 / $6
	value["booked", key] = 100 * $7 / $6
	value["vain", key] = $11 / $6
	value["kept", key] = $12 / $6
	value["delay", key] = $7 ? $13 / $7 / 60 : 0
	value["took", key] = $14 / $6
}
# The values of a cell, seed by seed. RET how many
function gather(m, t, method, age, x,	s, n, key) {
	for (s = 1; s <= seeds; s++) {
		key = t SUBSEP method SUBSEP age SUBSEP name["seed", s]
		if (key in is_run) x[++n] = value[m, key]
	}
	return n + 0
}
function number(x, decimals) { return sprintf("%." decimals "f", x) }
function age_text(s) {
	if (s >= 3600 && s % 3600 == 0) return (s / 3600) " h"
	return (s >= 60 && s % 60 == 0) ? (s / 60) " min" : s " s"
}
function table(t, i,	a, m, x, n) {
	printf "\n%s: %s\n\n| age of the view |", t, text[i]
	for (m = 1; m <= methods; m++) printf " %s |", name["method", m]
	printf "\n| ---: |"
	for (m = 1; m <= methods; m++) printf " ---: |"
	print ""
	for (a = 1; a <= ages; a++) {
		printf "| %s |", age_text(name["age", a])
		for (m = 1; m <= methods; m++) {
			n = gather(measure[i], t, name["method", m], name["age", a], x)
			interval(x, n)
			printf " %s%s |", number(mean, places[i]), (n > 1) ? " ±" number(half, places[i]) : ""
		}
		print ""
	}
}
# Is the first below the second? The same seeds on both sides: it holds where the
# interval of the differences has no 0.
function compare(m, method1, age1, method2, age2,	x, y, i, n) {
	n = gather(m, t, method1, age1, x)
	if (!n || gather(m, t, method2, age2, y) != n) return
	for (i = 1; i <= n; i++) x[i] = y[i] - x[i]
	interval(x, n)
	if (within != "") {
		if (mean + half <= within && mean - half >= -within) yes++
		else if (mean - half > within || mean + half < -within) no++
		else open++
	} else if (mean - half > 0) yes++
	else if (mean + half < 0) no++
	else open++
}
function each(m, method1, method2, limit,	a) {
	within = limit
	for (a = 1; a <= ages; a++) compare(m, method1, name["age", a], method2, name["age", a])
	within = ""
}
function along(m, method,	a) {
	for (a = 2; a <= ages; a++) compare(m, method, name["age", a - 1], method, name["age", a])
}
function ends(m, method) { compare(m, method, name["age", 1], method, name["age", ages]) }
function tell(where, what) {
	if (!(what in of)) { of[what] = where; claim[++claims] = what }
	count[what, t] = yes + 0 " / " open + 0 " / " no + 0
	yes = no = open = 0
}
function judge_all() {
	along("denials", "hold")
	tell("6", "attempts fail: hold is denied more from each age to the next")
	ends("denials", "hold")
	tell("6", "attempts fail: hold is denied more at the largest age than at the least")
	along("delay", "hold")
	tell("6", "plans are sub-optimal: hold begins later from each age to the next")
	ends("delay", "hold")
	tell("6", "plans are sub-optimal: hold begins later at the largest age than at the least")
	each("booked", "hold", "guess", 1)
	tell("step 7", "refinement: hold books as many requests as guess (within 1 %)")
	each("booked", "hold-old", "hold")
	tell("step 7", "a view that stays old books fewer than one that is probed again")
	each("denials", "hold", "hold-old")
	tell("step 7", "hold is denied less than hold-old")
	each("denials", "hold", "guess")
	tell("beyond", "hold is denied less than guess")
	each("vain", "hold", "guess")
	tell("beyond", "hold has less node-time in vain than guess")
	each("vain", "hold", "book")
	tell("beyond", "hold has less node-time in vain than book")
	each("vain", "hold-all", "hold")
	tell("beyond", "to probe all again after a denial leaves less in vain than to probe what said no")
	each("vain", "hold-all", "book")
	tell("beyond", "then holds have less in vain than book")
	each("messages", "hold", "hold-all")
	tell("beyond", "to probe what said no takes fewer messages")
	each("delay", "hold", "guess")
	tell("beyond", "hold begins sooner than guess")
	each("delay", "hold", "book")
	tell("beyond", "hold begins sooner than book")
	each("took", "hold", "guess")
	tell("beyond", "hold answers sooner than guess")
	each("took", "book", "hold")
	tell("beyond", "book answers sooner than hold")
}
function tell_claims(	i, c) {
	print "In how many ages of the view a claim holds / is open / does not hold:\n"
	printf "| section | claim |"
	for (i = 1; i <= traces; i++) printf " %s |", name["trace", i]
	printf "\n| --- | --- |"
	for (i = 1; i <= traces; i++) printf " --- |"
	print ""
	for (c = 1; c <= claims; c++) {
		printf "| %s | %s |", of[claim[c]], claim[c]
		for (i = 1; i <= traces; i++) printf " %s |", count[claim[c], name["trace", i]]
		print ""
	}
}
END {
	for (i = 1; i <= traces; i++) {
		t = name["trace", i]
		if (part == "tables" || part == "brief") {
			printf "\n%s: %d seeds; %.0f requests a run, of which %.1f %% had a plan; %.0f others, of whom %.1f %% got nothing\n", t, seeds, asked[t] / lines[t], 100 * possible[t] / asked[t], others[t] / lines[t], 100 * denied[t] / others[t]
			for (k = 1; k <= texts; k++)
				if (part == "tables" || is_brief[k]) table(t, k)
		} else if (part == "claims") {
			judge_all()
		} else for (k = 1; k <= texts; k++)
			for (m = 1; m <= methods; m++)
				for (a = 1; a <= ages; a++) {
					interval(x, gather(measure[k], t, name["method", m], name["age", a], x))
					printf "%s,%s,%s,%s,%.5f,%.5f\n", t, measure[k], name["method", m], name["age", a], mean, half
				}
	}
	if (part == "claims") tell_claims()
}
