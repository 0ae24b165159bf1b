/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * chunks.c - the slots' counts, in chunks of 64: making, changing, verifying.
 *
 * The structure and its invariants are in chunks.h, the memory of edges is in
 * chunks_edges.c.
 */
#include <stdlib.h>

#include "garq/chunks.h"
#include "garq/memory.h"

/* Making and freeing */

extern int garq_chunks_init(struct garq_chunks *c, uint32_t slots,
			    uint32_t most)
{
	uint32_t cnt = garq_chunks_cnt(slots), rows = garq_chunks_cnt(cnt);
	size_t row;

	*c = (struct garq_chunks) {
		.slots = slots, .wide = (most > GARQ_NARROW_MAX),
	};
	row = garq_row_bytes(c->wide, GARQ_ROW);
	c->max = garq_lines_alloc((cnt + 3 * (size_t) rows) * row);
	c->chunk = calloc(cnt, sizeof(*c->chunk));
	if (!c->max || !c->chunk) {
		garq_chunks_free(c);
		return -1;
	}
	c->top_max = (char *) c->max + cnt * row;
	c->top_min = (char *) c->top_max + rows * row;
	c->add = (char *) c->top_min + rows * row;
	return 0;
}

extern void garq_chunks_free(struct garq_chunks *c)
{
	if (c->chunk)
		garq_chunks_clear(c, 0, c->slots);
	garq_pool_free(&c->pool);
	free(c->chunk);
	free(c->max);
	*c = (struct garq_chunks) { .slots = 0 };
}

/* Changing */

/* Add to slot i more than what the slots beside it get. */
static void _bump_slot(struct garq_chunks *c, uint32_t i, struct garq_change d,
		       uint32_t all)
{
	void *min = c->chunk[i / GARQ_ROW].min;
	uint32_t at = i % GARQ_ROW;

	if (d.max != all)
		garq_row_set(c->max, c->wide, i,
			     garq_row_get(c->max, c->wide, i) + d.max - all);
	if (min && (d.min != all))
		garq_row_set(min, c->wide, at,
			     garq_row_get(min, c->wide, at) + d.min - all);
}

/* Add to places x .. y-1 of one chunk, and set its max and min. RET its max */
static uint32_t _add_in_chunk(struct garq_chunks *c, uint32_t chunk, uint32_t x,
			      uint32_t y, uint32_t all)
{
	uint32_t add = garq_chunk_add(c, chunk), max, min, other;
	void *row = c->chunk[chunk].min;

	GARQ_ACCESS(GARQ_ROW);
	garq_row_change(garq_chunk_max(c, chunk), c->wide, add, x, y, all,
			&max, &min);
	if (row)
		garq_row_change(row, c->wide, add, x, y, all, &other, &min);
	garq_row_set(c->top_max, c->wide, chunk, max);
	garq_row_set(c->top_min, c->wide, chunk, min);
	return max;
}

extern uint32_t garq_chunks_add(struct garq_chunks *c, uint32_t x, uint32_t y,
				uint32_t all)
{
	uint32_t p = x / GARQ_ROW, q = (y - 1) / GARQ_ROW, first, last;

	x %= GARQ_ROW;
	y -= q * GARQ_ROW;
	if (p == q)
		return _add_in_chunk(c, p, x, y, all);
	first = _add_in_chunk(c, p, x, GARQ_ROW, all);
	last = _add_in_chunk(c, q, 0, y, all);
	GARQ_ACCESS(q - p - 1);
	if (q - p > 1) {
		garq_row_add(c->top_max, c->wide, p + 1, q, all);
		garq_row_add(c->top_min, c->wide, p + 1, q, all);
		garq_row_add(c->add, c->wide, p + 1, q, all);
	}
	return (first > last) ? first : last;
}

extern void garq_chunks_change(struct garq_chunks *c, uint32_t a,
			       struct garq_change da, uint32_t b,
			       struct garq_change db, uint32_t all)
{
	_bump_slot(c, a, da, all);
	if (a < b)
		_bump_slot(c, b, db, all);
	garq_chunks_add(c, a, b + 1, all);
}

