# SPDX-License-Identifier: GPL-2.0-or-later
# callgrind_annotate --inclusive=yes to one line of a table: how many times more
# instructions the functions of the former library took.
match($0, /:(former_)?garq_(searchReserv|addReserv|deleteReserv|suggestInterval|advance)( |$)/) {
	what = substr($0, RSTART + 1, RLENGTH - 1)
	sub(/ $/, "", what)
	ir = $1
	gsub(/,/, "", ir)
	v[what] += ir
}
function ratio(f) { return v["garq_" f] ? sprintf("%.2f", v["former_garq_" f] / v["garq_" f]) : "-" }
END {
	printf "| %s | %s | %s | %s | %s | %s |\n", name, ratio("searchReserv"), ratio("addReserv"), \
		ratio("deleteReserv"), ratio("suggestInterval"), ratio("advance")
}
