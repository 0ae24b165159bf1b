/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inner_test.c - tests of inner.c and pool.c.
 */
#include <string.h>

#include "garq/inner.h"
#include "test/unit/peaks.h"
#include "test/unit/test_util.h"

#define STARTS(at) garq_inner_key(at, GARQ_STARTS)
#define ENDS(at) garq_inner_key(at, GARQ_ENDS)

static struct garq_pool pool;

static void _add(struct garq_inner **in, uint32_t key, uint32_t num_cn)
{
	ck_assert_int_eq(garq_inner_reserve(in, garq_inner_cnt(*in) + 1,
					    &pool), 0);
	garq_inner_add(*in, key, num_cn);
}

/* Level 2 | 10: 5 | 20: 1 | 30: 4 | 40: 0 */
static struct garq_inner *_some(void)
{
	struct garq_inner *in = NULL;

	_add(&in, STARTS(30), 3);
	_add(&in, STARTS(10), 3);
	_add(&in, ENDS(40), 4);
	_add(&in, ENDS(20), 4);
	return in;
}

static void _free(struct garq_inner *in)
{
	garq_inner_free(&in, &pool);
	ck_assert_ptr_null(in);
	ck_assert_uint_eq(pool.used, 0);
	garq_pool_free(&pool);
}

START_TEST(in_order)
{
	struct garq_inner *in = _some();

	ck_assert_uint_eq(garq_inner_cnt(in), 4);
	for (uint32_t i = 0; i < 4; i++)
		ck_assert_uint_eq(garq_inner_at(in, i), 10 * (i + 1));
	_free(in);
}
END_TEST

START_TEST(null_is_empty)
{
	ck_assert_uint_eq(garq_inner_cnt(NULL), 0);
	ck_assert_uint_eq(garq_inner_find(NULL, 7), 0);
	ck_assert(!garq_inner_has(NULL, 7));
	ck_assert_uint_eq(garq_inner_peak(NULL, 3, 0, 60), 3);
	ck_assert_uint_eq(garq_inner_level(NULL, 0, 0, 3), 3);
}
END_TEST

START_TEST(find)
{
	struct garq_inner *in = _some();

	ck_assert_uint_eq(garq_inner_find(in, 0), 0);
	ck_assert_uint_eq(garq_inner_find(in, ENDS(10)), 0);
	ck_assert_uint_eq(garq_inner_find(in, STARTS(10)), 0);
	ck_assert_uint_eq(garq_inner_find(in, ENDS(11)), 1);
	ck_assert_uint_eq(garq_inner_find(in, ENDS(40)), 3);
	ck_assert_uint_eq(garq_inner_find(in, STARTS(40)), 4);
	ck_assert(garq_inner_has(in, ENDS(40)));
	ck_assert(!garq_inner_has(in, STARTS(40)));
	_free(in);
}
END_TEST

START_TEST(rise_and_dip)
{
	struct garq_inner *in = _some();

	ck_assert_uint_eq(in->rise, 3);
	ck_assert_uint_eq(in->dip, 2);
	garq_inner_sub(in, STARTS(10), 3);
	garq_inner_sub(in, STARTS(30), 3);
	ck_assert_uint_eq(in->rise, 0);
	ck_assert_uint_eq(in->dip, 8);
	_free(in);
}
END_TEST

START_TEST(no_dip_where_another_starts)
{
	struct garq_inner *in = NULL;

	_add(&in, STARTS(10), 3);
	_add(&in, ENDS(10), 3);
	ck_assert_uint_eq(in->dip, 0);
	ck_assert_uint_eq(in->rise, 0);
	_add(&in, ENDS(20), 3);
	_add(&in, STARTS(20), 2);
	ck_assert_uint_eq(in->dip, 1);
	_add(&in, STARTS(30), 9);
	ck_assert_uint_eq(in->rise, 8);
	_free(in);
}
END_TEST

START_TEST(as_high_as_can_be)
{
	struct garq_inner *in = NULL;

	_add(&in, STARTS(1), UINT32_MAX);
	ck_assert_uint_eq(in->rise, UINT32_MAX);
	_add(&in, ENDS(2), UINT32_MAX);
	ck_assert_uint_eq(in->dip, 0);
	garq_inner_sub(in, STARTS(1), UINT32_MAX);
	ck_assert_uint_eq(in->dip, UINT32_MAX);
	_free(in);
}
END_TEST

