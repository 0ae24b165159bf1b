# SPDX-License-Identifier: GPL-2.0-or-later
# What the evaluations share: the mean of values and the share of a sum in
# another, with 95 % confidence intervals (Student's t), and names in the order in
# which they come.
function quantile(df) {
	if (!(1 in t_quantile)) split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145 2.131 2.120 2.110 2.101 2.093 2.086 2.080 2.074 2.069 2.064 2.060 2.056 2.052 2.048 2.045 2.042", t_quantile, " ")
	return df <= 30 ? t_quantile[df] : 1.96 + 2.4 / df
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

# Remember the order in which things come.
function known(list, count, key) {
	if (!((list, key) in seen)) { seen[list, key] = 1; name[list, ++count] = key }
	return count
}
