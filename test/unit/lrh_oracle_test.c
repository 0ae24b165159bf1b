/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_oracle_test.c - random operations; plans are compared with the paper's
 * algorithm applied to all bookings.
 */
#include <stdio.h>
#include <stdlib.h>

#include "test/unit/lrh_plan_world.h"

#define WORLDS 400
#define STEPS 60

struct game {
	struct plan_world w;
	rng_t r;
	uint64_t op;
	uint64_t admitted;
	uint64_t moved;
	uint64_t refused;
	uint64_t waiting;	/* not by the paper's order, and yet in its place
				 * in it from before its start on */
	uint64_t unbound;	/* the counts allow it, nodes do not */
	uint64_t unsettled;	/* for want of nodes someone waits who need not */
};

/* The start of a booking in a plan. */
static time_t _start(const struct lrh_booking *b, const lrh_plan_t *plan)
{
	for (size_t i = 0; i < plan->cnt; i++)
		if (plan->moves[i].id == b->id)
			return plan->moves[i].start;
	return b->start;
}

static void _agree(struct game *g, const struct plan_oracle *o,
		   const lrh_plan_t *plan)
{
	for (size_t i = 0; i < o->cnt; i++) {
		const struct lrh_booking *b = o->lie[i].b;

		agree(g, b ? _start(b, plan) : plan->self.start,
		      o->lie[i].start, b ? "a start" : "the start");
	}
}

static void _each_move(struct game *g, const lrh_plan_t *plan)
{
	for (size_t i = 0; i < plan->cnt; i++) {
		const lrh_move_t *m = &plan->moves[i];
		const struct lrh_booking *b = lrh_find(g->w.l, m->id);

		ck_assert_ptr_nonnull(b);
		ck_assert_int_eq(m->was, b->start);
		ck_assert(b->start > g->w.now);
		ck_assert(!i || (plan->moves[i - 1].id < m->id));
		if (m->nodes)
			ck_assert_uint_eq(garq_set_count(m->nodes), b->num_cn);
		if (m->start == b->start)
			continue;
		ck_assert(b->start >= g->w.now + g->w.options.freeze);
		ck_assert(m->start >= g->w.now + g->w.options.freeze);
		g->moved++;
	}
}

static void _apply(struct game *g, const lrh_request_t *rq,
		   const lrh_plan_t *plan)
{
	_each_move(g, plan);
	ck_assert_int_eq(lrh_apply(g->w.l, g->w.m, rq, plan), 0);
	plan_world_check(&g->w);
}

/*
 * Is every booking where the paper's order places it? Then a plan moves none.
 */
static bool _is_settled(const struct game *g)
{
	struct plan_oracle o;

	plan_oracle(&g->w, NULL, &o);
	for (size_t i = 0; i < o.cnt; i++)
		if (o.lie[i].b->start != o.lie[i].start)
			return false;
	return o.fits;
}

/* Ask for a request by the paper's order. */
static void _ask_seed(struct game *g, const lrh_request_t *rq)
{
	struct plan_oracle o;
	lrh_plan_t plan;

	g->w.options.policy = LRH_PAPER;
	ck_assert_int_eq(lrh_plan(g->w.l, rq, &g->w.options, &plan), 0);
	ck_assert_ptr_null(plan.unsound);
	plan_oracle(&g->w, rq, &o);
	if (plan.fits) {
		agree(g, o.fits, true, "whether it fits");
		agree(g, plan.order, LRH_ORDER_PAPER, "the order");
		_agree(g, &o, &plan);
	} else if (o.fits) {
		ck_assert_msg(g->w.hard, "operation %" PRIu64 ": no nodes",
			      g->op);
		g->unbound++;
	} else {
		agree(g, plan.blocked, o.blocked, "who is blocked");
	}
	lrh_plan_free(&plan);
}

static bool _fits(struct game *g, const lrh_request_t *rq, lrh_policy_t policy)
{
	uint64_t sum = plan_world_sum(&g->w);
	lrh_plan_t plan;
	bool fits;

	g->w.options.policy = policy;
	ck_assert_int_eq(lrh_plan(g->w.l, rq, &g->w.options, &plan), 0);
	ck_assert_ptr_null(plan.unsound);
	ck_assert_uint_eq(sum, plan_world_sum(&g->w));
	fits = plan.fits;
	lrh_plan_free(&plan);
	return fits;
}

/* Further orders refuse nothing that the paper's order admits. */
static void _compare_policies(struct game *g, const lrh_request_t *rq)
{
	bool all = _fits(g, rq, LRH_ALL);

	agree(g, all || !_fits(g, rq, LRH_PAPER), true,
	      "all orders as the paper");
	agree(g, all || !_fits(g, rq, LRH_FIRST_FIT), true,
	      "all orders as first fit");
}

/* The first start at which enough nodes are free beside all others, second by
 * second; PLAN_SECONDS: there is none. */
static time_t _first_free(const struct game *g, const lrh_request_t *rq)
{
	const garq_nodes_t *nodes = garq_machine_nodes(g->w.m);
	time_t t = test_max(rq->t_esr, g->w.now);

	while ((t <= rq->t_lsr) &&
	       (garq_nodes_free(nodes, rq->eligible, t, t + rq->t_e, rq->id,
				NULL) < rq->num_cn))
		t++;
	return (t <= rq->t_lsr) ? t : PLAN_SECONDS;
}

/*
 * Nobody starts later than at a start that is free: others move for an earlier
 * one alone. A booking that is changed may find that others have waited for its
 * nodes.
 */
