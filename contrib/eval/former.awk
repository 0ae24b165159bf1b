# SPDX-License-Identifier: GPL-2.0-or-later
# times.csv (and scaling.csv) of eval-former to the tables of garq-former.
BEGIN {
	FS = ","
	ops = split("search|interval search|add|delete|cancel", op, "|")
	sizes = split("1000 10000 100000 1000000", size, " ")
}
FNR == 1 { file++ }
file == 1 && !(($1, $2) in known) { known[$1, $2] = 1; row[++rows] = $1 SUBSEP $2 }
file == 1 && $5 == "memory" { empty[$1, $2, $3] = $6; memory[$1, $2, $3] = $7; next }
file == 1 && $6 == 0 { next }	# there was no such operation
file == 1 { ns[$1, $2, $5, $3] = $11; tail[$1, $2, $5, $3] = $13 " | " $14 " | " $15; slow[$1, $2, $5, $3] = $14; next }
FNR > 1 { scale[$9, $1, $3, $2] = $6; late[$9, $1, $3, $2] = $12; bytes[$9, $1, $2] = $8 }

function label(r,	p) {
	split(row[r], p, SUBSEP)
	return p[1] ", " p[2]
}
function number(v) { return v == "" ? "-" : v >= 100 ? sprintf("%.0f", v) : sprintf("%.1f", v) }
function ratio(a, b) { return a == "" || b == "" || b <= 0 ? "-" : sprintf("%.2f", a / b) }
function plain(r, o,	s, u) {
	s = ns[row[r], o, "GarQ-S"]
	u = ns[row[r], o, "GarQ-U"]
	return s < u ? s : u
}
function note(o, kind, x) {
	if (!((o, kind) in cnt) || x < least[o, kind]) least[o, kind] = x
	sum[o, kind] += log(x)
	cnt[o, kind]++
}
function of_all(o, kind) {
	return cnt[o, kind] ? sprintf("%.2f (%.2f)", exp(sum[o, kind] / cnt[o, kind]), least[o, kind]) : "-"
}
function table(o, r, f, i, p) {
	printf "\nns for each %s:\n\n", o
	print "| trace | former | GarQ-I | former / I | plain | plain / I | GarQ-I: 99 % | 99.9 % | all |"
	print "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
	for (r = 1; r <= rows; r++) {
		i = ns[row[r], o, "GarQ-I"]
		if (i == "") continue
		f = ns[row[r], o, "former"]
		p = plain(r, o)
		note(o, "former", f / i)
		note(o, "plain", p / i)
		if (slow[row[r], o, "GarQ-I"] > slowest[o]) slowest[o] = slow[row[r], o, "GarQ-I"]
		printf "| %s | %s | %s | %s | %s | %s | %s |\n", label(r), number(f), number(i), ratio(f, i), \
			number(p), ratio(p, i), tail[row[r], o, "GarQ-I"]
	}
}
END {
	for (o = 1; o <= ops; o++) table(op[o])
	print "\nMemory, KiB, empty and mean:\n"
	print "| trace | former, empty | GarQ-I, empty | former / I | former, mean | GarQ-I, mean | former / I |"
	print "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
	for (r = 1; r <= rows; r++) {
		note("memory", "former", memory[row[r], "former"] / memory[row[r], "GarQ-I"])
		printf "| %s | %s | %s | %s | %s | %s | %s |\n", label(r), \
			number(empty[row[r], "former"] / 1024), number(empty[row[r], "GarQ-I"] / 1024), \
			ratio(empty[row[r], "former"], empty[row[r], "GarQ-I"]), \
			number(memory[row[r], "former"] / 1024), number(memory[row[r], "GarQ-I"] / 1024), \
			ratio(memory[row[r], "former"], memory[row[r], "GarQ-I"])
	}
	print "\nOf all rows: the geometric mean, and in brackets the least.\n"
	print "| | former / I | bar | plain / I | bar | 99.9 %, most, ns | bar |"
	print "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
	bar["search"] = "1"; bar["interval search"] = "2.5"; bar["add"] = "2"; bar["delete"] = "1"; bar["memory"] = "3"
	op[++ops] = "memory"
	for (o = 1; o <= ops; o++)
		printf "| %s | %s | %s | %s | %s | %s | %s |\n", op[o], of_all(op[o], "former"), \
			(op[o] in bar ? bar[op[o]] : "-"), of_all(op[o], "plain"), \
			(op[o] == "memory" ? "-" : "1"), (op[o] in slowest ? number(slowest[op[o]]) : "-"), \
			(op[o] == "memory" ? "-" : "100,000")
	if (file == 2) scaling()
}
function scaling(l, o, s, w, which, loads) {
	print "\n365 days, 10,000 nodes: ns for each operation with 10^3 bookings, and how many times that with more:\n"
	print "| load | operation | structure | 10^3 | 10^4 | 10^5 | 10^6 | bar | 99.9 %, 10^6, ns | former / I, 10^6 |"
	print "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
	split("shape load", loads, " ")
	split("former GarQ-I", which, " ")
	for (l = 1; l <= 2; l++)
		for (o = 1; o <= ops; o++)
			for (w = 1; w <= 2; w++) {
				if (!((which[w], loads[l], op[o], 1000) in scale)) continue
				printf "| same %s | %s | %s | %s ns |", loads[l], op[o], which[w], number(scale[which[w], loads[l], op[o], 1000])
				for (s = 2; s <= sizes; s++)
					printf " %s |", ratio(scale[which[w], loads[l], op[o], size[s]], scale[which[w], loads[l], op[o], 1000])
				printf " %s | %s | %s |\n", (l == 2 ? "1.5" : "-"), number(late[which[w], loads[l], op[o], 1000000]), \
					(w == 2 ? ratio(scale["former", loads[l], op[o], 1000000], scale["GarQ-I", loads[l], op[o], 1000000]) : "")
			}
	printf "\nBytes for each booking beside the slots, 10^3 to 10^6:"
	for (w = 1; w <= 2; w++) {
		printf " %s", which[w]
		for (s = 1; s <= sizes; s++) printf " %s%s", bytes[which[w], "shape", size[s]], (s < sizes ? "," : w < 2 ? ";" : ".\n")
	}
}
