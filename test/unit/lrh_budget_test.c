/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_budget_test.c - the steps and moves of plans: two machines that live the
 * same life get the same plans whatever the budget is, and the budget is kept;
 * a limit stops all phases, and what it stops is never told as proven.
 */
#include <stdio.h>
#include <stdlib.h>

#include "test/unit/lrh_plan_world.h"

#define WORLDS 200
#define STEPS 40

/* One question: a request, or room. */
struct question {
	lrh_request_t rq;
	bool room;
	time_t t_s;
	time_t t_e;
};

struct life {
	struct plan_world w;
	rng_t r;
};

/* How often a budget made a difference, and what was taken above it. */
struct seen {
	uint64_t cut;
	uint64_t refused;
	uint64_t most;
	uint64_t most_room;
};

static struct question _question(struct life *life)
{
	struct question q = { .room = rng_one_in(&life->r, 4) };

	q.rq = plan_world_request(&life->w, &life->r);
	q.t_s = life->w.now + rng_between(&life->r, 0, 20);
	q.t_e = q.t_s + rng_between(&life->r, 1, 40);
	return q;
}

static lrh_plan_t _ask(struct life *life, const struct question *q,
		       uint64_t budget)
{
	lrh_plan_t plan;
	int rc;

	life->w.options.budget = budget;
	rc = q->room ?
	     lrh_plan_room(life->w.l, q->t_s, q->t_e, &life->w.options, &plan) :
	     lrh_plan(life->w.l, &q->rq, &life->w.options, &plan);
	ck_assert_int_eq(rc, 0);
	return plan;
}

/*
 * One unit of work looks at each node and some of its holds, or at the segments
 * of each pool; in these worlds none takes 400 steps.
 */
#define UNIT (50 * PLAN_NODES)

/*
 * The least budget leaves the phases that are always gone through. A further
 * order takes one unit more than the budget; where room has appeared what was
 * found is bound besides, which takes no more than all of the plan does.
 */
static void _kept(struct life *life, const struct question *q, uint64_t budget,
		  const lrh_plan_t *plan, struct seen *seen)
{
	lrh_plan_t least = _ask(life, q, 1), all = _ask(life, q, 0);
	uint64_t allowed = (budget > least.steps) ? budget : least.steps;
	uint64_t *most = q->room ? &seen->most_room : &seen->most;
	uint64_t above = plan->steps - test_min(plan->steps, allowed);

	ck_assert(all.fits || !plan->fits);
	ck_assert(plan->fits || !least.fits);
	ck_assert_uint_le(above, q->room ? all.steps + UNIT : UNIT);
	*most = test_max(*most, above);
	seen->cut += (plan->steps < all.steps);
	seen->refused += (all.fits && !plan->fits);
	lrh_plan_free(&least);
	lrh_plan_free(&all);
}

/* Any budget up to what the question takes without one. */
static uint64_t _budget(struct life *life, const struct question *q)
{
	lrh_plan_t all = _ask(life, q, 0);
	uint64_t budget = 1 + rng_below(&life->r, all.steps + 1);

	lrh_plan_free(&all);
	return budget;
}

static void _live(struct life life[2], struct seen *seen)
{
	struct question q[2];
	lrh_plan_t plan[2];
	uint64_t budget = 0;

	for (int i = 0; i < 2; i++) {
		q[i] = _question(&life[i]);
		budget = _budget(&life[i], &q[i]);
		plan[i] = _ask(&life[i], &q[i], budget);
	}
	plan_world_same(&plan[0], &plan[1]);
	ck_assert_uint_eq(plan[0].steps, plan[1].steps);
	_kept(&life[0], &q[0], budget, &plan[0], seen);
	for (int i = 0; i < 2; i++) {
		if (plan[i].fits && (life[i].w.l->cnt < PLAN_BOOKINGS))
			ck_assert_int_eq(lrh_apply(life[i].w.l, life[i].w.m,
						   q[i].room ? NULL : &q[i].rq,
						   &plan[i]), 0);
		lrh_plan_free(&plan[i]);
		garq_set_destroy((garq_set_t *) q[i].rq.eligible);
		if (rng_one_in(&life[i].r, 5))
			plan_world_hold(&life[i].w, &life[i].r);
		if (rng_one_in(&life[i].r, 8))
			plan_world_advance(&life[i].w, 1);
	}
	ck_assert_uint_eq(plan_world_sum(&life[0].w),
			  plan_world_sum(&life[1].w));
}

