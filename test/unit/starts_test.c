/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * starts_test.c - tests of starts.c: one fact per assertion.
 */
#include "test/unit/garq_fixture.h"

/*
 * 4 nodes; full in [1100, 1200), [1210, 1300) and [1350, 1400); 2 are free in
 * [1400, 1500).
 */
static garq_t *_make(uint32_t delta)
{
	garq_t *g = small_garq(4, delta);

	add(g, 1100, 1200, 4);
	add(g, 1210, 1300, 4);
	add(g, 1350, 1400, 4);
	add(g, 1400, 1500, 2);
	return g;
}

static void _assert_starts(const garq_t *g, time_t t_s, time_t len,
			   uint32_t num_cn, time_t limit, const time_t *want,
			   int cnt)
{
	time_t starts[8] = { 0 };

	ck_assert_int_eq(garq_starts(g, t_s, t_s + len, num_cn, limit, 8,
				     starts), cnt);
	for (int i = 0; i < cnt; i++)
		ck_assert_int_eq(starts[i], want[i]);
	for (int i = cnt; i < 8; i++)
		ck_assert_int_eq(starts[i], 0);
}

START_TEST(one_for_each_gap)
{
	garq_t *g = _make(deltas[_i]);

	_assert_starts(g, 1000, 10, 4, -1,
		       (time_t[]) { 1000, 1200, 1300, 1500 }, 4);
	_assert_starts(g, 1000, 10, 2, -1,
		       (time_t[]) { 1000, 1200, 1300, 1400 }, 4);
	_assert_starts(g, 1000, 11, 4, -1,
		       (time_t[]) { 1000, 1300, 1500 }, 3);
	_assert_starts(g, 1000, 51, 4, -1, (time_t[]) { 1000, 1500 }, 2);
	_assert_starts(g, 1000, 101, 4, -1, (time_t[]) { 1500 }, 1);
	garq_destroy(g);
}
END_TEST

/* For 2 nodes, [1400, 1500) and all time after it are one run of starts. */
START_TEST(a_run_goes_on_while_it_fits)
{
	garq_t *g = _make(deltas[_i]);

	_assert_starts(g, 1400, 10, 2, -1, (time_t[]) { 1400 }, 1);
	_assert_starts(g, 1400, 10, 3, -1, (time_t[]) { 1500 }, 1);
	garq_destroy(g);
}
END_TEST

START_TEST(first_one_is_where_it_is_asked_for)
{
	garq_t *g = _make(deltas[_i]);

	_assert_starts(g, 1205, 3, 4, -1,
		       (time_t[]) { 1205, 1300, 1500 }, 3);
	_assert_starts(g, 1207, 3, 4, -1,
		       (time_t[]) { 1207, 1300, 1500 }, 3);
	_assert_starts(g, 1208, 3, 4, -1, (time_t[]) { 1300, 1500 }, 2);
	_assert_starts(g, 10, 3, 4, 2000,
		       (time_t[]) { 1000, 1200, 1300, 1500 }, 4);
	garq_destroy(g);
}
END_TEST

START_TEST(limit_bounds_the_start)
{
	garq_t *g = _make(deltas[_i]);

	_assert_starts(g, 1000, 10, 4, 300, (time_t[]) { 1000, 1200, 1300 }, 3);
	_assert_starts(g, 1000, 10, 4, 299, (time_t[]) { 1000, 1200 }, 2);
	_assert_starts(g, 1100, 10, 4, 99, NULL, 0);
	garq_destroy(g);
}
END_TEST

START_TEST(no_more_than_k)
{
	garq_t *g = _make(deltas[_i]);
	time_t starts[3] = { 7, 7, 7 };

	ck_assert_int_eq(garq_starts(g, 1000, 1010, 4, -1, 2, starts), 2);
	ck_assert_int_eq(starts[1], 1200);
	ck_assert_int_eq(starts[2], 7);
	ck_assert_int_eq(garq_starts(g, 1000, 1010, 4, -1, 0, NULL), 0);
	garq_destroy(g);
}
END_TEST

START_TEST(too_many_nodes_start_never)
{
	garq_t *g = _make(60);

	_assert_starts(g, 1000, 10, 5, -1, NULL, 0);
	garq_destroy(g);
}
END_TEST

START_TEST(what_does_not_end_has_one)
{
	garq_t *g = _make(60);
	time_t start = 0;

	ck_assert_int_eq(garq_starts(g, 1000, FOREVER, 4, -1, 1, &start), 1);
	ck_assert_int_eq(start, 1500);
	ck_assert_int_eq(test_add(g, 9000, FOREVER, 1), 0);
	_assert_starts(g, 1000, 600, 4, -1, (time_t[]) { 1500 }, 1);
	ck_assert_int_eq(garq_starts(g, 1000, FOREVER, 4, -1, 1, &start), 0);
	garq_destroy(g);
}
END_TEST

START_TEST(refuses)
{
	garq_t *g = _make(60);
	time_t start = 7;

	assert_error(garq_starts(g, 1000, 1000, 1, -1, 1, &start), EINVAL);
	assert_error(garq_starts(g, 1000, 1010, 0, -1, 1, &start), EINVAL);
	assert_error(garq_starts(g, 1000, FOREVER + 1, 1, -1, 1, &start),
		     EINVAL);
	ck_assert_int_eq(start, 7);
	garq_destroy(g);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("starts");
	TCase *tc = test_case(s, "all", 0);

	for_each_delta(tc, one_for_each_gap);
	for_each_delta(tc, a_run_goes_on_while_it_fits);
	for_each_delta(tc, first_one_is_where_it_is_asked_for);
	for_each_delta(tc, limit_bounds_the_start);
	for_each_delta(tc, no_more_than_k);
	tcase_add_test(tc, too_many_nodes_start_never);
	tcase_add_test(tc, what_does_not_end_has_one);
	tcase_add_test(tc, refuses);
	return test_run(s);
}
