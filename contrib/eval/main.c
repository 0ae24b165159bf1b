/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * main.c - the evaluation of one trace: eval-count counts accesses and memory,
 * eval-time measures time; one source, compiled with and without EVAL_COUNT.
 *
 *	eval-time [OPTION]... <TRACE >figures.csv
 *	eval-time --scaling
 *
 * contrib/eval/garq-eval runs it for traces and forms and makes the tables.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/eval/options.h"
#include "contrib/eval/quartile.h"
#include "contrib/eval/replay.h"
#include "contrib/eval/scaling.h"
#include "contrib/eval/workload.h"

#define REPS_MAX 99

/* Rounds to warm up; operations between samples of the heap, 0: no samples. */
#ifdef EVAL_COUNT
#define WARM 0U
#define SAMPLE 64
#else
#define WARM 1U
#define SAMPLE 0
#endif

struct options {
	const char *name;
	bool shuffled;		/* form of the trace; or original */
	uint32_t jobs;
	uint32_t slow;		/* requests replayed on List */
	uint32_t reps;
	uint32_t generate;
	uint32_t seed;
	bool scaling;
	struct eval_setup setup;
};

/* The results of one structure. */
struct result {
	uint32_t requests;
	uint32_t ops;
	uint32_t *fastest;
	struct eval_tally tally[REPS_MAX];
};

static const char usage[] =
	"Usage: eval-count|eval-time [OPTION]... <TRACE\n"
	"TRACE in the Standard Workload Format; CSV to standard output.\n"
	"  --name=NAME     how the trace is called in the output\n"
	"  --shuffled      starts are shuffled within two weeks\n"
	"  --jobs=N        the first N jobs only\n"
	"  --slow=N        List gets the first N requests only\n"
	"  --reps=N        repetitions of the timing, at most 99 (5)\n"
	"  --generate=N    make up N jobs, read no trace\n"
	"  --seed=N        of what is random (1)\n"
	"  --take          take the suggested start\n"
	"  --scaling       10^3 to 10^6 bookings in the indexed GarQ\n";

static void _parse(int argc, char **argv, struct options *o)
{
	const struct eval_option options[] = {
		{ "name", .text = &o->name },
		{ "shuffled", .flag = &o->shuffled },
		{ "jobs", .number = &o->jobs, .min = 1, .max = UINT32_MAX },
		{ "slow", .number = &o->slow, .min = 1, .max = UINT32_MAX },
		{ "reps", .number = &o->reps, .min = 1, .max = REPS_MAX },
		{ "generate", .number = &o->generate, .min = 1,
		  .max = 10000000 },
		{ "seed", .number = &o->seed, .max = UINT32_MAX },
		{ "take", .flag = &o->setup.take },
		{ "scaling", .flag = &o->scaling },
		{ NULL }
	};

	eval_options(argc, argv, usage, options);
}

static const char *_form(const struct options *o)
{
	return o->shuffled ? "shuffled" : "original";
}

static int _make_script(const struct options *o, struct eval_script *script,
			uint32_t *ret_requests)
{
	struct eval_jobs jobs = { 0 };
	struct eval_workload w = { 0 };
	int rc;

	if (eval_jobs_get(o->name, o->generate, o->seed, o->jobs, &jobs) < 0)
		return -1;
	rc = eval_workload_make(&jobs, o->shuffled, o->setup.max_cn,
				o->setup.delta, o->seed, &w);
	if (!rc)
		rc = eval_script_make(&w, &o->setup, script);
	if (rc < 0)
		perror(o->name);
	else
		fprintf(stderr, "%s, %s: %" PRIu32 " requests (%" PRIu32
			" jobs never ran), cut to %" PRIu32 " nodes %" PRIu32
			", raised to 5 min %" PRIu32 ", cut to 28 d %" PRIu32
			"; accepted %" PRIu32 ", refused %" PRIu32
			" (longer than 12 h: %" PRIu32 "), left out as too far %"
			PRIu32 "; at most %" PRIu32 " stored\n",
			o->name, _form(o), w.cnt, jobs.unusable,
			o->setup.max_cn, w.fit.too_wide, w.fit.too_short, w.fit.too_long,
			script->accepted, script->refused, script->too_long,
			script->too_far, script->live_max);
	*ret_requests = w.cnt;
	eval_workload_free(&w);
	eval_jobs_free(&jobs);
	return rc;
}

/* Output */

static void _print_key(const struct options *o, int i, const struct result *r,
		       const char *what)
{
	printf("%s,%s,%s,%" PRIu32 ",%s", o->name, _form(o),
	       eval_structures[i]->name, r->requests, what);
}

static inline void _print_count(const struct options *o, int i,
				const struct result *r, const char *what,
				uint64_t ops, uint64_t accesses)
{
	_print_key(o, i, r, what);
	if ((eval_structures[i] == &eval_garq_i) && !eval_garq_counts())
		printf(",%" PRIu64 ",,\n", ops);
	else
		printf(",%" PRIu64 ",%" PRIu64 ",%.2f\n", ops, accesses,
		       ops ? (double) accesses / (double) ops : 0);
}

/*
 * trace,form,structure,requests,operation,operations,accesses,each; for the
 * memory: bytes when empty, mean, at most.
 */
