/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machine_test.c - tests of machine.c: one fact per assertion. */
#include <errno.h>
#include <stdlib.h>

#include "garq/machine.h"
#include "test/unit/test_util.h"

#define FOREVER GARQ_FOREVER
#define NODE_CNT 4
#define NOW ((time_t) 1000)

static garq_machine_t *_make(void)
{
	garq_machine_t *m = garq_machine_create(NODE_CNT, NULL, 60, 3600, NOW);

	ck_assert_ptr_nonnull(m);
	assert_intact(garq_machine_check, m);
	return m;
}

static void _hold_as(garq_machine_t *m, uint64_t id, uint64_t group,
		     const char *list, time_t t_s, time_t t_e)
{
	garq_set_t *set = test_set(NODE_CNT, list);

	ck_assert_int_eq(garq_machine_hold(m, id, group, set, t_s, t_e), 0);
	assert_intact(garq_machine_check, m);
	garq_set_destroy(set);
}

static void _hold(garq_machine_t *m, uint64_t id, const char *list, time_t t_s,
		  time_t t_e)
{
	_hold_as(m, id, id, list, t_s, t_e);
}

/* Place a request for any nodes, without a group. */
static garq_answer_t _place(const garq_machine_t *m, uint32_t num_cn,
			    time_t t_esr, time_t t_lsr, time_t duration,
			    uint64_t group)
{
	garq_set_t *all = test_set(NODE_CNT, "0-3");
	garq_request_t rq = {
		.eligible = all, .num_cn = num_cn, .t_esr = t_esr,
		.t_lsr = t_lsr, .duration = duration, .group = group,
	};
	garq_answer_t answer;

	ck_assert_int_eq(garq_machine_place(m, &rq, &answer), 0);
	if (!answer.fits)
		garq_machine_shortage(m, &rq, &answer);
	garq_set_destroy(all);
	return answer;
}

static void _assert_fits(const garq_machine_t *m, uint32_t num_cn,
			 time_t t_esr, time_t t_lsr, time_t duration,
			 uint64_t group, time_t start, const char *free_list)
{
	garq_answer_t a = _place(m, num_cn, t_esr, t_lsr, duration, group);
	garq_set_t *want = test_set(NODE_CNT, free_list);

	ck_assert(a.fits);
	ck_assert_int_eq(a.start, start);
	ck_assert(test_set_equal(a.free, want));
	garq_set_destroy(want);
	garq_answer_free(&a);
	ck_assert_ptr_null(a.free);
}

/* later 0: no later start */
static void _assert_not(const garq_machine_t *m, uint32_t num_cn, time_t t_esr,
			time_t t_lsr, time_t duration, uint64_t group,
			time_t short_at, uint32_t missing, time_t later)
{
	garq_answer_t a = _place(m, num_cn, t_esr, t_lsr, duration, group);

	ck_assert(!a.fits);
	ck_assert_ptr_null(a.free);
	ck_assert_int_eq(a.short_at, short_at);
	ck_assert_uint_eq(a.missing, missing);
	ck_assert_int_eq(a.has_later, later != 0);
	ck_assert_int_eq(a.later, later);
	ck_assert_int_eq(a.none_before, later ? later : FOREVER);
	garq_answer_free(&a);
}

/* Create */

START_TEST(create)
{
	garq_machine_t *m = _make();

	ck_assert_uint_eq(garq_nodes_size(garq_machine_nodes(m)), NODE_CNT);
	ck_assert_uint_eq(garq_max_cn(garq_machine_counts(m, 0)), NODE_CNT);
	ck_assert_int_eq(garq_now(garq_machine_counts(m, 0)), NOW);
	ck_assert_int_eq(garq_machine_now(m), NOW);
	garq_machine_destroy(m);
	errno = 0;
	ck_assert_ptr_null(garq_machine_create(0, NULL, 60, 3600, NOW));
	ck_assert_int_eq(errno, EINVAL);
	errno = 0;
	ck_assert_ptr_null(garq_machine_create(NODE_CNT, NULL, 60, 3600, -1));
	ck_assert_int_eq(errno, EINVAL);
	garq_machine_destroy(NULL);
}
END_TEST

/* Hold */

