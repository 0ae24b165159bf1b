/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_osp_jobs_test.c - the jobs of the simulator of contrib/eval.
 */
#include "test/unit/eval_osp_sim_fixture.h"

START_TEST(section_4_1)
{
	struct eval_job log[] = {
		{ 1003, 10, 1, 0 }, { 1003, 3000000, 65, 0 },
		{ 90000, 300, 64, 0 }, { 1000 + 86400, 600, 1, 0 },
	};
	struct eval_jobs from = { .job = log, .cnt = 4 };
	struct sim_jobs made;
	struct sim_ask ask;

	ck_assert_int_eq(sim_jobs_make(&from, 64, 1, 300, 1, &made), 0);
	ck_assert_int_eq(made.begin, 900);
	ck_assert_int_eq(made.end, 900 + 86400);
	ck_assert_uint_eq(made.cnt, 2);
	ck_assert_int_eq(made.job[0].dur, 240);
	ck_assert_int_eq(made.job[1].dur, 28 * 86400);
	ck_assert_uint_eq(made.job[1].num_cn, 64);
	ck_assert_uint_eq(made.fit.too_short, 1);
	ck_assert_uint_eq(made.fit.too_wide, 1);
	ck_assert_uint_eq(made.fit.too_long, 1);
	ask = sim_ask_of(&made, &made.job[0], 3600, 7200);
	ck_assert_int_eq(ask.ti_s, 1200 + 3600);
	ck_assert_int_eq(ask.dur, 300);
	ck_assert_int_eq(ask.ti_e, 1200 + 3600 + 300 + 7200);
	sim_jobs_free(&made);
	ck_assert_int_eq(sim_jobs_make(&from, 64, 8, 300, 14, &made), 0);
	ck_assert_uint_eq(made.cnt, 4);
	ck_assert_uint_eq(made.job[0].num_cn, 1);
	ck_assert_uint_eq(made.job[1].num_cn, 9);
	ck_assert_uint_eq(made.job[2].num_cn, 8);
	sim_jobs_free(&made);
}
END_TEST

START_TEST(days_of_the_log_and_requested_times)
{
	struct eval_job log[] = {
		{ 5000, 1000, 1, 7200 }, { 6000, 10, 1, 0 },
		{ 7000, 900, 1, 600 }, { 8000, 10, 1, 60 },
		{ 86399, 300, 1, 3000000 }, { 86400, 300, 1, 300 },
	};
	struct eval_jobs from = { .job = log, .cnt = 6 };
	struct sim_selection selection = {
		.max_cn = 64, .per_cn = 1, .delta = 300, .days = 1,
		.from_log = true,
	};
	struct sim_jobs made;

	ck_assert_int_eq(sim_jobs_select(&from, &selection, &made), 0);
	ck_assert_uint_eq(made.cnt, 5);
	ck_assert_int_eq(made.begin, 4800);
	ck_assert_int_eq(made.end, 86400);
	for (uint32_t i = 0; i < made.cnt; i++)
		ck_assert_int_eq(sim_planned(&made.job[i]), made.job[i].dur);
	ck_assert_int_eq(made.job[2].dur, 900);
	sim_jobs_free(&made);
	selection.requested = true;
	ck_assert_int_eq(sim_jobs_select(&from, &selection, &made), 0);
	ck_assert_int_eq(made.job[0].dur, 1000);
	ck_assert_int_eq(sim_planned(&made.job[0]), 7200);
	ck_assert_int_eq(sim_ask_of(&made, &made.job[0], 0, 0).dur, 7200);
	ck_assert_int_eq(sim_planned(&made.job[1]), 240);
	/* a job does not run longer than its limit */
	ck_assert_int_eq(made.job[2].dur, 600);
	ck_assert_int_eq(sim_planned(&made.job[3]), 240);
	ck_assert_int_eq(sim_planned(&made.job[4]), 28 * 86400);
	sim_jobs_free(&made);
}
END_TEST

START_TEST(so_many_are_chosen_and_others_by_another_seed)
{
	bool again[JOBS_MAX];
	uint32_t cnt = 0, times[JOBS_MAX] = { 0 };

	sim_prepare(&sim_rigid, SIM_FCFS, 4);
	jobs.cnt = 35;
	ck_assert_int_eq(sim_jobs_choose(&jobs, 30, 1, ar), 11);
	ck_assert_int_eq(sim_jobs_choose(&jobs, 30, 1, again), 11);
	ck_assert_mem_eq(ar, again, jobs.cnt * sizeof(ar[0]));
	for (uint64_t seed = 0; seed < 1000; seed++) {
		ck_assert_int_eq(sim_jobs_choose(&jobs, 30, seed, ar), 11);
		for (uint32_t i = 0; i < jobs.cnt; i++)
			times[i] += ar[i];
	}
	/* 314 of 1000 each; 6 standard deviations */
	for (uint32_t i = 0; i < jobs.cnt; i++) {
		ck_assert_uint_gt(times[i], 314 - 88);
		ck_assert_uint_lt(times[i], 314 + 88);
		cnt += times[i];
	}
	ck_assert_uint_eq(cnt, 11000);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("osp_jobs");
	TCase *tc = test_case(s, "jobs", 0);

	tcase_add_checked_fixture(tc, NULL, sim_teardown);
	tcase_add_test(tc, section_4_1);
	tcase_add_test(tc, days_of_the_log_and_requested_times);
	tcase_add_test(tc, so_many_are_chosen_and_others_by_another_seed);
	return test_run(s);
}
