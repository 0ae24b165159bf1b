/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_time_test.c - garq_t and time: the past, advancing, beyond the horizon,
 * intervals without end.
 */
#include "test/unit/garq_fixture.h"

/* The past */

START_TEST(what_lies_before_now_is_not_looked_at)
{
	garq_t *g = small_garq(4, 60);

	add(g, 1010, 1020, 4);
	ck_assert_int_eq(garq_advance(g, 1019), 0);
	ck_assert_int_eq(garq_searchReserv(g, 1010, 1030, 1), 0);
	ck_assert_uint_eq(garq_usage(g, 1018), 0);
	ck_assert_uint_eq(garq_usage(g, 1019), 4);
	ck_assert_int_eq(garq_advance(g, 1020), 0);
	ck_assert_int_eq(garq_searchReserv(g, 1010, 1030, 4), 1);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

START_TEST(part_before_now_holds_nothing)
{
	garq_t *g = small_garq(4, 60);

	add(g, INT64_MIN, 1050, 3);
	ck_assert_uint_eq(garq_usage(g, 999), 0);
	ck_assert_uint_eq(garq_usage(g, 1000), 3);
	ck_assert_int_eq(garq_advance(g, 1030), 0);
	ck_assert_int_eq(garq_deleteReserv(g, 0), 0);
	ck_assert_uint_eq(garq_usage(g, 1030), 0);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

START_TEST(clock_set_back_is_ignored)
{
	garq_t *g = small_garq(4, 60);

	add(g, 1010, 1020, 4);
	ck_assert_int_eq(garq_advance(g, 1015), 0);
	ck_assert_int_eq(garq_advance(g, 1010), 0);
	ck_assert_int_eq(garq_advance(g, -1), 0);
	ck_assert_int_eq(garq_now(g), 1015);
	ck_assert_uint_eq(garq_usage(g, 1012), 0);
	garq_destroy(g);
}
END_TEST

START_TEST(suggest_moves_the_past_to_now)
{
	garq_t *g = small_garq(4, 60);
	time_t start = 77;

	ck_assert_int_eq(suggest(g, 10, 20, 4), NOW);
	ck_assert_int_eq(garq_suggestInterval(g, 10, 20, 4, 990, &start), 1);
	start = 77;
	ck_assert_int_eq(garq_suggestInterval(g, 10, 20, 4, 989, &start), 0);
	ck_assert_int_eq(start, 77);
	ck_assert_int_eq(suggest(g, INT64_MIN, 20, 4), NOW);
	garq_destroy(g);
}
END_TEST

/* Moving on */

START_TEST(advance_through_every_slot)
{
	uint32_t delta = deltas[_i];
	garq_t *g = small_garq(5, delta);
	time_t t_e = NOW + 35 * (time_t) delta + 3;

	add(g, NOW + 5, t_e, 2);
	add(g, t_e - 1, t_e + 5 * (time_t) delta, 3);
	for (time_t now = NOW; now < t_e; now += (delta + 2) / 3) {
		ck_assert_int_eq(garq_advance(g, now), 0);
		assert_intact(garq_check, g);
	}
	ck_assert_uint_eq(garq_usage(g, t_e - 1), 5);
	ck_assert_uint_eq(garq_usage(g, t_e), 3);
	garq_destroy(g);
}
END_TEST

START_TEST(advance_by_more_than_the_horizon)
{
	uint32_t delta = deltas[_i];
	garq_t *g = small_garq(5, delta);
	time_t far = NOW + 1000 * (time_t) delta;

	add(g, 1100, FOREVER, 1);
	add(g, 1200, far + 1, 1);
	add(g, far - 10, far + 20, 1);
	add(g, far + 5 * (time_t) delta, far + 100 * (time_t) delta, 1);
	ck_assert_int_eq(garq_advance(g, far), 0);
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, far), 3);
	ck_assert_uint_eq(garq_usage(g, far + 1), 2);
	ck_assert_uint_eq(garq_usage(g, far + 100 * (time_t) delta), 1);
	garq_destroy(g);
}
END_TEST

START_TEST(advance_past_forever_stops_before_it)
{
	garq_t *g = small_garq(5, 60);

	add(g, 1100, FOREVER, 5);
	ck_assert_int_eq(garq_advance(g, INT64_MAX), 0);
	ck_assert_int_eq(garq_now(g), FOREVER - 1);
	ck_assert_uint_eq(garq_usage(g, FOREVER - 1), 5);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

/* Past the horizon */

START_TEST(beyond_the_horizon_is_right)
{
	garq_t *g = small_garq(2, 60);	/* up to about 1600 */
	time_t start;

	add(g, 5000, 6000, 2);
	add(g, 6000, 7000, 1);
	add(g, 1500, 4500, 1);
	ck_assert_int_eq(garq_searchReserv(g, 4999, 5001, 1), 0);
	ck_assert_int_eq(garq_searchReserv(g, 4500, 5000, 2), 1);
	ck_assert_int_eq(garq_searchReserv(g, 4499, 5000, 2), 0);
	ck_assert_int_eq(garq_searchReserv(g, 6000, 7000, 1), 1);
	ck_assert_int_eq(suggest(g, 1500, 1501, 2), 4500);
	ck_assert_int_eq(suggest(g, 1500, 2001, 2), 7000);
	ck_assert_int_eq(suggest(g, 5500, 5501, 1), 6000);
	ck_assert_int_eq(garq_suggestInterval(g, 5500, 5501, 1, 499, &start),
			 0);
	ck_assert_int_eq(garq_deleteReserv(g, 0), 0);
	assert_intact(garq_check, g);
	ck_assert_int_eq(suggest(g, 5500, 5501, 2), 5500);
	garq_destroy(g);
}
END_TEST

START_TEST(end_at_the_end_of_the_horizon)
{
	garq_t *g = garq_create(1, 60, 600, 0);

	add(g, 590, 600, 1);
	add(g, 600, 610, 1);
	ck_assert_int_eq(garq_searchReserv(g, 599, 600, 1), 0);
	ck_assert_int_eq(garq_searchReserv(g, 600, 601, 1), 0);
	ck_assert_int_eq(suggest(g, 580, 591, 1), 610);
	ck_assert_int_eq(garq_deleteReserv(g, 0), 0);
	assert_intact(garq_check, g);
	ck_assert_int_eq(garq_advance(g, 30), 0);
	ck_assert_int_eq(garq_advance(g, 60), 0);
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, 599), 0);
	ck_assert_uint_eq(garq_usage(g, 600), 1);
	garq_destroy(g);
}
END_TEST

