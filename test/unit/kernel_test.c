/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel_test.c - tests of kernel.h: do the kernels of 16 bits answer as their
 * scalar twins, and these as one would count by hand? SEED=n replays a failure.
 */
#include <string.h>

#include "garq/kernel.h"
#include "test/unit/test_util.h"

#define ROUNDS 20000

/* Numbers near the ends of their range, near a limit, and any. */
static uint16_t _some(rng_t *r)
{
	static const uint16_t near[] = { 0, 7, 0x7fff, 0x8000, UINT16_MAX };

	if (rng_one_in(r, 3))
		return (uint16_t) rng_below(r, 1 << 16);
	return (uint16_t) (near[rng_below(r, COUNT(near))] +
			   rng_below(r, 5) - 2);
}

static void _some_row(rng_t *r, uint16_t *row)
{
	for (uint32_t i = 0; i < GARQ_ROW; i++)
		row[i] = _some(r);
}

START_TEST(scalar_is_right)
{
	uint32_t row[GARQ_ROW] = { 3, UINT32_MAX, 5 };
	uint16_t sum[GARQ_ROW] = { 65000, 1 };
	uint32_t max, min;

	ck_assert_uint_eq(garq_above_u32(row, 0, 2), 7);
	ck_assert_uint_eq(garq_above_u32(row, 1, 4), ~UINT64_C(0) & 4);
	ck_assert_uint_eq(garq_above_u32(row, 0, 5), 2);
	garq_extremes_u32(row, 1, 3, &max, &min);
	ck_assert_uint_eq(max, 6);
	ck_assert_uint_eq(min, 0);
	ck_assert_uint_eq(garq_above_some_u32(row, 0, 4, 1, 3) & 6, 6);
	garq_add_u32(row, 1, 3, 2);
	ck_assert_uint_eq(row[0], 3);
	ck_assert_uint_eq(row[1], 1);
	ck_assert_uint_eq(row[2], 7);
	ck_assert_uint_eq(row[3], 0);
	garq_spare_u32(row, 0, 6, 4, sum);
	ck_assert_uint_eq(sum[0], 65003);	/* 3 free */
	ck_assert_uint_eq(sum[1], 5);		/* 5 free, at most 4 */
	ck_assert_uint_eq(sum[2], 0);		/* more than there is */
	garq_spare_u32(row, 0, UINT32_MAX, UINT16_MAX, sum);
	ck_assert_uint_eq(sum[0], UINT16_MAX);	/* as many as are counted */
	garq_fill_u32(row, 2, 4, 9);
	ck_assert_uint_eq(row[1] + row[2] + row[3] + row[4], 19);
}
END_TEST

START_TEST(bits)
{
	rng_t r = { test_seed() };

	for (int i = 0; i < ROUNDS; i++) {
		uint64_t x = rng_next(&r) & (i % 2 ? rng_next(&r) : UINT64_MAX);

		ck_assert_int_eq((int) garq_bits(x), __builtin_popcountll(x));
	}
	ck_assert_uint_eq(garq_bits(0), 0);
	ck_assert_uint_eq(garq_bits(UINT64_MAX), 64);
}
END_TEST

static void _assert_extremes(const uint16_t *row, uint16_t base, uint32_t cnt)
{
	uint16_t twin_max, twin_min;
	uint32_t max, min;

	garq_row_extremes(row, false, base, cnt, &max, &min);
	garq_extremes_u16(row, base, cnt, &twin_max, &twin_min);
	ck_assert_uint_eq(max, twin_max);
	ck_assert_uint_eq(min, twin_min);
}

/* Bits x .. y-1. */
static uint64_t _bits_of(uint32_t x, uint32_t y)
{
	return (x < y) ? UINT64_MAX << x & UINT64_MAX >> (GARQ_ROW - y) : 0;
}

/* What row_*() does with 16 bits, against the twin. */
START_TEST(simd_is_its_twin)
{
	rng_t r = { test_seed() };

	for (int i = 0; i < ROUNDS; i++) {
		_Alignas(64) uint16_t row[GARQ_ROW];
		uint16_t twin[GARQ_ROW], sum[GARQ_ROW], sum_twin[GARQ_ROW];
		uint16_t base = _some(&r), limit = _some(&r);
		uint32_t y = (uint32_t) rng_between(&r, 0, GARQ_ROW);
		uint32_t x = (uint32_t) rng_between(&r, 0, y);

		_some_row(&r, row);
		_some_row(&r, sum);
		memcpy(sum_twin, sum, sizeof(sum));
		ck_assert(garq_row_above(row, false, base, limit) ==
			  garq_above_u16(row, base, limit));
		_assert_extremes(row, base, GARQ_ROW);
		_assert_extremes(row, base, y);
		ck_assert(((garq_row_above_some(row, false, base, limit, x, y) ^
			    garq_above_u16(row, base, limit)) &
			   _bits_of(x, y)) == 0);
		garq_row_spare(row, false, base, limit, (uint16_t) y, sum);
		garq_spare_u16(row, base, limit, (uint16_t) y, sum_twin);
		ck_assert_mem_eq(sum, sum_twin, sizeof(sum));
		memcpy(twin, row, sizeof(row));
		garq_row_add(row, false, x, y, limit);
		garq_add_u16(twin, x, y, limit);
		ck_assert_mem_eq(row, twin, sizeof(row));
		garq_row_fill(row, false, x, y, base);
		garq_fill_u16(twin, x, y, base);
		ck_assert_mem_eq(row, twin, sizeof(row));
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("kernel");
	TCase *tc = test_case(s, "all", 60);

	test_seed();
	tcase_add_test(tc, scalar_is_right);
	tcase_add_test(tc, bits);
	tcase_add_test(tc, simd_is_its_twin);
	return test_run(s);
}
