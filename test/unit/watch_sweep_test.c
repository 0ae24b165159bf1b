/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_sweep_test.c - a walk in slices knows which reservations jobs have to do
 * with, whatever happens between two slices. SEED=n replays a run.
 */

#include "plugin/slurm/compat/ctld_office.h"
#include "test/unit/watch_world.h"

/* What is said of reservations holds at any time. RET those out of reach */
static uint32_t _check(void)
{
	uint32_t out = 0;

	for (int r = 0; r < RESVS; r++) {
		ck_assert(view_has_jobs(office, &resv[r]) || !world_named(r));
		ck_assert(!view_is_out_of_reach(office, &resv[r]) ||
			  !world_had(r));
		out += view_is_out_of_reach(office, &resv[r]);
	}
	return out;
}

/* Others have the locks. */
static void _changes(rng_t *rng)
{
	for (uint64_t n = rng_below(rng, 3); n; n--)
		(void) world_change((int) rng_below(rng, JOBS), rng);
	(void) _check();
}

START_TEST(a_walk_in_slices_knows_what_jobs_name)
{
	rng_t rng = { test_seed() };
	uint32_t out = 0;

	for (int round = 0; round < ROUNDS; round++) {
		uint32_t slices = 0;

		last_job_update = now;
		ck_assert(watch_sweep_begin(false, now));
		do {
			_changes(&rng);
			watch_sweep_read();
			_changes(&rng);
		} while ((++slices < JOBS) && watch_sweep_next(now));
		ck_assert_uint_lt(slices, JOBS);
		out += _check();
	}
	ck_assert_uint_gt(out, 0);
}
END_TEST

START_TEST(where_no_job_has_changed_there_is_no_walk)
{
	last_job_update = now;
	ck_assert(watch_sweep_begin(false, now));
	watch_sweep_read();
	ck_assert(!watch_sweep_next(now));
	last_job_update = now - 1;
	ck_assert(!watch_sweep_begin(false, now));
	ck_assert(watch_sweep_begin(false, now - 10));	/* the clock is set back */
	watch_sweep_read();
	ck_assert(!watch_sweep_next(now - 10));
	last_job_update = now - 11;
	view_jobs_see_parked(office,
			     &resv[0]); /* is it out of the reach of jobs? */
	ck_assert(watch_sweep_begin(false, now));
	watch_sweep_read();
	ck_assert(!watch_sweep_next(now));
	ck_assert(view_is_out_of_reach(office, &resv[0]));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("watch_sweep");
	TCase *tc = test_case(suite, "walks", 60);

	tcase_add_checked_fixture(tc, world_setup, world_teardown);
	tcase_add_test(tc, a_walk_in_slices_knows_what_jobs_name);
	tcase_add_test(tc, where_no_job_has_changed_there_is_no_walk);
	return test_run(suite);
}
