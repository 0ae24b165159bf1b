/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lrh_yield_test.c - bookings that give up nodes, and keep their time. */

#include "lrh/lrh_private.h"
#include "test/unit/lrh_small_world.h"

#define HOUR SMALL_HOUR
#define LARGE 6400U

static struct small_world w;

/* The picture of lrh/yield.h: a rigid booking leaves node 0 for node 2. */
static void _picture(void)
{
	small_begin(&w, 3, NULL);
	ck_assert(small_ask(&w, 1, HOUR, HOUR, 3 * HOUR, 1, NULL).fits);
	ck_assert(small_ask(&w, 2, HOUR, HOUR, 2 * HOUR, 1, NULL).fits);
	ck_assert(small_ask_named(&w, 3, 4 * HOUR, 4 * HOUR, HOUR, "2").fits);
	ck_assert(small_has(&w, 1, "0", HOUR) && small_has(&w, 2, "1", HOUR));
}

START_TEST(a_rigid_booking_gives_up_its_node)
{
	lrh_plan_t plan;
	time_t start;

	_picture();
	plan = small_ask(&w, 4, 2 * HOUR, 2 * HOUR, HOUR, 1, "0");
	ck_assert(plan.fits && (plan.cnt == 1));
	ck_assert_int_eq(plan.order, LRH_ORDER_INSERTED);
	ck_assert(lrh_start(w.l, 1, &start) && (start == HOUR));
	ck_assert(small_has(&w, 4, "0", 2 * HOUR));
	for (time_t t = HOUR; t < 4 * HOUR; t += HOUR)
		ck_assert(small_has(&w, 1, "2", t));
	small_end(&w);
}
END_TEST

/* Node 2 is free for the request's hour alone. */
START_TEST(another_node_is_free_for_all_of_the_booking)
{
	_picture();
	small_hold(&w, 10, "2", HOUR, 2 * HOUR);
	ck_assert(!small_ask(&w, 4, 2 * HOUR, 2 * HOUR, HOUR, 1, "0").fits);
	ck_assert(small_has(&w, 1, "0", HOUR));
	small_end(&w);
}
END_TEST

/* Two bookings follow each other on the node: both leave, for one node. */
START_TEST(all_that_hold_the_node_leave_it)
{
	small_begin(&w, 4, NULL);
	ck_assert(small_ask(&w, 1, HOUR, HOUR, HOUR, 2, NULL).fits);
	ck_assert(small_ask(&w, 2, 2 * HOUR, 2 * HOUR, HOUR, 2, NULL).fits);
	ck_assert_uint_eq(small_ask_named(&w, 3, HOUR, HOUR, 2 * HOUR, "1").cnt,
			  2);
	ck_assert(small_has(&w, 3, "1", HOUR));
	ck_assert(small_has(&w, 1, "0,2", HOUR));
	ck_assert(small_has(&w, 2, "0,2", 2 * HOUR));
	small_end(&w);
}
END_TEST

/* If one of two can't leave the node, no node is lost for others. */
START_TEST(nobody_leaves_where_one_stays)
{
	small_begin(&w, 4, NULL);
	ck_assert(small_ask(&w, 1, HOUR, HOUR, HOUR, 1, NULL).fits);
	ck_assert(small_ask_named(&w, 2, 2 * HOUR, 2 * HOUR, HOUR, "0").fits);
	ck_assert(small_ask(&w, 3, HOUR, HOUR, 2 * HOUR, 1, NULL).fits);
	ck_assert(small_has(&w, 3, "1", HOUR));
	/* of nodes 0 and 1 the second can be had, and node 2 serves booking 3 */
	small_hold(&w, 10, "3", HOUR, 3 * HOUR);
	ck_assert(small_ask(&w, 4, HOUR, HOUR, 2 * HOUR, 1, "0-1").fits);
	ck_assert(small_has(&w, 4, "1", HOUR) && small_has(&w, 1, "0", HOUR));
	ck_assert(small_has(&w, 3, "2", HOUR));
	small_end(&w);
}
END_TEST

START_TEST(jobs_and_named_nodes_stay)
{
	small_begin(&w, 3, NULL);
	small_hold(&w, 10, "0", HOUR, 9 * HOUR);
	ck_assert(small_ask_named(&w, 1, HOUR, HOUR, 8 * HOUR, "1").fits);
	ck_assert(!small_ask(&w, 2, HOUR, HOUR, HOUR, 1, "0-1").fits);
	ck_assert(small_ask(&w, 3, HOUR, HOUR, HOUR, 1, NULL).fits);
	small_end(&w);
}
END_TEST