extern void garq_chunks_set(struct garq_chunks *c, uint32_t x, uint32_t y,
			    uint32_t max, uint32_t min)
{
	uint32_t end;

	for (; x < y; x = end) {
		uint32_t chunk = x / GARQ_ROW, first = chunk * GARQ_ROW;
		uint32_t add = garq_chunk_add(c, chunk);
		void *row = c->chunk[chunk].min;

		end = (y - first < GARQ_ROW) ? y : first + GARQ_ROW;
		GARQ_ACCESS(end - x);
		garq_row_fill(c->max, c->wide, x, end, max - add);
		if (row)
			garq_row_fill(row, c->wide, x - first, end - first,
				      min - add);
		_add_in_chunk(c, chunk, 0, 0, 0);
	}
}

/* Searching */

static uint32_t _find_above(const struct garq_chunks *c, uint32_t x,
			    uint32_t y, uint32_t least)
{
	struct garq_seen seen = { .chunk = UINT32_MAX };

	return garq_chunks_seek(c, &seen, x, y, GARQ_ABOVE, least);
}

extern uint32_t garq_chunks_max(const struct garq_chunks *c, uint32_t x,
				uint32_t y, uint32_t least)
{
	uint32_t begin = x;

	while ((x = _find_above(c, x, y, least)) < y) {
		uint32_t chunk = x / GARQ_ROW;

		if ((chunk * GARQ_ROW >= begin) && (chunk < y / GARQ_ROW)) {
			least = garq_row_get(c->top_max, c->wide, chunk);
			x = (chunk + 1) * GARQ_ROW;
		} else {
			least = garq_chunks_get(c, x++, NULL);
		}
	}
	return least;
}

/* Verifying */

/* Slots of a chunk: fewer than a row only in the last chunk. */
static uint32_t _slots_of_chunk(const struct garq_chunks *c, uint32_t chunk)
{
	uint32_t left = c->slots - chunk * GARQ_ROW;

	return (left < GARQ_ROW) ? left : GARQ_ROW;
}

static const char *_check_chunk(const struct garq_chunks *c, uint32_t chunk)
{
	uint32_t first = chunk * GARQ_ROW, cnt = _slots_of_chunk(c, chunk);
	uint32_t largest = 0, smallest = (cnt < GARQ_ROW) ? 0 : UINT32_MAX;

	for (uint32_t i = 0; i < cnt; i++) {
		uint32_t min, max = garq_chunks_get(c, first + i, &min);

		if (min > max)
			return "the least of a slot is above its rv";
		largest = (max > largest) ? max : largest;
		smallest = (min < smallest) ? min : smallest;
	}
	if ((garq_row_get(c->top_max, c->wide, chunk) != largest) ||
	    (garq_row_get(c->top_min, c->wide, chunk) != smallest))
		return "the most and least of a chunk are not its slots'";
	return NULL;
}

/* The memory of what a chunk points at; 0 if the bitmap does not fit to it. */
static size_t _memory(const struct garq_chunk *chunk, bool wide)
{
	uint32_t cnt = garq_bits(chunk->edged);
	size_t bytes = chunk->room * sizeof(struct garq_inner *) +
		(chunk->min ? garq_row_bytes(wide, GARQ_ROW) : 0);

	if ((cnt > chunk->room) || (cnt && !chunk->min))
		return SIZE_MAX;
	for (uint32_t i = 0; i < cnt; i++)
		bytes += GARQ_LINE * garq_inner_lines(chunk->inner[i]->cap);
	return bytes;
}

extern const char *garq_chunks_check(const struct garq_chunks *c)
{
	size_t bytes = 0;

	for (uint32_t i = 0; i < garq_chunks_cnt(c->slots); i++) {
		const char *reason = _check_chunk(c, i);
		size_t memory = _memory(&c->chunk[i], c->wide);

		if (reason)
			return reason;
		if (memory == SIZE_MAX)
			return "the bitmap of a chunk is not that of its edges";
		bytes += memory;
	}
	return ((bytes == c->pool.used) && (bytes <= c->pool.bytes)) ? NULL :
		"the memory of the edges is not what is counted";
}
