/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_seconds_test.c - garq_t is exact to the second, whatever its delta is.
 */
#include "test/unit/garq_fixture.h"

/* The paper's example */

static const uint32_t figure_3_delta[] = { 1, 4, 7 };

/*
 * Figure 3: 3 nodes; User5 asks for 2 in [11, 13) while [10, 12) is full and
 * one node is left in [12, 13); it is refused, and 13 is suggested.
 *
 *	      8    9    10   11   12   13   14   15   16   17
 *	User1 |=========|
 *	User3      |==============|
 *	User2           |==============|
 *	User2           |==============|
 *	User5                ?????????? -> |=========|
 *	User4 (3)                                    |=========|
 */
START_TEST(paper_figure_3)
{
	uint32_t delta = figure_3_delta[_i];
	garq_t *g = garq_create(3, delta, 28, 0);
	time_t start;

	add(g, 8, 10, 1);
	add(g, 10, 13, 2);
	add(g, 9, 12, 1);
	add(g, 15, 17, 3);
	ck_assert_int_eq(garq_searchReserv(g, 11, 13, 2), 0);
	ck_assert_int_eq(suggest(g, 11, 13, 2), 13);
	ck_assert_int_eq(garq_suggestInterval(g, 11, 13, 2, 1, &start), 0);
	ck_assert_int_eq(garq_suggestInterval(g, 11, 13, 2, 2, &start), 1);
	assert_error(test_add(g, 11, 13, 2), ENOSPC);
	add(g, 13, 15, 2);
	ck_assert_int_eq(suggest(g, 11, 13, 2), 17);
	ck_assert_int_eq(suggest(g, 11, 14, 1), 12);
	garq_destroy(g);
}
END_TEST

/*
 * Figure 8: rv of the slots of figure 3, with delta = 1; and what is told of
 * it by least_free and by starts.
 */
START_TEST(paper_figure_8)
{
	static const uint32_t rv[] = { 1, 2, 3, 3, 2, 0, 0, 3, 3, 0 };
	garq_t *g = garq_create(3, figure_3_delta[_i], 28, 0);
	uint32_t num_free = 7;

	add(g, 8, 10, 1);
	add(g, 10, 13, 2);
	add(g, 9, 12, 1);
	add(g, 15, 17, 3);
	for (time_t t = 8; t < 18; t++)
		ck_assert_uint_eq(garq_usage(g, t), rv[t - 8]);
	ck_assert_int_eq(garq_least_free(g, 12, 13, &num_free), 0);
	ck_assert_uint_eq(num_free, 1);
	ck_assert_int_eq(garq_least_free(g, 11, 13, &num_free), 0);
	ck_assert_uint_eq(num_free, 0);
	ck_assert_int_eq(suggest(g, 11, 13, 2), 13);
	ck_assert_int_eq(suggest(g, 11, 13, 3), 13);
	ck_assert_int_eq(suggest(g, 11, 14, 2), 17);
	garq_destroy(g);
}
END_TEST

/* Exact to the second, for every delta */

START_TEST(half_open_intervals_touch)
{
	garq_t *g = small_garq(1, deltas[_i]);

	add(g, 1102, 1107, 1);
	ck_assert_int_eq(garq_searchReserv(g, 1101, 1102, 1), 1);
	ck_assert_int_eq(garq_searchReserv(g, 1101, 1103, 1), 0);
	ck_assert_int_eq(garq_searchReserv(g, 1106, 1107, 1), 0);
	ck_assert_int_eq(garq_searchReserv(g, 1107, 1108, 1), 1);
	add(g, 1100, 1102, 1);
	add(g, 1107, 1109, 1);
	ck_assert_int_eq(suggest(g, 1100, 1101, 1), 1109);
	garq_destroy(g);
}
END_TEST

START_TEST(usage_at_the_edges)
{
	garq_t *g = small_garq(9, deltas[_i]);

	add(g, 1102, 1107, 4);
	add(g, 1105, 1109, 5);
	ck_assert_uint_eq(garq_usage(g, 1101), 0);
	ck_assert_uint_eq(garq_usage(g, 1102), 4);
	ck_assert_uint_eq(garq_usage(g, 1104), 4);
	ck_assert_uint_eq(garq_usage(g, 1105), 9);
	ck_assert_uint_eq(garq_usage(g, 1106), 9);
	ck_assert_uint_eq(garq_usage(g, 1107), 5);
	ck_assert_uint_eq(garq_usage(g, 1109), 0);
	garq_destroy(g);
}
END_TEST

START_TEST(gap_of_one_second)
{
	garq_t *g = small_garq(2, deltas[_i]);

	add(g, 1000, 1103, 2);
	add(g, 1104, 1300, 1);
	ck_assert_int_eq(suggest(g, 1000, 1001, 2), 1103);
	ck_assert_int_eq(suggest(g, 1000, 1002, 2), 1300);
	ck_assert_int_eq(suggest(g, 1000, 1002, 1), 1103);
	garq_destroy(g);
}
END_TEST

START_TEST(delete_where_another_begins)
{
	garq_t *g = small_garq(1, deltas[_i]);

	add(g, 1102, 1107, 1);
	add(g, 1107, 1112, 1);
	ck_assert_int_eq(garq_deleteReserv(g, 0), 0);
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, 1106), 0);
	ck_assert_uint_eq(garq_usage(g, 1107), 1);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, 1107), 0);
	garq_destroy(g);
}
END_TEST

/* Limits of the start */

START_TEST(suggest_max_limit_bounds_the_start)
{
	garq_t *g = small_garq(4, 60);
	time_t start = 77;

	add(g, 2000, 2010, 4);
	ck_assert_int_eq(garq_suggestInterval(g, 2003, 2500, 1, 6, &start), 0);
	ck_assert_int_eq(start, 77);
	ck_assert_int_eq(garq_suggestInterval(g, 2003, 2500, 1, 7, &start), 1);
	ck_assert_int_eq(start, 2010);
	ck_assert_int_eq(garq_suggestInterval(g, 2010, 2500, 1, 0, &start), 1);
	ck_assert_int_eq(start, 2010);
	ck_assert_int_eq(garq_suggestInterval(g, 1999, 2500, 1, 0, &start), 0);
	ck_assert_int_eq(garq_suggestInterval(g, 1999, 2000, 1, 0, &start), 1);
	ck_assert_int_eq(start, 1999);
	ck_assert_int_eq(garq_suggestInterval(g, 2003, 2500, 1, INT64_MAX,
					      &start), 1);
	ck_assert_int_eq(start, 2010);
	garq_destroy(g);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("garq_seconds");
	TCase *tc = test_case(s, "seconds", 0);

	tcase_add_loop_test(tc, paper_figure_3, 0, 3);
	tcase_add_loop_test(tc, paper_figure_8, 0, 3);
	for_each_delta(tc, half_open_intervals_touch);
	for_each_delta(tc, usage_at_the_edges);
	for_each_delta(tc, gap_of_one_second);
	for_each_delta(tc, delete_where_another_begins);
	tcase_add_test(tc, suggest_max_limit_bounds_the_start);
	return test_run(s);
}
