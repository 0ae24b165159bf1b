# SPDX-License-Identifier: GPL-2.0-or-later
# means.csv to tables in Markdown: a table for each figure and setting, a line for
# each policy and b_t, a column for each sl_t. -v only=SETTING: of that alone.
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
	if ($9 > n[$3]) n[$3] = $9
	if ($9 > choices[$3, $4]) choices[$3, $4] = $9
}
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
# How many choices a policy has, if not all.
function few(t, p) { return choices[t, p] < n[t] ? " (" choices[t, p] ")" : "" }
function table(title, m, t, places, which,	p, b, policy) {
	head(title, "policy")
	for (p = 1; p <= policies; p++) {
		policy = name["policy", p]
		if (which != "" && policy !~ which) continue
		if (!((m, t, policy, name["bt", 1], name["slt", 1]) in mean)) continue
		for (b = 1; b <= bts; b++)
			row((policy ~ /around/ ? "*" policy "*" : policy) few(t, policy), m, t, policy, name["bt", b], places)
	}
}
function flexibility(t, p,	b) {
	head("Figure 7, " t ": of the jobs that ask, in %, with " p, "")
	for (b = 1; b <= bts; b++) row("solution", "solutions", t, p, name["bt", b], 1)
	for (b = 1; b <= bts; b++) row("alternative", "alternatives", t, p, name["bt", b], 1)
	for (b = 1; b <= bts; b++) row("rejected", "rejected %", t, p, name["bt", b], 1)
}
function reduction(t, p,	b) {
	for (b = 1; b <= bts; b++) row(p few(t, p) ", in the run", "reduction", t, p, name["bt", b], 1)
	for (b = 1; b <= bts; b++) row(p few(t, p) ", between runs", "gain", t, p, name["bt", b], 1)
}
function setting(t,	p) {
	printf "\n### %s, %d choices\n", t, n[t]
	table("Figure 4, " t ": utilisation of the two weeks, %", "utilisation", t, 1)
	table("Figure 5, " t ": change of busy nodes from one slot to the next, mean", "change", t, 2)
	table("Figure 6, " t ": rejections, of " number(mean["asked", t, "OSP+BF", name["bt", 1], name["slt", 1]], 0) " that ask", "rejected", t, 1)
	flexibility(t, "OSP+BF")
	flexibility(t, "OSP-both+BF")
	head("Figure 7, " t ": fewer rejections by alternatives, %", "")
	for (p = 1; p <= policies; p++)
		if (name["policy", p] ~ /^OSP/ && name["policy", p] !~ /exact|around/)
			reduction(t, name["policy", p])
	table("Figure 8, " t ": revenue of reservations, 1,000 $", "revenue", t, 1)
	table("Beside figure 8, " t ": node-hours reserved, % of those asked for", "work", t, 1, "Rigid.BF|FF.BF|OSP")
	table("Figure 9, " t ": mean time in the queue of jobs that did not ask, hours", "waiting", t, 1)
	table("Beside figure 9, " t ": median of it, hours", "waiting median", t, 1, "BF")
}
END {
	printf "b_t and sl_t (the columns) in hours; mean ± half of the 95 %% confidence interval over the choices of the jobs that\nreserve; a number beside a policy: it has so many of them. *OSP-around+BF* is beyond the paper. In the run: alternatives /\n(alternatives + rejections); between runs: how many fewer are rejected than where the user takes no alternatives (OSP-exact+BF).\n"
	for (t = 1; t <= traces; t++)
		if (only == "" || name["trace", t] == only) setting(name["trace", t])
}
