/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_reach_test.c - which reservations have jobs, by walks that take several holds
 * of the locks, and which records no job can have.
 */
#include "plugin/booking/view/view_feed.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"
#include "test/unit/view_fixture.h"

/* Between two slices of a walk a request gives a job that was passed a name. */
START_TEST(what_is_marked_during_a_walk_has_jobs_until_the_next)
{
	view_resv_t *a = view_table_add(office, "a"),
		    *b = view_table_add(office, "b");
	uint32_t walk = view_walk_begin(office), other;

	view_jobs_mark_resv(office, a);
	view_walk_end(office, walk);
	ck_assert(view_has_jobs(office, a) && !view_has_jobs(office, b));
	walk = view_walk_begin(office);
	view_jobs_mark_resv(office, b);
	other = view_walk_begin(
		office); /* in one hold, in the midst of the first */
	view_walk_end(office, other);
	ck_assert(!view_has_jobs(office, a) && !view_has_jobs(office, b));
	view_jobs_mark_resv(office, a);
	view_walk_end(office, walk);
	ck_assert(view_has_jobs(office, a) && !view_has_jobs(office, b));
}
END_TEST

/* Regression: it had jobs for ever where no job changed, and was not parked. */
START_TEST(what_a_request_names_is_walked_for)
{
	view_resv_t *v = view_table_add(office, "a");
	uint32_t walk = view_walk_begin(office);

	view_jobs_mark_resv(office, v);		/* by the walk itself */
	ck_assert(!view_walk_is_due(office));
	view_jobs_mark_named(office, v);
	ck_assert(view_walk_is_due(office));
	view_walk_end(office, walk);
	ck_assert(view_has_jobs(office, v) && view_walk_is_due(office));
	view_walk_end(office, view_walk_begin(office));
	ck_assert(!view_has_jobs(office, v) && !view_walk_is_due(office));
}
END_TEST

START_TEST(a_record_is_out_of_reach_when_a_whole_walk_found_no_job)
{
	view_resv_t *v = view_table_add(office, "a");
	uint32_t walk = view_walk_begin(office);

	view_table_set_linked(office, v, true);
	ck_assert(!view_walk_is_due(office));
	view_walk_end(office, walk);
	ck_assert(!view_is_out_of_reach(office, v));
	walk = view_walk_begin(office);
	/* A job may have it by then. */
	view_table_set_linked(office, v, false);
	ck_assert(view_walk_is_due(office));
	view_walk_end(office, walk);
	ck_assert(!view_is_out_of_reach(office, v));
	walk = view_walk_begin(office);
	view_jobs_touch_resv(office, v);
	view_walk_end(office, walk);
	ck_assert(!view_is_out_of_reach(office, v) &&
		  !view_has_jobs(office, v));
	view_walk_end(office, view_walk_begin(office));
	ck_assert(view_is_out_of_reach(office, v));
	view_table_set_linked(office, v, true);
	ck_assert(!view_is_out_of_reach(office, v));
	view_table_set_linked(office, v, false);
	ck_assert(!view_is_out_of_reach(office, v));
}
END_TEST

START_TEST(a_record_that_was_linked_within_one_hold_is_out_of_reach)
{
	view_resv_t *a, *b, *c;

	view_walk_end(office, view_walk_begin(office));
	view_hold_begins(office);
	a = view_table_add(office, "a");	/* it is made, and parked */
	view_table_set_linked(office, a, true);
	view_jobs_see_new(office, a);
	ck_assert(!view_is_out_of_reach(office, a));
	view_table_set_linked(office, a, false);
	ck_assert(view_is_out_of_reach(office, a));
	b = view_table_add(office, "b");	/* it is found in Slurm's list */
	view_table_set_linked(office, b, true);
	view_table_set_linked(office, b, false);
	ck_assert(!view_is_out_of_reach(office, b));
	c = view_table_add(office, "c");
	view_table_set_linked(office, c, true);
	view_jobs_see_new(office, c);
	view_hold_ends(office);
	/* By code that Slurm calls. */
	view_table_set_linked(office, c, false);
	ck_assert(!view_is_out_of_reach(office, c));
	view_hold_begins(office);
	view_table_set_linked(office, a, true);	/* for an update */
	view_table_set_linked(office, a, false);
	ck_assert(view_is_out_of_reach(office, a));
	view_jobs_mark_resv(office, a);	/* the plugin gives it to a job */
	ck_assert(!view_is_out_of_reach(office, a));
	view_hold_ends(office);
}
END_TEST

START_TEST(a_record_that_is_linked_for_longer_is_within_reach)
{
	view_resv_t *a = view_table_add(office, "a");

	view_walk_end(office, view_walk_begin(office));
	ck_assert(view_is_out_of_reach(office, a));
	view_hold_begins(office);
	view_table_set_linked(office, a, true);
	view_hold_ends(office);
	view_hold_begins(office);
	view_table_set_linked(office, a, false);
	ck_assert(!view_is_out_of_reach(office, a));
	view_hold_ends(office);
	view_walk_end(office, view_walk_begin(office));
	view_table_set_linked(office, a,
			      true); /* without a hold of the plugin */
	view_table_set_linked(office, a, false);
	ck_assert(!view_is_out_of_reach(office, a));
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
