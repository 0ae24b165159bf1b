# SPDX-License-Identifier: GPL-2.0-or-later
# counts.csv and times.csv to a table: what section 5.2 of the paper says, and on
# which traces that is so. Blocks and GarQ-I are not in the paper, and not here,
# but for the last lines.
BEGIN { FS = "," }
FNR == 1 { file++; next }
$6 == 0 { next }	# there was no such operation
!(($1, $2) in known) { known[$1, $2] = 1; if (!($1 in seen)) { seen[$1] = 1; trace[++traces] = $1 } }
file == 1 && $5 == "memory" { v["memory", $2, $5, $1, $3] = $7; next }
# by request: List may have had fewer
file == 1 { v["accesses", $2, $5, $1, $3] = $7 / $4 }
file == 2 { v["ms", $2, $5, $1, $3] = $11 * $6 / 1e6 / $4; v["ns", $2, $5, $1, $3] = $11 }

# Value of structure s for the measure, form, operation and trace at hand.
function of(s) { return v[m, f, o, t, s] + 0 }
function least(a, b) { return a < b ? a : b }
function most(a, b) { return a > b ? a : b }
function garq_worse() { return most(of("GarQ-S"), of("GarQ-U")) }
function garq_better() { return least(of("GarQ-S"), of("GarQ-U")) }
function others_best() { return least(of("List"), least(of("Tree"), of("SCQ"))) }
function others_worst() { return most(of("List"), most(of("Tree"), of("SCQ"))) }
function interval_cost(s) { return v["ms", f, "with interval search", t, s] - v["ms", f, "basic operations", t, s] }

