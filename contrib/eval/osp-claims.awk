# SPDX-License-Identifier: GPL-2.0-or-later
# runs.csv to a table: what sections 4.3 and 6 of the paper say, and in how many of
# the cells (b_t, sl_t) it is so. Both sides of a comparison have the same jobs
# that reserve, seed by seed; it holds where the 95 % confidence interval of
# the differences has no 0, and is open where it has.
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
	if (!(claim in of)) { of[claim] = where; text[++texts] = claim }
	counts[claim, t] = yes + no + open ? yes + 0 " / " open + 0 " / " no + 0 : "-"
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
function average(m, p1, p2, bt,	b, l, s, n, x, sum) {
	for (b = 1; b <= bts; b++) {
		if (name["bt", b] !~ bt) continue
		n = 0
		for (s = 1; s <= seeds; s++) {
			sum = 0
			for (l = 1; l <= slts; l++)
				sum += value[m, t, p2, name["bt", b], name["slt", l], name["seed", s]] - value[m, t, p1, name["bt", b], name["slt", l], name["seed", s]]
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
	each("utilisation", "Rigid+BF", "OSP+BF", ".", 0, 99)
	tell("4.3, fig 4", "utilisation: Rigid+BF is worse than OSP+BF")
	along_bt("utilisation", "Rigid+BF", 1)
	tell("4.3, fig 4", "utilisation: b_t has no effect on Rigid+BF (within 1 % of the nodes)")
	each("utilisation", "OSP+BF", "FF+BF", "^1$", 0, 5)
	tell("4.3, fig 4", "utilisation: OSP+BF is worse than FF+BF for b_t = 1, sl_t < 6")
	along_slt("utilisation", "OSP+BF", 1, 6)
	tell("4.3, fig 4", "utilisation: OSP+BF improves from each sl_t to the next, from 6 on")
	average("utilisation", "FF+BF", "OSP+BF", "^(5|10)$")
	tell("4.3, fig 4", "utilisation: OSP+BF is better than FF+BF on average, b_t = 5 and 10")
	within = 2
	each("utilisation", "OSP+BF", "FF+BF", ".", 0, 99)
	tell("6", "utilisation: OSP+BF is not far from FF+BF (2 % of the nodes)")
	compare("change", "OSP+BF", 5, 8, "FF+BF", 5, 8)
	tell("4.3, fig 5", "busy nodes: OSP+BF fluctuates less than FF+BF (b_t = 5, sl_t = 8)")
	compare("change", "OSP+BF", 5, 8, "Rigid+FCFS", 5, 8)
	tell("4.3, fig 5", "busy nodes: OSP+BF fluctuates less than Rigid+FCFS (b_t = 5, sl_t = 8)")
	each("rejected", "OSP+BF", "Rigid+BF", ".", 0, 99)
	tell("4.3, fig 6", "OSP+BF rejects fewer than Rigid+BF")
	each("rejected", "OSP+BF", "FF+BF", ".", 0, 99)
	tell("4.3, fig 6", "OSP+BF rejects fewer than FF+BF")
	along_slt("rejected", "OSP+BF", 0, 0)
	tell("4.3, fig 6", "OSP+BF rejects fewer with each longer sl_t")
	each("rejected", "OSP+BF", "OSP-exact+BF", ".", 0, 99)
	tell("4.3, fig 7", "alternatives reduce rejections (between runs)")
	along_slt("reduction", "OSP+BF", 1, 0)
	tell("4.3, fig 7", "they reduce them more with each longer sl_t (in the run)")
	each("revenue", "Rigid+BF", "FF+BF", ".", 0, 99)
	each("revenue", "Rigid+BF", "OSP+BF", ".", 0, 99)
	tell("4.3, fig 8", "revenue: Rigid+BF has less than FF+BF and OSP+BF")
	each("revenue", "FF+BF", "OSP+BF", ".", 0, 99)
	tell("4.3, fig 8", "revenue: OSP+BF has more than FF+BF")
	ends_of_slt("waiting", "OSP+BF")
	tell("4.3, fig 9", "waiting: OSP+BF, less with the longest sl_t than with the shortest")
	along_slt("waiting", "OSP+BF", 0, 0)
	tell("4.3, fig 9", "waiting: OSP+BF, less with each longer sl_t (\"in some cases\")")
	along_bt("waiting", "OSP+BF", "")
	tell("4.3, fig 9", "waiting: OSP+BF, less with a larger b_t than with the least")
	each("waiting", "OSP+BF", "FF+BF", ".", 0, 99)
	tell("4.3, fig 9", "waiting: less with OSP+BF than with FF+BF")
	each("waiting", "Rigid+BF", "Rigid+FCFS", ".", 0, 99)
	each("waiting", "FF+BF", "FF+FCFS", ".", 0, 99)
	tell("4.3, fig 9", "waiting: BF is better than FCFS (Rigid and FF)")
	each("rejected", "OSP-half+BF", "FF+BF", ".", 0, 99)
	tell("fig 6, half", "OSP-half+BF rejects fewer than FF+BF")
	each("revenue", "FF+BF", "OSP-half+BF", ".", 0, 99)
	tell("fig 8, half", "revenue: OSP-half+BF has more than FF+BF")
	each("waiting", "OSP-half+BF", "FF+BF", ".", 0, 99)
	tell("fig 9, half", "waiting: less with OSP-half+BF than with FF+BF")
	each("rejected", "OSP-around+BF", "OSP+BF", ".", 0, 99)
	tell("beyond", "OSP-around+BF rejects fewer than OSP+BF")
	each("revenue", "OSP+BF", "OSP-around+BF", ".", 0, 99)
	tell("beyond", "revenue: OSP-around+BF has more than OSP+BF")
}
# The two figures that the paper names, beside ours.
function headline(p, between, b, l) {
	return fewer(between, t, p, b, l) ? sprintf("%.2f ±%.2f", mean, half) : "-"
}
# A trace, without the version of its log.
function short(trace) { sub(/-[0-9]+-[0-9.]+-cln/, "", trace); return trace }
function headlines(b, l, paper) {
	printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", short(t), b, l, paper, headline("OSP+BF", 0, b, l), headline("OSP+BF", 1, b, l), headline("OSP-half+BF", 0, b, l), headline("OSP-half+BF", 1, b, l)
}
END {
	print "Fewer rejections by alternatives, in %:\n"
	print "| trace | b_t | sl_t | paper | OSP+BF, in the run | OSP+BF, between runs | OSP-half+BF, in the run | OSP-half+BF, between runs |"
	print "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
	for (i = 1; i <= traces; i++) {
		t = name["trace", i]
		headlines(5, 0, "13.50")
		headlines(10, 12, "77.22")
	}
	print "\nIn how many cells (b_t, sl_t) a claim holds / is open / does not hold:\n"
	for (i = 1; i <= traces; i++) { t = name["trace", i]; claims() }
	printf "| section | claim |"
	for (i = 1; i <= traces; i++) printf " %s |", short(name["trace", i])
	printf "\n| --- | --- |"
	for (i = 1; i <= traces; i++) printf " --- |"
	print ""
	for (c = 1; c <= texts; c++) {
		printf "| %s | %s |", of[text[c]], text[c]
		for (i = 1; i <= traces; i++) printf " %s |", counts[text[c], name["trace", i]]
		print ""
	}
}
