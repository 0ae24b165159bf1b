/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_large_test.c - plans on a machine of 2,000 nodes keep their limits.
 *
 *	VERBOSE=1 test/unit/lrh_large_test
 *
 * prints the most steps of a plan, and how many plans were cut. Half of the
 * requests have a window, one in five names its nodes: a search for exchanges
 * then has far to go.
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
 * What a unit of work may take above the limit: some looks at all nodes, and at
 * the holds of a few.
 */
#define UNIT (40 * NODES)

static const lrh_options_t options = {
	.policy = LRH_ALL, .freeze = 300, .budget = 100000, .limit = 200000,
	.moves = 16,
};

struct site {
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
	garq_set_t *set = garq_set_create(NODES);
	uint32_t first = (uint32_t) rng_below(&s->r, NODES);

	ck_assert_ptr_nonnull(set);
	for (uint32_t i = 0; i < num_cn; i++)
		garq_set_add(set, (first + i) % NODES);
	return set;
}

/* The caller owns eligible. */
static lrh_request_t _request(struct site *s, uint64_t id)
{
	bool named = rng_one_in(&s->r, 5), rigid = rng_one_in(&s->r, 2);
	lrh_request_t rq = {
		.id = id, .pinned = named, .stays = rigid,
		.num_cn = (uint32_t) rng_between(&s->r, 1, NODES / 5),
		.t_e = rng_between(&s->r, 1, 8) * HOUR,
		.t_esr = rng_between(&s->r, 1, HOURS * 12) * 300,
	};

	rq.eligible = _some_nodes(s, named ? rq.num_cn : NODES);
	rq.t_lsr = rq.t_esr + (rigid ? 0 : rng_between(&s->r, 1, 12) * HOUR);
	rq.not_before = rq.t_esr;
	return rq;
}

static void _ask(struct site *s, uint64_t id, struct seen *seen)
{
	lrh_request_t rq = _request(s, id);
	lrh_plan_t plan;

	ck_assert_int_eq(lrh_plan(s->l, &rq, &options, &plan), 0);
	ck_assert_pstr_eq(plan.unsound, NULL);
	ck_assert_uint_le(plan.steps, options.limit + UNIT);
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
	ck_assert_uint_le(plan.steps, options.limit + UNIT);
	ck_assert_uint_le(plan.cnt, options.moves);
	seen->most = test_max(seen->most, plan.steps);
	ck_assert_int_eq(lrh_apply(s->l, s->m, NULL, &plan), 0);
	lrh_plan_free(&plan);
}

START_TEST(no_plan_takes_more_than_its_limit)
{
	struct site s = { .r = { test_seed() } };
	struct seen seen = { .most = 0 };

	s.m = garq_machine_create(NODES, NULL, 300, 10 * 86400, 0);
	ck_assert_ptr_nonnull(s.m);
	s.l = lrh_create(s.m);
	ck_assert_ptr_nonnull(s.l);
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
	lrh_destroy(s.l);
	garq_machine_destroy(s.m);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_large");
	TCase *c = test_case(s, "random", 300);

	tcase_add_test(c, no_plan_takes_more_than_its_limit);
	return test_run(s);
}