START_TEST(who_has_begun_stays)
{
	small_begin(&w, 2, NULL);
	ck_assert(small_ask(&w, 1, HOUR, HOUR, 4 * HOUR, 1, NULL).fits);
	ck_assert_int_eq(garq_machine_advance(w.m, HOUR), 0);
	ck_assert(!small_ask_named(&w, 2, 2 * HOUR, 2 * HOUR, HOUR, "0").fits);
	ck_assert(small_has(&w, 1, "0", 2 * HOUR));
	small_end(&w);
}
END_TEST

/* Bookings 1 and 2 follow each other, on nodes 0 and 1. */
static void _one_after_the_other(const char *nodes)
{
	small_begin(&w, 5, NULL);
	ck_assert(small_ask(&w, 1, HOUR, HOUR, HOUR, 1, nodes).fits);
	ck_assert(small_ask_named(&w, 9, 2 * HOUR, 2 * HOUR, HOUR, "0").fits);
	ck_assert(small_ask(&w, 2, 2 * HOUR, 2 * HOUR, HOUR, 1, nodes).fits);
	ck_assert(lrh_drop(w.l, 9));
	ck_assert_int_eq(garq_machine_release(w.m, 9), 0);
	ck_assert(small_has(&w, 1, "0", HOUR));
	ck_assert(small_has(&w, 2, "1", 2 * HOUR));
}

/* Each of the two could have the other's node, which the request needs. */
START_TEST(nobody_gets_a_node_of_the_request)
{
	lrh_plan_t plan;

	_one_after_the_other(NULL);
	plan = small_ask_named(&w, 3, HOUR, HOUR, 2 * HOUR, "0-1");
	ck_assert(plan.fits && (plan.order == LRH_ORDER_INSERTED));
	ck_assert(small_has(&w, 1, "2", HOUR));
	ck_assert(!small_has(&w, 2, "0", 2 * HOUR));
	small_end(&w);
	_one_after_the_other("0-1");
	ck_assert(!small_ask_named(&w, 3, HOUR, HOUR, 2 * HOUR, "0-1").fits);
	small_end(&w);
}
END_TEST

/* Two of the nodes are needed, and which is not known before. */
START_TEST(nobody_gets_a_node_that_the_request_may_need)
{
	lrh_plan_t plan;

	_one_after_the_other(NULL);
	small_hold(&w, 10, "2", HOUR, 3 * HOUR);
	plan = small_ask(&w, 3, HOUR, HOUR, 2 * HOUR, 2, "0-2");
	ck_assert(plan.fits && (plan.order == LRH_ORDER_INSERTED));
	ck_assert(small_has(&w, 3, "0-1", HOUR));
	small_end(&w);
	/* booking 2 has no other node than what the request has by then */
	_one_after_the_other("0-2");
	small_hold(&w, 10, "2", 2 * HOUR, 3 * HOUR);
	ck_assert(!small_ask(&w, 3, HOUR, HOUR, 2 * HOUR, 2, "0-2").fits);
	ck_assert(small_has(&w, 1, "0", HOUR) || small_has(&w, 1, "2", HOUR));
	small_end(&w);
}
END_TEST

/*
 * Booking 1 gives up node 0. For node 2 it has no other than node 1, which is free
 * then, but which the request has got from booking 2 meanwhile.
 */
START_TEST(nobody_gets_a_node_that_the_request_has_got)
{
	small_begin(&w, 6, NULL);
	ck_assert(small_ask_named(&w, 9, 2 * HOUR, 2 * HOUR, HOUR, "1").fits);
	ck_assert(small_ask(&w, 1, 2 * HOUR, 2 * HOUR, HOUR, 2, "0-2,4").fits);
	ck_assert(lrh_drop(w.l, 9));
	ck_assert_int_eq(garq_machine_release(w.m, 9), 0);
	ck_assert(small_has(&w, 1, "0,2", 2 * HOUR));
	small_hold(&w, 10, "0", HOUR, 2 * HOUR);
	ck_assert(small_ask(&w, 2, HOUR, HOUR, HOUR, 1, NULL).fits);
	ck_assert(small_has(&w, 2, "1", HOUR));
	ck_assert_int_eq(garq_machine_release(w.m, 10), 0);
	small_hold(&w, 10, "3", HOUR, 3 * HOUR);
	ck_assert(!small_ask(&w, 3, HOUR, HOUR, 2 * HOUR, 3, "0-3").fits);
	ck_assert(small_has(&w, 1, "0,2", 2 * HOUR));
	small_end(&w);
}
END_TEST

