# SPDX-License-Identifier: GPL-2.0-or-later
# runs.csv to means.csv: a line for each measure, trace, policy, b_t and sl_t,
# with the mean over the seeds and half of its 95 % confidence interval.
# With interval.awk and osp-interval.awk.
BEGIN {
	FS = ","
	measures = split("utilisation|change|rejected|rejected %|solutions|alternatives|reduction|gain|solutions given|alternatives given|revenue|revenue each|work|shift|waiting|waiting median|asked", measure, "|")
	split("4|5|6|6|7|7|7|7|-|-|8|8|8|-|9|9|-", figure, "|")
	print "figure,measure,trace,policy,bt,slt,mean,half,seeds"
}
FNR > 1 { run() }
function line(m, t, p, b, l,	s, n, x) {
	for (s = 1; s <= seeds; s++) {
		if (!((t, p, b, l, name["seed", s]) in is_run)) continue
		x[++n] = value[m, t, p, b, l, name["seed", s]]
	}
	if (!n) return
	if (m ~ /^(reduction|gain)$/) fewer(m == "gain", t, p, b, l)
	else interval(x, n)
	printf "%s,%s,%s,%s,%s,%s,%.5f,%.5f,%d\n", figure[index_of[m]], m, t, p, b, l, mean, half, n
}
END {
	for (i = 1; i <= measures; i++) index_of[measure[i]] = i
	for (i = 1; i <= measures; i++)
		for (t = 1; t <= traces; t++)
			for (p = 1; p <= policies; p++)
				for (b = 1; b <= bts; b++)
					for (l = 1; l <= slts; l++)
						if (measure[i] !~ /^(reduction|gain)$/ || name["policy", p] ~ /^OSP/)
							line(measure[i], name["trace", t], name["policy", p], name["bt", b], name["slt", l])
}
