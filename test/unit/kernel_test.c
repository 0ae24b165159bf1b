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
	garq_change_u32(row, 1, 1, 3, 2, &max, &min);
	ck_assert_uint_eq(max, 8);
	ck_assert_uint_eq(min, 1);
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

static void _assert_change(uint16_t *row, uint16_t *twin, uint16_t base,
			   uint32_t x, uint32_t y, uint16_t d)
{
	uint16_t twin_max, twin_min;
	uint32_t max, min;

	garq_row_change(row, false, base, x, y, d, &max, &min);
	garq_change_u16(twin, base, x, y, d, &twin_max, &twin_min);
	ck_assert_mem_eq(row, twin, GARQ_ROW * sizeof(*row));
	ck_assert_uint_eq(max, twin_max);
	ck_assert_uint_eq(min, twin_min);
}

/* Runs of set bits, against looking at each bit. */
START_TEST(runs)
{
	rng_t r = { test_seed() };

	for (int i = 0; i < ROUNDS; i++) {
		uint64_t x = rng_next(&r) | (i % 2 ? rng_next(&r) : 0) |
			(i % 3 ? rng_next(&r) : 0), want = 0;
		int64_t cnt = rng_between(&r, 1, i % 5 ? 9 : GARQ_ROW + 2);

		x = rng_one_in(&r, 9) ? UINT64_MAX : x;
		for (int64_t b = 0; b + cnt <= GARQ_ROW; b++) {
			uint64_t run = (UINT64_MAX >> (GARQ_ROW - cnt)) << b;

			want |= (uint64_t) ((x & run) == run) << b;
		}
		ck_assert(garq_runs(x, cnt) == want);
	}
}
END_TEST

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
		garq_row_spare(row, false, base, limit, (uint16_t) y, sum);
		garq_spare_u16(row, base, limit, (uint16_t) y, sum_twin);
		ck_assert_mem_eq(sum, sum_twin, sizeof(sum));
		memcpy(twin, row, sizeof(row));
		_assert_change(row, twin, base, x, y, limit);
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
	tcase_add_test(tc, runs);
	tcase_add_test(tc, simd_is_its_twin);
	return test_run(s);
}
