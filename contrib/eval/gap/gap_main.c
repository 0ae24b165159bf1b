/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gap_main.c - how far methods are from what is possible: gap-eval-sim.
 *
 *	gap-eval-sim [OPTION]... <REQUESTS	>gaps.csv
 *	gap-eval-sim --small=N			>small.csv
 *
 * contrib/eval/gap-eval runs it and makes the tables. Of the requests it prints
 * lines
 *
 *	name,what,note,hours_asked,hours,seconds
 *
 * where what is flow or bound (gap_bound.h), LP (gap_lp.h; the note is the slot
 * of the finest program that was solved, and timeout if a finer one was not),
 * found (gap_search.h; the note has its steps), or the name of a method. hours
 * are node-hours, seconds those of a processor. Of small instances, for each
 * width of the windows
 *
 *	slack,instances,wrong,flow,cut,lp,best,found,admission,METHOD...
 *
 * which are sums of node-seconds. The program is linked with GLPK, and so it is
 * under the GPL 3 or later.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/base/clock.h"
#include "contrib/eval/gap/gap_lp.h"
#include "contrib/eval/gap/gap_search.h"
#include "contrib/eval/gap/gap_small.h"
#include "contrib/eval/lrh/lrh_audit.h"
#include "contrib/eval/lrh/lrh_sim.h"
#include "contrib/eval/lrh/lrh_work.h"
#include "contrib/eval/base/options.h"

struct options {
	const char *name;
	uint32_t max_cn;
	uint32_t lp;		/* seconds */
	uint32_t search;	/* seconds */
	uint32_t seed;
	uint32_t small;
};

static const char usage[] =
	"Usage: gap-eval-sim [OPTION]... [<REQUESTS] >gaps.csv\n"
	"Bounds on the node-hours that can be accepted of requests: standard\n"
	"input, a line COME T_ESR T_LSR T_E NUMC for each.\n"
	"      --name=NAME    what the first column says (part)\n"
	"      --max-cn=N     nodes (20)\n"
	"      --lp=N         seconds of a processor for the linear program (0: none)\n"
	"      --search=N     seconds of a processor for the search (0: none)\n"
	"      --seed=N       of all that is random (1)\n"
	"      --small=N      N small instances, and no input\n";

static void _print(const struct options *o, const char *what, const char *note,
		   const struct flex_work *w, uint64_t value, double began)
{
	uint64_t asked = 0;

	for (uint32_t i = 0; i < w->cnt; i++)
		asked += (uint64_t) w->request[i].num_cn *
			(uint64_t) w->request[i].t_e;
	printf("%s,%s,%s,%.4f,%.4f,%.3f\n", o->name, what, note,
	       (double) asked / 3600, (double) value / 3600,
	       (eval_worked_ns() - began) / 1e9);
	fflush(stdout);
}

/* OUT ret_bound - the better one */
static int _bounds(const struct options *o, const struct flex_work *w,
		   uint64_t *ret_bound)
{
	double began = eval_worked_ns();
	struct gap_prices prices;
	uint64_t flow;
	int rc;

	if (gap_flow_bound(w, &flow, &prices) < 0)
		return -1;
	_print(o, "flow", "", w, flow, began);
	rc = gap_price_bound(w, &prices, ret_bound);
	gap_prices_free(&prices);
	if (!rc)
		_print(o, "bound", "", w, *ret_bound, began);
	return rc;
}

/*
 * Finer and finer programs, until the time is up.
 * IN/OUT bound - what no schedule exceeds
 */
static int _program(const struct options *o, const struct flex_work *w,
		    uint64_t *bound)
{
	static const uint32_t slots[] = { 3600, 900, FLEX_DELTA };
	double began = eval_worked_ns(), end = began + o->lp * 1e9;
	uint32_t solved = 0;
	char note[64];
	int rc = 1;

	for (size_t i = 0; (rc == 1) && (i < sizeof(slots) / sizeof(*slots));
	     i++) {
		struct gap_prices prices;
		double left = (end - eval_worked_ns()) / 1e9;
		uint64_t value;

		rc = (left < 1) ? 0 : gap_lp(w, slots[i], (uint32_t) left,
					     &prices);
		if ((rc < 0) || (left < 1))
			break;
		if (gap_price_bound(w, &prices, &value) < 0)
			rc = -1;
		else if (value < *bound)
			*bound = value;
		gap_prices_free(&prices);
		solved = (rc == 1) ? slots[i] : solved;
	}
	if (rc < 0)
		return -1;
	snprintf(note, sizeof(note), "%" PRIu32 "%s", solved,
		 rc ? "" : " timeout");
	_print(o, "LP", note, w, *bound, began);
	return 0;
}

/* Nodes are of no interest here. */
static void _forget_nodes(struct flex_result *r)
{
	for (uint32_t i = 0; i < r->cnt; i++) {
		garq_set_destroy(r->fate[i].nodes);
		r->fate[i].nodes = NULL;
	}
}

