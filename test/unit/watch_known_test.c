/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_known_test.c - looks that read the jobs on nodes alone know of all jobs on
 * nodes, and walk through others only when one has started.
 *
 * After each look the view has to hold what a walk would have found, though now and
 * then slurmctld counts the jobs of a node wrong. SEED=n replays a run.
 */

#include "plugin/slurm/compat/ctld_office.h"
#include "test/unit/watch_world.h"

/* The counts of the view, beside a count of its holds one by one. */
static void _compare_counts(void)
{
	const uint32_t *on = view_jobs_on_nodes(office);

	for (int n = 0; on && (n < NODES); n++) {
		uint32_t cnt = 0;

		for (int i = 0; i < JOBS; i++)
			if (there[i] && !IS_JOB_COMPLETING(world_job(i)))
				cnt += (held[i] >> n) & 1;
		ck_assert_uint_eq(on[n], cnt);
	}
}

static void _sweep(void)
{
	last_job_update = now;
	ck_assert(watch_sweep_begin(false, now));
	do
		watch_sweep_read();
	while (watch_sweep_next(now));
}

START_TEST(a_look_knows_of_all_jobs_on_nodes)
{
	rng_t rng = { test_seed() };

	watch_jobs(now);
	for (int round = 0; round < ROUNDS; round++) {
		bool started = false;
		uint32_t before = walks;

		for (uint64_t n = rng_below(&rng, 6); n; n--)
			started |= world_change((int) rng_below(&rng, JOBS),
						&rng);
		/* Slurm loses count. */
		if (rng_one_in(&rng, 20)) {
			record[rng_below(&rng, NODES)].run_job_cnt++;
			started = true;
		}
		now += (time_t) rng_below(&rng, 20);
		watch_jobs_known(now);
		world_compare(false);
		_compare_counts();
		ck_assert(started || (walks == before));
		if (rng_one_in(&rng, 10)) {
			_sweep();
			watch_jobs_known(now);
			world_compare(true);
		}
		if (rng_one_in(&rng, 10)) {
			watch_jobs(now);
			world_compare(true);
			for (int r = 0; r < RESVS; r++)
				ck_assert_int_eq(view_has_jobs(office,
							       &resv[r]),
						 world_named(r));
		}
	}
	ck_assert_uint_gt(walks, ROUNDS / 10);
}
END_TEST

/*
 * A job that is as before is read no further; that Slurm counts it on fewer nodes
 * than the view has tells that it is not.
 */
START_TEST(a_job_that_loses_a_node_is_found)
{
	rng_t rng = { 1 };

	world_submit(0, &rng);
	world_start(0, &rng);
	world_set_nodes(0, 1);
	world_submit(1, &rng);
	world_start(1, &rng);
	world_count(1, false, -1);
	world_set_nodes(1, 6);
	world_count(1, false, 1);
	watch_jobs(now);
	world_shrink(1);
	watch_jobs_known(now);
	world_compare(false);
	ck_assert_uint_eq(held[1], 4);
}
END_TEST

/* A node is handed over from one job to another between two looks. */
START_TEST(a_job_in_the_place_of_another_is_found)
{
	rng_t rng = { 1 };

	world_submit(0, &rng);
	world_submit(1, &rng);
	world_start(0, &rng);
	watch_jobs(now);
	world_end(0, false);
	world_start(1, &rng);
	world_count(1, false, -1);
	world_set_nodes(1, (uint64_t) bits[0][NODES_BITS_HEAD]);
	world_count(1, false, 1);
	watch_jobs_known(now);
	world_compare(false);
}
END_TEST

START_TEST(jobs_that_wait_or_end_cost_no_walk)
{
	rng_t rng = { 1 };

	for (int i = 0; i < 20; i++)
		world_submit(i, &rng);
	for (int i = 0; i < 10; i++)
		world_start(i, &rng);
	watch_jobs(now);
	for (int i = 20; i < JOBS; i++)
		world_submit(i, &rng);
	for (int i = 0; i < 5; i++)
		world_end(i, i & 1);
	now += WATCH_STUCK;
	watch_jobs_known(now);
	world_compare(false);
	ck_assert_uint_eq(walks, 1);
	ck_assert_int_ge(watch_jobs_due(), now);
	ck_assert_int_eq(watch_jobs_walk_due(), WATCH_NEVER);
}
END_TEST

/* Jobs that have waited for long start, and stand early in the list. */
START_TEST(a_job_that_starts_costs_the_walk_up_to_it)
{
	rng_t rng = { 1 };

	for (int i = 0; i < JOBS; i++)
		world_submit(i, &rng);
	watch_jobs(now);
	world_start(5, &rng);
	world_start(2, &rng);
	watch_jobs_known(now);
	world_compare(false);
	ck_assert_uint_eq(walks, 2);
	ck_assert_uint_eq(passed, 6 + WATCH_AHEAD);
	watch_jobs_known(now);
	ck_assert_uint_eq(walks, 2);
}
END_TEST

/* Slurm counts a job less than it did: what is missing can't be told. */
/* One job more and a count less, on one node: no count tells of the job. */
START_TEST(a_start_that_slurm_counts_wrong_is_found_by_the_next_walk)
{
	rng_t rng = { 1 };

	world_submit(0, &rng);
	watch_jobs(now);
	world_start(0, &rng);
	world_count(0, false, -1);
	watch_jobs_known(now);
	ck_assert_uint_eq(held[0], 0);
	_sweep();
	ck_assert_int_le(watch_jobs_due(), now);
	watch_jobs_known(now);
	world_compare(false);
}
END_TEST

START_TEST(counts_that_go_down_cost_a_whole_walk)
{
	rng_t rng = { 1 };

	for (int i = 0; i < JOBS; i++)
		world_submit(i, &rng);
	watch_jobs(now);
	world_start(1, &rng);
	record[NODES - 1].run_job_cnt -= 1;
	watch_jobs_known(now);
	world_compare(false);
	ck_assert_uint_eq(passed, JOBS);
	watch_jobs_known(now);
	ck_assert_uint_eq(walks, 2);
}
END_TEST

/* What the waiting jobs name is known from the last walk on, until the next. */
START_TEST(what_jobs_name_is_kept_by_looks)
{
	rng_t rng = { 1 };

	world_submit(0, &rng);
	job[0].resv_name = names[2];
	watch_jobs(now);
	ck_assert(view_has_jobs(office, &resv[2]));
	there[0] = false;
	watch_jobs_known(now);
	ck_assert(view_has_jobs(office, &resv[2]));
	watch_jobs(now);
	ck_assert(!view_has_jobs(office, &resv[2]));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("watch_known");
	TCase *tc = test_case(suite, "looks", 60);

	tcase_add_checked_fixture(tc, world_setup, world_teardown);
	tcase_add_test(tc, a_look_knows_of_all_jobs_on_nodes);
	tcase_add_test(tc, a_job_that_loses_a_node_is_found);
	tcase_add_test(tc, a_job_in_the_place_of_another_is_found);
	tcase_add_test(tc, jobs_that_wait_or_end_cost_no_walk);
	tcase_add_test(tc, a_job_that_starts_costs_the_walk_up_to_it);
	tcase_add_test(
		tc, a_start_that_slurm_counts_wrong_is_found_by_the_next_walk);
	tcase_add_test(tc, counts_that_go_down_cost_a_whole_walk);
	tcase_add_test(tc, what_jobs_name_is_kept_by_looks);
	return test_run(suite);
}