function holds(claim) {
	if (claim == "garq least") return garq_worse() < others_best()
	if (claim == "list and scq less") return most(of("List"), of("SCQ")) < garq_better()
	if (claim == "garq-u least") return of("GarQ-U") < least(others_best(), of("GarQ-S"))
	if (claim == "list far more") return of("List") > 10 * most(of("Tree"), most(of("SCQ"), garq_worse()))
	if (claim == "on par") return garq_worse() <= 1.5 * of("SCQ")
	if (claim == "scq most but list") return of("SCQ") > most(of("Tree"), garq_worse())
	if (claim == "scq more than tree and garq") return of("SCQ") > most(of("Tree"), garq_worse())
	if (claim == "list most") return of("List") >= most(of("Tree"), most(of("SCQ"), garq_worse()))
	if (claim == "scq most") return of("SCQ") >= most(of("List"), most(of("Tree"), garq_worse()))
	if (claim == "tree most") return of("Tree") >= most(of("List"), most(of("SCQ"), garq_worse()))
	if (claim == "list and scq most") return least(of("List"), of("SCQ")) > most(of("Tree"), garq_worse())
	if (claim == "tree less than garq") return of("Tree") < garq_better()
	if (claim == "interval cheap") return most(interval_cost("GarQ-S"), interval_cost("GarQ-U")) < least(interval_cost("List"), least(interval_cost("Tree"), interval_cost("SCQ")))
	if (claim == "memory order") return of("List") < of("SCQ") && of("SCQ") < garq_better() && garq_worse() < of("Tree")
	if (claim == "5 KB") return most(garq_worse(), others_worst()) < 5 * 1024
	if (claim == "index less than tree") return of("GarQ-I") < of("Tree")
}
# One line. only: a part of the names of the traces that it is about.
function line(where, text, claim, form, operation, measure, only,	i, yes, no, n) {
	f = form; o = operation; m = measure
	for (i = 1; i <= traces; i++) {
		t = trace[i]
		if ((only != "" && index(tolower(t), only) == 0) || of(claim == "index less than tree" ? "GarQ-I" : "Tree") == 0)
			continue
		n = t
		sub(/-[0-9].*/, "", n)
		if (holds(claim)) yes = yes (yes == "" ? "" : ", ") n
		else no = no (no == "" ? "" : ", ") n
	}
	printf "| %s | %s | %s | %s |\n", where, text, (yes == "" ? "-" : yes), (no == "" ? "-" : no)
}
END {
	a = "accesses"; b = "basic operations"; w = "with interval search"; s = "interval search"
	print "| section | claim | holds on | does not hold on |"
	print "| --- | --- | --- | --- |"
	line("5.2.1, fig 9", "add, original: GarQ-U and GarQ-S access less than all others", "garq least", "original", "add", a)
	line("5.2.1, fig 9", "the exception, SDSC: List and SCQ access less", "list and scq less", "original", "add", a)
	line("5.2.1, fig 10", "add, shuffled: List is much greater than the rest (more than 10 times)", "list far more", "shuffled", "add", a)
	line("5.2.1, fig 10", "add, shuffled: GarQ-U accesses least", "garq-u least", "shuffled", "add", a)
	line("5.2.1, fig 10", "delete, shuffled: GarQ-U and GarQ-S on par with SCQ (at most 1.5 times)", "on par", "shuffled", "delete", a)
	line("5.2.1, fig 10", "delete, shuffled LPC: SCQ accesses more than Tree and GarQ", "scq most but list", "shuffled", "delete", a, "lpc")
	line("5.2.2, fig 11", "search, original: List accesses most", "list most", "original", "search", a)
	line("5.2.2, fig 11", "interval search, original: List accesses most", "list most", "original", s, a)
	line("5.2.2, fig 12", "search, shuffled: List accesses most", "list most", "shuffled", "search", a)
	line("5.2.2, fig 11", "search, original: SCQ accesses more than Tree and GarQ", "scq more than tree and garq", "original", "search", a)
	line("5.2.2, fig 12", "search, shuffled: SCQ accesses more than Tree and GarQ", "scq more than tree and garq", "shuffled", "search", a)
	line("5.2.2, fig 11", "search, original: GarQ-U and GarQ-S access least", "garq least", "original", "search", a)
	line("5.2.2, fig 12", "search, shuffled: GarQ-U and GarQ-S access least", "garq least", "shuffled", "search", a)
	line("5.2.2, fig 11", "interval search, original SDSC: Tree accesses less than GarQ", "tree less than garq", "original", s, a, "sdsc")
	line("5.2.2, fig 12", "interval search, shuffled SDSC: Tree accesses less than GarQ", "tree less than garq", "shuffled", s, a, "sdsc")
	line("5.2.3, fig 13", "basic operations, original: GarQ-U and GarQ-S are fastest", "garq least", "original", b, "ms")
	line("5.2.3, fig 13", "basic operations, original: SCQ is slowest", "scq most", "original", b, "ms")
	line("5.2.3, fig 13", "with interval search, original: GarQ-U and GarQ-S are fastest", "garq least", "original", w, "ms")
	line("5.2.3, fig 13", "with interval search, original: List and SCQ are slower than the rest", "list and scq most", "original", w, "ms")
	line("5.2.3, fig 13", "with interval search, original SDSC: Tree is slowest", "tree most", "original", w, "ms", "sdsc")
	line("5.2.3, fig 14", "basic operations, shuffled small jobs: Tree is faster than GarQ", "tree less than garq", "shuffled", b, "ms", "small")
	line("5.2.3, fig 14", "basic operations, shuffled small jobs: SCQ is slower than Tree and GarQ", "scq more than tree and garq", "shuffled", b, "ms", "small")
	line("5.2.3, fig 13", "original: interval search adds least to GarQ", "interval cheap", "original", b, "ms")
	line("5.2.3, fig 14", "shuffled: interval search adds least to GarQ", "interval cheap", "shuffled", b, "ms")
	line("5.2.4, fig 15", "memory, original: List < SCQ < GarQ < Tree", "memory order", "original", "memory", "memory")
	line("5.2.4, fig 16", "memory, shuffled: List < SCQ < GarQ < Tree", "memory order", "shuffled", "memory", "memory")
	line("5.2.4", "memory, original: less than 5 KB", "5 KB", "original", "memory", "memory")
	line("conceded to Tree", "basic operations, shuffled small jobs: GarQ-I is faster than Tree", "index less than tree", "shuffled", b, "ms", "small")
	line("conceded to Tree", "interval search, original SDSC: GarQ-I accesses less than Tree", "index less than tree", "original", s, a, "sdsc")
	line("conceded to Tree", "interval search, shuffled SDSC: GarQ-I accesses less than Tree", "index less than tree", "shuffled", s, a, "sdsc")
	line("conceded to Tree", "interval search, original SDSC: GarQ-I is faster than Tree", "index less than tree", "original", s, "ns", "sdsc")
	line("conceded to Tree", "interval search, shuffled SDSC: GarQ-I is faster than Tree", "index less than tree", "shuffled", s, "ns", "sdsc")
}
