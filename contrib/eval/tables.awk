# SPDX-License-Identifier: GPL-2.0-or-later
# counts.csv, times.csv and scaling.csv to the tables of GARQ.md.
BEGIN {
	FS = ","
	ops = split("search|add|delete|interval search", op, "|")
	bar["search"] = 3; bar["add"] = 3; bar["delete"] = 1; bar["interval search"] = 10
}
FNR == 1 { file++; next }
file < 3 { has[$3] = 1 }
file < 3 && !(($1, $2) in known) { known[$1, $2] = 1; row[++rows] = $1 SUBSEP $2 }
file == 1 && $5 == "memory" { value["memory", $1, $2, $5, $3] = $7; most[$1, $2, $3] = $8; next }
file < 3 { requests[$1, $2, $3] = $4; if ($4 > asked[$1, $2]) asked[$1, $2] = $4 }
file < 3 && $6 == 0 { next }	# there was no such operation
file == 1 { value["accesses", $1, $2, $5, $3] = $8; next }
file == 2 {
	value["ns", $1, $2, $5, $3] = $11
	value["ms", $1, $2, $5, $3] = $11 * $6 / 1e6
	if ($8 > 0)
		spread[++spreads] = ($9 - $7) / $8
	next
}
file == 3 { scale[$9, $1, $3, $2] = $6; bytes[$9, $1, $2] = $8; scaled[$9] = 1 }

