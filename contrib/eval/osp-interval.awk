# SPDX-License-Identifier: GPL-2.0-or-later
# What osp-means.awk and osp-claims.awk share: the runs, and what alternatives
# are worth. With interval.awk.
# Alternatives in those that have no solution; or the rejections that are not
# there, in those of the same policy without alternatives.
function fewer(between, t, p, b, l,	s, n, k, without, part, whole) {
	n = 0
	for (s = 1; s <= seeds; s++) {
		k = t SUBSEP p SUBSEP b SUBSEP l SUBSEP name["seed", s]
		if (!(k in is_run)) continue
		without = value["rejected", t, "OSP-exact+BF", b, l, name["seed", s]]
		part[++n] = between ? without - value["rejected", k] : value["taken", k]
		whole[n] = between ? without : value["taken", k] + value["rejected", k]
	}
	share(part, whole, n)
	return n
}

# A line of runs.csv: value[measure, trace, policy, bt, slt, seed].
function run(	key) {
	traces = known("trace", traces, $1)
	policies = known("policy", policies, $2)
	bts = known("bt", bts, $3)
	slts = known("slt", slts, $4)
	seeds = known("seed", seeds, $5)
	key = $1 SUBSEP $2 SUBSEP $3 SUBSEP $4 SUBSEP $5
	is_run[key] = 1
	value["utilisation", key] = 100 * $11
	value["change", key] = $13
	value["rejected", key] = $9
	value["rejected %", key] = $6 ? 100 * $9 / $6 : 0
	value["solutions", key] = $6 ? 100 * $7 / $6 : 0
	value["alternatives", key] = $6 ? 100 * $8 / $6 : 0
	value["reduction", key] = $8 + $9 ? 100 * $8 / ($8 + $9) : 0
	value["taken", key] = $8
	value["revenue", key] = $14 / 1000
	value["revenue each", key] = $7 + $8 ? $14 / ($7 + $8) : 0
	value["work", key] = $16 ? 100 * $17 / $16 : 0
	value["shift", key] = $19
	value["waiting", key] = $20
	value["waiting median", key] = $21
	value["alternatives given", key] = $8 ? $18 / $8 : 0
	value["solutions given", key] = $7 ? ($17 - $18) / $7 : 0
	value["asked", key] = $6
}