static const struct {
	const char *what;
	uint32_t size;
	const char *list;
	uint64_t group;
	time_t t_s;
	time_t t_e;
} bad_hold[] = {
	{ "empty interval", NODE_CNT, "0", 1, 2000, 2000 },
	{ "reversed", NODE_CNT, "0", 1, 2000, 1999 },
	{ "reversed in the past", NODE_CNT, "0", 1, 20, 10 },
	{ "past forever", NODE_CNT, "0", 1, 2000, FOREVER + 1 },
	{ "no node", NODE_CNT, "", 1, 2000, 3000 },
	{ "another size", NODE_CNT + 1, "0", 1, 2000, 3000 },
	{ "no group", NODE_CNT, "0", GARQ_NO_GROUP, 2000, 3000 },
	{ "no group, over", NODE_CNT, "0", GARQ_NO_GROUP, 10, 20 },
	{ "another group", NODE_CNT, "0", 2, 2000, 3000 },
};

START_TEST(hold_refuses)
{
	garq_machine_t *m = _make();
	garq_set_t *set = test_set(bad_hold[_i].size, bad_hold[_i].list);

	_hold(m, 1, "3", 1500, 1600);
	assert_error(garq_machine_hold(m, 1, bad_hold[_i].group, set,
				       bad_hold[_i].t_s, bad_hold[_i].t_e),
		     EINVAL);
	assert_intact(garq_machine_check, m);
	ck_assert_uint_eq(garq_count(garq_machine_counts(m, 0)), 1);
	garq_set_destroy(set);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(hold_of_the_past_changes_nothing)
{
	garq_machine_t *m = _make();

	_hold(m, 1, "0-3", 10, NOW);
	ck_assert_uint_eq(garq_count(garq_machine_counts(m, 0)), 0);
	_assert_fits(m, 4, 10, NOW, 60, GARQ_NO_GROUP, NOW, "0-3");
	assert_error(garq_machine_release(m, 1), ENOENT);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(hold_forgets_what_lies_before_now)
{
	garq_machine_t *m = _make();
	garq_set_t *all = test_set(NODE_CNT, "0-3");

	_hold(m, 1, "0-3", 10, 1100);
	ck_assert_uint_eq(garq_nodes_free(garq_machine_nodes(m), all, 10, NOW,
					  GARQ_NO_GROUP, NULL), 4);
	_assert_not(m, 1, 10, 1099, 60, GARQ_NO_GROUP, NOW, 1, 1100);
	garq_set_destroy(all);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(no_node_is_counted_twice)
{
	garq_machine_t *m = _make();
	const garq_t *counts = garq_machine_counts(m, 0);

	_hold_as(m, 1, 7, "0-2", 2000, 3000);	/* a booking */
	_hold_as(m, 2, 7, "1", 2100, 2200);	/* a job inside it */
	ck_assert_uint_eq(garq_count(counts), 1);
	_hold(m, 3, "2", 1500, FOREVER);	/* a node down under it */
	_hold(m, 4, "0-2", 1100, 1200);
	ck_assert_uint_eq(garq_usage(counts, 2150), 3);
	ck_assert_uint_eq(garq_usage(counts, 1100), 3);
	ck_assert_uint_eq(garq_usage(counts, 1500), 1);
	ck_assert_uint_eq(garq_usage(counts, 5000), 1);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(who_goes_leaves_the_nodes_to_the_others)
{
	garq_machine_t *m = _make();
	const garq_t *counts = garq_machine_counts(m, 0);

	_hold(m, 1, "0-2", 2000, 3000);
	_hold(m, 2, "1", 2100, 3100);		/* a job that goes on */
	_hold(m, 3, "1-2", 2050, 2150);
	ck_assert_int_eq(garq_machine_release(m, 1), 0);
	assert_intact(garq_machine_check, m);
	ck_assert_uint_eq(garq_usage(counts, 2049), 0);
	ck_assert_uint_eq(garq_usage(counts, 2050), 2);
	ck_assert_uint_eq(garq_usage(counts, 2149), 2);
	ck_assert_uint_eq(garq_usage(counts, 2150), 1);
	ck_assert_uint_eq(garq_usage(counts, 3099), 1);
	ck_assert_uint_eq(garq_usage(counts, 3100), 0);
	/* intervals that have passed no longer overlap */
	ck_assert_int_eq(garq_machine_advance(m, 2120), 0);
	ck_assert_int_eq(garq_machine_release(m, 2), 0);
	assert_intact(garq_machine_check, m);
	ck_assert_uint_eq(garq_usage(counts, 2120), 2);
	ck_assert_uint_eq(garq_usage(counts, 2150), 0);
	ck_assert_int_eq(garq_machine_release(m, 3), 0);
	ck_assert_uint_eq(garq_count(counts), 0);
	garq_machine_destroy(m);
}
END_TEST

/* Only holders outside the group block, also where both overlap. */
START_TEST(who_is_left_alone_is_counted_as_a_whole)
{
	garq_machine_t *m = _make();
	const garq_t *counts = garq_machine_counts(m, 0);

	_hold(m, 1, "0-3", NOW, NOW + 600);
	_hold(m, 2, "0-2", NOW + 60, NOW + 1200);
	ck_assert_uint_eq(garq_count(counts), 4);	/* 1, and 2's three ends */
	ck_assert_int_eq(garq_machine_release(m, 1), 0);
	assert_intact(garq_machine_check, m);
	ck_assert_uint_eq(garq_count(counts), 1);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(counts_of_a_group_come_back)
{
	garq_machine_t *m = _make();
	const garq_t *counts = garq_machine_counts(m, 0);

	_hold_as(m, 1, 7, "0-3", 2000, 3000);
	_hold_as(m, 2, 8, "1", 2500, 3500);
	_assert_fits(m, 3, 2000, 2000, 1000, 7, 2000, "0,2-3");
	_assert_not(m, 4, 2000, 2000, 1000, 7, 2500, 1, 3500);
	ck_assert_uint_eq(garq_usage(counts, 2999), 4);
	ck_assert_uint_eq(garq_usage(counts, 3000), 1);
	assert_intact(garq_machine_check, m);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(overlapping_itself_is_counted_once)
{
	garq_machine_t *m = _make();

	_hold(m, 1, "0-3", 2000, 3000);
	_hold(m, 1, "0-3", 2500, 3500);
	ck_assert_uint_eq(garq_usage(garq_machine_counts(m, 0), 2700), 4);
	_assert_fits(m, 4, 2000, FOREVER, 60, GARQ_NO_GROUP, 3500, "0-3");
	ck_assert_int_eq(garq_machine_release(m, 1), 0);
	assert_intact(garq_machine_check, m);
	_assert_fits(m, 4, 2000, 2000, 60, GARQ_NO_GROUP, 2000, "0-3");
	garq_machine_destroy(m);
}
END_TEST

START_TEST(release)
{
	garq_machine_t *m = _make();

	assert_error(garq_machine_release(m, 1), ENOENT);
	_hold(m, 1, "0-1", 2000, 3000);
	_hold(m, 1, "0-1", 4000, 5000);
	_hold(m, 2, "1-2", 2000, 3000);
	ck_assert_int_eq(garq_machine_release(m, 1), 0);
	assert_intact(garq_machine_check, m);
	ck_assert_uint_eq(garq_usage(garq_machine_counts(m, 0), 2000), 2);
	ck_assert_uint_eq(garq_usage(garq_machine_counts(m, 0), 4000), 0);
	_assert_fits(m, 2, 2000, 2000, 60, GARQ_NO_GROUP, 2000, "0,3");
	assert_error(garq_machine_release(m, 1), ENOENT);
	garq_machine_destroy(m);
}
END_TEST

/* Place */

START_TEST(place_refuses)
{
	garq_machine_t *m = _make();
	garq_set_t *all = test_set(NODE_CNT, "0-3");
	garq_set_t *other = test_set(NODE_CNT + 1, "0-3");
	const garq_request_t bad[] = {
		{ all, 0, 2000, 2000, 60, 0, NULL },
		{ all, 1, 2000, 1999, 60, 0, NULL },
		{ all, 1, 2000, 2000, 0, 0, NULL },
		{ all, 1, 2000, 2000, -1, 0, NULL },
		{ other, 1, 2000, 2000, 60, 0, NULL },
	};
	garq_answer_t answer = { .start = 77 };

	for (int i = 0; i < COUNT(bad); i++)
		assert_error(garq_machine_place(m, &bad[i], &answer), EINVAL);
	ck_assert_int_eq(answer.start, 77);
	garq_set_destroy(all);
	garq_set_destroy(other);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(place_rigid)
{
	garq_machine_t *m = _make();

	_hold(m, 1, "0-1", 2000, 3000);
	_assert_fits(m, 2, 2000, 2000, 1000, GARQ_NO_GROUP, 2000, "2-3");
	_assert_fits(m, 3, 1900, 1900, 100, GARQ_NO_GROUP, 1900, "0-3");
	_assert_not(m, 3, 1900, 1900, 101, GARQ_NO_GROUP, 2000, 1, 3000);
	_assert_not(m, 4, 2500, 2500, 10, GARQ_NO_GROUP, 2500, 2, 3000);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(place_in_a_window)
{
	garq_machine_t *m = _make();

	_hold(m, 1, "0-1", 2000, 3000);
	_assert_fits(m, 3, 1950, 3000, 100, GARQ_NO_GROUP, 3000, "0-3");
	_assert_not(m, 3, 1950, 2999, 100, GARQ_NO_GROUP, 2000, 1, 3000);
	_assert_fits(m, 3, 1890, 2999, 100, GARQ_NO_GROUP, 1890, "0-3");
	garq_machine_destroy(m);
}
END_TEST

START_TEST(window_is_clamped_to_now)
{
	garq_machine_t *m = _make();

	_assert_fits(m, 1, 10, NOW, 100, GARQ_NO_GROUP, NOW, "0-3");
	_assert_fits(m, 1, INT64_MIN, FOREVER, 100, GARQ_NO_GROUP, NOW, "0-3");
	ck_assert_int_eq(garq_machine_advance(m, 1500), 0);
	_assert_fits(m, 1, 10, 1600, 100, GARQ_NO_GROUP, 1500, "0-3");
	garq_machine_destroy(m);
}
END_TEST

/* No node is missing, only the window has passed. */
START_TEST(window_that_is_over_does_not_fit)
{
	garq_machine_t *m = _make();

	_assert_not(m, 1, 10, NOW - 1, 100, GARQ_NO_GROUP, NOW, 0, NOW);
	_hold(m, 1, "0-3", NOW, 1100);
	_assert_not(m, 1, 10, NOW - 1, 100, GARQ_NO_GROUP, NOW, 1, 1100);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(more_than_eligible_fits_at_no_time)
{
	garq_machine_t *m = _make();

	_assert_not(m, 5, 2000, 2000, 100, GARQ_NO_GROUP, 2000, 1, 0);
	_hold(m, 1, "0", 2000, 2001);
	_assert_not(m, 6, 2000, FOREVER, 100, GARQ_NO_GROUP, 2000, 3, 0);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(only_eligible_nodes_serve)
{
	garq_machine_t *m = _make();
	garq_set_t *some = test_set(NODE_CNT, "0-1");
	garq_request_t rq = {
		.eligible = some, .num_cn = 1, .t_esr = 2000, .t_lsr = 2000,
		.duration = 100,
	};
	garq_answer_t answer;

	_hold(m, 1, "0-1", 2050, 3000);
	ck_assert_int_eq(garq_machine_place(m, &rq, &answer), 0);
	ck_assert(!answer.fits);
	garq_machine_shortage(m, &rq, &answer);
	ck_assert_int_eq(answer.short_at, 2050);
	ck_assert_int_eq(answer.later, 3000);
	garq_answer_free(&answer);
	garq_set_destroy(some);
	garq_machine_destroy(m);
}
END_TEST

/* Two nodes are free at each second: it fits by count, but not on nodes. */
START_TEST(same_nodes_throughout)
{
	garq_machine_t *m = _make();

	_hold(m, 1, "0-1", 2000, 2100);
	_hold(m, 2, "2-3", 2100, 2200);
	ck_assert_int_eq(garq_searchReserv(garq_machine_counts(m, 0), 2000, 2200,
					   2), 1);
	_assert_not(m, 2, 2000, 2000, 200, GARQ_NO_GROUP, 2100, 2, 2100);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(group_is_looked_away_from)
{
	garq_machine_t *m = _make();

	_hold_as(m, 1, 7, "0-3", 2000, 3000);
	_hold_as(m, 2, 7, "1", 2100, 2200);
	_assert_not(m, 1, 2500, 2500, 100, GARQ_NO_GROUP, 2500, 1, 3000);
	_assert_not(m, 1, 2500, 2500, 100, 8, 2500, 1, 3000);
	_assert_fits(m, 4, 2000, 2000, 1000, 7, 2000, "0-3");
	_hold_as(m, 3, 8, "0", 2900, 3100);
	_assert_fits(m, 4, 1900, 2900, 1000, 7, 1900, "0-3");
	_assert_not(m, 4, 1901, 2900, 1000, 7, 2900, 1, 3100);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(down_nodes_are_never_free)
{
	garq_machine_t *m = _make();

	_hold(m, 1, "1-3", NOW, FOREVER);
	_assert_not(m, 2, 2000, FOREVER, 100, GARQ_NO_GROUP, 2000, 1, 0);
	_assert_not(m, 2, 2000, FOREVER, 100, 9, 2000, 1, 0);
	_assert_fits(m, 1, 2000, FOREVER, FOREVER, GARQ_NO_GROUP, 2000, "0");
	ck_assert_int_eq(garq_machine_advance(m, NOW + 400000000), 0);
	_assert_not(m, 2, 2000, FOREVER, 100, GARQ_NO_GROUP, NOW + 400000000,
		    1, 0);
	assert_intact(garq_machine_check, m);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(no_start_at_forever)
{
	garq_machine_t *m = _make();

	_assert_fits(m, 4, FOREVER - 1, FOREVER, 9, GARQ_NO_GROUP, FOREVER - 1,
		     "0-3");
	_assert_not(m, 4, FOREVER, FOREVER, 9, GARQ_NO_GROUP, FOREVER, 0, 0);
	_assert_not(m, 4, INT64_MAX, INT64_MAX, 9, 7, INT64_MAX, 0, 0);
	garq_machine_destroy(m);
	/* The horizon may end with time itself: the counts have no start then. */
	m = garq_machine_create(NODE_CNT, NULL, 1, 150, FOREVER - 150);
	_hold(m, 1, "0-3", FOREVER - 150, FOREVER - 90);
	_hold(m, 2, "0-3", FOREVER - 90, FOREVER);
	_assert_not(m, 1, FOREVER - 120, FOREVER - 110, 15, 7, FOREVER - 120, 1,
		    0);
	garq_machine_destroy(m);
}
END_TEST

/* A release frees the counts too, also after the start of the interval. */
START_TEST(release_of_a_running_job)
{
	garq_machine_t *m = _make();

	_hold(m, 1, "0-3", 1010, 5000);
	ck_assert_int_eq(garq_machine_advance(m, 1500), 0);
	ck_assert_int_eq(garq_machine_release(m, 1), 0);
	assert_intact(garq_machine_check, m);
	_assert_fits(m, 4, 1500, 1500, 60, GARQ_NO_GROUP, 1500, "0-3");
	garq_machine_destroy(m);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("machine");
	TCase *tc = test_case(s, "hold", 0);

	tcase_add_test(tc, create);
	tcase_add_loop_test(tc, hold_refuses, 0, COUNT(bad_hold));
	tcase_add_test(tc, hold_of_the_past_changes_nothing);
	tcase_add_test(tc, hold_forgets_what_lies_before_now);
	tcase_add_test(tc, no_node_is_counted_twice);
	tcase_add_test(tc, who_goes_leaves_the_nodes_to_the_others);
	tcase_add_test(tc, who_is_left_alone_is_counted_as_a_whole);
	tcase_add_test(tc, counts_of_a_group_come_back);
	tcase_add_test(tc, overlapping_itself_is_counted_once);
	tcase_add_test(tc, release);
	tcase_add_test(tc, release_of_a_running_job);

	tc = test_case(s, "place", 0);
	tcase_add_test(tc, place_refuses);
	tcase_add_test(tc, place_rigid);
	tcase_add_test(tc, place_in_a_window);
	tcase_add_test(tc, window_is_clamped_to_now);
	tcase_add_test(tc, window_that_is_over_does_not_fit);
	tcase_add_test(tc, more_than_eligible_fits_at_no_time);
	tcase_add_test(tc, only_eligible_nodes_serve);
	tcase_add_test(tc, same_nodes_throughout);
	tcase_add_test(tc, group_is_looked_away_from);
	tcase_add_test(tc, down_nodes_are_never_free);
	tcase_add_test(tc, no_start_at_forever);
	return test_run(s);
}
