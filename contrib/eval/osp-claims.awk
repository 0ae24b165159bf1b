# SPDX-License-Identifier: GPL-2.0-or-later
# The runs of one setting to records, for osp-readings.awk: what sections 4.3 and 6
# of the paper say, for each way of reducing a request, and in how many of the cells
# (b_t, sl_t) it is so. Both sides of a comparison have the same jobs that reserve,
# seed by seed; it holds where the 95 % confidence interval of the differences has no
# 0, and is open where it has.
#
#	claim|setting|policy|section|text|cells that hold|open|that do not hold
#	head|setting|policy|b_t|sl_t|paper|between runs|half|least|most|choices|in the run|half|
#		rejections without alternatives, mean
#	diff|setting|policy|measure|policy - FF+BF at b_t = 5, sl_t = 8|half
#	place|setting|measure|OSP-exact+BF - FF+BF, mean of all cells|half|less|open|more
#
# With interval.awk and osp-interval.awk.
BEGIN { FS = "," }
FNR > 1 { run() }

# Is the first below the second? One cell against another.
function compare(m, p1, b1, l1, p2, b2, l2,	s, n, x, k1, k2) {
	for (s = 1; s <= seeds; s++) {
		k1 = t SUBSEP p1 SUBSEP b1 SUBSEP l1 SUBSEP name["seed", s]
		k2 = t SUBSEP p2 SUBSEP b2 SUBSEP l2 SUBSEP name["seed", s]
		if ((k1 in is_run) && (k2 in is_run)) x[++n] = value[m, k2] - value[m, k1]
	}
	if (n) judge(x, n)
}
# Does a cell hold? yes, no or open is counted.
function judge(x, n,	holds, fails) {
	interval(x, n)
	if (within != "") {
		holds = mean + half <= within && mean - half >= -within
		fails = mean - half > within || mean + half < -within
	} else {
		holds = mean - half > 0
		fails = mean + half < 0
	}
	if (holds) yes++
	else if (fails) no++
	else open++
}
function tell(where, claim) {
	if (yes + no + open)
		printf "claim|%s|%s|%s|%s|%d|%d|%d\n", t, P, where, claim, yes, open, no
	yes = no = open = 0
	within = ""
}
function each(m, p1, p2, bt, least, most,	b, l) {
	for (b = 1; b <= bts; b++)
		for (l = 1; l <= slts; l++)
			if (name["bt", b] ~ bt && name["slt", l] + 0 >= least && name["slt", l] + 0 <= most)
				compare(m, p1, name["bt", b], name["slt", l], p2, name["bt", b], name["slt", l])
}
# The mean over all sl_t, as one value for each seed and b_t.
function average(m, p1, p2, bt,	b, l, s, n, x, sum, k1, k2) {
	for (b = 1; b <= bts; b++) {
		if (name["bt", b] !~ bt) continue
		n = 0
		for (s = 1; s <= seeds; s++) {
			sum = 0
			for (l = 1; l <= slts; l++) {
				k1 = t SUBSEP p1 SUBSEP name["bt", b] SUBSEP name["slt", l] SUBSEP name["seed", s]
				k2 = t SUBSEP p2 SUBSEP name["bt", b] SUBSEP name["slt", l] SUBSEP name["seed", s]
				if (!(k1 in is_run) || !(k2 in is_run)) break
				sum += value[m, k2] - value[m, k1]
			}
			if (l <= slts) continue
			x[++n] = sum / slts
		}
		judge(x, n)
	}
}
# The same policy: from each sl_t to the next, or from the least b_t to others.
function along_slt(m, p, less_first, least,	b, l) {
	for (b = 1; b <= bts; b++)
		for (l = 2; l <= slts; l++) {
			if (name["slt", l] + 0 < least) continue
			if (less_first) compare(m, p, name["bt", b], name["slt", l - 1], p, name["bt", b], name["slt", l])
			else compare(m, p, name["bt", b], name["slt", l], p, name["bt", b], name["slt", l - 1])
		}
}
function ends_of_slt(m, p,	b) {
	for (b = 1; b <= bts && slts > 1; b++)
		compare(m, p, name["bt", b], name["slt", slts], p, name["bt", b], name["slt", 1])
}
function along_bt(m, p, w,	b, l) {
	for (b = 2; b <= bts; b++)
		for (l = 1; l <= (p ~ /^Rigid/ ? 1 : slts); l++) {
			within = w
			compare(m, p, name["bt", b], name["slt", l], p, name["bt", 1], name["slt", l])
		}
}
function claims() {
	each("utilisation", "Rigid+FCFS", "Rigid+BF", ".", 0, 99)
	each("utilisation", "FF+FCFS", "FF+BF", ".", 0, 99)
	tell("4.3, fig 4", "utilisation: BF is better than FCFS (Rigid and FF)")
	each("utilisation", "Rigid+BF", "FF+BF", ".", 0, 99)
	tell("4.3, fig 4", "utilisation: Rigid+BF is worse than FF+BF")
	each("utilisation", "Rigid+BF", P, ".", 0, 99)
	tell("4.3, fig 4", "utilisation: Rigid+BF is worse than OSP+BF")
	along_bt("utilisation", "Rigid+BF", 1)
	tell("4.3, fig 4", "utilisation: b_t has no effect on Rigid+BF (within 1 % of the nodes)")
	each("utilisation", P, "FF+BF", "^1$", 0, 5)
	tell("4.3, fig 4", "utilisation: OSP is worse than FF+BF for b_t = 1, sl_t < 6")
	along_slt("utilisation", P, 1, 6)
	tell("4.3, fig 4", "utilisation: OSP improves from each sl_t to the next, from 6 on")
	average("utilisation", "FF+BF", P, "^(5|10)$")
	tell("4.3, fig 4", "utilisation: OSP is better than FF+BF on average, b_t = 5 and 10")
	within = 2
	each("utilisation", P, "FF+BF", ".", 0, 99)
	tell("6", "utilisation: OSP is not far from FF+BF (2 % of the nodes)")
	compare("change", P, 5, 8, "FF+BF", 5, 8)
	tell("4.3, fig 5", "busy nodes: OSP fluctuates less than FF+BF (b_t = 5, sl_t = 8)")
	compare("change", P, 5, 8, "Rigid+FCFS", 5, 8)
	tell("4.3, fig 5", "busy nodes: OSP fluctuates less than Rigid+FCFS (b_t = 5, sl_t = 8)")
	each("rejected", P, "Rigid+BF", ".", 0, 99)
	tell("4.3, fig 6", "OSP rejects fewer than Rigid+BF")
	each("rejected", P, "FF+BF", ".", 0, 99)
	tell("4.3, fig 6", "OSP rejects fewer than FF+BF")
	along_slt("rejected", P, 0, 0)
	tell("4.3, fig 6", "OSP rejects fewer with each longer sl_t")
	each("rejected", P, "OSP-exact+BF", ".", 0, 99)
	tell("4.3, fig 7", "alternatives reduce rejections (between runs)")
	along_slt("reduction", P, 1, 0)
	tell("4.3, fig 7", "they reduce them more with each longer sl_t (in the run)")
	each("revenue", "Rigid+BF", "FF+BF", ".", 0, 99)
	each("revenue", "Rigid+BF", P, ".", 0, 99)
	tell("4.3, fig 8", "revenue: Rigid+BF has less than FF+BF and OSP+BF")
	each("revenue", "FF+BF", P, ".", 0, 99)
	tell("4.3, fig 8", "revenue: OSP has more than FF+BF")
	ends_of_slt("waiting", P)
	tell("4.3, fig 9", "waiting: OSP, less with the longest sl_t than with the shortest")
	along_slt("waiting", P, 0, 0)
	tell("4.3, fig 9", "waiting: OSP, less with each longer sl_t (\"in some cases\")")
	along_bt("waiting", P, "")
	tell("4.3, fig 9", "waiting: OSP, less with a larger b_t than with the least")
	each("waiting", P, "FF+BF", ".", 0, 99)
	tell("4.3, fig 9", "waiting: less with OSP than with FF+BF")
	each("waiting", "Rigid+BF", "Rigid+FCFS", ".", 0, 99)
	each("waiting", "FF+BF", "FF+FCFS", ".", 0, 99)
	tell("4.3, fig 9", "waiting: BF is better than FCFS (Rigid and FF)")
}
function beyond() {
	P = "OSP-around+BF"
	each("rejected", P, "OSP+BF", ".", 0, 99)
	tell("beyond", "rejects fewer than OSP+BF")
	each("revenue", "OSP+BF", P, ".", 0, 99)
	tell("beyond", "revenue: has more than OSP+BF")
}
# The two figures that the paper names, beside ours: of all choices, and of the
# single choices the least and the most.
function headline(b, l, paper,	s, k, without, sum, x, n, least, most, inside) {
	if (!fewer(0, t, P, b, l)) return
	inside = sprintf("%.2f|%.2f", mean, half)
	for (s = 1; s <= seeds; s++) {
		k = t SUBSEP P SUBSEP b SUBSEP l SUBSEP name["seed", s]
		if (!(k in is_run)) continue
		without = value["rejected", t, "OSP-exact+BF", b, l, name["seed", s]]
		sum += without
		if (!without) continue
		x = 100 * (without - value["rejected", k]) / without
		if (!n++ || x < least) least = x
		if (n == 1 || x > most) most = x
	}
	n = fewer(1, t, P, b, l)
	printf "head|%s|%s|%s|%s|%s|%.2f|%.2f|%.2f|%.2f|%d|%s|%.2f\n", t, P, b, l, paper, mean, half, least, most, n, inside, sum / n
}
function difference(m,	s, n, x, k, f) {
	for (s = 1; s <= seeds; s++) {
		k = t SUBSEP P SUBSEP 5 SUBSEP 8 SUBSEP name["seed", s]
		f = t SUBSEP "FF+BF" SUBSEP 5 SUBSEP 8 SUBSEP name["seed", s]
		if ((k in is_run) && (f in is_run)) x[++n] = value[m, k] - value[m, f]
	}
	if (!n) return
	interval(x, n)
	printf "diff|%s|%s|%s|%.3f|%.3f\n", t, P, m, mean, half
}
# What placement alone gains: solutions by algorithm 1 beside those by first fit.
function placement(m,	b, l, s, k, f, n, x, y, cells) {
	for (s = 1; s <= seeds; s++) {
		cells = 0
		n++
		x[n] = y[n] = 0
		for (b = 1; b <= bts; b++)
			for (l = 1; l <= slts; l++) {
				k = name["bt", b] SUBSEP name["slt", l] SUBSEP name["seed", s]
				f = t SUBSEP "FF+BF" SUBSEP k
				k = t SUBSEP "OSP-exact+BF" SUBSEP k
				if (!(k in is_run) || !(f in is_run)) continue
				cells++
				x[n] += value[m, k] - value[m, f]
				y[n] += value[m, f]
			}
		if (!cells) { n--; continue }
		if (m != "rejected") x[n] /= cells
	}
	if (!n) return
	each(m, "OSP-exact+BF", "FF+BF", ".", 0, 99)
	if (m == "rejected") share(x, y, n)
	else interval(x, n)
	printf "place|%s|%s|%.3f|%.3f|%d|%d|%d\n", t, m, mean, half, yes, open, no
	yes = no = open = 0
}
END {
	t = name["trace", 1]
	ways = split("OSP+BF OSP-time+BF OSP-nodes+BF OSP-half+BF OSP-both+BF", way, " ")
	measures = split("utilisation change rejected revenue waiting", measure, " ")
	for (i = 1; i <= ways; i++) {
		P = way[i]
		if (!((t, P, name["bt", 1], name["slt", 1], name["seed", 1]) in is_run)) continue
		headline(5, 0, "13.50")
		headline(10, 12, "77.22")
		claims()
		for (j = 1; j <= measures; j++) difference(measure[j])
	}
	for (j = 1; j <= measures; j++) placement(measure[j])
	beyond()
}
