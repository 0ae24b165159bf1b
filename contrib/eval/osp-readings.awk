# SPDX-License-Identifier: GPL-2.0-or-later
# The records of osp-claims.awk, of all settings, to a table in Markdown. -v table=
#	readings	all readings: the paper's two figures, figure 6, the claims
#	claims		claim by claim: the settings of -v of="NAME NAME", all ways
#	differences	OSP beside FF in one cell, for all readings
#	placement	what placement alone gains, for each setting
# -v main=SETTING and -v way=POLICY name the reading that was fixed beforehand.
BEGIN {
	FS = "|"
	ways = split("OSP+BF OSP-time+BF OSP-nodes+BF OSP-half+BF OSP-both+BF", policy, " ")
	word["OSP+BF"] = "list"
	word["OSP-time+BF"] = "time"
	word["OSP-nodes+BF"] = "nodes"
	word["OSP-half+BF"] = "half"
	word["OSP-both+BF"] = "both"
}
!($2 in seen) { seen[$2] = 1; setting[++settings] = $2 }
$1 == "claim" && $4 == "beyond" { next }
$1 == "claim" {
	if (!($5 in section)) { section[$5] = $4; text[++texts] = $5 }
	counts[$2, $3, $5] = $6 " / " $7 " / " $8
	# A claim: more than half of its cells and none against it, or the reverse.
	cells = $6 + $7 + $8
	if (2 * $6 > cells && !$8) holds[$2, $3]++
	else if (2 * $8 > cells) fails[$2, $3]++
	else open[$2, $3]++
	if ($5 == "OSP rejects fewer than FF+BF") fewer[$2, $3] = $6 " / " $7 " / " $8
	if ($5 == "OSP rejects fewer than FF+BF") all_fewer[$2, $3] = $6 == cells
}
$1 == "head" {
	i = $6 == "13.50" ? 1 : 2
	mean[$2, $3, i] = $7; half[$2, $3, i] = $8
	least[$2, $3, i] = $9; most[$2, $3, i] = $10
	choices[$2, $3] = $11
	in_run[$2, $3, i] = $12 " ±" $13
	if (!(($2, i) in without) || $3 == way) without[$2, i] = $14
}
$1 == "diff" { diff[$2, $3, $4] = sprintf("%.2f ±%.2f", $5, $6) }
$1 == "place" {
	place[$2, $3] = sprintf("%.2f ±%.2f", $4, $5)
	place_cells[$2, $3] = $6 " / " $7 " / " $8
}
function abs(x) { return x < 0 ? -x : x }
function within(s, p, i) { return abs(mean[s, p, i] - (i == 1 ? 13.5 : 77.22)) <= half[s, p, i] }
function figure(s, p, i,	t) {
	if (!((s, p, i) in mean)) return "- | -"
	t = sprintf("%.1f ±%.1f", mean[s, p, i], half[s, p, i])
	if (within(s, p, i)) t = "**" t "**"
	return t sprintf(" | %.0f .. %.0f", least[s, p, i], most[s, p, i])
}
function reading(s, p) {
	return s == main && p == way ? "**" s "-" word[p] "**" : s "-" word[p]
}
function readings(	i, j, s, p, n, one, two, both) {
	print "| reading | choices | 13.50: here | single choices | 77.22: here | single choices | fewer rejections than FF, cells | claims |"
	print "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
	for (i = 1; i <= settings; i++)
		for (j = 1; j <= ways; j++) {
			s = setting[i]; p = policy[j]
			if (!((s, p) in choices)) continue
			printf "| %s | %d | %s | %s | %s | %d / %d / %d |\n", reading(s, p), choices[s, p], figure(s, p, 1), figure(s, p, 2), fewer[s, p], holds[s, p], open[s, p], fails[s, p]
			n++
			one += within(s, p, 1); two += within(s, p, 2)
			both += within(s, p, 1) && within(s, p, 2)
		}
	printf "\n%d readings were tried. The interval of %d has 13.50 in it, of %d 77.22, of %d both.\n\n", n, one, two, both
	bar()
	counts_of()
}
# The fewest rejections of which a share rounds to a figure of the paper.
function fewest(percent,	n, k) {
	for (n = 1; ; n++) {
		k = int(percent * n / 100 + 0.5)
		if (sprintf("%.2f", 100 * k / n) == percent) return n
	}
}
function counts_of(	i, s) {
	printf "\nA share of whole numbers rounds to 13.50 only where at least %d were rejected without alternatives, to 77.22 where at least\n%d were, if it is of one run. Here, on the mean (OSP-exact):\n\n", fewest("13.50"), fewest("77.22")
	print "| setting | b_t = 5, sl_t = 0 | b_t = 10, sl_t = 12 |"
	print "| --- | ---: | ---: |"
	for (i = 1; i <= settings; i++) {
		s = setting[i]
		if ((s, 1) in without) printf "| %s | %.1f | %.1f |\n", s, without[s, 1], without[s, 2]
	}
}
function verdict(good) { return good ? "met" : "not met" }
function bar(	n) {
	if (!((main, way) in choices)) return
	n = choices[main, way]
	printf "The reading that was fixed beforehand, %s-%s, over %d choices:\n\n", main, word[way], n
	printf "- 13.50 at b_t = 5, sl_t = 0: %.2f ±%.2f (in the interval: %s; half-width at most 3: %s)\n", mean[main, way, 1], half[main, way, 1], verdict(within(main, way, 1)), verdict(half[main, way, 1] <= 3)
	printf "- 77.22 at b_t = 10, sl_t = 12: %.2f ±%.2f (in the interval: %s; half-width at most 7: %s)\n", mean[main, way, 2], half[main, way, 2], verdict(within(main, way, 2)), verdict(half[main, way, 2] <= 7)
	printf "- at least 200 choices: %s\n", verdict(n >= 200)
	printf "- fewer rejections than FF in all cells of figure 6: %s (%s)\n", verdict(all_fewer[main, way]), fewer[main, way]
}
function claims(	i, j, k, n, s) {
	n = split(of, s, " ")
	printf "| section | claim |"
	for (i = 1; i <= n; i++)
		for (j = 1; j <= ways; j++) printf " %s |", reading(s[i], policy[j])
	printf "\n| --- | --- |"
	for (i = 1; i <= n * ways; i++) printf " --- |"
	print ""
	for (k = 1; k <= texts; k++) {
		printf "| %s | %s |", section[text[k]], text[k]
		for (i = 1; i <= n; i++)
			for (j = 1; j <= ways; j++)
				printf " %s |", ((s[i], policy[j], text[k]) in counts) ? counts[s[i], policy[j], text[k]] : "-"
		print ""
	}
}
function differences(	i, j, s, p) {
	print "| reading | utilisation, % | change of busy nodes | rejections | revenue, 1,000 $ | waiting, hours |"
	print "| --- | ---: | ---: | ---: | ---: | ---: |"
	for (i = 1; i <= settings; i++)
		for (j = 1; j <= ways; j++) {
			s = setting[i]; p = policy[j]
			if ((s, p, "rejected") in diff)
				printf "| %s | %s | %s | %s | %s | %s |\n", reading(s, p), diff[s, p, "utilisation"], diff[s, p, "change"], diff[s, p, "rejected"], diff[s, p, "revenue"], diff[s, p, "waiting"]
		}
}
function placement(	i, s) {
	print "| setting | rejections, % of FF's | cells: fewer / open / more | utilisation, % | change of busy nodes | revenue, 1,000 $ | waiting, hours |"
	print "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
	for (i = 1; i <= settings; i++) {
		s = setting[i]
		if ((s, "rejected") in place)
			printf "| %s | %s | %s | %s | %s | %s | %s |\n", s, place[s, "rejected"], place_cells[s, "rejected"], place[s, "utilisation"], place[s, "change"], place[s, "revenue"], place[s, "waiting"]
	}
}
END {
	if (table == "readings") readings()
	else if (table == "claims") claims()
	else if (table == "differences") differences()
	else placement()
}
