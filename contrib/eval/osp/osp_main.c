/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_main.c - the OSP paper's evaluation of one trace: osp-eval-sim.
 *
 *	osp-eval-sim [OPTION]... <TRACE >runs.csv
 *
 * contrib/eval/osp-eval runs it and makes the tables. Every run is a line:
 *
 *	trace,policy,bt,slt,seed,asked,solutions,alternatives,refused,queued,
 *	utilisation,utilisation_all,change,revenue_ar,revenue_queue,
 *	asked_work,given_work,alternative_work,shift,wait,wait_median,preempted
 *
 * bt, slt, shift and waits are hours, revenues dollars, work node-hours,
 * utilisations 0 to 1, change nodes a slot.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/base/options.h"
#include "contrib/eval/osp/osp_measure.h"
#include "contrib/eval/osp/osp_offer.h"

#define DELTA 300
#define HORIZON (30 * 86400)
#define LIST_MAX 16
#define SEEDS_MAX 1000

struct options {
	const char *name;
	const char *busy;	/* where to write figure 5, or NULL */
	const char *only;	/* names of policies, or NULL: all */
	uint32_t slt[LIST_MAX];	/* hours */
	uint32_t slts;
	uint32_t seeds;
	uint32_t seed;		/* the first one */
	uint32_t share;		/* percent of the jobs that reserve */
	uint32_t days;
	uint32_t max_cn;
	uint32_t per_cn;
	uint32_t generate;
	bool requeue;		/* refused jobs queue */
	bool alone;		/* reservations see reservations alone */
	bool from_log;		/* days from second 0 of the log on */
	bool requested;		/* plans are made with requested times */
	bool beyond;		/* policies beyond the paper, too */
};

/* The lines of the figures. */
static const struct combination {
	const char *name;
	sim_policy *policy;
	enum sim_order order;
	bool slt;		/* does the search limit time affect it? */
	bool figure_5;
	bool beyond;
} combinations[] = {
	{ "Rigid+FCFS", &sim_rigid, SIM_FCFS, false, true, false },
	{ "Rigid+BF", &sim_rigid, SIM_EASY, false, false, false },
	{ "FF+FCFS", &sim_first_fit, SIM_FCFS, true, false, false },
	{ "FF+BF", &sim_first_fit, SIM_EASY, true, true, false },
	{ "OSP-exact+BF", &sim_osp_exact, SIM_EASY, true, false, false },
	{ "OSP+BF", &sim_osp, SIM_EASY, true, true, false },
	{ "OSP-time+BF", &sim_osp_time, SIM_EASY, true, true, false },
	{ "OSP-nodes+BF", &sim_osp_nodes, SIM_EASY, true, true, false },
	{ "OSP-half+BF", &sim_osp_half, SIM_EASY, true, true, false },
	{ "OSP-both+BF", &sim_osp_both, SIM_EASY, true, true, false },
	{ "OSP-around+BF", &sim_osp_around, SIM_EASY, true, false, true },
	{ NULL, NULL, SIM_FCFS, false, false, false },
};

/* Book-ahead times, in hours. */
#define BTS 3
static const uint32_t bt[BTS] = { 1, 5, 10 };

/* The sums that are printed in the end. */
struct total {
	uint64_t runs;
	uint64_t jobs;
	uint64_t asked;
	uint64_t solutions;
	uint64_t alternatives;
	uint64_t refused;
	uint64_t queued;
	uint64_t preempted;
	double busy_hours;	/* of nodes */
};

struct world {
	const struct options *o;
	struct sim_jobs jobs;
	bool *ar;
	double *slots;		/* busy nodes, of the last run */
	FILE *busy;
	struct total total;
};

/* Options */

static const char usage[] =
	"Usage: osp-eval-sim [OPTION]... <TRACE\n"
	"TRACE in the Standard Workload Format; CSV to standard output.\n"
	"  --name=NAME     how the trace is called in the output\n"
	"  --slt=H,...     search limit times (0,1,2,4,6,8,10,12)\n"
	"  --seeds=N       choices of the jobs that reserve (20)\n"
	"  --seed=N        the first of them (1)\n"
	"  --share=P       percent of the jobs that reserve (30)\n"
	"  --days=N        of the trace, from its first job on (14)\n"
	"  --from-log      the days count from second 0 of the log\n"
	"  --alone         reservations are admitted against reservations alone;\n"
	"                  jobs in the way of one that begins are preempted\n"
	"  --requested     plans are made with requested times, not with run times\n"
	"  --beyond        policies beyond the paper, too\n"
	"  --only=NAME,... these policies alone\n"
	"  --max-cn=N      nodes (64)\n"
	"  --per-cn=N      processors of the trace that are a node (1)\n"
	"  --requeue       a job that is refused queues with the others\n"
	"  --generate=N    make up N jobs, read no trace\n"
	"  --busy=FILE     write the busy nodes of figure 5 there\n";

