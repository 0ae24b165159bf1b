/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_gap_freedom_test.c - what is accepted of requests with more freedom.
 *
 *	SEED=n test/unit/eval_gap_freedom_test
 *
 * replays a failure.
 */
#include <stdlib.h>

#include "contrib/eval/gap/gap_freedom.h"
#include "contrib/eval/lrh/lrh_sim.h"
#include "contrib/eval/lrh/lrh_work.h"
#include "test/unit/test_util.h"

#define D 300	/* a slot */

/*
 * Four nodes. Two of them are taken during [10, 30), and a rigid request for
 * four of them from 10 on comes later.
 */
static struct flex_request request[] = {
	{ 0, 10 * D, 10 * D, 20 * D, 2 }, { D, 10 * D, 10 * D, 8 * D, 4 },
};
static time_t run[] = { 20 * D, 8 * D };
static time_t cancel[2];
static struct flex_work w = {
	.request = request, .cnt = 2, .max_cn = 4, .delta = D
};
static const struct gap_world world = { &w, run, cancel };

static void _setup(void)
{
	request[1].t_lsr = request[1].t_esr;
	run[0] = 20 * D;
	cancel[0] = 0;
}

static void _expect(uint32_t freedoms, uint32_t accepted, uint64_t slots)
{
	struct gap_freedom_result r;

	ck_assert_int_eq(gap_freedom(&world, freedoms, &r), 0);
	ck_assert_uint_eq(r.accepted, accepted);
	ck_assert_uint_eq(r.work, slots * D);
}

START_TEST(as_asked_it_is_refused)
{
	_expect(0, 1, 40);
}
END_TEST

/* Two nodes for twice the time. */
START_TEST(a_shape_has_all_of_the_work)
{
	_expect(GAP_SHAPES, 2, 72);
}
END_TEST

/* Of the four smaller requests the last one fits: half of the nodes. */
START_TEST(a_minimum_has_less_of_it)
{
	_expect(GAP_MINIMA, 2, 56);
}
END_TEST

/* The first one ends early, while the window of the other is open, or not. */
START_TEST(who_waits_gets_what_is_freed)
{
	run[0] = 5 * D;
	_expect(GAP_WAITING, 1, 40);
	request[1].t_lsr = 15 * D;
	_expect(0, 1, 40);
	_expect(GAP_WAITING, 2, 72);
	request[1].t_lsr = 15 * D - 1;
	_expect(GAP_WAITING, 1, 40);
}
END_TEST

/* A cancelled request is not counted, before the other comes or while it waits. */
START_TEST(who_cancels_makes_room)
{
	struct gap_freedom_result r;

	cancel[0] = 1;
	ck_assert_int_eq(gap_freedom(&world, 0, &r), 0);
	ck_assert_uint_eq(r.asked, 1);
	ck_assert_uint_eq(r.work_asked, 32 * D);
	_expect(0, 1, 32);
	cancel[0] = 2 * D;
	_expect(0, 0, 0);
	_expect(GAP_WAITING, 1, 32);
}
END_TEST

/* Random workloads; gap_freedom() audits. */

static struct flex_work _work(rng_t *rng)
{
	struct flex_shape shape = {
		.cnt = (uint32_t) rng_between(rng, 1, 150),
		.mu = (double) rng_between(rng, 1, 5),
		.max_cn = (uint32_t) rng_between(rng, 1, 12),
		.te_max = (uint32_t) rng_between(rng, 1, 60),
		.flexible = (uint32_t) rng_between(rng, 0, 4) * 25,
	};
	struct flex_work work;

	shape.cn_max = (uint32_t) rng_between(rng, 1, shape.max_cn);
	ck_assert_int_eq(flex_work_make(&shape, rng_next(rng), &work), 0);
	return work;
}

static uint64_t _by_all(const struct flex_work *work)
{
	struct flex_result r;
	uint64_t sum = 0;

	ck_assert_int_eq(flex_run(work, flex_method("all"), &r), 0);
	for (uint32_t i = 0; i < r.cnt; i++)
		if (r.fate[i].in)
			sum += (uint64_t) work->request[i].num_cn *
				(uint64_t) work->request[i].t_e;
	flex_result_free(&r);
	return sum;
}

/* If no room comes back, it is the method all. */
START_TEST(without_freedom_it_is_ours)
{
	rng_t rng = { test_seed() + (uint64_t) _i };
	struct flex_work work = _work(&rng);
	time_t *t_run = calloc((size_t) work.cnt + 1, sizeof(*t_run));
	time_t *none = calloc((size_t) work.cnt + 1, sizeof(*none));
	struct gap_freedom_result r;

	for (uint32_t i = 0; i < work.cnt; i++)
		t_run[i] = work.request[i].t_e;
	ck_assert_int_eq(gap_freedom(&(struct gap_world) { &work, t_run, none },
				     0, &r), 0);
	ck_assert_uint_eq(r.work, _by_all(&work));
	free(t_run);
	free(none);
	flex_work_free(&work);
}
END_TEST

START_TEST(all_freedoms_are_valid)
{
	rng_t rng = { test_seed() + (uint64_t) _i };
	struct flex_work work = _work(&rng);
	time_t *t_run = calloc((size_t) work.cnt + 1, sizeof(*t_run));
	time_t *when = calloc((size_t) work.cnt + 1, sizeof(*when));
	struct gap_freedom_result r;

	for (uint32_t i = 0; i < work.cnt; i++) {
		const struct flex_request *rq = &work.request[i];

		t_run[i] = rng_between(&rng, 1, rq->t_e);
		if ((rq->come < rq->t_esr) && rng_one_in(&rng, 5))
			when[i] = rng_between(&rng, test_max(rq->come, 1),
					      rq->t_esr - 1);
	}
	for (uint32_t f = 0; f < 8; f++) {
		ck_assert_int_eq(gap_freedom(&(struct gap_world) {
			&work, t_run, when }, f, &r), 0);
		ck_assert_uint_le(r.work, r.work_asked);
		ck_assert_uint_le(r.accepted, r.asked);
	}
	free(t_run);
	free(when);
	flex_work_free(&work);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("eval_gap_freedom");
	TCase *tc = test_case(s, "freedoms", 0);

	tcase_add_checked_fixture(tc, _setup, NULL);
	tcase_add_test(tc, as_asked_it_is_refused);
	tcase_add_test(tc, a_shape_has_all_of_the_work);
	tcase_add_test(tc, a_minimum_has_less_of_it);
	tcase_add_test(tc, who_waits_gets_what_is_freed);
	tcase_add_test(tc, who_cancels_makes_room);
	tc = test_case(s, "random", 120);
	tcase_add_loop_test(tc, without_freedom_it_is_ours, 0, 20);
	tcase_add_loop_test(tc, all_freedoms_are_valid, 0, 20);
	return test_run(s);
}
