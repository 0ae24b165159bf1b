/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_main.c - the LRH paper's evaluation: lrh-eval-sim.
 *
 *	lrh-eval-sim --table1				>table1.md
 *	lrh-eval-sim [OPTION]...			>runs.csv
 *	lrh-eval-sim --requests [OPTION]... <REQUESTS	>runs.csv
 *
 * contrib/eval/lrh-eval and lrh-parts run it and make the tables. Every run is a
 * line:
 *
 *	work,jobs,mu,cn_max,te_max,flexible,seed,method,asked,accepted,
 *	hours_asked,hours,wait,awt,awt_all,use,use_table5,moved,rebound,
 *	order_0 .. order_7,flex_asked,flex_accepted,ru,ru_least,
 *	ru_most,seconds
 *
 * hours are node-hours, wait is hours, awt as in lrh_measure.h, use and ru 0 to 1;
 * order_k counts what was accepted by the k-th lrh_order_t, and flex_ are those
 * whose window is longer than a start. All but seconds is
 * the same for the same seed.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/lrh/lrh_measure.h"
#include "contrib/eval/lrh/lrh_table1.h"
#include "contrib/eval/lrh/lrh_work.h"
#include "contrib/eval/base/options.h"

#define SEEDS_MAX 1000
#define METHODS_MAX 32

struct options {
	const char *name;
	bool table1;
	bool requests;
	struct flex_shape shape;
	uint32_t mu;
	uint32_t moves;
	uint32_t budget;	/* thousand steps */
	uint32_t limit;
	uint32_t seeds;
	uint32_t seed;
	const struct flex_method *method[METHODS_MAX];
	uint32_t methods;
};

static const char usage[] =
	"Usage: lrh-eval-sim [OPTION]... [<REQUESTS] >runs.csv\n"
	"      --table1         Table 1 of the paper, and what follows\n"
	"      --name=NAME      what the first column says (paper)\n"
	"      --jobs=N         requests (402)\n"
	"      --mu=N           of them in a slot, mean (2)\n"
	"      --max-cn=N       nodes (20)\n"
	"      --cn=N           numC is 1 to N (5)\n"
	"      --te=N           t_e is 1 to N slots (8)\n"
	"      --flexible=N     percent of the requests (100)\n"
	"      --ahead          all come before slot 0\n"
	"      --seeds=N        runs (20)\n"
	"      --seed=N         the first of them (1)\n"
	"      --methods=A,B    those alone\n"
	"      --requests       requests as they are: standard input, a\n"
	"                       line COME T_ESR T_LSR T_E NUMC for each;\n"
	"                       an empty line, and the next run begins\n"
	"      --moves=N        bookings that a plan changes at most (0: any)\n"
	"      --budget=N       thousand steps for further orders (0: any)\n"
	"      --limit=N        thousand steps for a plan (0: any)\n";

/* A reader of an eval_option; arg is the options. */
static void _methods(char *text, void *arg)
{
	struct options *o = arg;

	for (char *name; (name = strsep(&text, ",")); ) {
		const struct flex_method *m = flex_method(name);

		if (!m || (o->methods == METHODS_MAX)) {
			fprintf(stderr, "%s is not a method\n", name);
			exit(2);
		}
		o->method[o->methods++] = m;
	}
}

/* All methods except the variants of EDS that are not the paper's. */
static void _default_methods(struct options *o)
{
	for (const struct flex_method *m = flex_methods; m->name; m++)
		if (strncmp(m->name, "EDS-", 4))
			o->method[o->methods++] = m;
}

static void _options(int argc, char **argv, struct options *o)
{
	struct flex_shape *s = &o->shape;
	const struct eval_option options[] = {
		{ "table1", .flag = &o->table1 },
		{ "name", .text = &o->name },
		{ "jobs", .number = &s->cnt, .min = 1, .max = 1000000 },
		{ "mu", .number = &o->mu, .min = 1, .max = 100 },
		{ "max-cn", .number = &s->max_cn, .min = 1, .max = 65536 },
		{ "cn", .number = &s->cn_max, .min = 1, .max = 65536 },
		{ "te", .number = &s->te_max, .min = 1, .max = 8640 },
		{ "flexible", .number = &s->flexible, .max = 100 },
		{ "ahead", .flag = &s->ahead },
		{ "seeds", .number = &o->seeds, .min = 1, .max = SEEDS_MAX },
		{ "seed", .number = &o->seed, .max = 999999999 },
		{ "methods", .read = _methods, .arg = o },
		{ "requests", .flag = &o->requests },
		{ "moves", .number = &o->moves, .max = 1000000 },
		{ "budget", .number = &o->budget, .max = 1000000 },
		{ "limit", .number = &o->limit, .max = 1000000 },
		{ NULL }
	};

	eval_options(argc, argv, usage, options);
}