START_TEST(two_get_two_nodes)
{
	small_begin(&w, 4, NULL);
	ck_assert(small_ask(&w, 1, HOUR, HOUR, 2 * HOUR, 1, NULL).fits);
	ck_assert(small_ask(&w, 2, HOUR, HOUR, 2 * HOUR, 1, NULL).fits);
	ck_assert(small_ask_named(&w, 3, 2 * HOUR, 2 * HOUR, HOUR, "0-1").fits);
	ck_assert(small_has(&w, 1, "2", HOUR) != small_has(&w, 1, "3", HOUR));
	ck_assert(small_has(&w, 2, "2", HOUR) != small_has(&w, 2, "3", HOUR));
	small_end(&w);
}
END_TEST

/* Booking 9 has a node of the third pool, which nobody else asks for. */
START_TEST(a_node_of_the_same_pool_comes_first)
{
	static const uint32_t pool_of[6] = { 0, 0, 1, 1, 2, 2 };

	small_begin(&w, 6, pool_of);
	for (uint64_t id = 1; id <= 3; id++)	/* the first pool has most */
		ck_assert(small_ask(&w, id, (90 + (time_t) id) * HOUR,
				    (90 + (time_t) id) * HOUR, HOUR, 1,
				    (id == 1) ? "2-3" : "0-1").fits);
	ck_assert(small_ask(&w, 9, HOUR, HOUR, HOUR, 1, NULL).fits);
	ck_assert(small_has(&w, 9, "4", HOUR));
	ck_assert(small_ask_named(&w, 5, HOUR, HOUR, HOUR, "4").fits);
	ck_assert(small_has(&w, 9, "5", HOUR));
	ck_assert(small_ask_named(&w, 6, HOUR, HOUR, HOUR, "5").fits);
	ck_assert(small_has(&w, 9, "2", HOUR));
	small_end(&w);
}
END_TEST

/* If booking 1 left its pool, booking 2 would have to start earlier. */
START_TEST(nobody_leaves_a_pool_that_is_waited_for)
{
	static const uint32_t pool_of[2] = { 0, 1 };
	time_t start;

	small_begin(&w, 2, pool_of);
	ck_assert(small_ask(&w, 8, 99 * HOUR, 99 * HOUR, HOUR, 1, "0").fits);
	ck_assert(small_ask_named(&w, 9, HOUR, HOUR, 6 * HOUR, "1").fits);
	ck_assert(small_ask(&w, 1, HOUR, HOUR, 6 * HOUR, 1, NULL).fits);
	ck_assert(small_has(&w, 1, "0", HOUR));
	ck_assert(small_ask(&w, 2, HOUR + 60, 20 * HOUR, HOUR, 1, "0").fits);
	ck_assert(lrh_start(w.l, 2, &start) && (start == 7 * HOUR));
	ck_assert(lrh_drop(w.l, 9));
	ck_assert_int_eq(garq_machine_release(w.m, 9), 0);
	ck_assert(!small_ask(&w, 3, 5 * HOUR, 5 * HOUR, HOUR, 1, "0").fits);
	ck_assert(small_has(&w, 1, "0", 5 * HOUR));
	small_end(&w);
}
END_TEST

START_TEST(no_more_change_than_may)
{
	small_begin(&w, 8, NULL);
	for (uint64_t id = 1; id <= 3; id++)
		ck_assert(small_ask(&w, id, HOUR, HOUR, HOUR, 1, NULL).fits);
	w.options.moves = 2;
	ck_assert(!small_ask_named(&w, 10, HOUR, HOUR, HOUR, "0-2").fits);
	w.options.moves = 3;
	ck_assert(small_ask_named(&w, 10, HOUR, HOUR, HOUR, "0-2").fits);
	small_end(&w);
}
END_TEST

/* An update: the booking has its own nodes, and gets one of others. */
START_TEST(a_known_booking_keeps_its_nodes)
{
	small_begin(&w, 4, NULL);
	ck_assert(small_ask(&w, 1, HOUR, HOUR, HOUR, 1, "0-1").fits);
	ck_assert(small_ask(&w, 2, HOUR, HOUR, HOUR, 1, NULL).fits);
	ck_assert(small_has(&w, 1, "0", HOUR) && small_has(&w, 2, "1", HOUR));
	ck_assert(small_ask(&w, 1, HOUR, HOUR, HOUR, 2, "0-1").fits);
	ck_assert(small_has(&w, 1, "0-1", HOUR));
	ck_assert(small_has(&w, 2, "2", HOUR));
	small_end(&w);
}
END_TEST