/* Without end */

START_TEST(forever_goes_on_for_years)
{
	garq_t *g = garq_create(4, 300, 86400, NOW);
	time_t start = 77;

	add(g, 5000, FOREVER, 3);
	for (int year = 1; year <= 50; year++) {
		ck_assert_int_eq(garq_advance(g, NOW + year * YEAR), 0);
		ck_assert_uint_eq(garq_usage(g, garq_now(g)), 3);
	}
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, FOREVER - 1), 3);
	ck_assert_uint_eq(garq_usage(g, INT64_MAX), 3);
	ck_assert_int_eq(garq_suggestInterval(g, NOW, NOW + 1, 2, -1, &start),
			 0);
	ck_assert_int_eq(start, 77);
	ck_assert_int_eq(garq_deleteReserv(g, 0), 0);
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, FOREVER - 1), 0);
	garq_destroy(g);
}
END_TEST

START_TEST(suggest_without_end)
{
	garq_t *g = small_garq(4, 60);
	time_t start = 77;

	add(g, 1200, 5000, 2);
	ck_assert_int_eq(suggest(g, 1100, FOREVER, 3), 5000);
	ck_assert_int_eq(suggest(g, 1100, FOREVER, 2), 1100);
	add(g, 5000, FOREVER, 2);
	ck_assert_int_eq(garq_suggestInterval(g, 1100, FOREVER, 3, -1, &start),
			 0);
	garq_destroy(g);
}
END_TEST

START_TEST(moved_past_forever_does_not_end)
{
	garq_t *g = small_garq(4, 60);

	add(g, 1200, FOREVER - 10, 4);
	ck_assert_int_eq(suggest(g, 1200, 1300, 1), FOREVER - 10);
	ck_assert_int_eq(garq_deleteReserv(g, 0), 0);
	add(g, 1200, FOREVER - 1, 4);
	ck_assert_int_eq(suggest(g, 1200, 1300, 1), FOREVER - 1);
	garq_destroy(g);
}
END_TEST

START_TEST(slots_reach_past_forever)
{
	garq_t *g = garq_create(4, 60, 600, FOREVER - 100);
	time_t start;

	add(g, FOREVER - 50, FOREVER, 2);
	add(g, FOREVER - 80, FOREVER - 1, 1);
	ck_assert_uint_eq(garq_usage(g, FOREVER - 2), 3);
	ck_assert_uint_eq(garq_usage(g, FOREVER - 1), 2);
	ck_assert_int_eq(suggest(g, FOREVER - 60, FOREVER - 50, 2),
			 FOREVER - 60);
	ck_assert_int_eq(suggest(g, FOREVER - 60, FOREVER - 49, 2),
			 FOREVER - 1);
	ck_assert_int_eq(garq_suggestInterval(g, FOREVER - 60, FOREVER - 49, 3,
					      -1, &start), 0);
	ck_assert_int_eq(garq_advance(g, FOREVER - 1), 0);
	assert_intact(garq_check, g);
	ck_assert_int_eq(garq_deleteReserv(g, 0), 0);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("garq_time");
	TCase *tc;

	tc = test_case(s, "past", 0);
	tcase_add_test(tc, what_lies_before_now_is_not_looked_at);
	tcase_add_test(tc, part_before_now_holds_nothing);
	tcase_add_test(tc, clock_set_back_is_ignored);
	tcase_add_test(tc, suggest_moves_the_past_to_now);

	tc = test_case(s, "time", 0);
	for_each_delta(tc, advance_through_every_slot);
	for_each_delta(tc, advance_by_more_than_the_horizon);
	tcase_add_test(tc, advance_past_forever_stops_before_it);
	tcase_add_test(tc, beyond_the_horizon_is_right);
	tcase_add_test(tc, end_at_the_end_of_the_horizon);
	tcase_add_test(tc, forever_goes_on_for_years);
	tcase_add_test(tc, suggest_without_end);
	tcase_add_test(tc, moved_past_forever_does_not_end);
	tcase_add_test(tc, slots_reach_past_forever);
	return test_run(s);
}
