/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_osp_sim_test.c - the simulator of contrib/eval on workloads that are
 * small enough to know the results beforehand.
 */
#include "test/unit/eval_osp_sim_fixture.h"

/* The queue */

START_TEST(fcfs_lets_nobody_pass)
{
	sim_prepare(&sim_rigid, SIM_FCFS, 4);
	run(Q(0, 100, 3), Q(1, 50, 4), Q(2, 10, 1));
	ck_assert_int_eq(started(0), 0);
	ck_assert_int_eq(started(1), 100);
	ck_assert_int_eq(started(2), 150);
	ck_assert_int_eq(result.fate[2].run_end, 160);
	ck_assert_int_eq(result.end, 160);
	ck_assert_uint_eq(result.busy, 300 + 200 + 10);
}
END_TEST

START_TEST(easy_backfills_a_short_job)
{
	sim_prepare(&sim_rigid, SIM_EASY, 4);
	run(Q(0, 100, 3), Q(1, 50, 4), Q(2, 98, 1));
	ck_assert_int_eq(started(1), 100);
	ck_assert_int_eq(started(2), 2);
}
END_TEST

START_TEST(easy_delays_no_head)
{
	sim_prepare(&sim_rigid, SIM_EASY, 4);
	run(Q(0, 100, 3), Q(1, 50, 4), Q(2, 99, 1));
	ck_assert_int_eq(started(1), 100);
	ck_assert_int_eq(started(2), 150);
}
END_TEST

/* One node is free beside the head, for any time; the next job waits. */
START_TEST(easy_backfills_a_long_job_beside_the_head)
{
	sim_prepare(&sim_rigid, SIM_EASY, 5);
	run(Q(0, 100, 3), Q(1, 50, 4), Q(2, 500, 1), Q(3, 500, 1));
	ck_assert_int_eq(started(1), 100);
	ck_assert_int_eq(started(2), 2);
	ck_assert_int_eq(started(3), 150);
}
END_TEST

/* EASY protects the head alone: job 3 delays job 2. */
START_TEST(easy_may_delay_the_second)
{
	sim_prepare(&sim_rigid, SIM_EASY, 4);
	run(Q(0, 100, 3), Q(1, 50, 3), Q(2, 50, 4), Q(3, 300, 1));
	ck_assert_int_eq(started(1), 100);
	ck_assert_int_eq(started(3), 3);
	ck_assert_int_eq(started(2), 303);
}
END_TEST

/* Reservations */

START_TEST(rigid_takes_what_was_asked_or_nothing)
{
	sim_prepare(&sim_rigid, SIM_FCFS, 4);
	setup.bt = 100;
	setup.slt = 500;
	run(R(1, 35, 3), R(2, 50, 2), R(43, 50, 2));
	ck_assert_int_eq(result.fate[0].kind, SIM_SOLUTION);
	/* the next slot, and 100 on; four slots */
	ck_assert_int_eq(started(0), 110);
	ck_assert_int_eq(result.fate[0].run_end, 145);
	ck_assert_int_eq(result.fate[0].hold_end, 150);
	ck_assert_int_eq(result.fate[1].kind, SIM_REFUSED);
	ck_assert_uint_eq(result.fate[1].num_cn, 0);
	ck_assert_int_eq(started(2), 150);
	ck_assert_uint_eq(result.busy, 35 * 3 + 50 * 2);
}
END_TEST

START_TEST(first_fit_takes_the_first_within_the_limit)
{
	sim_prepare(&sim_first_fit, SIM_FCFS, 4);
	setup.bt = 100;
	setup.slt = 40;
	run(R(1, 35, 3), R(2, 50, 2), R(3, 10, 4));
	ck_assert_int_eq(started(1), 150);
	ck_assert_int_eq(result.fate[1].kind, SIM_SOLUTION);
	/* all nodes are taken to 200, the last start is at 150 */
	ck_assert_int_eq(result.fate[2].kind, SIM_REFUSED);
}
END_TEST

/* The same, where refused jobs queue. */
START_TEST(refused_jobs_may_queue)
{
	sim_prepare(&sim_rigid, SIM_FCFS, 4);
	setup.bt = 100;
	run(R(0, 50, 3), R(1, 50, 1), R(2, 50, 2), Q(3, 10, 1));
	ck_assert_int_eq(result.fate[1].kind, SIM_SOLUTION);
	ck_assert_int_eq(result.fate[2].kind, SIM_REFUSED);
	ck_assert_uint_eq(result.fate[2].num_cn, 0);
	sim_result_free(&result);
	setup.requeue = true;
	ck_assert_int_eq(sim_run(&setup, &result), 0);
	ck_assert_int_eq(result.fate[2].kind, SIM_REFUSED);
	ck_assert_int_eq(started(2), 2);
	ck_assert_int_eq(result.fate[2].run_end, 52);
	ck_assert_uint_eq(result.fate[2].num_cn, 2);
	ck_assert_int_eq(started(3), 3);
}
END_TEST