START_TEST(the_same_life_gets_the_same_plans)
{
	struct seen seen = { .cut = 0 };
	rng_t r = { test_seed() };

	for (int i = 0; i < WORLDS; i++) {
		struct life life[2] = { { .r = { rng_next(&r) } } };

		life[1].r = life[0].r;
		for (int k = 0; k < 2; k++) {
			plan_world_init(&life[k].w, &life[k].r, i % 2);
			life[k].w.options.policy = LRH_ALL;
		}
		for (int j = 0; j < STEPS; j++)
			_live(life, &seen);
		for (int k = 0; k < 2; k++)
			plan_world_free(&life[k].w);
	}
	if (getenv("VERBOSE"))
		printf("cut short %" PRIu64 ", refused by it %" PRIu64
		       ", steps above %" PRIu64 ", room %" PRIu64 "\n",
		       seen.cut, seen.refused, seen.most, seen.most_room);
	ck_assert_uint_gt(seen.cut, 0);
	ck_assert_uint_gt(seen.refused, 0);
}
END_TEST

/* A limit of all phases, and a number of moves; see _limited(). */
struct limited {
	uint64_t cut;
	uint64_t capped;
	uint64_t refused;
	uint64_t most;		/* steps above the limit */
};

/*
 * Ask with a limit of steps and moves, and apply the answer. The plan keeps both;
 * it is sound; and where it finds no place that there is, it says so.
 */
static void _limited(struct life *life, struct limited *seen)
{
	struct question q = _question(life);
	lrh_options_t *options = &life->w.options;
	lrh_plan_t all = _ask(life, &q, 0), plan;

	options->limit = 1 + rng_below(&life->r, all.steps + 1);
	options->moves = (uint32_t) rng_below(&life->r, 4);
	plan = _ask(life, &q, rng_one_in(&life->r, 2) ? options->limit / 2 : 0);
	ck_assert_pstr_eq(plan.unsound, NULL);
	ck_assert(!all.fits || plan.fits || plan.cut || plan.capped);
	ck_assert(!options->moves || (plan.cnt <= options->moves));
	ck_assert(options->moves || !plan.capped);
	ck_assert_uint_le(plan.steps, options->limit + UNIT);
	if (plan.steps > options->limit)
		seen->most = test_max(seen->most, plan.steps - options->limit);
	seen->cut += plan.cut;
	seen->capped += plan.capped;
	seen->refused += (all.fits && !plan.fits);
	options->limit = 0;
	options->moves = 0;
	if (plan.fits && (life->w.l->cnt < PLAN_BOOKINGS))
		ck_assert_int_eq(lrh_apply(life->w.l, life->w.m,
					   q.room ? NULL : &q.rq, &plan), 0);
	lrh_plan_free(&all);
	lrh_plan_free(&plan);
	garq_set_destroy((garq_set_t *) q.rq.eligible);
}

START_TEST(a_limit_stops_all_phases)
{
	struct limited seen = { .cut = 0 };
	rng_t r = { test_seed() };

	for (int i = 0; i < WORLDS; i++) {
		struct life life = { .r = { rng_next(&r) } };

		plan_world_init(&life.w, &life.r, false);
		life.w.options.policy = rng_one_in(&life.r, 4) ? LRH_PAPER :
								 LRH_ALL;
		for (int j = 0; j < STEPS; j++) {
			_limited(&life, &seen);
			plan_world_check(&life.w);
			if (rng_one_in(&life.r, 5))
				plan_world_hold(&life.w, &life.r);
			if (rng_one_in(&life.r, 8))
				plan_world_advance(&life.w, 1);
		}
		plan_world_free(&life.w);
	}
	if (getenv("VERBOSE"))
		printf("cut %" PRIu64 ", capped %" PRIu64 ", refused by it %"
		       PRIu64 ", steps above %" PRIu64 "\n", seen.cut,
		       seen.capped, seen.refused, seen.most);
	ck_assert_uint_gt(seen.cut, 0);
	ck_assert_uint_gt(seen.capped, 0);
	ck_assert_uint_gt(seen.refused, 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_budget");
	TCase *c = test_case(s, "random", 300);

	tcase_add_test(c, the_same_life_gets_the_same_plans);
	tcase_add_test(c, a_limit_stops_all_phases);
	return test_run(s);
}
