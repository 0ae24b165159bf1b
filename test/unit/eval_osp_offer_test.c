/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_osp_offer_test.c - how the simulator of contrib/eval uses offers, and
 * the figures of a run: checked by hand, and slots against a model with a
 * number for each second.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/osp/osp_measure.h"
#include "contrib/eval/osp/osp_offer.h"
#include "test/unit/test_util.h"

/* A garq_t in slots */

#define SECONDS 600
#define DELTA 10
#define NODES 7

struct model {
	garq_t *g;
	time_t now;
	uint32_t used[SECONDS];
	time_t told;		/* the profile is reported up to here */
};

static uint32_t _slot_free(const struct model *m, time_t slot)
{
	uint32_t most = 0;

	for (time_t s = slot; s < slot + DELTA; s++)
		if (m->used[s] > most)
			most = m->used[s];
	return NODES - most;
}

/* Fewest free nodes in all slots that [t_s, t_e) meets. */
static uint32_t _free(const struct model *m, time_t t_s, time_t t_e)
{
	uint32_t least = NODES;

	for (time_t s = t_s / DELTA * DELTA; s < t_e; s += DELTA)
		if (_slot_free(m, s) < least)
			least = _slot_free(m, s);
	return least;
}

static void _some_reservations(struct model *m, rng_t *rng)
{
	memset(m, 0, sizeof(*m));
	m->now = rng_between(rng, 0, 35);
	m->g = garq_create(NODES, DELTA, 200, m->now);
	ck_assert_ptr_nonnull(m->g);
	for (uint64_t id = 0; id < 25; id++) {
		time_t t_s = rng_between(rng, m->now, 450);
		time_t t_e = t_s + rng_between(rng, 1, 80);
		uint32_t num_cn = (uint32_t) rng_between(rng, 1, 4);

		if (test_add(m->g, t_s, t_e, num_cn) < 0)
			continue;
		for (time_t s = t_s; s < t_e; s++)
			m->used[s] += num_cn;
	}
}

static bool _piece(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	struct model *m = arg;

	ck_assert_int_eq(t_s, m->told);
	ck_assert_int_gt(t_e, t_s);
	ck_assert_int_eq(t_e % DELTA, 0);
	for (time_t s = t_s; s < t_e; s += DELTA)
		ck_assert_uint_eq(num_free, _slot_free(m, s));
	m->told = t_e;
	return true;
}

static void _compare(struct model *m, rng_t *rng)
{
	struct sim_slotted slotted;
	const osp_space_t *space = &slotted.space;
	time_t t_s, t_e, dur, start = -1, want = -1;
	uint32_t least, num_cn = (uint32_t) rng_between(rng, 1, NODES);

	sim_slotted_init(&slotted, m->g, SECONDS);
	ck_assert_int_eq(space->now, (m->now + DELTA - 1) / DELTA * DELTA);
	t_s = rng_between(rng, space->now, 450);
	t_e = t_s + rng_between(rng, 1, 100);
	m->told = t_s / DELTA * DELTA;
	ck_assert_int_eq(space->profile(space->arg, t_s, t_e, _piece, m), 0);
	ck_assert_int_eq(m->told, (t_e + DELTA - 1) / DELTA * DELTA);
	ck_assert_int_eq(space->most(space->arg, t_s, t_e, &least), 0);
	ck_assert_uint_eq(least, _free(m, t_s, t_e));

	dur = rng_between(rng, 1, 40);
	for (time_t t = (t_s + DELTA - 1) / DELTA * DELTA;
	     (t <= t_e) && (want < 0); t += DELTA)
		if (_free(m, t, t + dur) >= num_cn)
			want = t;
	ck_assert_int_eq(space->earliest(space->arg, t_s, t_e, dur, num_cn,
					 &start), want >= 0);
	ck_assert_int_eq(start, want);
}

START_TEST(slots_have_what_is_free_all_along)
{
	static struct model m;
	rng_t rng = { test_seed() + (uint64_t) _i };

	for (int round = 0; round < 100; round++) {
		_some_reservations(&m, &rng);
		for (int i = 0; i < 30; i++)
			_compare(&m, &rng);
		garq_destroy(m.g);
	}
}
END_TEST

