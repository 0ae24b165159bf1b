# SPDX-License-Identifier: GPL-2.0-or-later
# How the time grows with the starts k, for each method and number of resources:
# least squares of log t over log k (t = a k^b) and over k (t = a e^(c k)), on the
# means of instances. A mean with timeouts in it is left out. The fit that leaves less is
# marked.
BEGIN { FS = "," }

FNR == 1 { next }

{
	key = $5 SUBSEP $3 SUBSEP $1
	sum[key, $2] += $8
	cnt[key, $2]++
	if ($6 == "timeout") late[key, $2] = 1
	keys[key] = 1
	if (!seen[$2]++) starts[++start_cnt] = $2
}

function fit(key, by_log,    i, k, x, y, n, sx, sy, sxx, sxy, syy) {
	for (i = 1; i <= start_cnt; i++) {
		k = starts[i]
		if (!cnt[key, k] || late[key, k] || sum[key, k] <= 0) continue
		x = by_log ? log(k) : k
		y = log(sum[key, k] / cnt[key, k])
		n++; sx += x; sy += y; sxx += x * x; sxy += x * y; syy += y * y
	}
	points = n
	if (n < 3 || n * sxx == sx * sx) return 0
	slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
	left = syy - sy * sy / n - slope * (sxy - sx * sy / n)
	return 1
}

function row(method, scale, n,    key, power, power_left, rate, rate_left) {
	key = method SUBSEP scale SUBSEP n
	if (!(key in keys) || !fit(key, 1)) return
	power = slope; power_left = left
	if (!fit(key, 0)) return
	rate = slope; rate_left = left
	printf "| %s | %d | %d | %d | %.2f | %.4f | %s |\n", method, scale, n, points, power, rate,
		(power_left <= rate_left) ? "power" : "exponential"
}

END {
	print "| method | costs to | resources | points | t ~ k^b: b | t ~ e^(c k): c | less is left by |"
	print "| --- | --- | --- | --- | --- | --- | --- |"
	m = split("exact paper split joint", order, " ")
	q = split("1 2 5 10 20", numbers, " ")
	for (i = 1; i <= m; i++)
		for (s = 4000; s <= 20000; s += 16000)
			for (j = 1; j <= q; j++) row(order[i], s, numbers[j])
}
