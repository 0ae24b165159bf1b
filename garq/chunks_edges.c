/* SPDX-License-Identifier: GPL-2.0-or-later */
/* chunks_edges.c - the memory of the edges inside slots: see chunks.h. */
#include <string.h>

#include "garq/chunks.h"
#include "garq/memory.h"

/* Pointers in a cache line: the step by which a chunk's list grows. */
#define LINE_INNER ((uint32_t) (GARQ_LINE / sizeof(struct garq_inner *)))

static size_t _row_lines(const struct garq_chunks *c)
{
	return garq_lines(garq_row_bytes(c->wide, GARQ_ROW));
}

/* Give a chunk a row for min, which is max so far. */
static int _add_min(struct garq_chunks *c, uint32_t i)
{
	struct garq_chunk *chunk = &c->chunk[i];

	if (chunk->min)
		return 0;
	chunk->min = garq_pool_get(&c->pool, _row_lines(c));
	if (!chunk->min)
		return -1;
	memcpy(chunk->min, garq_chunk_max(c, i),
	       garq_row_bytes(c->wide, GARQ_ROW));
	return 0;
}

/* Make room for one more pointer in a chunk's list of cnt. */
static int _add_room(struct garq_chunks *c, struct garq_chunk *chunk,
		     uint32_t cnt)
{
	struct garq_inner **more;

	if (cnt < chunk->room)
		return 0;
	more = garq_pool_get(&c->pool, chunk->room / LINE_INNER + 1);
	if (!more)
		return -1;
	if (chunk->room) {
		memcpy(more, chunk->inner, cnt * sizeof(*more));
		garq_pool_put(&c->pool, chunk->inner, chunk->room / LINE_INNER);
	}
	chunk->inner = more;
	chunk->room += LINE_INNER;
	return 0;
}

/* What a failure leaves of the first two steps is kept for the next try. */
extern int garq_chunks_reserve(struct garq_chunks *c, uint32_t i, uint32_t cnt)
{
	struct garq_chunk *chunk = &c->chunk[i / GARQ_ROW];
	uint64_t bit = UINT64_C(1) << (i % GARQ_ROW);
	uint32_t at = garq_bits(chunk->edged & (bit - 1));
	uint32_t all = garq_bits(chunk->edged);
	struct garq_inner *in = NULL;

	if (!cnt)
		return 0;
	if (chunk->edged & bit)
		return garq_inner_reserve(&chunk->inner[at], cnt, &c->pool);
	if ((_add_min(c, i / GARQ_ROW) < 0) || (_add_room(c, chunk, all) < 0) ||
	    (garq_inner_reserve(&in, cnt, &c->pool) < 0))
		return -1;
	memmove(chunk->inner + at + 1, chunk->inner + at,
		(all - at) * sizeof(in));
	chunk->inner[at] = in;
	chunk->edged |= bit;
	return 0;
}

/* The slots before slot x, if that is in the chunk. */
static uint64_t _before(uint32_t chunk, uint32_t x)
{
	uint32_t first = chunk * GARQ_ROW;

	if (x <= first)
		return 0;
	return (x - first < GARQ_ROW) ? (UINT64_C(1) << (x - first)) - 1 :
		UINT64_MAX;
}

/* Free the edges of some slots of a chunk; all is given back with the last. */
static void _clear_edges(struct garq_chunks *c, struct garq_chunk *chunk,
			 uint64_t slots)
{
	uint32_t from = 0, to = 0;

	for (uint64_t bits = chunk->edged; bits; bits &= bits - 1, from++) {
		if (slots & bits & -bits)
			garq_inner_free(&chunk->inner[from], &c->pool);
		else
			chunk->inner[to++] = chunk->inner[from];
	}
	chunk->edged &= ~slots;
	if (chunk->edged)
		return;
	if (chunk->room)
		garq_pool_put(&c->pool, chunk->inner, chunk->room / LINE_INNER);
	if (chunk->min)
		garq_pool_put(&c->pool, chunk->min, _row_lines(c));
	*chunk = (struct garq_chunk) { .edged = 0 };
}

extern void garq_chunks_clear(struct garq_chunks *c, uint32_t x, uint32_t y)
{
	if (!c->pool.used)	/* most often, and for many slots */
		return;
	for (uint32_t i = x / GARQ_ROW; i < garq_chunks_cnt(y); i++)
		_clear_edges(c, &c->chunk[i], _before(i, y) & ~_before(i, x));
}
