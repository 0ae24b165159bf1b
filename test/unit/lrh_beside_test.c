/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_beside_test.c - whom a plan leaves alone: all others, where there is room
 * beside them; bookings on nodes that the request can't have; and everybody, where
 * no order helps.
 */
#include "test/unit/lrh_small_world.h"

#define NODES 64U
#define HOUR SMALL_HOUR

static struct small_world w;

/* The steps of a request beside so many flexible bookings of one node each. */
static uint64_t _steps_beside(uint32_t bookings)
{
	lrh_plan_t plan;
	uint64_t steps;

	small_begin(&w, NODES, NULL);
	for (uint32_t i = 0; i < bookings; i++)
		ck_assert(small_ask(&w, 1 + i, HOUR + i, 9 * HOUR, HOUR, 1,
				    NULL).fits);
	plan = small_ask(&w, 1000, HOUR, 2 * HOUR, 4 * HOUR, 2, NULL);
	ck_assert(plan.fits && !plan.cnt);
	ck_assert_int_eq(plan.order, LRH_ORDER_INSERTED);
	ck_assert_int_eq(plan.self.start, HOUR);
	steps = plan.steps;
	small_end(&w);
	return steps;
}

START_TEST(nobody_is_read_where_there_is_room)
{
	ck_assert_uint_eq(_steps_beside(60), _steps_beside(1));
}
END_TEST

/* By count a node of pool 1 is always free, but none for the whole request. */
START_TEST(what_counts_do_not_tell_is_seen)
{
	static const uint32_t pool_of[4] = { 0, 0, 1, 1 };
	lrh_plan_t plan;

	small_begin(&w, 4, pool_of);
	ck_assert(small_ask(&w, 1, 100 * HOUR, 100 * HOUR, HOUR, 1,
			    "0-1").fits);
	ck_assert(small_ask(&w, 2, 200 * HOUR, 200 * HOUR, HOUR, 1,
			    "2-3").fits);
	ck_assert(small_ask(&w, 3, 300 * HOUR, 300 * HOUR, HOUR, 1,
			    "0-1").fits);
	small_hold(&w, 10, "2", HOUR, 2 * HOUR);
	small_hold(&w, 11, "3", 2 * HOUR, 3 * HOUR);
	plan = small_ask(&w, 4, HOUR, HOUR, 2 * HOUR, 1, NULL);
	ck_assert(plan.fits && !plan.cnt);
	ck_assert_uint_lt(plan.steps, 100);
	ck_assert(small_has(&w, 4, "0", HOUR) ||
		  small_has(&w, 4, "1", HOUR));
	small_end(&w);
}
END_TEST

START_TEST(who_may_have_any_node_leaves_those_that_others_need)
{
	static const uint32_t pool_of[4] = { 0, 0, 1, 1 };

	small_begin(&w, 4, pool_of);
	ck_assert(small_ask(&w, 1, 100 * HOUR, 100 * HOUR, HOUR, 1,
			    "0-1").fits);
	ck_assert(small_ask(&w, 2, HOUR, HOUR, HOUR, 2, NULL).fits);
	ck_assert(small_has(&w, 2, "2-3", HOUR));
	small_end(&w);
}
END_TEST

/* Booking 2 waits for nodes of booking 1, and gets them when 1 becomes shorter. */
START_TEST(who_waits_for_the_nodes_gets_them)
{
	lrh_plan_t plan;
	time_t start;

	small_begin(&w, 2, NULL);
	ck_assert(small_ask(&w, 1, HOUR, HOUR, 4 * HOUR, 2, NULL).fits);
	ck_assert(small_ask(&w, 2, 2 * HOUR, 9 * HOUR, HOUR, 1, NULL).fits);
	ck_assert(lrh_start(w.l, 2, &start) && (start == 5 * HOUR));
	plan = small_ask(&w, 1, HOUR, HOUR, 2 * HOUR, 2, NULL);
	ck_assert(plan.fits && (plan.cnt == 1));
	ck_assert(lrh_start(w.l, 2, &start) && (start == 3 * HOUR));
	small_end(&w);
}
END_TEST

/*
 * One node of pool 0 is asked for, and one must move for it; pool 1 has so many
 * flexible bookings. RET the plan, without its sets
 */
static lrh_plan_t _move_beside(uint32_t bookings, bool hopeless)
{
	uint32_t pool_of[NODES] = { 0 };
	lrh_plan_t plan;

	for (uint32_t i = 1; i < NODES; i++)
		pool_of[i] = 1;
	small_begin(&w, NODES, pool_of);
	for (uint32_t i = 0; i < bookings; i++)
		ck_assert(small_ask(&w, 10 + i, HOUR + i, 9 * HOUR, HOUR, 1,
				    "1-63").fits);
	ck_assert(small_ask(&w, 1, HOUR, (hopeless ? 1 : 9) * HOUR, 2 * HOUR, 1,
			    "0").fits);
	plan = small_ask(&w, 2, HOUR, HOUR, 2 * HOUR, 1, "0");
	small_end(&w);
	return plan;
}