function label(r,	p) {
	split(row[r], p, SUBSEP)
	return p[1] ", " p[2]
}
function number(v) {
	if (v == "") return "-"
	return v >= 1000 ? sprintf("%.0f", v) : v >= 100 ? sprintf("%.0f", v) : sprintf("%.1f", v)
}
# The least of structures from..to; its name is left in "least".
function best(m, r, o, from, to,	s, v, b) {
	b = ""
	for (s = from; s <= to; s++) {
		v = value[m, row[r], o, name[s]]
		if (m == "ms" && part(r, name[s])) continue
		if (v != "" && (b == "" || v < b)) { b = v; least = name[s] }
	}
	return b
}
# Had it fewer requests than the others? Then totals say nothing.
function part(r, s) { return requests[row[r], s] < asked[row[r]] }
function ratio(a, b) { return a == "" || b == "" ? "-" : b > 0 ? sprintf("%.2f", a / b) : "-" }
function head(title, s) {
	printf "\n%s\n\n| trace |", title
	for (s = 1; s <= names; s++) printf " %s |", name[s]
	print " peer / I | plain / I |"
	printf "| --- |"
	for (s = 1; s <= names + 2; s++) printf " ---: |"
	print ""
}
function table(m, o, title, r, s, i) {
	head(title)
	for (r = 1; r <= rows; r++) {
		printf "| %s |", label(r)
		for (s = 1; s <= names; s++) printf " %s%s |", number(value[m, row[r], o, name[s]]), (part(r, name[s]) ? "\\*" : "")
		i = value[m, row[r], o, name[names]]
		printf " %s |", ratio(best(m, r, o, 1, peers), i)
		printf " %s |\n", ratio(best(m, r, o, peers + 1, names - 1), i)
	}
}
# The structures: peers, then the plain forms, then the indexed. RET the peers, as text
function structures() {
	peers = split("List Tree SCQ Blocks" (("Flux" in has) ? " Flux" : ""), name, " ")
	name[peers + 1] = "GarQ-S"; name[peers + 2] = "GarQ-U"; name[peers + 3] = "GarQ-I"
	names = peers + 3
	return ("Flux" in has) ? "List, Tree, SCQ, Blocks and Flux" : "List, Tree, SCQ and Blocks"
}
END {
	best_of = structures()
	print "peer / I: the best of " best_of ", divided by GarQ-I; plain / I: the"
	print "better of GarQ-S and GarQ-U. More than 1: GarQ-I is ahead."
	for (r = 1; r <= rows; r++) if (part(r, name[1])) { print "\\*: the first " requests[row[r], name[1]] " requests only."; break }
	print "\n### Nodes accessed (figures 9 to 12)"
	for (o = 1; o <= ops; o++) table("accesses", op[o], "Mean for each " op[o] ":")
	table("accesses", "passing of time", "Mean for each step of time (in the figures of delete):")
	print "\n### Time of each operation"
	for (o = 1; o <= ops; o++) table("ns", op[o], "ns for each " op[o] ":")
	table("ns", "passing of time", "ns for each step of time (in the figures of delete):")
	n = asort_(spread, spreads)
	if (n) printf "\nSpread (quartile 3 - quartile 1) / median: half of the figures below %.0f %%, nine in ten below %.0f %%.\n", 100 * spread[int((n + 1) / 2)], 100 * spread[int(n * 0.9 + 0.5)]
	print "\n### Run time (figures 13 and 14)"
	table("ms", "basic operations", "Basic operations (search, add, delete), ms in total:")
	table("ms", "with interval search", "With interval search, ms in total:")
	print "\n### Memory (figures 15 and 16)"
	memory()
	print "\n### The bar"
	bars()
	if (file == 3) scaling("GarQ-I", "5,000")
	if ("Flux" in scaled) scaling("Flux", "5,000, interval searches 50,")
}
function memory(r, s) {
	printf "\nMean (at most) in KiB:\n\n| trace |"
	for (s = 1; s <= names; s++) printf " %s |", name[s]
	printf "\n| --- |"
	for (s = 1; s <= names; s++) printf " ---: |"
	print ""
	for (r = 1; r <= rows; r++) {
		printf "| %s |", label(r)
		for (s = 1; s <= names; s++)
			printf " %s (%s) |", number(value["memory", row[r], "memory", name[s]] / 1024), number(most[row[r], name[s]] / 1024)
		print ""
	}
}
function bars(r, o, a, i, t, ti, met, b) {
	print "\nGarQ-I beside the best of " best_of ":"
	print "\n| trace | operation | accesses: best peer | GarQ-I | no more | ns: best peer | GarQ-I | ratio | bar | met |"
	print "| --- | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | --- |"
	for (r = 1; r <= rows; r++)
		for (o = 1; o <= ops; o++) {
			a = best("accesses", r, op[o], 1, peers); b = least
			i = value["accesses", row[r], op[o], name[names]]
			printf "| %s | %s | %s %s | %s | %s |", label(r), op[o], number(a), b, number(i), (i == "" ? "-" : (i <= a ? "yes" : "no"))
			t = best("ns", r, op[o], 1, peers); b = least
			ti = value["ns", row[r], op[o], name[names]]
			met = (t != "" && ti > 0 && (bar[op[o]] > 1 ? t >= bar[op[o]] * ti : t > ti))
			printf " %s %s | %s | %s | %s | %s |\n", number(t), b, number(ti), ratio(t, ti), (bar[op[o]] > 1 ? bar[op[o]] : "> 1"), (met ? "yes" : "no")
			total++; won += met; counted += (i != ""); fewer += (i != "" && i <= a)
		}
	printf "\nTime: %d of %d cells meet the bar. Accesses: ", won, total
	if (counted) printf "%d of %d do.\n", fewer, counted
	else print "this build of the library does not count."
}
function scaling(is, done, loads, l, o, size, sizes, s) {
	print "\n### 10^3 to 10^6 live bookings, 365 days, 10,000 nodes (" is ")"
	print "\nns for each operation (" done " in each repetition) with 10^3, and how many times that with more:"
	print "\n| load | operation | 10^3 | 10^4 | 10^5 | 10^6 |"
	print "| --- | --- | ---: | ---: | ---: | ---: |"
	split("shape load", loads, " ")
	split("search|add|cancel|interval search", op, "|")
	sizes = split("1000 10000 100000 1000000", size, " ")
	for (l = 1; l <= 2; l++)
		for (o = 1; o <= ops; o++) {
			printf "| same %s | %s | %s ns |", loads[l], op[o], number(scale[is, loads[l], op[o], 1000])
			for (s = 2; s <= sizes; s++)
				printf " %s |", ratio(scale[is, loads[l], op[o], size[s]], scale[is, loads[l], op[o], 1000])
			print ""
		}
	printf "\nBytes for each booking beside the slots:"
	for (s = 1; s <= sizes; s++) printf " %s%s", bytes[is, "shape", size[s]], (s < sizes ? "," : ".\n")
}
# mawk has no asort(). Shell sort.
function asort_(v, n, gap, i, j, x) {
	for (gap = int(n / 2); gap > 0; gap = int(gap / 2))
		for (i = gap + 1; i <= n; i++) {
			x = v[i]
			for (j = i; j > gap && v[j - gap] > x; j -= gap) v[j] = v[j - gap]
			v[j] = x
		}
	return n
}