static inline void _print_counts(const struct options *o, int i,
				 const struct result *r)
{
	const struct eval_tally *t = &r->tally[0];

	for (int k = 0; k < EVAL_KINDS_AND_PASS; k++)
		_print_count(o, i, r, eval_kind_name(k), t->ops[k],
			     t->accesses[k]);
	_print_key(o, i, r, "memory");
	printf(",%zu,%zu,%zu\n", t->heap_begin, t->heap_mean, t->heap_max);
}

/*
 * trace,form,structure,requests,operation,operations,then quartile 1, median
 * and quartile 3 of ns for each operation, then the median of all in ms.
 */
static inline void _print_time(const struct options *o, int i, const struct result *r,
			const char *what, unsigned kinds)
{
	double v[REPS_MAX] = { 0 };
	uint64_t ops = 0;

	for (int k = 0; k < EVAL_KINDS_AND_PASS; k++) {
		if (!(kinds & (1U << k)))
			continue;
		ops += r->tally[0].ops[k];
		for (uint32_t rep = 0; rep < o->reps; rep++)
			v[rep] += r->tally[rep].ns[k];
	}
	eval_sort(v, o->reps);
	_print_key(o, i, r, what);
	printf(",%" PRIu64, ops);
	for (int q = 1; q <= 3; q++)
		printf(",%.1f", ops ? eval_quartile(v, o->reps, q) /
		       (double) ops : 0);
	printf(",%.2f\n", eval_quartile(v, o->reps, 2) / 1e6);
}

static inline void _print_times(const struct options *o, int i,
				const struct result *r)
{
	unsigned basic = (1U << EVAL_SEARCH) | (1U << EVAL_ADD) |
		(1U << EVAL_DELETE);

	for (int k = 0; k < EVAL_KINDS_AND_PASS; k++)
		_print_time(o, i, r, eval_kind_name(k), 1U << k);
	_print_time(o, i, r, "basic operations", basic);
	_print_time(o, i, r, "with interval search",
		    basic | (1U << EVAL_SUGGEST));
}

/* Choose how many operations each structure gets. RET 0, or -1 with ENOMEM */
static int _share(const struct options *o, const struct eval_script *script,
		  struct result *result, uint32_t requests)
{
	for (int i = 0; i < EVAL_STRUCTURES; i++) {
		struct result *r = &result[i];
		bool slow = (eval_structures[i] == &eval_list) &&
			o->shuffled && (o->slow < requests);

		r->requests = slow ? o->slow : requests;
		r->ops = slow ? eval_script_part(script, o->slow) :
			script->cnt;
		r->fastest = calloc(2 * (size_t) r->ops + 1,
				    sizeof(*r->fastest));
		if (!r->fastest)
			return -1;
	}
	return 0;
}

/*
 * Interleave the structures: a disturbance of the computer then affects all
 * alike. A first round warms up, and tells how fast each operation can be; it is
 * not needed to count.
 */
static int _run(const struct options *o, const struct eval_script *script,
		struct result *result)
{
	for (uint32_t rep = 0; rep < o->reps + WARM; rep++)
		for (int i = 0; i < EVAL_STRUCTURES; i++) {
			struct result *r = &result[i];
			uint32_t to = rep - (rep ? WARM : 0);

			if (eval_replay(eval_structures[i], script, r->ops,
					SAMPLE, r->fastest, &r->tally[to]) < 0)
				return -1;
		}
	return 0;
}

/* Report operations that were interrupted and not counted. */
static inline void _tell_interrupted(const struct options *o,
			      const struct result *result)
{
	uint64_t interrupted = 0, ops = 0;

	for (int i = 0; i < EVAL_STRUCTURES; i++)
		for (uint32_t rep = 0; rep < o->reps; rep++) {
			interrupted += result[i].tally[rep].interrupted;
			ops += result[i].ops;
		}
	fprintf(stderr, "%s, %s: %" PRIu64 " of %" PRIu64 " timed operations "
		"were interrupted, and count as the fastest of their "
		"repetitions\n", o->name, _form(o), interrupted,
		ops);
}

static int _trace(const struct options *o)
{
	struct eval_script script = { 0 };
	struct result *result = calloc(EVAL_STRUCTURES, sizeof(*result));
	uint32_t requests;
	int rc = -1;

	if (result && !_make_script(o, &script, &requests) &&
	    !_share(o, &script, result, requests))
		rc = _run(o, &script, result);
	for (int i = 0; !rc && (i < EVAL_STRUCTURES); i++)
#ifdef EVAL_COUNT
		_print_counts(o, i, &result[i]);
#else
		_print_times(o, i, &result[i]);
	if (!rc)
		_tell_interrupted(o, result);
#endif
	for (int i = 0; result && (i < EVAL_STRUCTURES); i++)
		free(result[i].fastest);
	eval_script_free(&script);
	free(result);
	return rc;
}

extern int main(int argc, char **argv)
{
	struct options o = {
		.name = "trace", .jobs = UINT32_MAX, .slow = UINT32_MAX,
		.reps = 5, .seed = 1,
		.setup = {
			.max_cn = 64, .delta = 300, .horizon = 30 * 86400,
			.max_limit = 12 * 3600,
		},
	};

	_parse(argc, argv, &o);
#ifdef EVAL_COUNT
	o.reps = 1;
#endif
	if (o.scaling)
		return eval_scaling(o.reps, o.seed) ? 1 : 0;
	return _trace(&o) ? 1 : 0;
}