/* Booking 2 waits for booking 1, which becomes shorter, and gets a node of 3. */
START_TEST(who_waits_for_the_nodes_of_an_update_gets_them)
{
	lrh_plan_t plan;
	time_t start;

	small_begin(&w, 3, NULL);
	ck_assert(small_ask(&w, 1, HOUR, HOUR, 4 * HOUR, 1, "0-1").fits);
	ck_assert(small_ask(&w, 3, HOUR, HOUR, HOUR, 1, NULL).fits);
	ck_assert(small_ask(&w, 2, 2 * HOUR, 9 * HOUR, HOUR, 3, NULL).fits);
	ck_assert(lrh_start(w.l, 2, &start) && (start == 5 * HOUR));
	plan = small_ask(&w, 1, HOUR, HOUR, 2 * HOUR, 2, "0-1");
	ck_assert(plan.fits);
	ck_assert(lrh_start(w.l, 2, &start) && (start == 3 * HOUR));
	ck_assert(small_has(&w, 3, "2", HOUR));
	small_end(&w);
}
END_TEST

/* The steps for 8 named nodes of a large machine among so many bookings. */
static uint64_t _steps(uint32_t bookings)
{
	lrh_plan_t plan;

	small_begin(&w, LARGE, NULL);
	ck_assert(small_ask(&w, 1, 50 * HOUR, 50 * HOUR, 2 * HOUR, 8,
			    NULL).fits);
	for (uint32_t i = 0; i < bookings; i++)
		ck_assert(small_ask(&w, 10 + i, (1 + i) * HOUR, 200 * HOUR,
				    100 * HOUR, 8, NULL).fits);
	plan = small_ask_named(&w, 2, 51 * HOUR, 51 * HOUR, HOUR, "0-7");
	ck_assert(plan.fits && (plan.cnt >= 1));
	small_end(&w);
	return plan.steps;
}

/* All nodes are asked for, and a job has one. */
START_TEST(what_one_node_rules_out_is_not_tried)
{
	small_begin(&w, LARGE, NULL);
	small_hold(&w, 10, "0", HOUR, 3 * HOUR);
	for (uint64_t id = 1; id <= 40; id++)
		ck_assert(small_ask(&w, id, HOUR, HOUR, HOUR, 100, NULL).fits);
	ck_assert_uint_lt(small_ask(&w, 50, HOUR, HOUR, HOUR, LARGE,
				    NULL).steps, 16 * GARQ_LOOK_STEPS(LARGE));
	small_end(&w);
}
END_TEST

START_TEST(few_are_read)
{
	uint64_t steps = _steps(1);

	ck_assert_uint_lt(steps, 16 * GARQ_LOOK_STEPS(LARGE));
	ck_assert_uint_lt(_steps(100), 2 * steps + 64);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_yield");
	TCase *c = test_case(s, "facts", 0);

	tcase_add_test(c, a_rigid_booking_gives_up_its_node);
	tcase_add_test(c, another_node_is_free_for_all_of_the_booking);
	tcase_add_test(c, all_that_hold_the_node_leave_it);
	tcase_add_test(c, nobody_leaves_where_one_stays);
	tcase_add_test(c, jobs_and_named_nodes_stay);
	tcase_add_test(c, who_has_begun_stays);
	tcase_add_test(c, nobody_gets_a_node_of_the_request);
	tcase_add_test(c, nobody_gets_a_node_that_the_request_may_need);
	tcase_add_test(c, nobody_gets_a_node_that_the_request_has_got);
	tcase_add_test(c, two_get_two_nodes);
	tcase_add_test(c, a_node_of_the_same_pool_comes_first);
	tcase_add_test(c, nobody_leaves_a_pool_that_is_waited_for);
	tcase_add_test(c, no_more_change_than_may);
	tcase_add_test(c, a_known_booking_keeps_its_nodes);
	tcase_add_test(c, who_waits_for_the_nodes_of_an_update_gets_them);
	tcase_add_test(c, what_one_node_rules_out_is_not_tried);
	tcase_add_test(c, few_are_read);
	return test_run(s);
}