/* Figures 1 and 3 of the paper: 3 nodes, delta 1, User1 to User4. */
static garq_t *_figure_1(void)
{
	garq_t *g = garq_create(3, 1, 28, 0);

	ck_assert_ptr_nonnull(g);
	ck_assert_int_eq(test_add(g, 8, 10, 1), 0);
	ck_assert_int_eq(test_add(g, 10, 13, 2), 0);
	ck_assert_int_eq(test_add(g, 9, 12, 1), 0);
	ck_assert_int_eq(test_add(g, 15, 17, 3), 0);
	return g;
}

START_TEST(figure_1_user5_has_13_to_15)
{
	sim_policy *policy[] = {
		&sim_osp, &sim_osp_exact, &sim_osp_half, &sim_osp_around,
		&sim_first_fit, &sim_osp_time, &sim_osp_nodes, &sim_osp_both
	};
	struct sim_ask ask = { 11, 16, 2, 2 };
	struct sim_deal deal;
	garq_t *g = _figure_1();

	ck_assert_int_eq(policy[_i](g, &ask, &deal), 0);
	ck_assert_int_eq(deal.kind, SIM_SOLUTION);
	ck_assert_int_eq(deal.t_s, 13);
	ck_assert_int_eq(deal.t_e, 15);
	ck_assert_uint_eq(deal.num_cn, 2);
	garq_destroy(g);
}
END_TEST

START_TEST(rigid_refuses_it)
{
	struct sim_ask ask = { 11, 16, 2, 2 };
	struct sim_deal deal;
	garq_t *g = _figure_1();

	ck_assert_int_eq(sim_rigid(g, &ask, &deal), 0);
	ck_assert_int_eq(deal.kind, SIM_REFUSED);
	garq_destroy(g);
}
END_TEST

/* Alternatives: 4 nodes, 2 of them taken in [100, 100 + taken). */
static struct sim_deal _ask(sim_policy *policy, time_t taken,
			    time_t dur, uint32_t num_cn)
{
	struct sim_ask ask = { 100, 100 + dur, dur, num_cn };
	struct sim_deal deal;
	garq_t *g = garq_create(4, DELTA, 1000, 0);

	ck_assert_ptr_nonnull(g);
	ck_assert_int_eq(test_add(g, 100, 100 + taken, 2), 0);
	ck_assert_int_eq(policy(g, &ask, &deal), 0);
	garq_destroy(g);
	return deal;
}

START_TEST(half_the_time_is_taken_and_less_is_not)
{
	struct sim_deal deal = _ask(&sim_osp, 20, 40, 3);

	ck_assert_int_eq(deal.kind, SIM_ALTERNATIVE);
	ck_assert_int_eq(deal.t_s, 120);
	ck_assert_int_eq(deal.t_e, 140);
	/* four are free */
	ck_assert_uint_eq(deal.num_cn, 3);
	ck_assert_int_eq(_ask(&sim_osp, 30, 40, 3).kind, SIM_REFUSED);
	ck_assert_int_eq(_ask(&sim_osp_exact, 20, 40, 3).kind, SIM_REFUSED);
	ck_assert_int_eq(_ask(&sim_osp_exact, 20, 40, 2).kind, SIM_SOLUTION);
}
END_TEST

START_TEST(half_the_nodes_are_asked_for_again)
{
	struct sim_deal deal = _ask(&sim_osp_half, 30, 40, 4);

	ck_assert_int_eq(deal.kind, SIM_ALTERNATIVE);
	ck_assert_int_eq(deal.t_s, 100);
	ck_assert_int_eq(deal.t_e, 140);
	ck_assert_uint_eq(deal.num_cn, 2);
	ck_assert_int_eq(_ask(&sim_osp, 30, 40, 4).kind, SIM_REFUSED);
}
END_TEST

/* 4 nodes, 2 of them taken in [100, 100 + taken): half is had as a whole. */
static const struct reduced {
	sim_policy *policy;
	time_t taken;
	uint32_t num_cn;	/* asked for, for 40 */
	time_t t_s;		/* 0: refused */
	time_t t_e;
	uint32_t gets;
} reduced[] = {
	{ &sim_osp_time, 20, 3, 120, 140, 3 },
	{ &sim_osp_time, 10, 3, 110, 130, 3 },
	{ &sim_osp_time, 30, 3, 0, 0, 0 },
	{ &sim_osp_nodes, 30, 4, 100, 140, 2 },
	{ &sim_osp_nodes, 30, 3, 100, 140, 1 },
	{ &sim_osp_both, 30, 4, 100, 120, 2 },
	{ &sim_osp_both, 40, 3, 100, 120, 1 },
};