START_TEST(who_is_on_other_nodes_stays)
{
	lrh_plan_t few = _move_beside(1, false), many = _move_beside(60, false);

	ck_assert(few.fits && (few.cnt == 1));
	ck_assert(many.fits && (many.cnt == 1));
	/* each is taken out of the counts, and put back where it was */
	ck_assert_uint_lt(many.steps, few.steps + (60 * 150));
}
END_TEST

START_TEST(what_no_order_can_do_is_not_tried)
{
	lrh_plan_t few = _move_beside(1, true), many = _move_beside(60, true);

	ck_assert(!few.fits && !few.cut && !many.fits && !many.cut);
	ck_assert_uint_lt(many.steps, few.steps + (60 * 60));
}
END_TEST

/* A job of a FLEX booking runs outside of it: the holder 50 of its group. */
static void _hold_job(uint64_t group, const char *nodes, time_t t_s, time_t t_e)
{
	garq_set_t *set = test_set(w.nodes, nodes);

	ck_assert_int_eq(garq_machine_hold(w.m, 50, group, set, t_s, t_e), 0);
	garq_set_destroy(set);
}

/* Booking 2 would move to the node of the job, and booking 1 get its node. */
START_TEST(nobody_else_moves_onto_a_job_of_the_request)
{
	lrh_plan_t plan;

	small_begin(&w, 2, NULL);
	ck_assert(small_ask(&w, 1, 9 * HOUR, 9 * HOUR, HOUR, 1, "0").fits);
	ck_assert(small_ask(&w, 2, 2 * HOUR, 2 * HOUR, HOUR, 1, NULL).fits);
	ck_assert(small_has(&w, 2, "0", 2 * HOUR));
	_hold_job(1, "1", 0, 2 * HOUR + 1);
	plan = small_ask(&w, 1, 2 * HOUR, 2 * HOUR, HOUR, 1, "0");
	ck_assert(!plan.fits && plan.cut);
	ck_assert(small_has(&w, 2, "0", 2 * HOUR));
	ck_assert_int_eq(garq_machine_release(w.m, 50), 0);
	_hold_job(1, "1", 0, 2 * HOUR);
	plan = small_ask(&w, 1, 2 * HOUR, 2 * HOUR, HOUR, 1, "0");
	ck_assert(plan.fits && (plan.cnt == 1) && !plan.cut);
	ck_assert(small_has(&w, 2, "1", 2 * HOUR));
	small_end(&w);
}
END_TEST

START_TEST(the_request_may_lie_on_its_own_job)
{
	lrh_plan_t plan;

	small_begin(&w, 2, NULL);
	ck_assert(small_ask(&w, 1, 9 * HOUR, 9 * HOUR, HOUR, 1, "0").fits);
	_hold_job(1, "1", 0, 4 * HOUR);
	plan = small_ask(&w, 1, 2 * HOUR, 2 * HOUR, HOUR, 1, "1");
	ck_assert(plan.fits && !plan.cnt);
	small_end(&w);
}
END_TEST

/* Booking 2 waits for the nodes, and can't have them yet. */
START_TEST(a_job_that_stays_keeps_no_booking_from_becoming_shorter)
{
	lrh_plan_t plan;
	time_t start;

	small_begin(&w, 2, NULL);
	ck_assert(small_ask(&w, 1, HOUR, HOUR, 4 * HOUR, 2, NULL).fits);
	ck_assert(small_ask(&w, 2, 2 * HOUR, 9 * HOUR, HOUR, 1, NULL).fits);
	_hold_job(1, "0-1", 0, 4 * HOUR);
	plan = small_ask(&w, 1, HOUR, HOUR, 2 * HOUR, 2, NULL);
	ck_assert(plan.fits);
	ck_assert(lrh_start(w.l, 2, &start));
	ck_assert_int_eq(start, 5 * HOUR);
	small_end(&w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_beside");
	TCase *c = test_case(s, "facts", 0);

	tcase_add_test(c, nobody_is_read_where_there_is_room);
	tcase_add_test(c, what_counts_do_not_tell_is_seen);
	tcase_add_test(c, who_may_have_any_node_leaves_those_that_others_need);
	tcase_add_test(c, who_waits_for_the_nodes_gets_them);
	tcase_add_test(c, who_is_on_other_nodes_stays);
	tcase_add_test(c, what_no_order_can_do_is_not_tried);
	tcase_add_test(c, nobody_else_moves_onto_a_job_of_the_request);
	tcase_add_test(c, the_request_may_lie_on_its_own_job);
	tcase_add_test(c, a_job_that_stays_keeps_no_booking_from_becoming_shorter);
	return test_run(s);
}