START_TEST(peak)
{
	struct garq_inner *in = _some();

	ck_assert_uint_eq(garq_inner_peak(in, 2, peaks[_i].t_s,
					  peaks[_i].t_e), peaks[_i].peak);
	_free(in);
}
END_TEST

START_TEST(edge_goes_with_the_last_that_has_it)
{
	struct garq_inner *in = NULL;

	_add(&in, STARTS(10), 3);
	_add(&in, STARTS(10), 2);
	ck_assert_uint_eq(in->cnt, 1);
	garq_inner_sub(in, STARTS(10), 3);
	ck_assert_uint_eq(in->cnt, 1);
	garq_inner_sub(in, STARTS(10), 2);
	ck_assert_uint_eq(in->cnt, 0);
	_free(in);
}
END_TEST

START_TEST(drop)
{
	struct garq_inner *in = _some();

	garq_inner_drop(in, 0);
	ck_assert_uint_eq(in->cnt, 4);
	garq_inner_drop(in, 3);
	ck_assert_uint_eq(in->cnt, 1);
	ck_assert_uint_eq(garq_inner_at(in, 0), 40);
	_free(in);
}
END_TEST

/* Grow through every size, up to pieces that are too large for the pool. */
START_TEST(grows_and_keeps_all)
{
	struct garq_inner *in = NULL;

	for (uint32_t i = 0; i < 2000; i++) {
		_add(&in, STARTS((i * 7919) % 2000), 1 + i);
		ck_assert_uint_le(in->cnt, in->cap);
		ck_assert_uint_eq((uintptr_t) in % GARQ_LINE, 0);
	}
	ck_assert_uint_eq(in->cnt, 2000);
	for (uint32_t i = 0; i < 2000; i++)
		ck_assert(garq_inner_has(in, STARTS(i)));
	_free(in);
}
END_TEST

/* Pieces do not overlap, and returned pieces are reused. */
START_TEST(pool_of_many_sizes)
{
	enum { PIECES = 3000 };
	static struct { char *p; size_t lines; } piece[PIECES];
	rng_t rng = { test_seed() };
	size_t bytes = 0;

	for (int round = 0; round < 20 * PIECES; round++) {
		int i = (int) rng_below(&rng, PIECES);
		size_t size = piece[i].lines * GARQ_LINE;

		if (piece[i].p) {
			for (size_t b = 0; b < size; b += GARQ_LINE)
				ck_assert_int_eq(piece[i].p[b], (char) i);
			garq_pool_put(&pool, piece[i].p, piece[i].lines);
			piece[i].p = NULL;
			bytes -= size;
			continue;
		}
		piece[i].lines = 1 + rng_below(&rng, GARQ_POOL_LINES + 3);
		piece[i].p = garq_pool_get(&pool, piece[i].lines);
		ck_assert_ptr_nonnull(piece[i].p);
		memset(piece[i].p, i, piece[i].lines * GARQ_LINE);
		bytes += piece[i].lines * GARQ_LINE;
		ck_assert_uint_eq(pool.used, bytes);
		ck_assert_uint_ge(pool.bytes, bytes);
	}
	for (int i = 0; i < PIECES; i++)
		if (piece[i].p)
			garq_pool_put(&pool, piece[i].p, piece[i].lines);
	ck_assert_uint_eq(pool.used, 0);
	garq_pool_free(&pool);
	ck_assert_uint_eq(pool.bytes, 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("inner");
	TCase *tc = test_case(s, "all", 0);

	test_seed();
	tcase_add_test(tc, in_order);
	tcase_add_test(tc, null_is_empty);
	tcase_add_test(tc, find);
	tcase_add_test(tc, rise_and_dip);
	tcase_add_test(tc, no_dip_where_another_starts);
	tcase_add_test(tc, as_high_as_can_be);
	tcase_add_loop_test(tc, peak, 0, COUNT(peaks));
	tcase_add_test(tc, edge_goes_with_the_last_that_has_it);
	tcase_add_test(tc, drop);
	tcase_add_test(tc, grows_and_keeps_all);
	tcase_add_test(tc, pool_of_many_sizes);
	return test_run(s);
}
