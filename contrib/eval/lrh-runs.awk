# SPDX-License-Identifier: GPL-2.0-or-later
# The runs of lrh-eval-sim, for lrh-tables.awk: value[measure, cell, method, seed];
# a cell is work, jobs, mu, numC, t_e, percent flexible. With interval.awk.
function cell(work, jobs, mu, cn, te, flexible) {
	return work "," jobs "," mu "," cn "," te "," flexible
}
{
	if ($1 == "work") next
	key = cell($1, $2, $3, $4, $5, $6)
	cells = known("cell", cells, key)
	methods = known("method", methods, $8)
	if ($7 > seeds) seeds = $7
	if (first == "" || $7 < first) first = $7
	is_run[key, $8, $7] = 1
	value["accepted", key, $8, $7] = 100 * $10 / $9
	value["hours", key, $8, $7] = $11 ? 100 * $12 / $11 : 0
	value["asked", key, $8, $7] = $11
	value["wait", key, $8, $7] = $13 * 60
	value["awt", key, $8, $7] = $14
	value["awt_all", key, $8, $7] = $15
	value["use", key, $8, $7] = 100 * $16
	value["use5", key, $8, $7] = 100 * $17
	value["moved", key, $8, $7] = $10 ? $18 / $10 : 0
	value["rebound", key, $8, $7] = $10 ? $19 / $10 : 0
	value["ru", key, $8, $7] = 100 * $30
	value["ru_least", key, $8, $7] = 100 * $31
	value["ru_most", key, $8, $7] = 100 * $32
}
# The mean over cells list[1] .. list[n] of a measure, seed by seed: x[1] .. x[m].
function gather(measure, method, list, n, x,	s, i, m, sum) {
	for (s = first; s <= seeds; s++) {
		sum = 0
		for (i = 1; i <= n; i++) {
			if (!((list[i], method, s) in is_run)) return 0
			sum += value[measure, list[i], method, s]
		}
		x[++m] = sum / n
	}
	return m
}
function number(x, places) { return sprintf("%." places "f", x) }
function plus(x, places) { return (x > 0 ? "+" : "") number(x, places) }
# Mean and interval of a measure; of the difference of two methods; of that
# difference in percent of the second's.
function mean_of(measure, method, list, n, places,	x, m) {
	m = gather(measure, method, list, n, x)
	if (!m) return "-"
	interval(x, m)
	return number(mean, places) (m > 1 ? " ±" number(half, places) : "")
}
function difference(measure, a, b, list, n, places, of_b,	x, y, i, m) {
	m = gather(measure, a, list, n, x)
	if (!m || !gather(measure, b, list, n, y)) return "-"
	for (i = 1; i <= m; i++) x[i] -= y[i]
	if (of_b) share(x, y, m)
	else interval(x, m)
	return plus(mean, places) (m > 1 ? " ±" number(half, places) : "")
}
function percent(measure, a, b, list, n, places) {
	return difference(measure, a, b, list, n, places, 1)
}