/* A reader of an eval_option; arg is the options. */
static void _read_slt(char *text, void *arg)
{
	struct options *o = arg;

	o->slts = 0;
	for (char *part; (part = strsep(&text, ",")); ) {
		if (o->slts == LIST_MAX) {
			fprintf(stderr, "more than %d numbers\n", LIST_MAX);
			exit(2);
		}
		o->slt[o->slts++] = eval_number(part, 0, 240);
	}
}

static void _parse(int argc, char **argv, struct options *o)
{
	const struct eval_option options[] = {
		{ "name", .text = &o->name },
		{ "slt", .read = _read_slt, .arg = o },
		{ "seeds", .number = &o->seeds, .min = 1, .max = SEEDS_MAX },
		{ "seed", .number = &o->seed, .max = 1U << 30 },
		{ "share", .number = &o->share, .max = 100 },
		{ "days", .number = &o->days, .min = 1, .max = 3650 },
		{ "max-cn", .number = &o->max_cn, .min = 1, .max = 1U << 16 },
		{ "per-cn", .number = &o->per_cn, .min = 1, .max = 1U << 16 },
		{ "generate", .number = &o->generate, .min = 1,
		  .max = 1000000 },
		{ "requeue", .flag = &o->requeue },
		{ "alone", .flag = &o->alone },
		{ "from-log", .flag = &o->from_log },
		{ "requested", .flag = &o->requested },
		{ "beyond", .flag = &o->beyond },
		{ "busy", .text = &o->busy },
		{ "only", .text = &o->only },
		{ NULL }
	};

	eval_options(argc, argv, usage, options);
}

/* Jobs */

static void _tell_jobs(const struct options *o, const struct sim_jobs *jobs,
		       uint32_t unusable)
{
	fprintf(stderr, "%s: %" PRIu32 " jobs in %" PRIu32 " days (of the "
		"lines read %" PRIu32 " never ran); %" PRIu32 " processors are "
		"a node; cut to %" PRIu32 " nodes %" PRIu32 ", raised to 4 min "
		"%" PRIu32 ", cut to 28 d %" PRIu32 "; they ask for %.2f times "
		"what there is in these days\n", o->name, jobs->cnt, o->days,
		unusable, o->per_cn, jobs->max_cn, jobs->fit.too_wide,
		jobs->fit.too_short, jobs->fit.too_long,
		sim_jobs_load(jobs));
}

static int _read_jobs(const struct options *o, struct sim_jobs *jobs)
{
	struct sim_selection selection = {
		.max_cn = o->max_cn, .per_cn = o->per_cn, .delta = DELTA,
		.days = o->days, .from_log = o->from_log,
		.requested = o->requested,
	};
	struct eval_jobs log = { 0 };
	int rc;

	if (eval_jobs_get(o->name, o->generate, 1, UINT32_MAX, &log) < 0)
		return -1;
	rc = sim_jobs_select(&log, &selection, jobs);
	if (!rc)
		_tell_jobs(o, jobs, log.unusable);
	eval_jobs_free(&log);
	return rc;
}

/* Runs */

static void _print(const struct world *w, const char *name, uint32_t bt,
		   uint32_t slt, uint32_t seed, const struct sim_figures *f)
{
	printf("%s,%s,%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32
	       ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%.6f,%.6f,%.5f,%.2f,%.2f,"
	       "%.4f,%.4f,%.4f,%.5f,%.5f,%.5f,%" PRIu32 "\n", w->o->name, name,
	       bt, slt, seed, f->asked, f->solutions, f->alternatives,
	       f->refused, f->queued, f->utilisation, f->utilisation_all,
	       f->change, f->revenue_ar,
	       f->revenue_queue, f->asked_work / 3600, f->given_work / 3600,
	       f->alternative_work / 3600, f->shift / 3600,
	       f->wait / 3600, f->wait_median / 3600, f->preempted);
}

static void _add(struct total *t, const struct sim_figures *f,
		 const struct sim_result *result)
{
	t->runs++;
	t->jobs += f->asked + f->queued;
	t->asked += f->asked;
	t->solutions += f->solutions;
	t->alternatives += f->alternatives;
	t->refused += f->refused;
	t->queued += f->queued;
	t->preempted += f->preempted;
	t->busy_hours += (double) result->busy / 3600;
}

static void _print_busy(const struct world *w, const char *name)
{
	for (uint32_t k = 0; k < sim_slots(&w->jobs); k++)
		fprintf(w->busy, "%s,%s,%.4f,%.3f\n", w->o->name, name,
			(double) k * DELTA / 3600, w->slots[k]);
}

