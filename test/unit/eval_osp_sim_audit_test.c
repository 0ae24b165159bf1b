/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_osp_sim_audit_test.c - the simulator of contrib/eval notices violations.
 */
#include <string.h>

#include "contrib/eval/osp/osp_audit.h"
#include "test/unit/eval_osp_sim_fixture.h"

/*
 * Jobs that hold num_cn nodes in [start, hold_end). Job 1 begins in the second
 * in which jobs 0 and 2 end; job 3 has not run.
 */
static const struct sim_fate fates[] = {
	{ .start = 0, .hold_end = 10, .num_cn = 3 },
	{ .start = 10, .hold_end = 20, .num_cn = 4 },
	{ .start = 5, .hold_end = 10, .num_cn = 1 },
	{ .kind = SIM_REFUSED },
	{ .start = 20, .hold_end = 30, .num_cn = 4 },
};

START_TEST(as_many_as_there_are_may_be_held)
{
	ck_assert_int_eq(sim_audit(fates, COUNT(fates), NULL, 0, 4), 0);
	ck_assert_int_eq(sim_audit(fates, 0, NULL, 0, 4), 0);
	assert_error(sim_audit(fates, COUNT(fates), NULL, 0, 3), EPROTO);
}
END_TEST

static const struct sim_fate too_many[] = {
	{ .start = 15, .hold_end = 16, .num_cn = 1 },	/* inside */
	{ .start = 4, .hold_end = 6, .num_cn = 1 },	/* for one second */
	{ .start = 19, .hold_end = 40, .num_cn = 1 },	/* over two */
	{ .start = 0, .hold_end = 5, .num_cn = 2 },	/* by one node */
};

START_TEST(more_than_there_are_is_noticed)
{
	struct sim_fate all[COUNT(fates) + 1];

	memcpy(all, fates, sizeof(fates));
	all[COUNT(fates)] = too_many[_i];
	assert_error(sim_audit(all, COUNT(all), NULL, 0, 4), EPROTO);
}
END_TEST

static struct sim_deal lie;

static int _lie(const garq_t *g, const struct sim_ask *ask,
		struct sim_deal *ret_deal)
{
	(void) g;
	(void) ask;
	*ret_deal = lie;
	return 0;
}

static const struct sim_deal lies[] = {
	{ SIM_SOLUTION, 100, 120, 4 },	/* not free */
	{ SIM_SOLUTION, 200, 220, 3 },	/* fewer */
	{ SIM_SOLUTION, 200, 210, 4 },	/* shorter */
	{ SIM_SOLUTION, 250, 270, 4 },	/* after the window */
	{ SIM_ALTERNATIVE, 200, 230, 4 },	/* longer */
	{ SIM_ALTERNATIVE, 200, 220, 5 },	/* more */
	{ SIM_ALTERNATIVE, 200, 205, 4 },	/* no whole slots */
	{ SIM_ALTERNATIVE, 200, 200, 4 },	/* nothing */
	{ SIM_ALTERNATIVE, 200, 210, 0 },	/* no nodes */
};
#define LIES COUNT(lies)

START_TEST(false_deals_end_the_run)
{
	const struct row row[] = { Q(0, 110, 2), R(0, 20, 4) };

	sim_prepare(&_lie, SIM_FCFS, 4);
	setup.bt = 100;
	setup.slt = 140;
	sim_rows(row, 2);
	lie = (struct sim_deal) { SIM_SOLUTION, 200, 220, 4 };
	ck_assert_int_eq(sim_run(&setup, &result), 0);
	lie = lies[_i];
	assert_error(sim_run(&setup, &result), EPROTO);
}
END_TEST

/*
 * The head is promised 20; then its nodes are taken without the queue's
 * knowledge.
 */
START_TEST(a_head_that_is_delayed_is_noticed)
{
	struct sim_queue q;
	garq_t *g = garq_create(4, DELTA, 1000, 0);

	sim_prepare(&sim_rigid, SIM_EASY, 4);
	sim_rows((struct row[]) { Q(0, 10, 4), Q(0, 10, 1), Q(0, 30, 1) }, 3);
	ck_assert_int_eq(sim_queue_init(&q, SIM_EASY, &jobs), 0);
	ck_assert_int_eq(test_add(g, 0, 20, 2), 0);
	sim_queue_push(&q, 0);
	sim_queue_push(&q, 1);
	ck_assert_int_eq(sim_queue_pass(&q, g, 0), 0);
	ck_assert_uint_eq(q.started_cnt, 1);
	ck_assert_int_eq(q.promised, 20);
	sim_queue_push(&q, 2);
	ck_assert_int_eq(test_add(g, 20, 30, 1), 0);
	ck_assert_int_eq(garq_advance(g, 5), 0);
	assert_error(sim_queue_pass(&q, g, 5), EPROTO);
	q.known = false;
	ck_assert_int_eq(sim_queue_pass(&q, g, 5), 0);
	ck_assert_int_eq(q.promised, 30);
	sim_queue_free(&q);
	garq_destroy(g);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("osp_sim_audit");
	TCase *tc = test_case(s, "audit", 0);

	tcase_add_checked_fixture(tc, NULL, sim_teardown);
	tcase_add_test(tc, as_many_as_there_are_may_be_held);
	tcase_add_loop_test(tc, more_than_there_are_is_noticed, 0,
			    COUNT(too_many));
	tcase_add_loop_test(tc, false_deals_end_the_run, 0, LIES);
	tcase_add_test(tc, a_head_that_is_delayed_is_noticed);
	return test_run(s);
}
