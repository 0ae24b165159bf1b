/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel.h - rows of 64 numbers, handled at once.
 *
 *	row	 3  5  5  2  0  1 ...	64 numbers, of 16 bits or (wide) of 32
 *	above 2	 1  1  1  0  0  0 ...	one word, bit i for number i
 *
 * A search is a comparison of a row, and then a count of zero bits. Each
 * kernel of 16 bits has a scalar twin, which machines without SSE2 use and the
 * tests compare it with (kernel_test.c). Wide rows are scalar: a capacity of
 * more than 65,535 nodes is rare. Numbers are stored less a base, modulo 2^16
 * or 2^32.
 *
 * Rows begin at a cache line. Private to this folder.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__) && !defined(GARQ_SCALAR)	/* the tests define it */
#include <emmintrin.h>
#define GARQ_SIMD 1
#endif

#define GARQ_ROW 64U

/* What a search passes from function to function has to stay in registers. */
#define GARQ_INLINE static inline __attribute__((always_inline))

/* The largest number of a row that is not wide. */
#ifndef GARQ_NARROW_MAX		/* the tests define 0: all rows are wide */
#define GARQ_NARROW_MAX UINT16_MAX
#endif

/*
 * The scalar kernels of one width.
 * above: mask of the numbers above limit, with base added to each
 * add:   add d to the numbers x .. y-1 of an array
 * fill:  set them to value
 * change: add d to the numbers x .. y-1 of a row, then return the largest and
 *	the smallest of the row, with base added to each
 * spare: add to each sum the number of free nodes of size, at most most, where
 *	row has the reserved ones; sums stay at 65,535 rather than overflow
 */
#define GARQ_SCALAR_KERNELS(name, type)					\
static inline uint64_t garq_above_##name(const type *row, type base,	\
					 type limit)			\
{									\
	uint64_t mask = 0;						\
									\
	for (uint32_t i = 0; i < GARQ_ROW; i++)				\
		mask |= (uint64_t) ((type) (row[i] + base) > limit) << i; \
	return mask;							\
}									\
									\
static inline void garq_add_##name(type *v, uint32_t x, uint32_t y,	\
				   type d)				\
{									\
	for (uint32_t i = x; i < y; i++)				\
		v[i] = (type) (v[i] + d);				\
}									\
									\
static inline void garq_fill_##name(type *v, uint32_t x, uint32_t y,	\
				    type value)				\
{									\
	for (uint32_t i = x; i < y; i++)				\
		v[i] = value;						\
}									\
									\
static inline void garq_change_##name(type *row, type base, uint32_t x,	\
				      uint32_t y, type d, type *ret_max, \
				      type *ret_min)			\
{									\
	type max = 0, min = (type) -1;					\
									\
	garq_add_##name(row, x, y, d);					\
	for (uint32_t i = 0; i < GARQ_ROW; i++) {			\
		type v = (type) (row[i] + base);			\
									\
		max = (v > max) ? v : max;				\
		min = (v < min) ? v : min;				\
	}								\
	*ret_max = max;							\
	*ret_min = min;							\
}									\
									\
static inline void garq_spare_##name(const type *row, type base,	\
				     type size, uint16_t most,		\
				     uint16_t *sum)			\
{									\
	for (uint32_t i = 0; i < GARQ_ROW; i++) {			\
		type low = (type) (row[i] + base);			\
		uint32_t spare = (low < size) ? (uint32_t) size - low : 0; \
									\
		spare = ((spare < most) ? spare : most) + sum[i];	\
		sum[i] = (uint16_t) ((spare < UINT16_MAX) ? spare :	\
				     UINT16_MAX);			\
	}								\
}

GARQ_SCALAR_KERNELS(u16, uint16_t)
GARQ_SCALAR_KERNELS(u32, uint32_t)

#ifdef GARQ_SIMD

/* Numbers in a register. */
#define GARQ_LANES 8U

static inline __m128i garq_load(const uint16_t *v)
{
	return _mm_loadu_si128((const __m128i *) v);
}

static inline __m128i garq_all(uint16_t x)
{
	return _mm_set1_epi16((short) x);
}

/*
 * SSE2 compares signed numbers only: they are in the order of the unsigned ones
 * with a half of the range added.
 */
#define GARQ_HALF 0x8000U

