/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_large_test.c - plans on a machine of 2,000 nodes keep their limits, and
 * their turns on one of 10,000.
 *
 *	VERBOSE=1 test/unit/lrh_large_test
 *
 * prints the most steps of a plan, and how many plans were cut; then those of a
 * turn. Half of the requests have a window, one in five names its nodes: a search
 * for exchanges then has far to go.
 */
#include <stdio.h>
#include <stdlib.h>

#include "lrh/lrh.h"
#include "test/unit/test_util.h"

#define NODES 2000
#define REQUESTS 300
#define HOUR 3600
#define HOURS 48

/*
 * What a unit of work may take above the limit: a look at each node, and at the
 * holds of as many; or a walk (LRH_WALK) on each node of a booking.
 */
#define LARGE(nodes) ((nodes) / 5)	/* nodes of a booking, at most */
#define UNIT(nodes) (8192 + (5 * (nodes)) + (24 * LARGE(nodes)))

/* The large machine, its bookings, and the steps of a turn (STEPS_TURN). */
#define MANY_NODES 10000
#define BOOKINGS 3000
#define DAYS 6
#define PLANS 40
#define TURN 128000

static const lrh_options_t options = {
	.policy = LRH_ALL, .freeze = 300, .budget = 100000, .limit = 200000,
	.moves = 16,
};

struct site {
	uint32_t nodes;
	int64_t hours;		/* requests start in so many */
	int64_t window;		/* hours, at most */
	uint32_t large;		/* nodes of a request, at most */
	garq_machine_t *m;
	lrh_t *l;
	rng_t r;
};

struct seen {
	uint64_t most;
	uint32_t booked, cut, capped, untried;
};

static garq_set_t *_some_nodes(struct site *s, uint32_t num_cn)
{
	garq_set_t *set = garq_set_create(s->nodes);
	uint32_t first = (uint32_t) rng_below(&s->r, s->nodes);

	ck_assert_ptr_nonnull(set);
	for (uint32_t i = 0; i < num_cn; i++)
		garq_set_add(set, (first + i) % s->nodes);
	return set;
}

/* The caller owns eligible. */
static lrh_request_t _request(struct site *s, uint64_t id)
{
	bool named = rng_one_in(&s->r, 5), rigid = rng_one_in(&s->r, 2);
	lrh_request_t rq = {
		.id = id, .pinned = named, .stays = rigid,
		.num_cn = (uint32_t) rng_between(&s->r, 1, s->large),
		.t_e = rng_between(&s->r, 1, 8) * HOUR,
		.t_esr = rng_between(&s->r, 1, s->hours * 12) * 300,
	};

	rq.eligible = _some_nodes(s, named ? rq.num_cn : s->nodes);
	rq.t_lsr = rq.t_esr + (rigid ? 0 : rng_between(&s->r, 1, s->window) * HOUR);
	rq.not_before = rq.t_esr;
	return rq;
}

static void _ask(struct site *s, uint64_t id, struct seen *seen)
{
	lrh_request_t rq = _request(s, id);
	lrh_plan_t plan;

	ck_assert_int_eq(lrh_plan(s->l, &rq, &options, &plan), 0);
	ck_assert_pstr_eq(plan.unsound, NULL);
	ck_assert_uint_le(plan.steps, options.limit + UNIT(s->nodes));
	ck_assert_uint_le(plan.cnt, options.moves);
	seen->most = test_max(seen->most, plan.steps);
	seen->booked += plan.fits;
	seen->cut += plan.cut;
	seen->capped += plan.capped;
	seen->untried += !plan.fits && (plan.cut || plan.capped);
	if (plan.fits)
		ck_assert_int_eq(lrh_apply(s->l, s->m, &rq, &plan), 0);
	lrh_plan_free(&plan);
	garq_set_destroy((garq_set_t *) rq.eligible);
}

/* Room appears: what starts earlier keeps the limits, too. */
static void _use_room(struct site *s, struct seen *seen)
{
	time_t t_s = rng_between(&s->r, 1, HOURS) * HOUR;
	lrh_plan_t plan;

	ck_assert_int_eq(lrh_plan_room(s->l, t_s, t_s + 4 * HOUR, &options,
				       &plan), 0);
	ck_assert_uint_le(plan.steps, options.limit + UNIT(s->nodes));
	ck_assert_uint_le(plan.cnt, options.moves);
	seen->most = test_max(seen->most, plan.steps);
	ck_assert_int_eq(lrh_apply(s->l, s->m, NULL, &plan), 0);
	lrh_plan_free(&plan);
}

static void _open(struct site *s)
{
	s->m = garq_machine_create(s->nodes, NULL, 300, 10 * 86400, 0);
	ck_assert_ptr_nonnull(s->m);
	s->l = lrh_create(s->m);
	ck_assert_ptr_nonnull(s->l);
}

static void _close(struct site *s)
{
	lrh_destroy(s->l);
	garq_machine_destroy(s->m);
}