START_TEST(half_is_a_solution_or_nothing)
{
	const struct reduced *r = &reduced[_i];
	struct sim_deal deal = _ask(r->policy, r->taken, 40, r->num_cn);

	ck_assert_int_eq(deal.kind, r->t_s ? SIM_ALTERNATIVE : SIM_REFUSED);
	ck_assert_int_eq(deal.t_s, r->t_s);
	ck_assert_int_eq(deal.t_e, r->t_e);
	ck_assert_uint_eq(deal.num_cn, r->gets);
}
END_TEST

/* The whole request, before or after: the window has no gap as long. */
START_TEST(around_the_wish_is_all_of_it)
{
	struct sim_deal deal = _ask(&sim_osp_around, 30, 40, 3);

	ck_assert_int_eq(deal.kind, SIM_ALTERNATIVE);
	ck_assert((deal.t_s == 130) || (deal.t_s == 60));
	ck_assert_int_eq(deal.t_e, deal.t_s + 40);
	ck_assert_uint_eq(deal.num_cn, 3);
}
END_TEST

/* Figures of a run, by hand: 4 nodes, an hour of 12 slots, $1 a slot. */

static struct eval_job job[] = {
	{ 0, 500, 2, 0 },		/* reserves [600, 1200) and runs to 1100 */
	{ 10, 240, 1, 0 },		/* at once */
	{ 20, 600, 4, 0 },		/* at 1200 */
	{ 30, 300, 4, 0 },		/* asks for [900, 1200), and is refused */
};
static bool ar[] = { true, false, false, true };
static const struct sim_jobs jobs = {
	.job = job, .cnt = 4, .max_cn = 4, .delta = 300, .end = 3600,
};
static const struct sim_setup setup = {
	.jobs = &jobs, .ar = ar, .policy = &sim_rigid, .order = SIM_FCFS,
	.bt = 600, .slt = 0, .horizon = 86400,
};
static const osp_price_t price = {
	.delta = 300, .bcost = SIM_BCOST, .tau = SIM_TAU,
};

#define near(a, b) ck_assert_double_eq_tol(a, b, 1e-9)

START_TEST(figures_by_hand)
{
	static const double busy_by_hand[12] = {
		0.8, 0, 2, 4.0 / 3, 4, 4
	};
	struct sim_result result;
	struct sim_figures f;
	double busy[12];

	ck_assert_uint_eq(sim_slots(&jobs), 12);
	ck_assert_int_eq(sim_run(&setup, &result), 0);
	ck_assert_int_eq(sim_measure(&setup, &result, &price, &f, busy), 0);
	ck_assert_uint_eq(f.asked, 2);
	ck_assert_uint_eq(f.solutions, 1);
	ck_assert_uint_eq(f.alternatives, 0);
	ck_assert_uint_eq(f.refused, 1);
	ck_assert_uint_eq(f.queued, 2);
	near(f.utilisation, (1000 + 240 + 2400) / (3600.0 * 4));
	near(f.utilisation_all, (1000 + 240 + 2400) / (1800.0 * 4));
	/* 2 slots of 2 nodes; 4 minutes of 1 and 10 minutes of 4 */
	near(f.revenue_ar, 4);
	near(f.revenue_queue, 0.2 + 2);
	near(f.asked_work, 1200 + 1200);
	near(f.given_work, 1200);
	near(f.alternative_work, 0);
	near(f.shift, 0);
	near(f.wait, 590);
	near(f.wait_median, 590);
	for (int k = 0; k < 12; k++)
		near(busy[k], busy_by_hand[k]);
	near(f.change, (0.8 + 2 + 2 / 3.0 + 8 / 3.0 + 0 + 4) / 11);
	sim_result_free(&result);
}
END_TEST

/* Run time after the period does not count as utilisation. */
START_TEST(the_period_ends)
{
	struct sim_jobs early = jobs;
	struct sim_setup s = setup;
	struct sim_result result;
	struct sim_figures f;
	double busy[5];

	early.end = 1500;
	s.jobs = &early;
	ck_assert_int_eq(sim_run(&s, &result), 0);
	ck_assert_int_eq(sim_measure(&s, &result, &price, &f, busy), 0);
	near(f.utilisation, (1000 + 240 + 1200) / (1500.0 * 4));
	near(f.utilisation_all, (1000 + 240 + 2400) / (1800.0 * 4));
	sim_result_free(&result);
}
END_TEST

