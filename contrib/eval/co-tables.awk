# SPDX-License-Identifier: GPL-2.0-or-later
# For each method and scale of costs a table: mean seconds by resources (rows) and
# starts (columns). Where solvers ran out of time the mean has their limit in it:
# ">", and how many of how many.
BEGIN { FS = "," }

FNR == 1 { next }

{
	scale = $3
	cell = $5 SUBSEP scale SUBSEP $1 SUBSEP $2
	sum[cell] += $8
	cnt[cell]++
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

function text(cell) {
	if (!cnt[cell]) return "-"
	if (late[cell]) return sprintf("> %.2g (%d/%d)", sum[cell] / cnt[cell], late[cell], cnt[cell])
	return sprintf("%.2g", sum[cell] / cnt[cell])
}

function table(method, scale,    i, j, cell, unsolvable, total) {
	for (i = 1; i <= row_cnt; i++)
		for (j = 1; j <= col_cnt; j++) {
			cell = method SUBSEP scale SUBSEP row[i] SUBSEP col[j]
			unsolvable += none[cell]
			total += cnt[cell]
		}
	if (!total) return
	printf "\n%s, costs to %d: %d instances, of which %d have no plan\n\n| resources \\ starts |", method, scale, total, unsolvable
	for (j = 1; j <= col_cnt; j++) printf " %d |", col[j]
	printf "\n| --- |"
	for (j = 1; j <= col_cnt; j++) printf " --- |"
	print ""
	for (i = 1; i <= row_cnt; i++) {
		printf "| %d |", row[i]
		for (j = 1; j <= col_cnt; j++)
			printf " %s |", text(method SUBSEP scale SUBSEP row[i] SUBSEP col[j])
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
