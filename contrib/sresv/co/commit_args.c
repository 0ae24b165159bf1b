/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/commit_args.h"
#include "contrib/sresv/co/verbs.h"
#include "contrib/sresv/text/json.h"
#include "contrib/sresv/text/sheet.h"
#include "contrib/sresv/text/when.h"

#define ROUNDS_MAX 100

static const struct option longs[] = {
	{ "all", no_argument, NULL, 'a' },
	{ "force", no_argument, NULL, 'f' },
	{ "gap", required_argument, NULL, 'g' },
	{ "het", required_argument, NULL, 'h' },
	{ "json", no_argument, NULL, 'j' },
	{ "name", required_argument, NULL, 'n' },
	{ "part", required_argument, NULL, 'p' },
	{ "quiet", no_argument, NULL, 'q' },
	{ "recovery", required_argument, NULL, 'R' },
	{ "resources", required_argument, NULL, 'c' },
	{ "rounds", required_argument, NULL, 'r' },
	{ "scan", no_argument, NULL, 's' },
	{ "time", required_argument, NULL, 't' },
	{ "timeout", required_argument, NULL, 'T' },
	{ "with-jobs", no_argument, NULL, 'w' },
	{ NULL, 0, NULL, 0 },
};

static bool _length(const commit_args_t *a, const char *what, int64_t least,
		    int64_t *ret)
{
	int64_t seconds;

	if (when_length(optarg, &seconds) && (seconds >= least) &&
	    (seconds <= 7 * 86400)) {
		*ret = seconds;
		return true;
	}
	co_bad(a->err, "--%s: \"%s\" is not a length of time of %lld seconds to 7 days",
	       what, optarg, (long long) least);
	return false;
}

static bool _rounds(commit_args_t *a)
{
	char *end;
	long rounds = strtol(optarg, &end, 10);

	if ((end != optarg) && !*end && (rounds >= 1) &&
	    (rounds <= ROUNDS_MAX)) {
		a->rounds = rounds;
		return true;
	}
	co_bad(a->err, "--rounds: \"%s\" is not a number from 1 to %d", optarg,
	       ROUNDS_MAX);
	return false;
}

static bool _gap(commit_args_t *a)
{
	char *end;
	double gap = strtod(optarg, &end);

	if ((end != optarg) && !*end && (gap >= 0) && (gap <= 1)) {
		a->planner.gap = gap;
		return true;
	}
	co_bad(a->err, "--gap: \"%s\" is not a number from 0 to 1", optarg);
	return false;
}

static bool _part(commit_args_t *a)
{
	const char *is = strchr(optarg, '=');

	if (!is || (is == optarg) || !is[1]) {
		co_bad(a->err, "--part: \"%s\" is not PART=SCRIPT", optarg);
		return false;
	}
	if (a->script_cnt == DECIDE_PARTS_MAX) {
		co_bad(a->err, "--part: a co-reservation has at most %d parts",
		       DECIDE_PARTS_MAX);
		return false;
	}
	a->scripts[a->script_cnt++] = optarg;
	return true;
}

static bool _het(commit_args_t *a)
{
	if (a->het_cnt == DECIDE_PARTS_MAX) {
		co_bad(a->err, "--het: a co-reservation has at most %d parts",
		       DECIDE_PARTS_MAX);
		return false;
	}
	a->hets[a->het_cnt++] = optarg;
	return true;
}

static bool _option(commit_args_t *a, int c)
{
	int64_t seconds;

	switch (c) {
	case 'a': a->all = true; return true;
	case 'c': a->resources = optarg; return true;
	case 'f': a->force = true; return true;
	case 'g': return _gap(a);
	case 'h': return _het(a);
	case 'j': a->json = true; return true;
	case 'n': a->name = optarg; return true;
	case 'p': return _part(a);
	case 'q': a->quiet = true; return true;
	case 'r': return _rounds(a);
	case 'R': return _length(a, "recovery", 60, &a->recovery);
	case 's': a->scan = true; return true;
	case 't':
		if (!_length(a, "time", 1, &seconds))
			return false;
		a->planner.time_ms = seconds * 1000;
		return true;
	case 'T':
		if (!_length(a, "timeout", 1, &seconds))
			return false;
		a->planner.timeout_ms = seconds * 1000;
		a->timed = true;
		return true;
	case 'w': a->with_jobs = true; return true;
	}
	return false;
}

/* --gap comes with --time. */
static bool _has(const char *options, int c)
{
	return strchr("jqT", c) || strchr(options, (c == 'g') ? 't' : c);
}

bool commit_args_read(int argc, char **argv, const char *options, FILE *out,
		      FILE *err, commit_args_t *ret)
{
	commit_args_t a = {
		.verb = argv[0], .name = "", .rounds = 10, .recovery = 3600,
		.planner = PLANNER_OPTIONS, .out = out, .err = err,
	};
	int c, most = strchr(options, 'F') ? 2 : 1;

	optind = 0;
	opterr = 0;
	while ((c = getopt_long(argc, argv, ":q", longs, NULL)) != -1) {
		if ((c == '?') || (c == ':') || !_has(options, c)) {
			co_bad(err, (c == ':') ? "co %s: %s needs a value" :
			       "co %s: %s is no option of it", a.verb,
			       argv[optind - 1]);
			return false;
		}
		if (!_option(&a, c))
			return false;
	}
	if (optind + most < argc) {
		co_bad(err, "co %s: %s is too much", a.verb, argv[optind + most]);
		return false;
	}
	a.operand = argv[optind];
	a.file = a.operand ? argv[optind + 1] : NULL;
	a.planner.err = err;
	a.planner.progress = a.quiet ? NULL : err;
	*ret = a;
	return true;
}

