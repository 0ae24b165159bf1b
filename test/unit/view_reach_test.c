/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_reach_test.c - which reservations have jobs, by walks that take several holds
 * of the locks, and which records no job can have.
 */
#include "plugin/booking/view/view_feed.h"
#include "test/unit/test_util.h"
#include "test/unit/view_fixture.h"

/* Between two slices of a walk a request gives a job that was passed a name. */
START_TEST(what_is_marked_during_a_walk_has_jobs_until_the_next)
{
	view_resv_t *a = view_table_add("a"), *b = view_table_add("b");
	uint32_t walk = view_walk_begin(), other;

	view_jobs_mark_resv(a);
	view_walk_end(walk);
	ck_assert(view_has_jobs(a) && !view_has_jobs(b));
	walk = view_walk_begin();
	view_jobs_mark_resv(b);
	other = view_walk_begin();	/* in one hold, in the midst of the first */
	view_walk_end(other);
	ck_assert(!view_has_jobs(a) && !view_has_jobs(b));
	view_jobs_mark_resv(a);
	view_walk_end(walk);
	ck_assert(view_has_jobs(a) && !view_has_jobs(b));
}
END_TEST

/* Regression: it had jobs for ever where no job changed, and was not parked. */
START_TEST(what_a_request_names_is_walked_for)
{
	view_resv_t *v = view_table_add("a");
	uint32_t walk = view_walk_begin();

	view_jobs_mark_resv(v);		/* by the walk itself */
	ck_assert(!view_walk_is_due());
	view_jobs_mark_named(v);
	ck_assert(view_walk_is_due());
	view_walk_end(walk);
	ck_assert(view_has_jobs(v) && view_walk_is_due());
	view_walk_end(view_walk_begin());
	ck_assert(!view_has_jobs(v) && !view_walk_is_due());
}
END_TEST

START_TEST(a_record_is_out_of_reach_when_a_whole_walk_found_no_job)
{
	view_resv_t *v = view_table_add("a");
	uint32_t walk = view_walk_begin();

	view_table_set_linked(v, true);
	ck_assert(!view_walk_is_due());
	view_walk_end(walk);
	ck_assert(!view_is_out_of_reach(v));
	walk = view_walk_begin();
	view_table_set_linked(v, false);	/* a job may have it by then */
	ck_assert(view_walk_is_due());
	view_walk_end(walk);
	ck_assert(!view_is_out_of_reach(v));
	walk = view_walk_begin();
	view_jobs_touch_resv(v);
	view_walk_end(walk);
	ck_assert(!view_is_out_of_reach(v) && !view_has_jobs(v));
	view_walk_end(view_walk_begin());
	ck_assert(view_is_out_of_reach(v));
	view_table_set_linked(v, true);
	ck_assert(!view_is_out_of_reach(v));
	view_table_set_linked(v, false);
	ck_assert(!view_is_out_of_reach(v));
}
END_TEST

START_TEST(a_record_that_was_linked_within_one_hold_is_out_of_reach)
{
	view_resv_t *a, *b, *c;

	view_walk_end(view_walk_begin());
	view_hold_begins();
	a = view_table_add("a");	/* it is made, and parked */
	view_table_set_linked(a, true);
	view_jobs_see_new(a);
	ck_assert(!view_is_out_of_reach(a));
	view_table_set_linked(a, false);
	ck_assert(view_is_out_of_reach(a));
	b = view_table_add("b");	/* it is found in Slurm's list */
	view_table_set_linked(b, true);
	view_table_set_linked(b, false);
	ck_assert(!view_is_out_of_reach(b));
	c = view_table_add("c");
	view_table_set_linked(c, true);
	view_jobs_see_new(c);
	view_hold_ends();
	view_table_set_linked(c, false);	/* by code that Slurm calls */
	ck_assert(!view_is_out_of_reach(c));
	view_hold_begins();
	view_table_set_linked(a, true);	/* for an update */
	view_table_set_linked(a, false);
	ck_assert(view_is_out_of_reach(a));
	view_jobs_mark_resv(a);	/* the plugin gives it to a job */
	ck_assert(!view_is_out_of_reach(a));
	view_hold_ends();
}
END_TEST

START_TEST(a_record_that_is_linked_for_longer_is_within_reach)
{
	view_resv_t *a = view_table_add("a");

	view_walk_end(view_walk_begin());
	ck_assert(view_is_out_of_reach(a));
	view_hold_begins();
	view_table_set_linked(a, true);
	view_hold_ends();
	view_hold_begins();
	view_table_set_linked(a, false);
	ck_assert(!view_is_out_of_reach(a));
	view_hold_ends();
	view_walk_end(view_walk_begin());
	view_table_set_linked(a, true);	/* without a hold of the plugin */
	view_table_set_linked(a, false);
	ck_assert(!view_is_out_of_reach(a));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("view_reach");
	TCase *tc = test_case(suite, "reach", 0);

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(
		tc, what_is_marked_during_a_walk_has_jobs_until_the_next);
	tcase_add_test(tc, what_a_request_names_is_walked_for);
	tcase_add_test(
		tc, a_record_is_out_of_reach_when_a_whole_walk_found_no_job);
	tcase_add_test(
		tc, a_record_that_was_linked_within_one_hold_is_out_of_reach);
	tcase_add_test(
		tc, a_record_that_is_linked_for_longer_is_within_reach);
	return test_run(suite);
}
