/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-turns.c - how long one turn of a plan takes, and the carrying out of a
 * plan, on a large machine with many bookings.
 *
 * Bookings have 1 node to a fifth of all (small ones more often) for 1 to 8
 * hours; one in five names its nodes, half of the others have a window of up to
 * 24 hours. They are as many as fit in the days that they would use up to 7/10.
 * Steps, turns and moves are those of the defaults of sched/garq.
 *
 *	bench-turns [NODES [BOOKINGS [REQUESTS [SEED]]]]
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/bench/bench_plan.h"
#include "contrib/bench/bench_util.h"

#define HOUR 3600
#define LOAD 0.7

static struct {
	uint32_t nodes;
	uint32_t bookings;
	uint32_t requests;
	garq_machine_t *m;
	lrh_t *l;
	int64_t hours;		/* starts lie in that many */
} site = { .nodes = 10000, .bookings = 10000, .requests = 2000 };

/* The longest turn, plan and carrying out. */
static struct {
	double turn_ms, plan_ms, apply_ms;
	uint64_t turn_steps, unit, turns, plans, fits, cut;
	size_t moves;
	double turn_begun;
	uint64_t steps_before;
} seen;

static uint32_t _num_cn(void)
{
	double most = log(site.nodes / 5.0);

	return 1 + (uint32_t) exp(most * (double) bench_random(1000) / 1000);
}

/* The caller owns eligible. */
static lrh_request_t _request(uint64_t id)
{
	bool named = !bench_random(5);
	lrh_request_t rq = {
		.id = id, .num_cn = _num_cn(), .pinned = named,
		.t_e = (time_t) (1 + bench_random(8)) * HOUR,
		.t_esr = (time_t) bench_random((uint64_t) site.hours * 12) * 300 + HOUR,
	};
	garq_set_t *set = bench_need(garq_set_create(site.nodes));
	uint32_t first = named ? (uint32_t) bench_random(site.nodes) : 0;

	for (uint32_t i = 0; i < (named ? rq.num_cn : site.nodes); i++)
		garq_set_add(set, (first + i) % site.nodes);
	rq.eligible = set;
	rq.t_lsr = rq.t_esr + (bench_random(2) ? 0 :
			       (time_t) (1 + bench_random(24)) * HOUR);
	rq.stays = (rq.t_esr == rq.t_lsr);
	rq.not_before = rq.t_esr;
	return rq;
}

static void _turn_ends(uint64_t steps)
{
	double ms = bench_cpu_ms() - seen.turn_begun;

	seen.turns++;
	if (ms > seen.turn_ms)
		seen.turn_ms = ms;
	if (steps - seen.steps_before > seen.turn_steps)
		seen.turn_steps = steps - seen.steps_before;
	seen.steps_before = steps;
}

static uint64_t _turn(void *arg, uint64_t steps, time_t from)
{
	(void) arg;
	(void) from;
	_turn_ends(steps);
	seen.turn_begun = bench_cpu_ms();
	return steps + BENCH_TURN;
}

static void _apply(const lrh_request_t *rq, const lrh_plan_t *plan)
{
	double begun = bench_cpu_ms(), ms;

	if (lrh_apply(site.l, site.m, rq, plan))
		bench_need(NULL);
	ms = bench_cpu_ms() - begun;
	if (ms > seen.apply_ms)
		seen.apply_ms = ms;
	if (plan->cnt > seen.moves)
		seen.moves = plan->cnt;
}

/* Ask for a request, and book it if it fits. RET whether it did */
static bool _ask(uint64_t id, const lrh_options_t *options)
{
	lrh_request_t rq = _request(id);
	double begun = bench_cpu_ms();
	lrh_plan_t plan;
	bool fits;

	seen.turn_begun = begun;
	seen.steps_before = 0;
	if (lrh_plan(site.l, &rq, options, &plan))
		bench_need(NULL);
	if (options->turn) {
		_turn_ends(plan.work);
		if (bench_cpu_ms() - begun > seen.plan_ms)
			seen.plan_ms = bench_cpu_ms() - begun;
		if (plan.unit > seen.unit)
			seen.unit = plan.unit;
		seen.plans++;
		seen.fits += plan.fits;
		seen.cut += plan.cut;
	}
	fits = plan.fits;
	if (fits)
		_apply(&rq, &plan);
	lrh_plan_free(&plan);
	garq_set_destroy((garq_set_t *) rq.eligible);
	return fits;
}

/* First fit fills fast. */
static void _fill(void)
{
	lrh_options_t options = { .policy = LRH_FIRST_FIT };
	double mean = site.nodes / 5.0 / log(site.nodes / 5.0) * 4.5;
	uint32_t booked = 0;

	site.hours = (int64_t) (mean * site.bookings / site.nodes / LOAD);
	site.m = bench_need(garq_machine_create(site.nodes, NULL, 300,
						(site.hours + 48) * HOUR, 0));
	site.l = bench_need(lrh_create(site.m));
	for (uint64_t id = 1; (booked < site.bookings) &&
	     (id < 20 * (uint64_t) site.bookings); id++)
		booked += _ask(id, &options);
	seen.apply_ms = 0;
	seen.moves = 0;
	printf("%u nodes, %u bookings, %" PRId64 " days\n", site.nodes, booked,
	       site.hours / 24);
}

static void _print(void)
{
	printf("plans %" PRIu64 ", fit %" PRIu64 ", cut %" PRIu64
	       ", turns %" PRIu64 "\n", seen.plans, seen.fits, seen.cut,
	       seen.turns);
	printf("longest plan %.1f ms, longest turn %.2f ms, %" PRIu64
	       " steps of %u, longest unit %" PRIu64 " steps\n", seen.plan_ms,
	       seen.turn_ms, seen.turn_steps, (unsigned) BENCH_TURN, seen.unit);
	printf("most moves %zu, longest carrying out %.2f ms\n", seen.moves,
	       seen.apply_ms);
}

int main(int argc, char **argv)
{
	lrh_options_t options = bench_plan;
	uint32_t *words[] = { &site.nodes, &site.bookings, &site.requests };

	for (int i = 1; (i < argc) && (i <= 3); i++)
		*words[i - 1] = (uint32_t) strtoul(argv[i], NULL, 10);
	if (argc > 4)
		bench_seed(strtoull(argv[4], NULL, 10));
	options.turn = _turn;
	options.turn_at = BENCH_TURN;
	_fill();
	for (uint32_t i = 0; i < site.requests; i++)
		(void) _ask(1000000000 + (uint64_t) i, &options);
	_print();
	lrh_destroy(site.l);
	garq_machine_destroy(site.m);
	return 0;
}