static const char *_told(const struct sim_result *result,
			 const struct sim_figures *f)
{
	return sim_conserved(&setup, result, f);
}

START_TEST(what_is_lost_is_told)
{
	struct sim_result result;
	struct sim_figures f, g;
	double busy[12];

	ck_assert_int_eq(sim_run(&setup, &result), 0);
	ck_assert_int_eq(sim_measure(&setup, &result, &price, &f, busy), 0);
	ck_assert_ptr_null(_told(&result, &f));
	g = f;
	g.refused++;
	ck_assert_ptr_nonnull(_told(&result, &g));
	g = f;
	g.queued--;
	ck_assert_ptr_nonnull(_told(&result, &g));
	result.busy++;
	ck_assert_ptr_nonnull(_told(&result, &f));
	result.busy--;
	result.fate[1].run_end--;
	ck_assert_ptr_nonnull(_told(&result, &f));
	result.fate[1].run_end++;
	result.fate[0].num_cn--;
	ck_assert_ptr_nonnull(_told(&result, &f));
	result.fate[0].num_cn++;
	result.fate[3].num_cn++;
	ck_assert_ptr_nonnull(_told(&result, &f));
	result.fate[3].num_cn--;
	ck_assert_ptr_null(_told(&result, &f));
	sim_result_free(&result);
}
END_TEST

/* Whole runs on made-up jobs: no violation, nothing lost. */
START_TEST(whole_runs_hold)
{
	static sim_policy *const policies[] = {
		&sim_rigid, &sim_first_fit, &sim_osp, &sim_osp_exact,
		&sim_osp_half, &sim_osp_around, &sim_osp_time, &sim_osp_nodes,
		&sim_osp_both
	};
	struct sim_selection selection = {
		.max_cn = 16, .per_cn = 1, .delta = 300, .days = 14,
		.from_log = _i % 2, .requested = _i % 3 == 1,
	};
	rng_t rng = { test_seed() };
	struct eval_jobs log;
	struct sim_jobs made;
	struct sim_setup s = setup;
	struct sim_result result;
	struct sim_figures f;
	bool *chosen;
	double *busy;

	ck_assert_int_eq(eval_jobs_generate(1500, test_seed(), &log), 0);
	for (uint32_t i = 0; i < log.cnt; i++)
		log.job[i].requested = rng_between(&rng, 0, 3) *
			log.job[i].dur;
	ck_assert_int_eq(sim_jobs_select(&log, &selection, &made), 0);
	chosen = calloc(made.cnt, sizeof(*chosen));
	busy = calloc(sim_slots(&made), sizeof(*busy));
	ck_assert(chosen && busy);
	ck_assert_int_ge(sim_jobs_choose(&made, 30, test_seed(), chosen), 0);
	s.jobs = &made;
	s.ar = chosen;
	s.order = SIM_EASY;
	s.policy = policies[_i % COUNT(policies)];
	s.bt = 3600 * (1 + _i / COUNT(policies) * 4);
	s.alone = _i / 2 % 2;
	s.slt = 3600 * (_i % 5);
	s.requeue = _i % 4 > 1;
	ck_assert_int_eq(sim_run(&s, &result), 0);
	ck_assert_int_eq(sim_measure(&s, &result, &price, &f, busy), 0);
	ck_assert_uint_gt(f.solutions, 0);
	sim_result_free(&result);
	free(chosen);
	free(busy);
	sim_jobs_free(&made);
	eval_jobs_free(&log);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("osp_offer");
	TCase *tc = test_case(suite, "offers", 60);

	tcase_add_loop_test(tc, slots_have_what_is_free_all_along, 0, 4);
	tcase_add_loop_test(tc, figure_1_user5_has_13_to_15, 0, 8);
	tcase_add_test(tc, rigid_refuses_it);
	tcase_add_test(tc, half_the_time_is_taken_and_less_is_not);
	tcase_add_test(tc, half_the_nodes_are_asked_for_again);
	tcase_add_loop_test(tc, half_is_a_solution_or_nothing, 0,
			    COUNT(reduced));
	tcase_add_test(tc, around_the_wish_is_all_of_it);
	tc = test_case(suite, "figures", 60);
	tcase_add_test(tc, figures_by_hand);
	tcase_add_test(tc, the_period_ends);
	tcase_add_test(tc, what_is_lost_is_told);
	tcase_add_loop_test(tc, whole_runs_hold, 0, 36);
	return test_run(suite);
}
