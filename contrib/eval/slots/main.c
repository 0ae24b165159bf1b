/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * main.c - the evaluation of one trace: eval-count counts accesses and memory,
 * eval-time measures time; eval-former measures time and memory beside another
 * version of the library. One source, compiled with EVAL_COUNT, with nothing and
 * with EVAL_FORMER; the first two with EVAL_FLUX as well.
 *
 *	eval-time [OPTION]... <TRACE >figures.csv
 *	eval-time --scaling
 *
 * contrib/eval/garq-eval runs it for traces and forms and makes the tables.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/eval/base/options.h"
#include "contrib/eval/base/quartile.h"
#include "contrib/eval/slots/replay.h"
#include "contrib/eval/slots/scaling.h"
#include "contrib/eval/base/workload.h"

#define REPS_MAX 99

/*
 * Rounds to warm up; operations between samples of the heap, in the first round,
 * 0: no samples.
 */
#define SAMPLE 64
#ifdef EVAL_COUNT
#define WARM 0U
#define WARM_SAMPLE 0
#elif defined(EVAL_FORMER)
#define WARM 1U
#define WARM_SAMPLE SAMPLE
#else
#define WARM 1U
#define WARM_SAMPLE 0
#endif

struct options {
	const char *name;
	bool shuffled;		/* form of the trace; or original */
	uint32_t jobs;
	uint32_t slow;		/* requests replayed on List */
	uint32_t reps;
	uint32_t generate;
	uint32_t seed;
	uint32_t lead;		/* hours; 0: the form of the trace */
	bool scaling;
	struct eval_setup setup;
};

/* The results of one structure. */
struct result {
	uint32_t requests;
	uint32_t ops;
	uint32_t *fastest;
	struct eval_tally warm;		/* the round to warm up */
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
	"  --lead=N        requests come up to N hours before their start\n"
	"  --cancel=N      N % of the bookings are cancelled before their end\n"
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
		{ "lead", .number = &o->lead, .min = 1, .max = 14 * 24 },
		{ "cancel", .number = &o->setup.cancel, .min = 1, .max = 100 },
		{ "scaling", .flag = &o->scaling },
		{ NULL }
	};

	eval_options(argc, argv, usage, options);
}

static const char *_form(const struct options *o)
{
	static char form[64];
	char lead[32] = "original", cancel[32] = "";

	if (o->lead)
		snprintf(lead, sizeof(lead), "up to %" PRIu32 " h ahead",
			 o->lead);
	if (o->setup.cancel)
		snprintf(cancel, sizeof(cancel), " with %" PRIu32
			 " %% cancelled", o->setup.cancel);
	snprintf(form, sizeof(form), "%s%s",
		 o->shuffled ? "shuffled" : lead, cancel);
	return form;
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
	if (!rc && o->lead)
		eval_workload_lead(&w, (time_t) o->lead * 3600, o->seed);
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
				uint64_t ops, uint64_t accesses, uint64_t most)
{
	_print_key(o, i, r, what);
	if (!eval_counts(eval_structures[i]))
		printf(",%" PRIu64 ",,,\n", ops);
	else
		printf(",%" PRIu64 ",%" PRIu64 ",%.2f,%" PRIu64 "\n", ops,
		       accesses, ops ? (double) accesses / (double) ops : 0,
		       most);
}

/*
 * trace,form,structure,requests,operation,operations,accesses,each,most of one;
 * for the memory: bytes when empty, mean, at most.
 */
static inline void _print_memory(const struct options *o, int i,
				 const struct result *r,
				 const struct eval_tally *t)
{
	_print_key(o, i, r, "memory");
	printf(",%zu,%zu,%zu\n", t->heap_begin, t->heap_mean, t->heap_max);
}

static inline void _print_counts(const struct options *o, int i,
				 const struct result *r)
{
	const struct eval_tally *t = &r->tally[0];

	for (int k = 0; k < EVAL_KINDS_AND_PASS; k++)
		_print_count(o, i, r, eval_kind_name(k), t->ops[k],
			     t->accesses[k], t->most[k]);
	_print_memory(o, i, r, t);
}

/* One in so many operations is slower than what is told, 0: none is. */
static const uint32_t tails[] = { 2, 100, 1000, 0 };

/*
 * Print how long the slow ones of the operations of some kinds take, each of them
 * in the fastest of its repetitions.
 */
static void _print_tails(const struct result *r,
			 const struct eval_script *script, unsigned kinds)
{
	double *v = calloc(2 * (size_t) r->ops + 1, sizeof(*v));
	double overhead = eval_tick_overhead();
	size_t cnt = 0;

	for (uint32_t i = 0; v && (i < r->ops); i++) {
		if (r->fastest[2 * i] && (kinds & (1U << EVAL_PASS)))
			v[cnt++] = r->fastest[2 * i];
		if (kinds & (1U << script->op[i].kind))
			v[cnt++] = r->fastest[2 * i + 1];
	}
	if (v)
		eval_sort(v, cnt);
	for (int i = 0; i < 4; i++) {
		size_t after = cnt && tails[i] ? cnt / tails[i] : 0;
		double ticks = cnt ? v[cnt - 1 - after] : overhead;

		printf(",%.1f", (ticks - overhead) * eval_tick_ns());
	}
	free(v);
}

/*
 * trace,form,structure,requests,operation,operations,then quartile 1, median
 * and quartile 3 of ns for each operation, then the median of all in ms; then ns
 * in the fastest repetition; then, with the fastest repetition of each operation,
 * what half, 99, 99.9 % and all of them take at most.
 */
static inline void _print_time(const struct options *o, int i,
			       const struct result *r,
			       const struct eval_script *script,
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
	printf(",%.2f,%.1f", eval_quartile(v, o->reps, 2) / 1e6,
	       ops ? v[0] / (double) ops : 0);
	_print_tails(r, script, kinds);
	putchar('\n');
}

static inline void _print_times(const struct options *o, int i,
				const struct result *r,
				const struct eval_script *script)
{
	unsigned basic = (1U << EVAL_SEARCH) | (1U << EVAL_ADD) |
		(1U << EVAL_DELETE) | (1U << EVAL_CANCEL);

	for (int k = 0; k < EVAL_KINDS_AND_PASS; k++)
		_print_time(o, i, r, script, eval_kind_name(k), 1U << k);
	_print_time(o, i, r, script, "basic operations", basic);
	_print_time(o, i, r, script, "with interval search",
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
			bool warm = WARM && !rep;
			uint32_t sample = (warm || WARM) ? 0 : SAMPLE;

			if (eval_replay(eval_structures[i], script, r->ops,
					warm ? WARM_SAMPLE : sample, r->fastest,
					warm ? &r->warm :
					&r->tally[rep - WARM]) < 0)
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
		_print_times(o, i, &result[i], &script);
#ifdef EVAL_FORMER
	for (int i = 0; !rc && (i < EVAL_STRUCTURES); i++)
		_print_memory(o, i, &result[i], &result[i].warm);
#endif
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
	o.setup.seed = o.seed;
#ifdef EVAL_COUNT
	o.reps = 1;
#endif
	if (o.scaling)
		return eval_scaling(o.reps, o.seed) ? 1 : 0;
	return _trace(&o) ? 1 : 0;
}