static inline __m128i garq_signed(const uint16_t *v, uint16_t base)
{
	return _mm_add_epi16(garq_load(v),
			     garq_all((uint16_t) (base + GARQ_HALF)));
}

static inline uint64_t garq_above_simd(const uint16_t *row, uint16_t base,
				       uint16_t limit)
{
	__m128i l = garq_all((uint16_t) (limit + GARQ_HALF));
	uint64_t above = 0;

#pragma GCC unroll 4
	for (uint32_t i = 0; i < GARQ_ROW; i += 2 * GARQ_LANES) {
		__m128i x = _mm_cmpgt_epi16(garq_signed(row + i, base), l);
		__m128i y = _mm_cmpgt_epi16(garq_signed(row + i + GARQ_LANES,
							base), l);
		uint32_t bits = (uint32_t) _mm_movemask_epi8(
			_mm_packs_epi16(x, y));

		above |= (uint64_t) bits << i;
	}
	return above;
}

/* Ones in the lanes x .. y-1, of a register that has the numbers from i on. */
static inline __m128i garq_lanes(size_t i, size_t x, size_t y)
{
	static const uint16_t step[2 * GARQ_ROW] = {
		[GARQ_ROW ... 2 * GARQ_ROW - 1] = UINT16_MAX,
	};

	return _mm_andnot_si128(garq_load(step + GARQ_ROW - y + i),
				garq_load(step + GARQ_ROW - x + i));
}

/* Whole registers are changed, by 0 before x and from y on. */
static inline void garq_add_simd(uint16_t *v, uint32_t x, uint32_t y,
				 uint16_t d)
{
	for (uint32_t i = x & -GARQ_LANES; i < y; i += GARQ_LANES) {
		uint32_t from = (x > i) ? x : i;
		uint32_t to = (y < i + GARQ_LANES) ? y : i + GARQ_LANES;
		__m128i some = garq_lanes(0, from - i, to - i);

		_mm_storeu_si128((__m128i *) (v + i), _mm_add_epi16(
			garq_load(v + i), _mm_and_si128(some, garq_all(d))));
	}
}

static inline void garq_fill_simd(uint16_t *v, uint32_t x, uint32_t y,
				  uint16_t value)
{
	for (; x + GARQ_LANES <= y; x += GARQ_LANES)
		_mm_storeu_si128((__m128i *) (v + x), garq_all(value));
	garq_fill_u16(v, x, y, value);
}

/* The extremes of signed registers, as the unsigned numbers they stand for. */
static inline void garq_extremes_of(__m128i max, __m128i min, uint16_t *ret_max,
				    uint16_t *ret_min)
{
	/* the complement of the smallest is the largest: both at once */
	__m128i not = _mm_xor_si128(min, garq_all(UINT16_MAX));
	__m128i x = _mm_max_epi16(_mm_unpacklo_epi64(max, not),
				  _mm_unpackhi_epi64(max, not));

	x = _mm_max_epi16(x, _mm_shuffle_epi32(x, 0xb1));
	x = _mm_max_epi16(x, _mm_srli_epi32(x, 16));
	*ret_max = (uint16_t) (_mm_extract_epi16(x, 0) ^ GARQ_HALF);
	*ret_min = (uint16_t) (~_mm_extract_epi16(x, 4) ^ GARQ_HALF);
}

/* All registers are written: a number of turns that varies costs more. */
static inline void garq_change_simd(uint16_t *row, uint16_t base, uint32_t x,
				    uint32_t y, uint16_t d, uint16_t *ret_max,
				    uint16_t *ret_min)
{
	const __m128i half = garq_all((uint16_t) (base + GARQ_HALF));
	__m128i max = garq_all(GARQ_HALF), min = garq_all(GARQ_HALF - 1);

#pragma GCC unroll 8
	for (uint32_t i = 0; i < GARQ_ROW; i += GARQ_LANES) {
		__m128i v = _mm_add_epi16(garq_load(row + i), _mm_and_si128(
			garq_lanes(i, x, y), garq_all(d)));

		_mm_storeu_si128((__m128i *) (row + i), v);
		v = _mm_add_epi16(v, half);
		max = _mm_max_epi16(max, v);
		min = _mm_min_epi16(min, v);
	}
	garq_extremes_of(max, min, ret_max, ret_min);
}

