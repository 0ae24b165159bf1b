/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pools_next.c - the next time with enough free nodes, by the counts of all
 * pools together.
 *
 * The counts of all pools have the same slots, and so the same chunks
 * (chunks.h). What may be free in 64 slots, or in 64 chunks, of all pools
 * together is summed up at once, as if each pool had its lowest level at the
 * same second. The structure is in pools.h.
 */
#include "garq/limits.h"
#include "garq/pools.h"
#include "garq/slots.h"

extern void garq_pools_ask(struct garq_pools *pools, const garq_set_t *eligible,
			   uint32_t num_cn)
{
	uint32_t words = (uint32_t) (((uint64_t) pools->node_cnt + 63) / 64);

	pools->num_cn = num_cn;
	for (uint32_t i = 0; i < pools->cnt; i++) {
		struct garq_class *class = &pools->class[i];

		class->eligible = 0;
		for (uint32_t w = 0; w < words; w++)
			class->eligible += (uint32_t) __builtin_popcountll(
				eligible->word[w] & class->nodes->word[w]);
	}
}

/* One pool of the question. */
struct lane {
	const struct garq_chunks *chunks;
	uint32_t size;
	uint16_t eligible;
};

struct lanes {
	struct lane lane[GARQ_POOLS_MAX];
	uint32_t cnt;
	uint16_t others;	/* eligible nodes of pools not asked */
	uint16_t want;
};

/* Sums stay at 65,535, which is enough for any question. */
static uint16_t _at_most(uint32_t cnt)
{
	return (uint16_t) ((cnt < UINT16_MAX) ? cnt : UINT16_MAX);
}

/* Leave out a pool whose now is ahead of the others: garq_pools_advance(). */
static const garq_t *_init_lanes(struct lanes *l,
				 const struct garq_pools *pools)
{
	const garq_t *g = NULL;
	uint32_t others = 0;

	l->cnt = 0;
	for (uint32_t i = 0; i < pools->cnt; i++) {
		const struct garq_class *class = &pools->class[i];

		if (garq_now(class->counts) != pools->now) {
			others += class->eligible;
		} else if (class->eligible) {
			g = class->counts;
			l->lane[l->cnt++] = (struct lane) {
				&g->chunks, class->size,
				_at_most(class->eligible),
			};
		}
	}
	l->others = _at_most(others);
	l->want = _at_most(pools->num_cn);
	return g;
}

/* Start a sum for 64 slots or chunks. */
static void _begin_sum(const struct lanes *l, uint16_t *sum)
{
	for (uint32_t i = 0; i < GARQ_ROW; i++)
		sum[i] = l->others;
}

/* RET those of the 64 in which enough nodes are free */
static uint64_t _enough(const struct lanes *l, const uint16_t *sum)
{
	return l->want ? garq_row_above(sum, false, 0, l->want - 1U) :
		UINT64_MAX;
}

/*
 * RET the slots of a chunk where all pools together may have enough free nodes
 */
static uint64_t _enough_slots(const struct lanes *l, uint32_t chunk)
{
	uint16_t sum[GARQ_ROW];

	_begin_sum(l, sum);
	for (uint32_t i = 0; i < l->cnt; i++) {
		const struct garq_chunks *c = l->lane[i].chunks;

		garq_row_spare(garq_chunk_min(c, chunk), c->wide,
			       garq_chunk_add(c, chunk), l->lane[i].size,
			       l->lane[i].eligible, sum);
	}
	return _enough(l, sum);
}

/* The same for the chunks of a row. */
static uint64_t _chunks(const struct lanes *l, uint32_t row)
{
	uint16_t sum[GARQ_ROW];

	_begin_sum(l, sum);
	for (uint32_t i = 0; i < l->cnt; i++) {
		const struct garq_chunks *c = l->lane[i].chunks;

		garq_row_spare(garq_row_at(c->top_min, c->wide, row * GARQ_ROW),
			       c->wide, 0, l->lane[i].size, l->lane[i].eligible,
			       sum);
	}
	return _enough(l, sum);
}

/* The first of the chunks x .. y-1 where enough may be free; y if none. */
static uint32_t _next_chunk(const struct lanes *l, uint32_t x, uint32_t y)
{
	for (; x < y; x = (x | (GARQ_ROW - 1)) + 1) {
		uint64_t mask = _chunks(l, x / GARQ_ROW) >> (x % GARQ_ROW);

		if (mask)
			return garq_first(mask, x, y);
	}
	return y;
}

/* The first place of x .. y-1 where enough nodes may be free; y if none. */
static uint32_t _find_place(const struct lanes *l, uint32_t x, uint32_t y)
{
	while (x < y) {
		uint32_t chunk = x / GARQ_ROW;
		uint64_t mask = _enough_slots(l, chunk) >> (x % GARQ_ROW);

		if (mask)
			return garq_first(mask, x, y);
		x = GARQ_ROW * _next_chunk(l, chunk + 1, garq_chunks_cnt(y));
	}
	return y;
}

/*
 * The first such slot from k to the end of the horizon; or one past the last.
 */
static int64_t _find_slot(const struct lanes *l, const garq_t *g, int64_t k)
{
	struct garq_run r = garq_slots_run(g, k, garq_slot_last(g));

	for (; garq_run_has(&r); garq_run_next(&r)) {
		uint32_t i = _find_place(l, r.x, r.y);

		k += i - r.x;
		if (i < r.y)
			break;
	}
	return k;
}

extern time_t garq_pools_next(const struct garq_pools *pools, time_t t)
{
	struct lanes l;
	const garq_t *g = _init_lanes(&l, pools);
	int64_t k;

	if (!g || (t >= garq_slots_end(g)))
		return t;
	k = _find_slot(&l, g, garq_slot_of(g, t));
	return garq_later(t, garq_slot_begin(g, k));
}