START_TEST(no_plan_takes_more_than_its_limit)
{
	struct site s = {
		.nodes = NODES, .hours = HOURS, .window = 12,
		.large = LARGE(NODES), .r = { test_seed() },
	};
	struct seen seen = { .most = 0 };

	_open(&s);
	for (uint64_t id = 1; id <= REQUESTS; id++) {
		_ask(&s, id, &seen);
		if (rng_one_in(&s.r, 10))
			_use_room(&s, &seen);
	}
	assert_intact(lrh_check, s.l);
	assert_intact(garq_machine_check, s.m);
	if (getenv("VERBOSE"))
		printf("%u booked, steps at most %" PRIu64 " of %" PRIu64
		       ", cut %u, capped %u, refused by it %u\n", seen.booked,
		       seen.most, options.limit, seen.cut, seen.capped,
		       seen.untried);
	ck_assert_uint_gt(seen.booked, 50);
	ck_assert_uint_gt(seen.cut, 0);
	ck_assert_uint_gt(seen.untried, 0);
	_close(&s);
}
END_TEST

/* Book small requests where they fit first: nodes then have many holds. */
static void _fill(struct site *s)
{
	lrh_options_t first = { .policy = LRH_FIRST_FIT };
	lrh_plan_t plan;

	s->large = s->nodes / 25;
	for (uint64_t id = 1; id <= BOOKINGS; id++) {
		lrh_request_t rq = _request(s, id);

		ck_assert_int_eq(lrh_plan(s->l, &rq, &first, &plan), 0);
		if (plan.fits)
			ck_assert_int_eq(lrh_apply(s->l, s->m, &rq, &plan), 0);
		lrh_plan_free(&plan);
		garq_set_destroy((garq_set_t *) rq.eligible);
	}
}

struct turns {
	uint64_t begun;		/* steps when the turn began */
	uint64_t most;		/* steps of the longest one */
	uint64_t unit;		/* ... of the longest unit */
	uint32_t cnt;
};

static void _turn_ends(struct turns *t, uint64_t steps)
{
	t->most = test_max(t->most, steps - t->begun);
	t->begun = steps;
	t->cnt++;
}

/* lrh_options_t.turn */
static uint64_t _turn(void *arg, uint64_t steps, time_t from)
{
	(void) from;
	_turn_ends(arg, steps);
	return steps + TURN;
}

static void _ask_in_turns(struct site *s, uint64_t id, struct turns *t)
{
	lrh_options_t of = {
		.policy = LRH_ALL, .freeze = 300, .budget = 5 * TURN,
		.limit = 10 * TURN, .moves = 512, .turn = _turn, .turn_arg = t,
		.turn_at = TURN,
	};
	lrh_request_t rq = _request(s, id);
	time_t t_s = rng_between(&s->r, 1, s->hours) * HOUR;
	bool room = rng_one_in(&s->r, 4);
	lrh_plan_t plan;

	t->begun = 0;
	if (room)
		ck_assert_int_eq(lrh_plan_room(s->l, t_s, t_s + 8 * HOUR, &of,
					       &plan), 0);
	else
		ck_assert_int_eq(lrh_plan(s->l, &rq, &of, &plan), 0);
	_turn_ends(t, plan.work);
	t->unit = test_max(t->unit, plan.unit);
	if (plan.fits)
		ck_assert_int_eq(lrh_apply(s->l, s->m, room ? NULL : &rq,
					   &plan), 0);
	lrh_plan_free(&plan);
	garq_set_destroy((garq_set_t *) rq.eligible);
}

START_TEST(no_turn_takes_more_than_its_steps_and_a_unit)
{
	struct site s = {
		.nodes = MANY_NODES, .hours = DAYS * 24, .window = DAYS * 24,
		.r = { test_seed() },
	};
	struct turns t = { .cnt = 0 };

	_open(&s);
	_fill(&s);
	s.large = LARGE(s.nodes);
	for (uint64_t id = BOOKINGS + 1; id <= BOOKINGS + PLANS; id++)
		_ask_in_turns(&s, id, &t);
	assert_intact(lrh_check, s.l);
	if (getenv("VERBOSE"))
		printf("%u bookings, %u turns, at most %" PRIu64
		       " steps of %u, a unit %" PRIu64 "\n", lrh_count(s.l),
		       t.cnt, t.most, TURN, t.unit);
	ck_assert_uint_gt(t.cnt, 2 * PLANS);
	ck_assert_uint_le(t.unit, UNIT(s.nodes));
	ck_assert_uint_le(t.most, TURN + UNIT(s.nodes));
	_close(&s);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_large");
	TCase *c = test_case(s, "random", 300);

	tcase_add_test(c, no_plan_takes_more_than_its_limit);
	tcase_add_test(c, no_turn_takes_more_than_its_steps_and_a_unit);
	return test_run(s);
}
