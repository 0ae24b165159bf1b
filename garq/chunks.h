/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * chunks.h - the slots' counts, in chunks of 64.
 *
 * Two numbers a slot: max, the paper's rv, and min, the fewest nodes that are
 * reserved at any second of it. 64 slots are a chunk, whose max are a row of
 * kernel.h. As long as no slot of a chunk has edges inside, min is max; then
 * the chunk gets a row of its own for min, and a bitmap of the slots that have
 * edges (inner.h), whose memory is listed in the order of the bits.
 *
 *	chunk		    0		 1	     2
 *	max, min	| 5   0 |    | 7   0 |   | 4   4 |	of all its slots
 *	add		|   0   |    |   2   |   |   4   |
 *	row max		 5 2 3 4..    5 3 1 4..   0 0 0 0..	less add
 *	row min		 NULL	      5 0 -2 4..  NULL
 *	edged		 0	      ...0110	  0
 *	inner		 NULL	      o o	  NULL
 *
 * A change of all slots of a chunk is stored in its add alone: a booking of
 * any length touches the rows of two chunks, and three numbers of each chunk
 * between. The three are in arrays of their own, so that a row of them
 * describes 64 chunks: a search looks only at the slots of chunks that may
 * match. Sums are modulo the width of the numbers; every true value is in
 * range, and only true values are compared.
 *
 * Slots are numbered by their place in the array, ranges are half-open; the
 * ring is its owner's business. Invariants, verified by garq_chunks_check():
 *  1. max of a chunk is the largest max of its slots, min the smallest min; 0 if
 *     the last chunk has fewer slots than places.
 *  2. min <= max for each slot. The true values are up to the owner.
 *  3. A chunk with edges has a row for min; it has as many inner as edged has
 *     bits, and room for more: room is a multiple of 8. pool.used is the memory
 *     of rows for min, inner and what inner point at.
 * Private to this folder.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "garq/access.h"
#include "garq/inner.h"
#include "garq/kernel.h"
#include "garq/pool.h"

struct garq_chunk {
	uint64_t edged;			/* slots that have memory for edges */
	struct garq_inner **inner;	/* theirs, in order */
	void *min;			/* row, less add; NULL: min is max */
	uint32_t room;			/* of inner */
};

struct garq_chunks {
	uint32_t slots;
	bool wide;			/* numbers have 32 bits, not 16 */
	void *max;			/* rows of the slots */
	void *top_max;			/* of each chunk: max, min and add */
	void *top_min;
	void *add;
	struct garq_chunk *chunk;
	struct garq_pool pool;		/* memory of what a chunk points at */
};

/* A change of one slot's max and min; modulo 2^32. */
struct garq_change {
	uint32_t max;
	uint32_t min;
};

/* Make that many slots, all 0, for values up to most. RET 0, or -1, ENOMEM */
extern int garq_chunks_init(struct garq_chunks *c, uint32_t slots,
			    uint32_t most);

/* Free the memory, that of edges as well. Safe if all is zero. */
extern void garq_chunks_free(struct garq_chunks *c);

/* Number of chunks, or of rows of chunks, that hold cnt slots or chunks. */
static inline uint32_t garq_chunks_cnt(uint32_t cnt)
{
	return (cnt + GARQ_ROW - 1) / GARQ_ROW;
}

/* The rows of a chunk, and the value to add to their numbers. */
static inline void *garq_chunk_max(const struct garq_chunks *c, uint32_t chunk)
{
	return garq_row_at(c->max, c->wide, chunk * GARQ_ROW);
}

static inline void *garq_chunk_min(const struct garq_chunks *c, uint32_t chunk)
{
	void *min = c->chunk[chunk].min;

	return min ? min : garq_chunk_max(c, chunk);
}

static inline uint32_t garq_chunk_add(const struct garq_chunks *c,
				      uint32_t chunk)
{
	return garq_row_get(c->add, c->wide, chunk);
}

/* Read slot i. OUT ret_min - its min; may be NULL. RET its max */
static inline uint32_t garq_chunks_get(const struct garq_chunks *c, uint32_t i,
				       uint32_t *ret_min)
{
	uint32_t chunk = i / GARQ_ROW, add = garq_chunk_add(c, chunk);
	uint32_t mask = c->wide ? UINT32_MAX : UINT16_MAX;

	GARQ_ACCESS(1);
	if (ret_min)
		*ret_min = (garq_row_get(garq_chunk_min(c, chunk), c->wide,
					 i % GARQ_ROW) + add) & mask;
	return (garq_row_get(c->max, c->wide, i) + add) & mask;
}

/*
 * Change slot a by da, slot b by db, and each slot between them by all; if a ==
 * b, change slot a by da only. IN a <= b
 */
extern void garq_chunks_change(struct garq_chunks *c, uint32_t a,
			       struct garq_change da, uint32_t b,
			       struct garq_change db, uint32_t all);

/*
 * Change slots x .. y-1 by all. IN x < y
 * RET the largest max of the chunks of slots x and y-1, modulo the width
 */
extern uint32_t garq_chunks_add(struct garq_chunks *c, uint32_t x, uint32_t y,
				uint32_t all);

/* Set slots x .. y-1, whatever their values were. */
extern void garq_chunks_set(struct garq_chunks *c, uint32_t x, uint32_t y,
			    uint32_t max, uint32_t min);

/* Searching */

/* What is looked for: a slot */
enum garq_sought {
	GARQ_ABOVE,		/* whose max is above the limit */
	GARQ_BELOW,		/* whose min is at most the limit */
	GARQ_OTHER,		/* whose max and min are not both the limit */
};

