/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-lrh.c - the cost of a plan, with many bookings.
 *
 * 64 nodes; bookings are of 1 to 16 nodes and 1 to 8 hours, three in four have
 * a window of up to 24 hours; all requests lie in that many days. Requests that
 * are refused while the machine is filled do not count as bookings.
 *
 *	bench-lrh [SEED]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "contrib/bench/bench_util.h"
#include "contrib/eval/base/quartile.h"
#include "lrh/lrh.h"

#define NODES 64
#define HOUR 3600
#define DAY (24 * HOUR)
#define QUESTIONS 400

struct world {
	garq_machine_t *m;
	lrh_t *l;
	garq_set_t *all;
	uint64_t next_id;
	int days;
	lrh_options_t options;
};

/* Times of plans, of admitted and of refused requests, and what plans did. */
struct result {
	double admit[QUESTIONS];
	double refuse[QUESTIONS];
	size_t admitted;
	size_t refused;
	uint64_t moves;
	uint64_t rebinds;
	double steps[2 * QUESTIONS];
	double step_ns[2 * QUESTIONS];
	size_t cnt;
};

static void _open(struct world *w, int days, lrh_policy_t policy)
{
	*w = (struct world) { .next_id = 1, .days = days };
	w->m = bench_need(garq_machine_create(NODES, NULL, 300,
					      (time_t) 366 * DAY, 0));
	w->l = bench_need(lrh_create(w->m));
	w->all = bench_need(garq_set_create(NODES));
	for (uint32_t i = 0; i < NODES; i++)
		garq_set_add(w->all, i);
	w->options.policy = policy;
}

/* Nanoseconds of processor time: other processes run, too. */
static double _ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

static void _close(struct world *w)
{
	garq_set_destroy(w->all);
	lrh_destroy(w->l);
	garq_machine_destroy(w->m);
}

static lrh_request_t _request(struct world *w)
{
	lrh_request_t rq = {
		.id = w->next_id++, .eligible = w->all,
		.num_cn = (uint32_t) (1 + bench_random(16)),
		.t_e = (time_t) (1 + bench_random(8)) * HOUR,
		.t_esr = (time_t) bench_random((uint64_t) w->days * 24 * 12) *
			 300,
	};

	rq.t_lsr = rq.t_esr;
	if (bench_random(4))
		rq.t_lsr += (time_t) (1 + bench_random(24)) * HOUR;
	rq.not_before = rq.t_esr;
	return rq;
}

static bool _ask(struct world *w, const lrh_request_t *rq, lrh_plan_t *plan)
{
	if (lrh_plan(w->l, rq, &w->options, plan))
		abort();
	return plan->fits;
}

/* RET nanoseconds for all requests */
static double _fill(struct world *w, uint32_t bookings)
{
	double from = _ns();

	for (uint32_t i = 0; (lrh_count(w->l) < bookings) &&
	     (i < 3 * bookings); i++) {
		lrh_request_t rq = _request(w);
		lrh_plan_t plan;

		if (_ask(w, &rq, &plan) && lrh_apply(w->l, w->m, &rq, &plan))
			abort();
		lrh_plan_free(&plan);
	}
	return _ns() - from;
}

/* Plan requests without booking them. */
static void _measure(struct world *w, struct result *r)
{
	*r = (struct result) { .admitted = 0 };
	for (int i = 0; (i < 20 * QUESTIONS) && (r->admitted < QUESTIONS) &&
	     (r->refused < QUESTIONS); i++) {
		lrh_request_t rq = _request(w);
		lrh_plan_t plan;
		double from = _ns();
		bool fits = _ask(w, &rq, &plan);
		double ns = _ns() - from;

		r->steps[r->cnt] = (double) plan.steps;
		r->step_ns[r->cnt++] = ns / (double) plan.steps;
		if (fits) {
			r->admit[r->admitted++] = ns;
			for (size_t k = 0; k < plan.cnt; k++) {
				r->moves += (plan.moves[k].start !=
					     plan.moves[k].was);
				r->rebinds += (plan.moves[k].nodes != NULL);
			}
		} else {
			r->refuse[r->refused++] = ns;
		}
		lrh_plan_free(&plan);
	}
}

static double _at(double *ns, size_t cnt, size_t percent)
{
	if (!cnt)
		return 0;
	eval_sort(ns, cnt);
	return ns[(cnt - 1) * percent / 100] / 1000;
}

static const char *const names[] = { "first fit", "seed", "all" };

/* Print the steps of a plan, and the nanoseconds per step. */
static void _steps(struct result *r)
{
	eval_sort(r->steps, r->cnt);
	eval_sort(r->step_ns, r->cnt);
	printf(" %8.0f %8.0f %6.1f %6.1f %6.1f\n", r->steps[r->cnt / 2],
	       r->steps[r->cnt - 1], r->step_ns[r->cnt / 10],
	       r->step_ns[r->cnt / 2], r->step_ns[r->cnt * 9 / 10]);
}

static const size_t percent[] = { 50, 99, 100 };

static void _row(uint32_t bookings, int days, lrh_policy_t policy)
{
	struct result r;
	struct world w;
	double fill;

	_open(&w, days, policy);
	fill = _fill(&w, bookings);
	_measure(&w, &r);
	printf("%8" PRIu32 " %5d %10s", lrh_count(w.l), days, names[policy]);
	for (size_t i = 0; i < 3; i++)
		printf(" %7.1f", _at(r.admit, r.admitted, percent[i]));
	for (size_t i = 0; i < 3; i++)
		printf(" %7.1f", _at(r.refuse, r.refused, percent[i]));
	printf(" %6.1f %6.2f %7.2f %7.1f",
	       100.0 * (double) r.refused /
	       (double) (r.admitted + r.refused),
	       r.admitted ? (double) r.moves / (double) r.admitted : 0,
	       r.admitted ? (double) r.rebinds / (double) r.admitted : 0,
	       fill / 1e6);
	_steps(&r);
	_close(&w);
}

int main(int argc, char **argv)
{
	static const struct {
		uint32_t bookings;
		int days;
	} rows[] = {
		{ 10, 30 }, { 100, 30 }, { 1000, 30 },
		{ 100, 365 }, { 1000, 365 }, { 10000, 365 },
	};

	bench_seed((argc > 1) ? strtoull(argv[1], NULL, 10) : 1);
	printf("a plan, %d nodes: microseconds of the processor; refused, %% of "
	       "those asked; moves and rebinds\nfor each admitted; all booked "
	       "from nothing, milliseconds; steps of a plan; nanoseconds of "
	       "a step\n%8s %5s %10s %7s %7s %7s %7s %7s "
	       "%7s %6s %6s %7s %7s %8s %8s %6s %6s %6s\n",
	       NODES, "bookings", "days", "policy", "admit", "p99", "most",
	       "refuse", "p99", "most", "ref.%", "moves", "rebinds", "fill",
	       "steps", "most", "p10", "ns", "p90");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (int p = 0; p <= LRH_ALL; p++)
			_row(rows[i].bookings, rows[i].days, (lrh_policy_t) p);
	return 0;
}
