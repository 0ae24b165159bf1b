/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pools_test.c - tests of the pools of a machine, and of how far it searches:
 * one fact per assertion.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/machine.h"
#include "test/unit/test_util.h"

#define FOREVER GARQ_FOREVER
#define NODE_CNT 10
#define NOW ((time_t) 1000)

/* The machine chooses the pools: larger classes come first. */
static const uint32_t classes[NODE_CNT] = { 7, 7, 7, 7, 7, 3, 3, 3, 99, 99 };

static garq_machine_t *_make(void)
{
	garq_machine_t *m = garq_machine_create(NODE_CNT, classes, 60, 3600,
						NOW);

	ck_assert_ptr_nonnull(m);
	assert_intact(garq_machine_check, m);
	return m;
}

static void _hold(garq_machine_t *m, uint64_t id, const char *list, time_t t_s,
		  time_t t_e)
{
	garq_set_t *set = test_set(NODE_CNT, list);

	ck_assert_int_eq(garq_machine_hold(m, id, id, set, t_s, t_e), 0);
	assert_intact(garq_machine_check, m);
	garq_set_destroy(set);
}

static garq_answer_t _place(const garq_machine_t *m, const char *list,
			    uint32_t num_cn, time_t t_esr, time_t t_lsr,
			    time_t duration)
{
	garq_set_t *set = test_set(NODE_CNT, list);
	garq_request_t rq = {
		.eligible = set, .num_cn = num_cn, .t_esr = t_esr,
		.t_lsr = t_lsr, .duration = duration,
	};
	garq_answer_t answer;

	ck_assert_int_eq(garq_machine_place(m, &rq, &answer), 0);
	if (!answer.fits)
		garq_machine_shortage(m, &rq, &answer);
	garq_set_destroy(set);
	return answer;
}

/* The earliest start from 2000 on; FOREVER if there is none. */
static time_t _earliest(const garq_machine_t *m, const char *list,
			uint32_t num_cn, time_t duration)
{
	garq_answer_t a = _place(m, list, num_cn, 2000, FOREVER, duration);

	garq_answer_free(&a);
	return a.fits ? a.start : FOREVER;
}