/* The methods. OUT ret_best - the schedule of the best one */
static int _methods(const struct options *o, const struct flex_work *w,
		    struct flex_result *ret_best)
{
	uint64_t most = 0;

	for (int m = 0; m < GAP_SMALL_METHODS; m++) {
		const char *name = gap_small_methods[m];
		double began = eval_worked_ns();
		struct flex_result r;
		uint64_t value;

		if (flex_run(w, flex_method(name), &r) < 0)
			return -1;
		value = gap_value(w, r.fate);
		_print(o, name, "", w, value, began);
		if (!ret_best->fate || (value > most)) {
			flex_result_free(ret_best);
			*ret_best = r;
			most = value;
		} else {
			flex_result_free(&r);
		}
	}
	return 0;
}

/* IN bound - node-seconds that no schedule exceeds */
static int _search(const struct options *o, const struct flex_work *w,
		   uint64_t bound)
{
	const struct gap_limits limits = {
		.seed = o->seed, .seconds = o->search, .enough = bound,
	};
	struct flex_result best = { 0 };
	const char *wrong = NULL;
	double began;
	uint64_t steps;
	char note[64];
	int rc = _methods(o, w, &best);

	_forget_nodes(&best);
	began = eval_worked_ns();
	if (!rc)
		rc = gap_search(w, &limits, best.fate, &steps);
	if (!rc)
		wrong = flex_audit(w, &best, false);
	if (wrong) {
		fprintf(stderr, "search: %s\n", wrong);
		errno = EPROTO;
		rc = -1;
	}
	if (!rc) {
		snprintf(note, sizeof(note), "%" PRIu64, steps);
		_print(o, "found", note, w, gap_value(w, best.fate), began);
	}
	flex_result_free(&best);
	return rc;
}

static int _gaps(const struct options *o, const struct flex_work *w)
{
	uint64_t bound;

	if (_bounds(o, w, &bound) < 0)
		return -1;
	if (o->lp && (_program(o, w, &bound) < 0))
		return -1;
	return o->search ? _search(o, w, bound) : 0;
}

static int _requests(const struct options *o)
{
	struct flex_work w;
	int rc = flex_work_read(stdin, o->max_cn, &w);

	if (rc != 1)
		return rc;
	rc = _gaps(o, &w);
	flex_work_free(&w);
	return rc;
}

/* Small instances */

static void _add(struct gap_small *sum, const struct gap_small *s)
{
	sum->asked += s->asked;
	sum->flow += s->flow;
	sum->cut += s->cut;
	sum->lp += s->lp;
	sum->best += s->best;
	sum->found += s->found;
	sum->admission += s->admission;
	for (int m = 0; m < GAP_SMALL_METHODS; m++)
		sum->method[m] += s->method[m];
}

static int _small(const struct options *o, uint32_t slack)
{
	struct gap_small sum = { 0 }, s;
	uint32_t wrong = 0;

	for (uint32_t i = 0; i < o->small / 4; i++) {
		const char *what;

		if (gap_small(o->seed + i, slack, &s) < 0)
			return -1;
		what = gap_small_wrong(&s);
		if (what && !wrong++)
			fprintf(stderr, "slack %" PRIu32 ", seed %" PRIu32
				": %s\n", slack, o->seed + i, what);
		_add(&sum, &s);
	}
	printf("%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%"
	       PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, slack,
	       o->small / 4, wrong, sum.asked, sum.flow, sum.cut, sum.lp,
	       sum.best, sum.found, sum.admission);
	for (int m = 0; m < GAP_SMALL_METHODS; m++)
		printf(",%" PRIu64, sum.method[m]);
	printf("\n");
	errno = EPROTO;
	return wrong ? -1 : 0;
}

static int _all_small(const struct options *o)
{
	int rc = 0;

	for (uint32_t slack = 1; !rc && (slack <= 7); slack += 2)
		rc = _small(o, slack);
	return rc;
}

extern int main(int argc, char **argv)
{
	struct options o = { .name = "part", .max_cn = 20, .seed = 1 };
	const struct eval_option options[] = {
		{ "name", .text = &o.name },
		{ "max-cn", .number = &o.max_cn, .min = 1, .max = 65536 },
		{ "lp", .number = &o.lp, .max = 86400 },
		{ "search", .number = &o.search, .max = 86400 },
		{ "seed", .number = &o.seed, .max = 999999999 },
		{ "small", .number = &o.small, .min = 4, .max = 1000000 },
		{ NULL }
	};
	int rc;

	eval_options(argc, argv, usage, options);
	rc = o.small ? _all_small(&o) : _requests(&o);
	if (rc < 0)
		fprintf(stderr, "gap-eval-sim: %s: %s\n", o.name,
			strerror(errno));
	return (rc || fflush(stdout)) ? EXIT_FAILURE : EXIT_SUCCESS;
}