decide_rules_t commit_args_rules(const commit_args_t *args)
{
	decide_rules_t rules = DECIDE_RULES;

	rules.rounds = (uint32_t) args->rounds;
	rules.recovery_ttl = args->recovery * 1000;
	rules.patience = args->planner.timeout_ms;
	if (rules.hold_ttl > rules.recovery_ttl)
		rules.hold_ttl = rules.recovery_ttl;
	return rules;
}

lrs_t *commit_args_ask(const commit_args_t *args, const lrs_cluster_t *clusters,
		       size_t cnt)
{
	lrs_t *lrs = lrs_open(clusters, cnt, NULL);

	if (!lrs)
		fprintf(args->err, "sresv: the clusters can't be asked: %s\n",
			strerror(errno));
	return lrs;
}

size_t commit_clusters(const journal_co_t *co, lrs_cluster_t **ret)
{
	lrs_cluster_t *list = calloc(co->place_cnt + 1, sizeof(*list));
	size_t cnt = 0, at;

	for (size_t i = 0; list && (i < co->place_cnt); i++) {
		const lrs_cluster_t *cluster = &co->places[i].cluster;

		for (at = 0; at < cnt; at++) {
			if (!strcmp(list[at].name, cluster->name))
				break;
		}
		if (at == cnt)
			list[cnt++] = *cluster;
	}
	*ret = list;
	return cnt;
}

/* --- results ----------------------------------------------------------------- */

static sheet_t *_sheet(const journal_co_t *co)
{
	static const sheet_column_t columns[] = {
		{ SHEET_TEXT, "PART", false }, { SHEET_TEXT, "CLUSTER", false },
		{ SHEET_TIME, "START", false }, { SHEET_TIME, "END", false },
		{ SHEET_COUNT, "NODES", false },
		{ SHEET_TEXT, "LICENSES", false },
		{ SHEET_TEXT, "RESERVATION", false },
	};
	sheet_t *s = sheet_create("parts", columns,
				  sizeof(columns) / sizeof(columns[0]));

	for (uint32_t i = 0; i < co->part_cnt; i++) {
		const journal_place_t *p = commit_place_of(co, i);

		if (!p)
			continue;
		sheet_text(s, p->id);
		sheet_text(s, p->cluster.name);
		sheet_count(s, p->shape.start);
		sheet_count(s, p->shape.start + p->shape.length);
		sheet_count(s, p->shape.nodes);
		sheet_text(s, p->shape.licenses);
		sheet_text(s, p->member);
	}
	return s;
}

static bool _print_json(const commit_args_t *args, status_t status,
			const journal_co_t *co, const char *why, sheet_t *sheet)
{
	sheet_t *const sheets[] = { sheet, NULL };

	if (args->listed && (*args->listed)++)
		fputc(',', args->out);
	fprintf(args->out, "{\"status\":%d,\"id\":", (int) status);
	json_put_string(args->out, co ? co->id : NULL);
	fputs(",\"name\":", args->out);
	json_put_string(args->out, (co && co->name[0]) ? co->name : NULL);
	fputs(",\"phase\":", args->out);
	json_put_string(args->out, co ? decide_phase_name(co->phase) : NULL);
	fputs(",\"why\":", args->out);
	json_put_lines(args->out, why);
	if (sheet)
		fputc(',', args->out);
	if (sheet && !sheets_json(sheets, args->out))
		return false;
	fputs("}\n", args->out);
	return true;
}

int commit_print(const commit_args_t *args, status_t status,
		 const journal_co_t *co, const char *why)
{
	bool booked = co && (co->phase == DECIDE_DONE);
	sheet_t *sheet = booked ? _sheet(co) : NULL;
	sheet_t *const sheets[] = { sheet, NULL };
	bool ok = !booked || sheet;

	if (args->json) {
		ok = ok && _print_json(args, status, co, why, sheet);
	} else if (booked && !args->quiet) {
		fprintf(args->out, "%s%s%s\n", co->id, co->name[0] ? " " : "",
			co->name);
		ok = ok && sheets_print(sheets, args->out, SHEET_HEADS);
	}
	if (why[0] && !args->json && (!args->quiet || status))
		fprintf(args->err, "sresv: %s%s%s\n", co ? co->id : "",
			co ? ": " : "", why);
	sheet_destroy(sheet);
	if (ok)
		return (int) status;
	fputs("sresv: there is no memory\n", args->err);
	return STATUS_FAILED;
}

int commit_print_error(const commit_args_t *args, status_t status,
		       const char *why)
{
	return commit_print(args, status, NULL, why);
}
