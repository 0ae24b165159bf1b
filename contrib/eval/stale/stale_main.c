/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stale_main.c - co-stale-sim: denials of co-reservations by the age of probes.
 *
 *	co-stale-sim [OPTION]... <TRACE >runs.csv
 *
 * contrib/eval/co-stale runs it and makes the tables. Every run is a line:
 *
 *	trace,method,age,seed,asked,possible,booked,denials,rounds,messages,
 *	vain,kept,delay,took,others,others_denied
 *
 * age is seconds. possible - requests that had a plan on what was free when they
 * came; all columns that follow are of these. vain - node-hours that were booked or
 * held and given back; kept - nodes of these, times the seconds until then. delay -
 * seconds that booked requests begin later than the best plan, summed; took - seconds
 * from the request to its answer, summed. others, others_denied - of those who
 * book for themselves, on all clusters.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/base/options.h"
#include "contrib/eval/stale/stale_try.h"

#define AGES_MAX 16
#define SEEDS_MAX 1000

typedef struct {
	const char *name;
	uint32_t ages[AGES_MAX];
	uint32_t age_cnt;
	uint32_t seeds, seed;
	uint32_t clusters;	/* of each kind */
	uint32_t generate;	/* others in a day; 0: a trace is read */
	uint32_t per_cn;
	uint32_t latency;	/* milliseconds */
	uint32_t step;		/* of guess, seconds */
	uint32_t rounds;
	stale_shape_t shape;
} options_t;

static const struct {
	const char *name;
	stale_method_t *method;
	bool probes;		/* so that the age of the view matters */
} methods[] = {
	{ "hold", &stale_hold, true },
	{ "hold-all", &stale_hold_all, true },
	{ "hold-old", &stale_hold_old, true },
	{ "book", &stale_book, true },
	{ "guess", &stale_guess, false },
};
#define METHODS (sizeof(methods) / sizeof(methods[0]))

typedef struct {
	uint32_t asked, possible, booked;
	uint64_t denials, rounds, messages;
	double vain, kept, delay, took;
	uint32_t others, others_denied;
} total_t;

/* Who asks in the runs of one seed. */
typedef struct {
	stale_others_t *others;	/* of each cluster */
	uint32_t cnt;
	stale_asks_t asks;
} callers_t;

/* --- options ---------------------------------------------------------------- */

static const char usage[] =
	"Usage: co-stale-sim [OPTION]... <TRACE\n"
	"TRACE in the Standard Workload Format; CSV to standard output.\n"
	"  --name=NAME     how the trace is called in the output\n"
	"  --ages=S,...    ages of the first view, seconds (0,1,10,60,300,900,3600,14400)\n"
	"  --seeds=N       runs of each method and age (20)\n"
	"  --seed=N        the first of them (1)\n"
	"  --clusters=N    of each of the three kinds (2)\n"
	"  --max-cn=N      nodes of a cluster (64)\n"
	"  --per-cn=N      processors of the trace that are a node (1)\n"
	"  --days=N        of a run (8), the first two without co-reservations\n"
	"  --gap=S         mean seconds between co-reservations (10800)\n"
	"  --generate=N    make up N others a day for each cluster, read no trace\n"
	"  --latency=MS    from a message to its answer (1000)\n"
	"  --step=S        from one guess to the next (1800)\n"
	"  --rounds=N      plans at most (10)\n";

static void _read_ages(char *text, void *arg)
{
	options_t *o = arg;

	o->age_cnt = 0;
	for (char *part; (part = strsep(&text, ",")); ) {
		if (o->age_cnt == AGES_MAX) {
			fprintf(stderr, "more than %d numbers\n", AGES_MAX);
			exit(2);
		}
		o->ages[o->age_cnt++] = eval_number(part, 0, 7 * 86400);
	}
}

static void _parse(int argc, char **argv, options_t *o)
{
	const struct eval_option options[] = {
		{ "name", .text = &o->name },
		{ "ages", .read = _read_ages, .arg = o },
		{ "seeds", .number = &o->seeds, .min = 1, .max = SEEDS_MAX },
		{ "seed", .number = &o->seed, .max = 1U << 30 },
		{ "clusters", .number = &o->clusters, .min = 1, .max = 64 },
		{ "max-cn", .number = &o->shape.nodes, .min = 32,
		  .max = 1U << 16 },
		{ "per-cn", .number = &o->per_cn, .min = 1, .max = 1U << 16 },
		{ "days", .number = &o->shape.days, .min = 3, .max = 365 },
		{ "gap", .number = &o->shape.gap, .min = 60, .max = 864000 },
		{ "generate", .number = &o->generate, .min = 1, .max = 100000 },
		{ "latency", .number = &o->latency, .max = 60000 },
		{ "step", .number = &o->step, .min = 1, .max = 86400 },
		{ "rounds", .number = &o->rounds, .min = 1, .max = 1000 },
		{ NULL }
	};

	eval_options(argc, argv, usage, options);
	o->shape.rate = o->generate;
}

/* --- runs ------------------------------------------------------------------- */

