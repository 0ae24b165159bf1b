# SPDX-License-Identifier: GPL-2.0-or-later
# counts.csv and times.csv to what figure.gp draws: a line for each trace and
# operation; for each structure the value, and the least and most to draw.
# A structure that had fewer requests than the others has no totals to compare,
# and is left out.
# -v form=original|shuffled -v measure=accesses|time|memory
# -v operations="add|delete"
BEGIN {
	FS = ","
	names = split("List Tree SCQ Blocks Flux GarQ-S GarQ-U GarQ-I", name, " ")
	ops = split(operations, op, "|")
}
FNR == 1 { file++; next }
$2 != form { next }
!($1 in known) { known[$1] = 1; trace[++traces] = $1 }
{ key = $1 SUBSEP $5 SUBSEP $3 }
$4 > requests[$1] { requests[$1] = $4 }
{ had[$1, $3] = $4 }
file == 1 && measure == "accesses" && $5 != "memory" { put(key, $7, $7, $7) }
file == 1 && measure == "memory" && $5 == "memory" { put(key, $7 / 1024, $6 / 1024, $8 / 1024) }
file == 2 && measure == "time" { put(key, $6 * $8 / 1e6, $6 * $7 / 1e6, $6 * $9 / 1e6) }
function put(key, value, lo, hi) {
	if (value != "" && value > 0) {
		cell[key] = sprintf("%.6g %.6g %.6g", value, lo, hi)
		drawn[$3] = 1
	}
}
END {
	# the first line names those that have any value
	printf "#"
	for (s = 1; s <= names; s++) {
		for (t = 1; t <= traces; t++)
			if (had[trace[t], name[s]] < requests[trace[t]])
				delete drawn[name[s]]
		if (name[s] in drawn)
			printf " %s", name[s]
	}
	print ""
	for (t = 1; t <= traces; t++)
		for (o = 1; o <= ops; o++) {
			label = trace[t]
			sub(/-[0-9].*/, "", label)
			printf "\"%s\\n%s\"", label, (op[o] == "memory" ? "" : op[o])
			for (s = 1; s <= names; s++) {
				key = trace[t] SUBSEP op[o] SUBSEP name[s]
				if (name[s] in drawn)
					printf " %s", (key in cell ? cell[key] : "? ? ?")
			}
			print ""
		}
}
