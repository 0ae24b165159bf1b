# SPDX-License-Identifier: GPL-2.0-or-later
# For each method and scale of costs a table: mean seconds by resources (rows) and
# starts (columns), with 95 % confidence intervals where there are several instances. Where
# solvers ran out of time the mean has their limit in it: ">", and how many of how
# many, without an interval. With interval.awk.
BEGIN { FS = "," }

FNR == 1 { next }

{
	scale = $3
	cell = $5 SUBSEP scale SUBSEP $1 SUBSEP $2
	sum[cell] += $8
	value[cell, ++cnt[cell]] = $8
	if ($6 == "timeout") late[cell]++
	if ($6 == "infeasible") none[cell]++
	methods[$5] = scales[scale] = 1
	if (!rows[$1]++) row[++row_cnt] = $1 + 0
	if (!cols[$2]++) col[++col_cnt] = $2 + 0
}

function sort(list, n,    i, j, x) {
	for (i = 2; i <= n; i++) {
		x = list[i]
		for (j = i - 1; j >= 1 && list[j] > x; j--) list[j + 1] = list[j]
		list[j + 1] = x
	}
}

function text(cell,	i, x) {
	if (!cnt[cell]) return "-"
	if (late[cell]) return sprintf("> %.2g (%d/%d)", sum[cell] / cnt[cell], late[cell], cnt[cell])
	for (i = 1; i <= cnt[cell]; i++) x[i] = value[cell, i]
	interval(x, cnt[cell])
	return cnt[cell] > 1 ? sprintf("%.2g ±%.1g", mean, half) : sprintf("%.2g", mean)
}

# A table leaves out rows and columns of which nothing was run.
function any(method, scale, list, n, other, m, swap,	i, j, found, cell) {
	for (i = 1; i <= n; i++) {
		found = 0
		for (j = 1; j <= m; j++) {
			cell = method SUBSEP scale SUBSEP (swap ? other[j] SUBSEP list[i] : list[i] SUBSEP other[j])
			found = found || cnt[cell]
		}
		shown[list[i]] = found
	}
}

function table(method, scale,    i, j, cell, unsolvable, total) {
	for (i = 1; i <= row_cnt; i++)
		for (j = 1; j <= col_cnt; j++) {
			cell = method SUBSEP scale SUBSEP row[i] SUBSEP col[j]
			unsolvable += none[cell]
			total += cnt[cell]
		}
	if (!total) return
	any(method, scale, row, row_cnt, col, col_cnt, 0)
	for (i = 1; i <= row_cnt; i++) has_row[row[i]] = shown[row[i]]
	any(method, scale, col, col_cnt, row, row_cnt, 1)
	for (j = 1; j <= col_cnt; j++) has_col[col[j]] = shown[col[j]]
	printf "\n%s, costs to %d: %d instances, of which %d have no plan\n\n| resources \\ starts |", method, scale, total, unsolvable
	for (j = 1; j <= col_cnt; j++) if (has_col[col[j]]) printf " %d |", col[j]
	printf "\n| --- |"
	for (j = 1; j <= col_cnt; j++) if (has_col[col[j]]) printf " --- |"
	print ""
	for (i = 1; i <= row_cnt; i++) {
		if (!has_row[row[i]]) continue
		printf "| %d |", row[i]
		for (j = 1; j <= col_cnt; j++)
			if (has_col[col[j]]) printf " %s |", text(method SUBSEP scale SUBSEP row[i] SUBSEP col[j])
		print ""
	}
}

END {
	sort(row, row_cnt)
	sort(col, col_cnt)
	m = split("exact paper split joint", order, " ")
	for (i = 1; i <= m; i++)
		for (s = 4000; s <= 20000; s += 16000)
			if (methods[order[i]] && scales[s]) table(order[i], s)
}