static void _parse(int argc, char **argv, struct options *o)
{
	_options(argc, argv, o);
	if (o->shape.cn_max > o->shape.max_cn) {
		fputs("--cn is more than --max-cn\n", stderr);
		exit(2);
	}
	if (!o->methods)
		_default_methods(o);
}

/* Runs */

static void _print(const struct options *o, const char *method, uint32_t seed,
		   const struct flex_result *r, const struct flex_figures *f)
{
	printf("%s,%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32
	       ",%" PRIu32 ",%s,%" PRIu32 ",%" PRIu32 ",%.4f,%.4f,%.6f,%.6f,"
	       "%.6f,%.6f,%.6f,%" PRIu64 ",%" PRIu64, o->name, f->asked,
	       o->requests ? 0 : o->mu, o->requests ? 0 : o->shape.cn_max,
	       o->requests ? 0 : o->shape.te_max, o->shape.flexible, seed, method,
	       f->asked, f->accepted, f->work_asked / 3600, f->work / 3600,
	       f->wait / 3600, f->awt, f->awt_all, f->use, f->use_table5,
	       r->moved, r->rebound);
	for (uint32_t k = 0; k < sizeof(r->order) / sizeof(r->order[0]); k++)
		printf(",%" PRIu64, r->order[k]);
	printf(",%" PRIu32 ",%" PRIu32 ",%.6f,%.6f,%.6f,%.6f\n", f->flex_asked,
	       f->flex_accepted, f->ru, f->ru_least, f->ru_most, r->seconds);
}

static int _methods_on(const struct options *o, uint32_t seed,
		       struct flex_work *w)
{
	int rc = 0;

	w->moves = o->moves;
	w->budget = 1000 * (uint64_t) o->budget;
	w->limit = 1000 * (uint64_t) o->limit;
	for (uint32_t i = 0; !rc && (i < o->methods); i++) {
		struct flex_figures f;
		struct flex_result r;

		rc = flex_run(w, o->method[i], &r);
		if (rc < 0)
			break;
		rc = flex_measure(w, &r, &f);
		if (!rc)
			_print(o, o->method[i]->name, seed, &r, &f);
		flex_result_free(&r);
	}
	return rc;
}

static int _seed(const struct options *o, uint32_t seed)
{
	struct flex_work w;
	int rc;

	if (flex_work_make(&o->shape, seed, &w) < 0)
		return -1;
	rc = _methods_on(o, seed, &w);
	flex_work_free(&w);
	return rc;
}

/* Make a run for each block of requests in the input. */
static int _requests(const struct options *o)
{
	uint32_t seed = o->seed;
	struct flex_work w;
	int rc;

	while ((rc = flex_work_read(stdin, o->shape.max_cn, &w)) == 1) {
		rc = _methods_on(o, seed++, &w);
		flex_work_free(&w);
		if (rc < 0)
			break;
	}
	if (rc < 0)
		fprintf(stderr, "%s, run %" PRIu32 ": %s\n", o->name, seed,
			strerror(errno));
	return rc;
}

static int _runs(const struct options *o)
{
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < o->seeds); i++) {
		rc = _seed(o, o->seed + i);
		if (rc < 0)
			fprintf(stderr, "%s, seed %" PRIu32 ": %s\n", o->name,
				o->seed + i, strerror(errno));
	}
	return rc;
}

extern int main(int argc, char **argv)
{
	struct options o = {
		.name = "paper", .mu = 2, .seeds = 20, .seed = 1,
		.shape = {
			.cnt = 402, .max_cn = 20, .cn_max = 5, .te_max = 8,
			.flexible = 100,
		},
	};
	int rc;

	_parse(argc, argv, &o);
	o.shape.mu = o.mu;
	rc = o.table1 ? flex_table1_print(stdout) :
	     o.requests ? _requests(&o) : _runs(&o);
	if (fflush(stdout))
		rc = -1;
	return rc ? 1 : 0;
}
