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

/* Admission against reservations alone */

START_TEST(a_reservation_preempts_what_began_first)
{
	sim_prepare(&sim_rigid, SIM_FCFS, 4);
	setup.bt = 100;
	setup.alone = true;
	/* jobs 0 and 1 would be in the way to 200; job 2 keeps its node */
	run(Q(0, 200, 2), Q(1, 199, 1), Q(2, 400, 1), R(10, 50, 3));
	ck_assert_int_eq(result.fate[3].kind, SIM_SOLUTION);
	ck_assert_int_eq(started(3), 110);
	ck_assert_int_eq(started(2), 2);
	ck_assert_uint_eq(result.pieces, 2);
	ck_assert_uint_eq(result.piece[0].job, 0);
	ck_assert_int_eq(result.piece[0].end, 110);
	ck_assert_uint_eq(result.piece[1].job, 1);
	/* they go on where they were */
	ck_assert_int_eq(started(0), 160);
	ck_assert_int_eq(result.fate[0].done, 110);
	ck_assert_int_eq(result.fate[0].run_end, 160 + 90);
	ck_assert_int_eq(result.fate[1].run_end, 160 + 199 - 109);
	ck_assert_uint_eq(result.busy, 400 + 199 + 400 + 150);
}
END_TEST

/* The preempted job is the last of the queue, also with backfilling. */
START_TEST(who_is_preempted_queues_as_the_last)
{
	sim_prepare(&sim_rigid, SIM_EASY, 4);
	setup.bt = 100;
	setup.alone = true;
	run(Q(0, 150, 4), Q(1, 30, 4), R(2, 20, 1));
	ck_assert_int_eq(started(2), 110);
	ck_assert_int_eq(started(1), 130);
	ck_assert_int_eq(started(0), 160);
	ck_assert_int_eq(result.fate[0].run_end, 200);
}
END_TEST

/* Nodes that a preemption frees beyond the need are given away at once. */
START_TEST(preempted_nodes_are_used)
{
	sim_prepare(&sim_rigid, SIM_EASY, 4);
	setup.bt = 100;
	setup.alone = true;
	run(Q(0, 150, 4), Q(1, 500, 4), R(2, 20, 1), Q(3, 10, 3));
	ck_assert_int_eq(started(2), 110);
	ck_assert_int_eq(started(3), 110);
	ck_assert_int_eq(started(1), 130);
}
END_TEST

/*
 * What is left of a preempted job is what it is planned for: it runs [130, 170),
 * so the head is promised 170, and the last job would delay it by a second.
 */
START_TEST(the_rest_of_a_preempted_job_is_planned)
{
	sim_prepare(&sim_rigid, SIM_EASY, 4);
	setup.bt = 100;
	setup.alone = true;
	run(Q(0, 150, 3), R(2, 20, 2), Q(140, 50, 4), Q(141, 30, 1),
	    Q(142, 28, 1));
	ck_assert_int_eq(started(0), 130);
	ck_assert_int_eq(started(4), 142);
	ck_assert_int_eq(started(2), 170);
	ck_assert_int_eq(started(3), 220);
}
END_TEST

/* With reservations alone, the book-ahead time changes no admission. */
START_TEST(alone_running_jobs_block_nothing)
{
	sim_prepare(&sim_rigid, SIM_EASY, 4);
	setup.bt = 10;
	run(Q(0, 30, 3), R(5, 10, 2));
	ck_assert_int_eq(result.fate[1].kind, SIM_REFUSED);
	sim_result_free(&result);
	setup.alone = true;
	ck_assert_int_eq(sim_run(&setup, &result), 0);
	ck_assert_int_eq(result.fate[1].kind, SIM_SOLUTION);
	ck_assert_int_eq(started(1), 20);
	ck_assert_int_eq(result.fate[0].run_end, 40);
}
END_TEST

/* Requested times */

/* The queue plans with requested times, and uses what is freed earlier. */
START_TEST(a_job_may_end_before_it_is_planned_to)
{
	sim_prepare(&sim_rigid, SIM_EASY, 4);
	sim_rows((struct row[]) { Q(0, 50, 3), Q(1, 20, 4), Q(2, 60, 1) }, 3);
	job[0].requested = 100;
	job[2].requested = 99;
	ck_assert_int_eq(sim_run(&setup, &result), 0);
	/* it does not end by 100, when the head is planned */
	ck_assert_int_eq(started(1), 50);
	ck_assert_int_eq(started(2), 70);
	sim_result_free(&result);
	job[2].requested = 98;
	ck_assert_int_eq(sim_run(&setup, &result), 0);
	ck_assert_int_eq(started(2), 2);
	ck_assert_int_eq(started(1), 62);
}
END_TEST

/* A reservation is of the requested time, and keeps its nodes. */
START_TEST(a_reservation_is_of_the_requested_time)
{
	sim_prepare(&sim_rigid, SIM_FCFS, 4);
	setup.bt = 100;
	sim_rows((struct row[]) { R(0, 15, 3), Q(1, 200, 2) }, 2);
	job[0].requested = 45;
	ck_assert_int_eq(sim_run(&setup, &result), 0);
	ck_assert_int_eq(started(0), 100);
	ck_assert_int_eq(result.fate[0].run_end, 115);
	ck_assert_int_eq(result.fate[0].hold_end, 150);
	ck_assert_int_eq(started(1), 150);
	ck_assert_uint_eq(result.busy, 15 * 3 + 200 * 2);
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
	tcase_add_test(tc, a_reservation_preempts_what_began_first);
	tcase_add_test(tc, who_is_preempted_queues_as_the_last);
	tcase_add_test(tc, preempted_nodes_are_used);
	tcase_add_test(tc, the_rest_of_a_preempted_job_is_planned);
	tcase_add_test(tc, alone_running_jobs_block_nothing);
	tcase_add_test(tc, a_job_may_end_before_it_is_planned_to);
	tcase_add_test(tc, a_reservation_is_of_the_requested_time);
	return test_run(s);
}