/* A job ends inside a slot: the reservation begins with the next one. */
START_TEST(first_fit_begins_with_a_slot)
{
	sim_prepare(&sim_first_fit, SIM_FCFS, 4);
	setup.bt = 10;
	setup.slt = 60;
	run(Q(0, 33, 2), R(0, 20, 3));
	ck_assert_int_eq(started(1), 40);
	ck_assert_int_eq(result.fate[1].hold_end, 60);
}
END_TEST

START_TEST(first_fit_may_begin_at_its_last_start)
{
	sim_prepare(&sim_first_fit, SIM_FCFS, 4);
	setup.bt = 10;
	setup.slt = 30;
	run(Q(0, 33, 2), R(0, 20, 3), R(0, 20, 4));
	ck_assert_int_eq(started(1), 40);
	ck_assert_int_eq(result.fate[2].kind, SIM_REFUSED);
}
END_TEST

START_TEST(jobs_do_not_meet_reservations)
{
	sim_prepare(&sim_rigid, SIM_EASY, 4);
	setup.bt = 100;
	run(R(0, 45, 3), Q(1, 120, 4), Q(2, 90, 2), Q(3, 200, 1),
	    Q(4, 96, 1), Q(5, 96, 1));
	/* the reservation keeps the last slot, though its job has ended */
	ck_assert_int_eq(started(0), 100);
	ck_assert_int_eq(result.fate[0].run_end, 145);
	ck_assert_int_eq(started(1), 150);
	ck_assert_int_eq(started(2), 2);
	ck_assert_int_eq(started(3), 270);
	ck_assert_int_eq(started(4), 4);
	/* ends at 101, on the node beside the reservation */
	ck_assert_int_eq(started(5), 5);
}
END_TEST

START_TEST(fcfs_waits_for_a_reservation_too)
{
	sim_prepare(&sim_rigid, SIM_FCFS, 4);
	setup.bt = 100;
	run(R(0, 50, 3), Q(1, 120, 2), Q(2, 20, 1));
	ck_assert_int_eq(started(1), 150);
	ck_assert_int_eq(started(2), 150);
}
END_TEST

/* No start is promised to a queued job: a reservation may pass the head. */
START_TEST(a_reservation_may_delay_the_head)
{
	sim_prepare(&sim_rigid, SIM_EASY, 4);
	setup.bt = 100;
	run(Q(0, 100, 4), Q(1, 50, 4), R(2, 40, 1));
	ck_assert_int_eq(started(2), 110);
	ck_assert_int_eq(started(1), 150);
}
END_TEST

/* Then a job behind the head can use the time until the head's start. */
START_TEST(a_head_that_is_delayed_leaves_room)
{
	sim_prepare(&sim_rigid, SIM_EASY, 4);
	setup.bt = 90;
	run(Q(0, 100, 3), Q(1, 50, 4), Q(2, 137, 1), R(3, 40, 3));
	ck_assert_int_eq(started(3), 100);
	ck_assert_int_eq(started(2), 3);
	ck_assert_int_eq(started(1), 140);
}
END_TEST

/* Running jobs block a reservation, queued jobs do not. */
START_TEST(reservations_see_what_runs)
{
	sim_prepare(&sim_rigid, SIM_EASY, 4);
	setup.bt = 10;
	run(Q(0, 30, 3), Q(1, 500, 3), R(5, 10, 2), R(11, 10, 2));
	ck_assert_int_eq(result.fate[2].kind, SIM_REFUSED);
	ck_assert_int_eq(started(3), 30);
	ck_assert_int_eq(started(1), 40);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("osp_sim");
	TCase *tc = test_case(s, "simulator", 0);

	tcase_add_checked_fixture(tc, NULL, sim_teardown);
	tcase_add_test(tc, fcfs_lets_nobody_pass);
	tcase_add_test(tc, easy_backfills_a_short_job);
	tcase_add_test(tc, easy_delays_no_head);
	tcase_add_test(tc, easy_backfills_a_long_job_beside_the_head);
	tcase_add_test(tc, easy_may_delay_the_second);
	tcase_add_test(tc, rigid_takes_what_was_asked_or_nothing);
	tcase_add_test(tc, first_fit_takes_the_first_within_the_limit);
	tcase_add_test(tc, refused_jobs_may_queue);
	tcase_add_test(tc, first_fit_begins_with_a_slot);
	tcase_add_test(tc, first_fit_may_begin_at_its_last_start);
	tcase_add_test(tc, jobs_do_not_meet_reservations);
	tcase_add_test(tc, fcfs_waits_for_a_reservation_too);
	tcase_add_test(tc, a_reservation_may_delay_the_head);
	tcase_add_test(tc, a_head_that_is_delayed_leaves_room);
	tcase_add_test(tc, reservations_see_what_runs);
	return test_run(s);
}
