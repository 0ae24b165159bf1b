/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_alloc_test.c - memory runs out at every place where a plan wants some.
 *
 * For each n the n-th allocation of a question fails, alone or with all that
 * follow it: the result is ENOMEM, bookings, holders and output arguments are
 * unchanged, and the same question then gets its usual answer.
 */
#include <stdlib.h>
#include <string.h>

#include "test/unit/fail_alloc.h"
#include "test/unit/lrh_plan_world.h"

#define WORLDS 40
#define STEPS 25
#define ALLOCATIONS 4000	/* more than any question makes */

/* One question: a request, or room. */
struct question {
	lrh_request_t rq;
	bool room;
	time_t t_s;
	time_t t_e;
};

static int _ask(struct plan_world *w, const struct question *q,
		lrh_plan_t *ret)
{
	if (q->room)
		return lrh_plan_room(w->l, q->t_s, q->t_e, &w->options, ret);
	return lrh_plan(w->l, &q->rq, &w->options, ret);
}

static bool _same(const lrh_plan_t *a, const lrh_plan_t *b)
{
	if ((a->fits != b->fits) || (a->cnt != b->cnt) ||
	    (a->self.start != b->self.start) || (a->blocked != b->blocked))
		return false;
	for (size_t i = 0; i < a->cnt; i++)
		if ((a->moves[i].id != b->moves[i].id) ||
		    (a->moves[i].start != b->moves[i].start) ||
		    (a->moves[i].not_before != b->moves[i].not_before) ||
		    (!a->moves[i].nodes != !b->moves[i].nodes))
			return false;
	return true;
}

/* RET whether the n-th allocation was made, and failed */
static bool _fail_at(struct plan_world *w, const struct question *q, int n,
		     bool all, const lrh_plan_t *want)
{
	lrh_plan_t plan, before;
	int rc, err, failures;

	memset(&before, 0x5a, sizeof(before));
	plan = before;
	fail_alloc_arm(n, all);
	errno = 0;
	rc = _ask(w, q, &plan);
	err = errno;
	failures = fail_alloc_disarm();
	if (failures) {
		ck_assert_msg((rc == -1) && (err == ENOMEM),
			      "allocation %d: %d, errno %d", n, rc, err);
		ck_assert(!memcmp(&plan, &before, sizeof(plan)));
		return true;
	}
	ck_assert_int_eq(rc, 0);
	ck_assert(_same(&plan, want));
	lrh_plan_free(&plan);
	return false;
}

/* RET the number of allocations of the question */
static int _fail_each(struct plan_world *w, const struct question *q)
{
	uint64_t sum = plan_world_sum(w);
	lrh_plan_t want;
	int n, made = 0;

	ck_assert_int_eq(_ask(w, q, &want), 0);
	for (int all = 0; all < 2; all++) {
		for (n = 1; _fail_at(w, q, n, all, &want); n++) {
			ck_assert_uint_eq(sum, plan_world_sum(w));
			ck_assert_int_lt(n, ALLOCATIONS);
		}
		made = n - 1;
	}
	plan_world_check(w);
	if (want.fits)
		ck_assert_int_eq(lrh_apply(w->l, w->m,
					   q->room ? NULL : &q->rq, &want), 0);
	lrh_plan_free(&want);
	return made;
}

START_TEST(each_allocation_of_a_plan)
{
	rng_t r = { test_seed() };
	int most = 0;

	for (int i = 0; i < test_some(WORLDS); i++) {
		struct plan_world w;

		plan_world_init(&w, &r, rng_one_in(&r, 2));
		w.options.policy = LRH_ALL;
		for (int j = 0; j < STEPS; j++) {
			struct question q = { .room = rng_one_in(&r, 4) };
			int made;

			q.rq = plan_world_request(&w, &r);
			q.t_s = w.now + rng_between(&r, 0, 20);
			q.t_e = q.t_s + rng_between(&r, 1, 40);
			made = _fail_each(&w, &q);
			most = (made > most) ? made : most;
			garq_set_destroy((garq_set_t *) q.rq.eligible);
			if (rng_one_in(&r, 5))
				plan_world_hold(&w, &r);
		}
		plan_world_free(&w);
	}
	ck_assert_int_gt(most, 20);
}
END_TEST

/* A booking that can't be replaced stays known as it was. */
START_TEST(each_allocation_of_a_booking)
{
	rng_t r = { test_seed() };

	for (int i = 0; i < test_some(WORLDS); i++) {
		struct plan_world w;

		plan_world_init(&w, &r, false);
		for (int j = 0; j < 100; j++) {
			lrh_request_t rq = plan_world_request(&w, &r);
			garq_set_t *nodes = garq_set_copy(rq.eligible);
			uint64_t sum = plan_world_sum(&w);
			int failures, rc;

			rq.id = 1 + rng_below(&r, 70);
			fail_alloc_arm((int) rng_between(&r, 1, 6), false);
			rc = lrh_put(w.l, &rq, rq.t_esr, nodes);
			failures = fail_alloc_disarm();
			ck_assert_int_eq(rc, failures ? -1 : 0);
			if (failures)
				ck_assert_uint_eq(sum, plan_world_sum(&w));
			garq_set_destroy((garq_set_t *) rq.eligible);
			garq_set_destroy(nodes);
		}
		plan_world_free(&w);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_alloc");
	TCase *c = test_case(s, "failures", 300);

	tcase_add_test(c, each_allocation_of_a_plan);
	tcase_add_test(c, each_allocation_of_a_booking);
	return test_run(s);
}
