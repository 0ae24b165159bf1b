/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * edges_test.c - tests of edges.c.
 */
#include <stdlib.h>

#include "garq/edges.h"
#include "test/unit/peaks.h"
#include "test/unit/test_util.h"

static void _add(struct garq_edges *es, time_t t, uint32_t up, uint32_t down)
{
	ck_assert_int_eq(garq_edges_reserve(es, es->cnt + 1), 0);
	garq_edges_add(es, t, up, down);
}

/* Level 2 | 10: 5 | 20: 1 | 30: 4 | 40: 0 */
static struct garq_edges _some(void)
{
	struct garq_edges es = { 0 };

	_add(&es, 30, 3, 0);
	_add(&es, 10, 3, 0);
	_add(&es, 40, 0, 4);
	_add(&es, 20, 0, 4);
	return es;
}

START_TEST(in_order)
{
	struct garq_edges es = _some();

	ck_assert_uint_eq(es.cnt, 4);
	for (uint32_t i = 0; i < 4; i++)
		ck_assert_int_eq(es.edge[i].t, 10 * (time_t) (i + 1));
	garq_edges_free(&es);
}
END_TEST

START_TEST(find)
{
	struct garq_edges es = _some(), none = { 0 };

	ck_assert_uint_eq(garq_edges_find(&none, 5), 0);
	ck_assert_uint_eq(garq_edges_find(&es, 9), 0);
	ck_assert_uint_eq(garq_edges_find(&es, 10), 0);
	ck_assert_uint_eq(garq_edges_find(&es, 11), 1);
	ck_assert_uint_eq(garq_edges_find(&es, 40), 3);
	ck_assert_uint_eq(garq_edges_find(&es, 41), 4);
	ck_assert_uint_eq(garq_edges_find(&es, INT64_MIN), 0);
	ck_assert_uint_eq(garq_edges_find(&es, INT64_MAX), 4);
	garq_edges_free(&es);
}
END_TEST

START_TEST(level)
{
	struct garq_edges es = _some();

	ck_assert_uint_eq(garq_edges_level(&es, 0, 0, 2), 2);
	ck_assert_uint_eq(garq_edges_level(&es, 0, 1, 2), 5);
	ck_assert_uint_eq(garq_edges_level(&es, 0, 4, 2), 0);
	ck_assert_uint_eq(garq_edges_level(&es, 2, 3, 1), 4);
	garq_edges_free(&es);
}
END_TEST

START_TEST(peak)
{
	struct garq_edges es = _some(), none = { 0 };

	ck_assert_uint_eq(garq_edges_peak(&es, 2, peaks[_i].t_s, peaks[_i].t_e),
			  peaks[_i].peak);
	ck_assert_uint_eq(garq_edges_peak(&none, 2, peaks[_i].t_s,
					  peaks[_i].t_e), 2);
	garq_edges_free(&es);
}
END_TEST

START_TEST(edge_goes_with_the_last_that_has_it)
{
	struct garq_edges es = { 0 };

	_add(&es, 10, 3, 0);
	_add(&es, 10, 0, 3);
	_add(&es, 10, 2, 0);
	ck_assert_uint_eq(es.cnt, 1);
	ck_assert_uint_eq(es.edge[0].up, 5);
	ck_assert_uint_eq(es.edge[0].down, 3);
	garq_edges_sub(&es, 10, 5, 0);
	ck_assert_uint_eq(es.cnt, 1);
	garq_edges_sub(&es, 10, 0, 3);
	ck_assert_uint_eq(es.cnt, 0);
	garq_edges_free(&es);
}
END_TEST

START_TEST(drop)
{
	struct garq_edges es = _some();

	garq_edges_drop(&es, 0);
	ck_assert_uint_eq(es.cnt, 4);
	garq_edges_drop(&es, 3);
	ck_assert_uint_eq(es.cnt, 1);
	ck_assert_int_eq(es.edge[0].t, 40);
	garq_edges_free(&es);
	ck_assert_uint_eq(es.cap, 0);
}
END_TEST

START_TEST(sort_merges_a_second)
{
	struct garq_edges es = { 0 };

	garq_edges_sort(&es);
	ck_assert_int_eq(garq_edges_append(&es, 20, 1, 0), 0);
	ck_assert_int_eq(garq_edges_append(&es, 10, 0, 2), 0);
	ck_assert_int_eq(garq_edges_append(&es, 20, 3, 4), 0);
	garq_edges_sort(&es);
	ck_assert_uint_eq(es.cnt, 2);
	ck_assert_int_eq(es.edge[0].t, 10);
	ck_assert_uint_eq(es.edge[1].up, 4);
	ck_assert_uint_eq(es.edge[1].down, 4);
	garq_edges_free(&es);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("edges");
	TCase *tc = test_case(s, "all", 0);

	tcase_add_test(tc, in_order);
	tcase_add_test(tc, find);
	tcase_add_test(tc, level);
	tcase_add_loop_test(tc, peak, 0, COUNT(peaks));
	tcase_add_test(tc, edge_goes_with_the_last_that_has_it);
	tcase_add_test(tc, drop);
	tcase_add_test(tc, sort_merges_a_second);
	return test_run(s);
}
