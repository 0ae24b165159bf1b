/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_pending_test.c - places that bookings have left are held until that is
 * durable. */

#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/view_pending.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"
#include "test/unit/view_fixture.h"

/* Hold cnt nodes from start on for an hour as a place that "a" has left. */
static void leave(view_pending_t **pending, time_t start, uint32_t cnt)
{
	garq_set_t *nodes = set_of(0, cnt);

	view_pending_hold(office, pending, "a", nodes, start, start + HOUR);
	ck_assert_ptr_nonnull(*pending);
	garq_set_destroy(nodes);
}

START_TEST(what_is_left_is_held_where_nobody_else_is)
{
	view_pending_t *p = NULL;
	time_t t = NOW + HOUR;

	/* Nodes 0 and 1 have a new holder for the second half of the hour. */
	see(view_table_add(office, "b"), t + HOUR / 2, 0, 2);
	leave(&p, t, 3);
	ck_assert_uint_eq(held_at(t - 1), 0);
	ck_assert_uint_eq(held_at(t), 3);
	ck_assert_uint_eq(held_at(t + HOUR - 1), 3);
	ck_assert_uint_eq(held_at(t + HOUR), 2);
	view_pending_release(office, p);
	ck_assert_uint_eq(held_at(t), 0);
	ck_assert_uint_eq(held_at(t + HOUR - 1), 2);
}
END_TEST

/* Each hold is a change: those of thousands of nodes would take long. */
START_TEST(nodes_that_are_left_at_the_same_time_are_held_at_once)
{
	uint64_t before = changes_count(office);
	view_pending_t *p = NULL;

	leave(&p, NOW + HOUR, 3);
	ck_assert_uint_eq(changes_count(office) - before, 1);
	view_pending_release(office, p);
}
END_TEST

START_TEST(what_is_left_is_held_until_it_is_durable)
{
	view_pending_t *first = NULL, *second = NULL;
	time_t from, until;

	leave(&first, NOW + HOUR, 3);
	leave(&second, NOW + 5 * HOUR, 2);
	view_pending_sweep(office);
	ck_assert_uint_eq(held_at(NOW + HOUR), 3);
	view_pending_settle(first);
	ck_assert_uint_eq(held_at(NOW + HOUR), 3);
	view_pending_sweep(office);
	ck_assert_uint_eq(held_at(NOW + HOUR), 0);
	ck_assert_uint_eq(held_at(NOW + 5 * HOUR), 2);
	ck_assert(view_freed_take(office, &from, &until));
	ck_assert_int_eq(from, NOW + HOUR);
	ck_assert_int_eq(until, NOW + 2 * HOUR);
	view_pending_settle(NULL);
	view_pending_release(office, NULL);
}
END_TEST

/* The id of the only places that are left; 0: there are none. */
static uint64_t id_of_left(view_holder_t *ret)
{
	for (uint64_t n = 1; n < 100; n++)
		if (view_holder(office, VIEW_ID(VIEW_ID_PENDING, n), ret))
			return n;
	return 0;
}

START_TEST(what_is_left_has_a_name_and_outlives_the_machine)
{
	view_pending_t *p = NULL;
	view_holder_t who;

	leave(&p, NOW + HOUR, 3);
	leave(&p, NOW + 3 * HOUR, 1);
	ck_assert_uint_ne(id_of_left(&who), 0);
	ck_assert_int_eq(who.kind, VIEW_PENDING);
	ck_assert_str_eq(who.name, "a");
	view_build(office, NODES, classes, NOW);
	ck_assert_uint_eq(held_at(NOW + HOUR), 3);
	ck_assert_uint_eq(held_at(NOW + 3 * HOUR), 1);
	/* A cluster that has fewer nodes now. */
	view_build(office, 2, classes, NOW);
	view_pending_settle(p);
	view_pending_sweep(office);
	ck_assert_uint_eq(id_of_left(&who), 0);
}
END_TEST

START_TEST(nothing_is_held_of_what_has_passed)
{
	view_pending_t *p = NULL;

	leave(&p, NOW - HOUR / 2, 2);
	ck_assert_uint_eq(held_at(NOW), 2);
	ck_assert_uint_eq(held_at(NOW + HOUR / 2), 0);
	leave(&p, NOW - 2 * HOUR, 2);
	view_pending_release(office, p);
	ck_assert_uint_eq(held_at(NOW), 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("view_pending");
	TCase *tc = tcase_create("left");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_is_left_is_held_where_nobody_else_is);
	tcase_add_test(tc, nodes_that_are_left_at_the_same_time_are_held_at_once);
	tcase_add_test(tc, what_is_left_is_held_until_it_is_durable);
	tcase_add_test(tc, what_is_left_has_a_name_and_outlives_the_machine);
	tcase_add_test(tc, nothing_is_held_of_what_has_passed);
	suite_add_tcase(s, tc);
	return test_run(s);
}