/* RET the places of two rows that match; of chunks: that may have a match */
GARQ_INLINE uint64_t garq_match(const void *max, const void *min, bool wide,
				  uint32_t base, enum garq_sought sought,
				  uint32_t limit)
{
	GARQ_ACCESS(GARQ_ROW);
	switch (sought) {
	case GARQ_ABOVE:
		return garq_row_above(max, wide, base, limit);
	case GARQ_BELOW:
		return ~garq_row_above(min, wide, base, limit);
	default:
		return garq_row_above(max, wide, base, limit) |
		       (limit ? ~garq_row_above(min, wide, base, limit - 1) :
			0);
	}
}

/* The matching slots of a chunk, and the chunks of a row of chunks. */
GARQ_INLINE uint64_t garq_match_slots(const struct garq_chunks *c,
					uint32_t chunk,
					enum garq_sought sought, uint32_t limit)
{
	return garq_match(garq_chunk_max(c, chunk), garq_chunk_min(c, chunk),
			  c->wide, garq_chunk_add(c, chunk), sought, limit);
}

GARQ_INLINE uint64_t garq_match_chunks(const struct garq_chunks *c,
					 uint32_t row, enum garq_sought sought,
					 uint32_t limit)
{
	uint32_t first = row * GARQ_ROW;

	return garq_match(garq_row_at(c->top_max, c->wide, first),
			  garq_row_at(c->top_min, c->wide, first), c->wide, 0,
			  sought, limit);
}

/* The same for one chunk, without a row: true if a slot of it may match. */
GARQ_INLINE bool garq_chunk_may(const struct garq_chunks *c, uint32_t chunk,
				enum garq_sought sought, uint32_t limit)
{
	GARQ_ACCESS(1);
	switch (sought) {
	case GARQ_ABOVE:
		return garq_row_get(c->top_max, c->wide, chunk) > limit;
	case GARQ_BELOW:
		return garq_row_get(c->top_min, c->wide, chunk) <= limit;
	default:
		return true;
	}
}

/* The first bit of a mask for x and the 63 after it; at most y. */
static inline uint32_t garq_first(uint64_t mask, uint32_t x, uint32_t y)
{
	uint32_t i = x + (uint32_t) __builtin_ctzll(mask);

	return (i < y) ? i : y;
}

/* The first of the chunks x .. y-1 that may have a matching slot; y if none. */
static inline uint32_t garq_chunks_next(const struct garq_chunks *c, uint32_t x,
					uint32_t y, enum garq_sought sought,
					uint32_t limit)
{
	for (; x < y; x = (x | (GARQ_ROW - 1)) + 1) {
		uint64_t mask = garq_match_chunks(c, x / GARQ_ROW, sought,
						  limit) >> (x % GARQ_ROW);

		if (mask)
			return garq_first(mask, x, y);
	}
	return y;
}

/* The matching slots of the last chunk that was looked at. */
struct garq_seen {
	uint32_t chunk;		/* UINT32_MAX: none yet */
	uint64_t mask;
};

/*
 * Find the first of the slots x .. y-1 that matches.
 * IN/OUT seen - from an earlier search for the same, or none
 * RET the slot, or y if there is none
 */
GARQ_INLINE uint32_t garq_chunks_seek(const struct garq_chunks *c,
					struct garq_seen *seen, uint32_t x,
					uint32_t y, enum garq_sought sought,
					uint32_t limit)
{
	uint32_t chunk = x / GARQ_ROW, end = garq_chunks_cnt(y);

	while (x < y) {
		if ((seen->chunk != chunk) &&
		    garq_chunk_may(c, chunk, sought, limit))
			*seen = (struct garq_seen) {
				chunk, garq_match_slots(c, chunk, sought,
							limit),
			};
		if ((seen->chunk == chunk) && (seen->mask >> (x % GARQ_ROW)))
			return garq_first(seen->mask >> (x % GARQ_ROW), x, y);
		/* most searches end here, or in the next chunk */
		if ((++chunk < end) && !garq_chunk_may(c, chunk, sought, limit))
			chunk = garq_chunks_next(c, chunk + 1, end, sought,
						 limit);
		x = chunk * GARQ_ROW;
	}
	return y;
}

/* The largest max of slots x .. y-1, but at least least. */
extern uint32_t garq_chunks_max(const struct garq_chunks *c, uint32_t x,
				uint32_t y, uint32_t least);

/* The edges inside slots */

/* The edges of slot i; NULL if there is no memory for any. */
static inline struct garq_inner *garq_chunks_inner(const struct garq_chunks *c,
						   uint32_t i)
{
	const struct garq_chunk *chunk = &c->chunk[i / GARQ_ROW];
	uint64_t bit = UINT64_C(1) << (i % GARQ_ROW);

	return (chunk->edged & bit) ?
		chunk->inner[garq_bits(chunk->edged & (bit - 1))] : NULL;
}

/* Make room for cnt edges in slot i. RET 0, or -1 with errno ENOMEM */
extern int garq_chunks_reserve(struct garq_chunks *c, uint32_t i, uint32_t cnt);

/* Return the memory for edges of slots x .. y-1, which are flat from now on. */
extern void garq_chunks_clear(struct garq_chunks *c, uint32_t x, uint32_t y);

/* RET NULL if the invariants hold, or a text that names the broken one */
extern const char *garq_chunks_check(const struct garq_chunks *c);