START_TEST(one_pool_for_each_class)
{
	garq_machine_t *m = _make();

	ck_assert_uint_eq(garq_machine_pools(m), 3);
	for (uint32_t i = 0; i < NODE_CNT; i++)
		ck_assert_uint_eq(garq_machine_pool(m, i),
				  (classes[i] == 7) ? 0 :
				  (classes[i] == 3) ? 1 : 2);
	ck_assert_uint_eq(garq_max_cn(garq_machine_counts(m, 0)), 5);
	ck_assert_uint_eq(garq_max_cn(garq_machine_counts(m, 1)), 3);
	ck_assert_uint_eq(garq_max_cn(garq_machine_counts(m, 2)), 2);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(no_classes_are_one_pool)
{
	garq_machine_t *m = garq_machine_create(NODE_CNT, NULL, 60, 3600, NOW);

	ck_assert_uint_eq(garq_machine_pools(m), 1);
	ck_assert_uint_eq(garq_machine_pool(m, NODE_CNT - 1), 0);
	ck_assert_uint_eq(garq_max_cn(garq_machine_counts(m, 0)), NODE_CNT);
	garq_machine_destroy(m);
}
END_TEST

/* The last pool has the remaining classes; here the first has two nodes. */
START_TEST(small_classes_share_a_pool)
{
	enum { CNT = GARQ_POOLS_MAX + 9 };
	uint32_t class[CNT];
	garq_machine_t *m;

	for (uint32_t i = 0; i < CNT; i++)
		class[i] = CNT - i;
	class[CNT - 1] = class[CNT - 2];
	m = garq_machine_create(CNT, class, 60, 3600, NOW);
	ck_assert_uint_eq(garq_machine_pools(m), GARQ_POOLS_MAX);
	ck_assert_uint_eq(garq_machine_pool(m, CNT - 1), 0);
	ck_assert_uint_eq(garq_machine_pool(m, CNT - 2), 0);
	ck_assert_uint_eq(garq_machine_pool(m, 0), 1);
	ck_assert_uint_eq(garq_machine_pool(m, CNT - 3), GARQ_POOLS_MAX - 1);
	ck_assert_uint_eq(garq_max_cn(garq_machine_counts(
		m, GARQ_POOLS_MAX - 1)), 9);
	assert_intact(garq_machine_check, m);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(counted_in_each_pool)
{
	garq_machine_t *m = _make();

	_hold(m, 1, "3-6", 2000, 3000);
	ck_assert_uint_eq(garq_usage(garq_machine_counts(m, 0), 2000), 2);
	ck_assert_uint_eq(garq_usage(garq_machine_counts(m, 1), 2000), 2);
	ck_assert_uint_eq(garq_usage(garq_machine_counts(m, 2), 2000), 0);
	ck_assert_uint_eq(garq_count(garq_machine_counts(m, 2)), 0);
	ck_assert_int_eq(garq_machine_release(m, 1), 0);
	ck_assert_uint_eq(garq_count(garq_machine_counts(m, 0)), 0);
	ck_assert_uint_eq(garq_count(garq_machine_counts(m, 1)), 0);
	assert_intact(garq_machine_check, m);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(pools_add_up)
{
	garq_machine_t *m = _make();

	_hold(m, 1, "0-3", 2000, 3000);
	_hold(m, 2, "5-7", 2000, 4000);
	_hold(m, 3, "8", 2000, 5000);
	ck_assert_int_eq(_earliest(m, "0-9", 2, 100), 2000);
	ck_assert_int_eq(_earliest(m, "0-9", 3, 100), 3000);
	ck_assert_int_eq(_earliest(m, "0-9", 6, 100), 3000);
	ck_assert_int_eq(_earliest(m, "0-9", 7, 100), 4000);
	ck_assert_int_eq(_earliest(m, "0-9", 9, 100), 4000);
	ck_assert_int_eq(_earliest(m, "0-9", 10, 100), 5000);
	ck_assert_int_eq(_earliest(m, "0-9", 10, FOREVER), 5000);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(other_pools_do_not_matter)
{
	garq_machine_t *m = _make();

	_hold(m, 1, "0-4", 2000, 3000);
	ck_assert_int_eq(_earliest(m, "5-7", 3, 5000), 2000);
	ck_assert_int_eq(_earliest(m, "5-9", 5, 5000), 2000);
	ck_assert_int_eq(_earliest(m, "4-9", 6, 5000), 3000);
	garq_machine_destroy(m);
}
END_TEST

/* Three nodes of pool 0 are free, but none of the eligible ones. */
START_TEST(some_of_a_pool)
{
	garq_machine_t *m = _make();

	_hold(m, 1, "0-1", 2000, 3000);
	ck_assert_int_eq(_earliest(m, "0-2", 1, 100), 2000);
	ck_assert_int_eq(_earliest(m, "0-2", 2, 100), 3000);
	ck_assert_int_eq(_earliest(m, "0-2,8", 2, 100), 2000);
	ck_assert_int_eq(_earliest(m, "0,5,8", 3, 100), 3000);
	ck_assert_int_eq(_earliest(m, "2,5,8", 3, 100), 2000);
	garq_machine_destroy(m);
}
END_TEST

/*
 * Hold nodes 0 and 1 in turn: at each second one is free, so by the counts a
 * node is always free.
 */
static void _in_turn(garq_machine_t *m, int turns)
{
	for (int i = 0; i < turns; i++)
		_hold(m, (uint64_t) i + 1, (i % 2) ? "0" : "1",
		      2000 + 10 * (time_t) i, 2010 + 10 * (time_t) i);
}

START_TEST(later_is_looked_for_so_many_times)
{
	garq_machine_t *m = _make();
	garq_answer_t a;

	_in_turn(m, 2 * GARQ_LOOKS);
	a = _place(m, "0-1", 1, 2000, 2000, 15);
	ck_assert(!a.fits);
	ck_assert(!a.has_later);
	ck_assert_int_eq(a.later, 0);
	ck_assert_int_eq(a.short_at, 2010);
	ck_assert_uint_eq(a.missing, 1);
	ck_assert_int_ge(a.none_before, 2000 + 10 * GARQ_LOOKS);
	ck_assert_int_le(a.none_before, 2000 + 2 * 10 * GARQ_LOOKS - 10);
	/* up to none_before there is no start */
	a = _place(m, "0-1", 1, 2000, a.none_before - 1, 15);
	ck_assert(!a.fits);
	garq_machine_destroy(m);
}
END_TEST

START_TEST(a_window_is_searched_to_its_end)
{
	garq_machine_t *m = _make();

	_in_turn(m, 2 * GARQ_LOOKS);
	ck_assert_int_eq(_earliest(m, "0-1", 1, 15),
			 2000 + 2 * 10 * GARQ_LOOKS - 10);
	garq_machine_destroy(m);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("pools");
	TCase *tc = test_case(s, "pools", 0);

	tcase_add_test(tc, one_pool_for_each_class);
	tcase_add_test(tc, no_classes_are_one_pool);
	tcase_add_test(tc, small_classes_share_a_pool);
	tcase_add_test(tc, counted_in_each_pool);
	tcase_add_test(tc, pools_add_up);
	tcase_add_test(tc, other_pools_do_not_matter);
	tcase_add_test(tc, some_of_a_pool);

	tc = test_case(s, "looks", 0);
	tcase_add_test(tc, later_is_looked_for_so_many_times);
	tcase_add_test(tc, a_window_is_searched_to_its_end);
	return test_run(s);
}