static void _starts_early(struct game *g, const lrh_request_t *rq,
			  const lrh_plan_t *plan)
{
	if (!lrh_find(g->w.l, rq->id) || (plan->order != LRH_ORDER_PAPER))
		agree(g, plan->self.start <= _first_free(g, rq), true,
		      "no later than the first free start");
}

/*
 * Book a request by all orders: afterwards the paper's order gives the same
 * starts.
 */
static void _book(struct game *g, const lrh_request_t *rq)
{
	uint64_t sum = plan_world_sum(&g->w);
	lrh_plan_t plan;

	g->w.options.policy = rng_one_in(&g->r, 3) ? LRH_PAPER : LRH_ALL;
	ck_assert_int_eq(lrh_plan(g->w.l, rq, &g->w.options, &plan), 0);
	ck_assert_ptr_null(plan.unsound);
	ck_assert_uint_eq(sum, plan_world_sum(&g->w));
	if (plan.fits && (g->w.options.policy == LRH_ALL))
		_starts_early(g, rq, &plan);
	if (plan.fits) {
		g->admitted++;
		g->waiting += (plan.order != LRH_ORDER_PAPER) &&
			      (plan.self.not_before < plan.self.start);
		_apply(g, rq, &plan);
	} else {
		g->refused++;
	}
	lrh_plan_free(&plan);
}

static void _room(struct game *g, time_t t_s, time_t t_e)
{
	struct plan_oracle o;
	lrh_plan_t plan;

	plan_oracle(&g->w, NULL, &o);
	ck_assert_int_eq(lrh_plan_room(g->w.l, t_s, t_e, &g->w.options, &plan),
			 0);
	ck_assert(plan.fits);
	if (o.fits && !g->w.hard && plan.cnt) {
		bool differs = false;

		for (size_t i = 0; i < o.cnt; i++)
			differs |= (o.lie[i].b->start != o.lie[i].start);
		if (differs)
			_agree(g, &o, &plan);
	}
	if (!o.fits)
		for (size_t i = 0; i < plan.cnt; i++)
			ck_assert(plan.moves[i].start <= plan.moves[i].was);
	_apply(g, NULL, &plan);
	lrh_plan_free(&plan);
}

static void _drop(struct game *g)
{
	const struct lrh_booking *b = plan_world_any(&g->w, &g->r);
	time_t t_s, t_e;

	if (!b)
		return;
	t_s = b->start;
	t_e = b->start + b->t_e;
	ck_assert_int_eq(garq_machine_release(g->w.m, b->id), 0);
	ck_assert(lrh_drop(g->w.l, b->id));
	_room(g, t_s, t_e);
}

/* Ask for a known booking with other times. */
static void _update(struct game *g)
{
	const struct lrh_booking *b = plan_world_any(&g->w, &g->r);
	lrh_request_t rq;

	if (!b || (b->start <= g->w.now))
		return;
	rq = plan_world_request(&g->w, &g->r);
	rq.id = b->id;
	if (rng_one_in(&g->r, 2)) {
		garq_set_destroy((garq_set_t *) rq.eligible);
		rq.eligible = garq_set_copy(b->class->nodes);
		rq.num_cn = b->num_cn;
		rq.pinned = b->pinned;
	}
	if (_is_settled(g))
		_ask_seed(g, &rq);
	_compare_policies(g, &rq);
	_book(g, &rq);
	garq_set_destroy((garq_set_t *) rq.eligible);
}

static void _step(struct game *g)
{
	lrh_request_t rq;

	g->op++;
	switch (rng_below(&g->r, 8)) {
	case 0:
		plan_world_advance(&g->w, rng_between(&g->r, 1, 3));
		break;
	case 1:
		_drop(g);
		break;
	case 2:
		plan_world_hold(&g->w, &g->r);
		break;
	case 3:
		_update(g);
		break;
	default:
		if (g->w.l->cnt >= PLAN_BOOKINGS)
			return;
		rq = plan_world_request(&g->w, &g->r);
		if (_is_settled(g))
			_ask_seed(g, &rq);
		_compare_policies(g, &rq);
		_book(g, &rq);
		garq_set_destroy((garq_set_t *) rq.eligible);
	}
	if (!_is_settled(g)) {
		ck_assert_msg(g->w.hard, "operation %" PRIu64 ": unsettled",
			      g->op);
		g->unsettled++;
	}
}

static void _play(bool hard)
{
	struct game g = { .r = { test_seed() } };
	uint64_t sum[4] = { 0 };

	for (int i = 0; i < test_some(WORLDS); i++) {
		g.op = (uint64_t) i * 1000;
		plan_world_init(&g.w, &g.r, hard);
		while ((g.w.now < 40) && (g.op % 1000 < STEPS))
			_step(&g);
		plan_world_free(&g.w);
	}
	sum[0] = g.admitted;
	sum[1] = g.moved;
	sum[2] = g.refused;
	sum[3] = g.waiting;
	for (int i = 0; i < COUNT(sum); i++)
		ck_assert_uint_gt(sum[i], 0);
	if (getenv("VERBOSE"))
		printf("admitted %" PRIu64 ", moved %" PRIu64 ", refused %" PRIu64
		       ", no nodes %" PRIu64 ", unsettled %" PRIu64 "\n",
		       g.admitted, g.moved, g.refused, g.unbound,
		       g.unsettled);
}

START_TEST(is_the_seeds_algorithm)
{
	_play(false);
}
END_TEST

START_TEST(also_where_counts_do_not_say_all)
{
	_play(true);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_oracle");
	TCase *c = test_case(s, "random", 300);

	tcase_add_test(c, is_the_seeds_algorithm);
	tcase_add_test(c, also_where_counts_do_not_say_all);
	return test_run(s);
}