static void _count(total_t *t, const stale_outcome_t *out, int64_t best)
{
	t->possible++;
	t->denials += out->denials;
	t->rounds += out->rounds;
	t->messages += out->messages;
	t->vain += out->vain / 3600;
	t->kept += out->kept;
	t->took += (double) out->took / 1000;
	if (!out->booked)
		return;
	t->booked++;
	t->delay += (double) (out->begin - best);
}

static void _finish(const stale_world_t *w, total_t *t)
{
	for (uint32_t i = 0; i < w->cnt; i++) {
		const char *why;
		uint32_t denied;

		t->others += stale_cluster_others(w->clusters[i], &denied);
		t->others_denied += denied;
		if (stale_cluster_check(w->clusters[i], &why))
			continue;
		fprintf(stderr, "co-stale-sim: a cluster is broken: %s\n", why);
		exit(EXIT_FAILURE);
	}
}

/* All co-reservations of a seed, one after another, by one method. */
static total_t _run(const options_t *o, const callers_t *callers,
		    stale_method_t *method, uint32_t age)
{
	const stale_rules_t rules = { o->rounds, o->step };
	const stale_asks_t *asks = &callers->asks;
	total_t total = { .asked = asks->cnt };
	stale_world_t w;

	stale_world_begin(&w, callers->cnt, o->shape.nodes, age, o->latency,
			  callers->others);
	for (uint32_t i = 0; i < asks->cnt; i++) {
		stale_outcome_t out;
		int64_t best;

		stale_world_pass_to(&w, asks->list[i].come * 1000);
		best = stale_best(&w, &asks->list[i]);
		if (best < 0)
			continue;
		out = stale_run(&w, &asks->list[i], &rules, method);
		_count(&total, &out, best);
	}
	_finish(&w, &total);
	stale_world_end(&w);
	return total;
}

static void _print(const options_t *o, const char *method, uint32_t age,
		   uint32_t seed, const total_t *t)
{
	printf("%s,%s,%u,%u,%u,%u,%u,%" PRIu64 ",%" PRIu64 ",%" PRIu64
	       ",%.3f,%.1f,%.0f,%.1f,%u,%u\n", o->name, method, age, seed,
	       t->asked, t->possible, t->booked, t->denials, t->rounds,
	       t->messages, t->vain, t->kept, t->delay, t->took, t->others,
	       t->others_denied);
	fflush(stdout);
}

static callers_t _callers(const options_t *o, const struct eval_jobs *jobs,
			  uint32_t seed)
{
	uint64_t random = (uint64_t) seed << 32;
	callers_t c = { .cnt = STALE_KINDS * o->clusters };

	c.asks = stale_asks(&o->shape, &random);
	c.others = stale_need(calloc(c.cnt, sizeof(*c.others)));
	for (uint32_t i = 0; i < c.cnt; i++) {
		random = ((uint64_t) seed << 32) + i + 1;
		c.others[i] = stale_others(&o->shape, jobs, &random);
	}
	return c;
}

static void _run_seed(const options_t *o, const struct eval_jobs *jobs,
		      uint32_t seed)
{
	callers_t callers = _callers(o, jobs, seed);

	for (size_t m = 0; m < METHODS; m++) {
		total_t total = { .asked = 0 };

		for (uint32_t i = 0; i < o->age_cnt; i++) {
			if (!i || methods[m].probes)
				total = _run(o, &callers, methods[m].method,
					     o->ages[i]);
			_print(o, methods[m].name, o->ages[i], seed, &total);
		}
	}
	for (uint32_t i = 0; i < callers.cnt; i++)
		free(callers.others[i].list);
	free(callers.others);
	free(callers.asks.list);
}

/* --- traces ------------------------------------------------------------------ */

static void _fit(const options_t *o, struct eval_jobs *jobs)
{
	struct eval_fit fit = { .too_wide = 0 };

	for (uint32_t i = 0; i < jobs->cnt; i++) {
		struct eval_job *job = &jobs->job[i];

		job->num_cn = (job->num_cn - 1) / o->per_cn + 1;
		eval_job_fit(job, o->shape.nodes, STALE_DELTA, &fit);
	}
	fprintf(stderr, "%s: %u jobs; %u processors are a node; cut to %u nodes %u, "
		"raised to 5 min %u, cut to 28 d %u\n", o->name, jobs->cnt,
		o->per_cn, o->shape.nodes, fit.too_wide, fit.too_short,
		fit.too_long);
}

int main(int argc, char **argv)
{
	options_t o = {
		.name = "trace", .ages = { 0, 1, 10, 60, 300, 900, 3600, 14400 },
		.age_cnt = 8, .seeds = 20, .seed = 1, .clusters = 2,
		.per_cn = 1, .latency = 1000, .step = 1800, .rounds = 10,
		.shape = { .nodes = 64, .days = 8, .gap = 10800,
			   .quiet = 2 * 86400 },
	};
	struct eval_jobs jobs = { .cnt = 0 };

	_parse(argc, argv, &o);
	if (!o.generate) {
		if (eval_jobs_get(o.name, 0, 1, UINT32_MAX, &jobs) < 0)
			return EXIT_FAILURE;
		_fit(&o, &jobs);
	}
	for (uint32_t s = o.seed; s < o.seed + o.seeds; s++)
		_run_seed(&o, o.generate ? NULL : &jobs, s);
	eval_jobs_free(&jobs);
	return 0;
}
