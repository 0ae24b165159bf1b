# SPDX-License-Identifier: GPL-2.0-or-later
# What osp-means.awk and osp-claims.awk share: the runs, the mean of values and
# the share of a sum in another, with 95 % confidence intervals (Student's t).
function quantile(df,	q) {
	split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145 2.131 2.120 2.110 2.101 2.093 2.086 2.080 2.074 2.069 2.064 2.060 2.056 2.052 2.048 2.045 2.042", q, " ")
	return df <= 30 ? q[df] : 1.96 + 2.4 / df
}

# Of x[1] .. x[n]: mean, and half (of the interval); one value has none.
function interval(x, n,	i, sum, squares) {
	sum = squares = half = 0
	for (i = 1; i <= n; i++) sum += x[i]
	mean = n ? sum / n : 0
	for (i = 1; i <= n; i++) squares += (x[i] - mean) * (x[i] - mean)
	if (n > 1) half = quantile(n - 1) * sqrt(squares / (n - 1) / n)
}

# Of all a[] in all b[], in %: the interval by leaving out one seed at a time. (A
# mean of shares would be of little use where a seed has few.)
function share(a, b, n,	i, sum_a, sum_b, x, average, squares) {
	sum_a = sum_b = average = squares = mean = half = 0
	for (i = 1; i <= n; i++) { sum_a += a[i]; sum_b += b[i] }
	mean = sum_b ? 100 * sum_a / sum_b : 0
	if (n < 2) return
	for (i = 1; i <= n; i++) {
		x[i] = sum_b - b[i] ? 100 * (sum_a - a[i]) / (sum_b - b[i]) : 0
		average += x[i] / n
	}
	for (i = 1; i <= n; i++) squares += (x[i] - average) * (x[i] - average)
	half = quantile(n - 1) * sqrt(squares * (n - 1) / n)
}
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

# Remember the order in which things come.
function known(list, count, key) {
	if (!((list, key) in seen)) { seen[list, key] = 1; name[list, ++count] = key }
	return count
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