static inline void garq_spare_simd(const uint16_t *row, uint16_t base,
				   uint16_t size, uint16_t most, uint16_t *sum)
{
	__m128i b = garq_all(base), s = garq_all(size), m = garq_all(most);

	for (uint32_t i = 0; i < GARQ_ROW; i += GARQ_LANES) {
		__m128i x = _mm_add_epi16(garq_load(row + i), b);

		x = _mm_subs_epu16(s, x);
		x = _mm_sub_epi16(x, _mm_subs_epu16(x, m));
		x = _mm_adds_epu16(x, garq_load(sum + i));
		_mm_storeu_si128((__m128i *) (sum + i), x);
	}
}

#define GARQ_KERNEL_16(kernel) garq_##kernel##_simd
#else
#define GARQ_KERNEL_16(kernel) garq_##kernel##_u16
#endif

/* The kernels by width: rows of 32 bits if wide. */

static inline uint64_t garq_row_above(const void *row, bool wide,
				      uint32_t base, uint32_t limit)
{
	return wide ? garq_above_u32(row, base, limit) :
		GARQ_KERNEL_16(above)(row, (uint16_t) base, (uint16_t) limit);
}

/* All numbers of the row are written: whole registers. */
static inline void garq_row_add(void *v, bool wide, uint32_t x, uint32_t y,
				uint32_t d)
{
	if (wide)
		garq_add_u32(v, x, y, d);
	else
		GARQ_KERNEL_16(add)(v, x, y, (uint16_t) d);
}

static inline void garq_row_fill(void *v, bool wide, uint32_t x, uint32_t y,
				 uint32_t value)
{
	if (wide)
		garq_fill_u32(v, x, y, value);
	else
		GARQ_KERNEL_16(fill)(v, x, y, (uint16_t) value);
}

static inline void garq_row_change(void *row, bool wide, uint32_t base,
				   uint32_t x, uint32_t y, uint32_t d,
				   uint32_t *ret_max, uint32_t *ret_min)
{
	uint16_t max, min;

	if (wide) {
		garq_change_u32(row, base, x, y, d, ret_max, ret_min);
		return;
	}
	GARQ_KERNEL_16(change)(row, (uint16_t) base, x, y, (uint16_t) d, &max,
			       &min);
	*ret_max = max;
	*ret_min = min;
}

static inline void garq_row_spare(const void *row, bool wide, uint32_t base,
				  uint32_t size, uint16_t most, uint16_t *sum)
{
	if (wide)
		garq_spare_u32(row, base, size, most, sum);
	else
		GARQ_KERNEL_16(spare)(row, (uint16_t) base, (uint16_t) size,
				      most, sum);
}

/* Count the set bits. The builtin is a call where that is no instruction. */
static inline uint32_t garq_bits(uint64_t x)
{
	x -= x >> 1 & UINT64_C(0x5555555555555555);
	x = (x & UINT64_C(0x3333333333333333)) +
		(x >> 2 & UINT64_C(0x3333333333333333));
	x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (uint32_t) (x * UINT64_C(0x0101010101010101) >> 56);
}

/*
 * Find runs of cnt set bits. Bit i of the result: bits i .. i+cnt-1 of x are
 * set. Each step doubles how many are known. IN cnt >= 1
 */
static inline uint64_t garq_runs(uint64_t x, int64_t cnt)
{
	for (int64_t n = 1; (n < cnt) && (n < GARQ_ROW); n *= 2)
		x &= x >> ((cnt - n < n) ? cnt - n : n);
	return (cnt <= GARQ_ROW) ? x : 0;
}

/* Number i of a row, or of an array of them. */
static inline uint32_t garq_row_get(const void *row, bool wide, uint32_t i)
{
	return wide ? ((const uint32_t *) row)[i] : ((const uint16_t *) row)[i];
}

static inline void garq_row_set(void *row, bool wide, uint32_t i, uint32_t v)
{
	if (wide)
		((uint32_t *) row)[i] = v;
	else
		((uint16_t *) row)[i] = (uint16_t) v;
}

/* Where number i is, and how many bytes that many numbers take. */
static inline size_t garq_row_bytes(bool wide, size_t i)
{
	return i * (wide ? sizeof(uint32_t) : sizeof(uint16_t));
}

static inline void *garq_row_at(const void *row, bool wide, uint32_t i)
{
	return (char *) row + garq_row_bytes(wide, i);
}
