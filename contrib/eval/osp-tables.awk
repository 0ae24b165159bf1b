# SPDX-License-Identifier: GPL-2.0-or-later
# means.csv to tables in Markdown: a table for each figure and trace, a line for
# each policy and b_t, a column for each sl_t. -v brief=1: without those in which
# refused jobs queue.
BEGIN { FS = "," }
FNR == 1 { next }
function known(list, count, key) {
	if (!((list, key) in seen)) { seen[list, key] = 1; name[list, ++count] = key }
	return count
}
{
	traces = known("trace", traces, $3)
	policies = known("policy", policies, $4)
	bts = known("bt", bts, $5)
	slts = known("slt", slts, $6)
	mean[$2, $3, $4, $5, $6] = $7
	half[$2, $3, $4, $5, $6] = $8
	if ($9 > n) n = $9
}
# A trace, without the version of its log.
function short(trace) { sub(/-[0-9]+-[0-9.]+-cln/, "", trace); return trace }
function number(x, places) { return sprintf("%." places "f", x) }
function cell(m, t, p, b, l, places) {
	if (!((m, t, p, b, l) in mean)) return "-"
	return number(mean[m, t, p, b, l], places) " ±" number(half[m, t, p, b, l], places)
}
function head(title, first,	l) {
	printf "\n%s\n\n| %s | b_t |", title, first
	for (l = 1; l <= slts; l++) printf " %s |", name["slt", l]
	printf "\n| --- | ---: |"
	for (l = 1; l <= slts; l++) printf " ---: |"
	print ""
}
# sl_t is nothing to Rigid.
function row(first, m, t, p, b, places,	l) {
	printf "| %s | %s |", first, b
	for (l = 1; l <= slts; l++) printf " %s |", (l > 1 && p ~ /^Rigid/ ? "\"" : cell(m, t, p, b, name["slt", l], places))
	print ""
}
function table(title, m, t, places, only,	p, b, policy) {
	head(title, "policy")
	for (p = 1; p <= policies; p++) {
		policy = name["policy", p]
		if (policy ~ /exact/ || (only != "" && policy !~ only)) continue
		for (b = 1; b <= bts; b++)
			row(policy ~ /around/ ? "*" policy "*" : policy, m, t, policy, name["bt", b], places)
	}
}
function flexibility(t, p,	b) {
	head("Figure 7, " short(t) ": of the jobs that ask, in %, with " p, "")
	for (b = 1; b <= bts; b++) row("solution", "solutions", t, p, name["bt", b], 1)
	for (b = 1; b <= bts; b++) row("alternative", "alternatives", t, p, name["bt", b], 1)
	for (b = 1; b <= bts; b++) row("rejected", "rejected %", t, p, name["bt", b], 1)
}
function reduction(t, p,	b) {
	for (b = 1; b <= bts; b++) row(p ", in the run", "reduction", t, p, name["bt", b], 1)
	for (b = 1; b <= bts; b++) row(p ", between runs", "gain", t, p, name["bt", b], 1)
}
END {
	printf "b_t and sl_t (the columns) in hours; mean ± half of the 95 %% confidence interval over %d choices of the jobs that\nreserve. *OSP-around+BF* is beyond the paper. In the run: alternatives / (alternatives + rejections); between runs: how many\nfewer are rejected than where the user takes no alternatives (OSP-exact+BF).\n", n
	for (t = 1; t <= traces; t++) {
		trace = name["trace", t]
		if (brief && trace ~ /-requeue$/) continue
		printf "\n### %s\n", short(trace)
		table("Figure 4, " short(trace) ": utilisation of the two weeks, %", "utilisation", trace, 1)
		if (trace ~ /-requeue$/) {
			table("Figure 6, " short(trace) ": rejections", "rejected", trace, 0, "BF")
			table("Figure 9, " short(trace) ": mean waiting time of jobs that did not ask, hours", "waiting", trace, 1, "BF")
			continue
		}
		table("Figure 5, " short(trace) ": change of busy nodes from one slot to the next, mean", "change", trace, 2)
		table("Figure 6, " short(trace) ": rejections, of " number(mean["asked", trace, "OSP+BF", name["bt", 1], name["slt", 1]], 0) " that ask", "rejected", trace, 0)
		flexibility(trace, "OSP+BF")
		head("Figure 7, " short(trace) ": fewer rejections by alternatives, %", "")
		reduction(trace, "OSP+BF")
		reduction(trace, "OSP-half+BF")
		head("Beside figure 7, " short(trace) ": node-hours of a reservation, mean", "")
		for (b = 1; b <= bts; b++) row("OSP-exact+BF, solution", "solutions given", trace, "OSP-exact+BF", name["bt", b], 1)
		for (b = 1; b <= bts; b++) row("OSP+BF, solution", "solutions given", trace, "OSP+BF", name["bt", b], 1)
		for (b = 1; b <= bts; b++) row("OSP+BF, alternative", "alternatives given", trace, "OSP+BF", name["bt", b], 1)
		table("Figure 8, " short(trace) ": revenue of reservations, 1,000 $", "revenue", trace, 0)
		table("Beside figure 8, " short(trace) ": node-hours reserved, % of those asked for", "work", trace, 1, "Rigid.BF|FF.BF|OSP")
		table("Figure 9, " short(trace) ": mean waiting time of jobs that did not ask, hours", "waiting", trace, 1)
		table("Beside figure 9, " short(trace) ": median waiting time, hours", "waiting median", trace, 1, "BF")
	}
}