static int _combination(struct world *w, const struct combination *c,
			uint32_t bt, uint32_t slt, uint32_t seed)
{
	static const osp_price_t price = {
		.delta = DELTA, .bcost = SIM_BCOST, .tau = SIM_TAU,
	};
	struct sim_setup setup = {
		.jobs = &w->jobs, .ar = w->ar, .policy = c->policy,
		.order = c->order, .bt = (time_t) bt * 3600,
		.slt = (time_t) slt * 3600, .horizon = HORIZON,
		.requeue = w->o->requeue, .alone = w->o->alone,
	};
	struct sim_result result = { 0 };
	struct sim_figures figures;
	int rc = sim_run(&setup, &result);

	if (!rc)
		rc = sim_measure(&setup, &result, &price, &figures, w->slots);
	if (rc < 0) {
		fprintf(stderr, "%s, %s, bt %" PRIu32 ", slt %" PRIu32
			", seed %" PRIu32 ": %s\n", w->o->name, c->name, bt,
			slt, seed, strerror(errno));
	} else {
		_add(&w->total, &figures, &result);
		_print(w, c->name, bt, slt, seed, &figures);
		/* a policy that ignores slt has the same result for all */
		for (uint32_t i = 1; !c->slt && (i < w->o->slts); i++)
			_print(w, c->name, bt, w->o->slt[i], seed, &figures);
	}
	sim_result_free(&result);
	return rc;
}

/* Figure 5 shows b_t = 5 and sl_t = 8; here with the first seed. */
static bool _in_figure_5(const struct world *w, const struct combination *c,
			 uint32_t bt, uint32_t slt, uint32_t seed)
{
	return w->busy && c->figure_5 && (bt == 5) &&
		((slt == 8) || !c->slt) && (seed == w->o->seed);
}

/* Is a name in a list with commas? */
static bool _listed(const char *list, const char *name)
{
	size_t len = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',')) {
		at += (*at == ',');
		if (!strncmp(at, name, len) && (!at[len] || at[len] == ','))
			return true;
	}
	return false;
}

static bool _wanted(const struct options *o, const struct combination *c)
{
	if (o->only)
		return _listed(o->only, c->name);
	return !c->beyond || o->beyond;
}

static int _seed(struct world *w, uint32_t seed)
{
	const struct options *o = w->o;

	if (sim_jobs_choose(&w->jobs, o->share, seed, w->ar) < 0)
		return -1;
	for (const struct combination *c = combinations; c->name; c++) {
		if (!_wanted(o, c))
			continue;
		for (uint32_t b = 0; b < BTS; b++)
			for (uint32_t l = 0; l < (c->slt ? o->slts : 1); l++) {
				if (_combination(w, c, bt[b], o->slt[l],
						 seed) < 0)
					return -1;
				if (_in_figure_5(w, c, bt[b], o->slt[l], seed))
					_print_busy(w, c->name);
			}
	}
	return 0;
}

static void _tell_total(const struct world *w)
{
	const struct total *t = &w->total;

	fprintf(stderr, "%s: %" PRIu64 " runs: %" PRIu64 " jobs = %" PRIu64
		" asked to reserve + %" PRIu64 " that queued and ran; %" PRIu64
		" asked = %" PRIu64 " solutions + %" PRIu64 " alternatives + %"
		PRIu64 " refused%s; %" PRIu64 " preemptions; %.0f busy "
		"node-hours, by job and by time; "
		"no node had two jobs, all %" PRIu64 " reservations began on the "
		"second\n", w->o->name, t->runs, t->jobs, t->asked, t->queued,
		t->asked, t->solutions, t->alternatives, t->refused,
		w->o->requeue ? ", which queued too" : "", t->preempted,
		t->busy_hours,
		t->solutions + t->alternatives);
}

static int _world(struct world *w)
{
	const struct options *o = w->o;

	if (_read_jobs(o, &w->jobs) < 0)
		return -1;
	w->ar = calloc((size_t) w->jobs.cnt + 1, sizeof(*w->ar));
	w->slots = calloc((size_t) sim_slots(&w->jobs), sizeof(*w->slots));
	if (o->busy)
		w->busy = fopen(o->busy, "w");
	if (!w->ar || !w->slots || (o->busy && !w->busy)) {
		perror(o->busy && !w->busy ? o->busy : o->name);
		return -1;
	}
	if (w->busy)
		fputs("trace,policy,hour,busy\n", w->busy);
	for (uint32_t i = 0; i < o->seeds; i++)
		if (_seed(w, o->seed + i) < 0)
			return -1;
	_tell_total(w);
	return 0;
}

extern int main(int argc, char **argv)
{
	struct options o = {
		.name = "trace", .slt = { 0, 1, 2, 4, 6, 8, 10, 12 },
		.slts = 8, .seeds = 20, .seed = 1, .share = 30, .days = 14,
		.max_cn = 64, .per_cn = 1,
	};
	struct world w = { .o = &o };
	int rc;

	_parse(argc, argv, &o);
	rc = _world(&w);
	if (w.busy && fclose(w.busy))
		rc = -1;
	if (fflush(stdout))
		rc = -1;
	sim_jobs_free(&w.jobs);
	free(w.ar);
	free(w.slots);
	return rc ? 1 : 0;
}
