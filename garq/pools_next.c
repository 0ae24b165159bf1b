/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pools_next.c - when are enough nodes free next, by the counts of all pools
 * together.
 *
 * The counts of all pools have the same slots, so their indexes (index.h) have
 * the same entries: they are walked at once, from left to right. An entry in
 * which too few nodes of all pools are free, even if each pool had its lowest
 * level at the same second, is passed as a whole. The structure is in pools.h.
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

/* The walk of one pool through its index. */
struct lane {
	const struct garq_index *ix;
	uint32_t size;
	uint32_t eligible;
	uint32_t base[GARQ_LEVELS_MAX];	/* sum of add above each level */
};

/* All lanes at once: at entry i of level l; places x .. y-1 are searched. */
struct walk {
	struct lane lane[GARQ_POOLS_MAX];
	uint32_t lanes;
	uint32_t others;	/* eligible nodes of pools not asked */
	uint32_t want;
	uint32_t x;
	uint32_t y;
	uint32_t l;
	uint32_t i;
};

/* Leave out a pool whose now is ahead of the others: garq_pools_advance(). */
static const garq_t *_init(struct walk *w, const struct garq_pools *pools)
{
	const garq_t *g = NULL;

	w->lanes = 0;
	w->others = 0;
	w->want = pools->num_cn;
	for (uint32_t i = 0; i < pools->cnt; i++) {
		const struct garq_class *class = &pools->class[i];
		struct lane *lane = &w->lane[w->lanes];

		if (garq_now(class->counts) != pools->now) {
			w->others += class->eligible;
		} else if (class->eligible) {
			g = class->counts;
			lane->ix = &g->index;
			lane->size = class->size;
			lane->eligible = class->eligible;
			w->lanes++;
		}
	}
	return g;
}

/*
 * May enough nodes be free at some second of this entry, in all pools together?
 */
static bool _enough(const struct walk *w)
{
	uint32_t sum = w->others;

	for (uint32_t p = 0; p < w->lanes; p++) {
		const struct lane *lane = &w->lane[p];
		uint32_t low = lane->ix->level[w->l].min[w->i] +
			       lane->base[w->l];
		uint32_t is_free = (low < lane->size) ? lane->size - low : 0;

		sum += (is_free < lane->eligible) ? is_free : lane->eligible;
	}
	return sum >= w->want;
}

/* Descend to the first child of this entry that has a place >= x. */
static void _down(struct walk *w)
{
	uint32_t first = w->i << GARQ_FAN_BITS;

	for (uint32_t p = 0; p < w->lanes; p++) {
		struct lane *lane = &w->lane[p];

		lane->base[w->l - 1] = lane->base[w->l] +
				       lane->ix->level[w->l].add[w->i];
	}
	w->l--;
	w->i = w->x >> (GARQ_FAN_BITS * w->l);
	if (w->i < first)
		w->i = first;
}

/* Skip the present entry: go to the highest entry that begins after it. */
static void _next(struct walk *w, uint32_t top)
{
	w->i++;
	while ((w->l < top) && !(w->i & (GARQ_FAN - 1))) {
		w->i >>= GARQ_FAN_BITS;
		w->l++;
	}
}

/* The first place of x .. y-1 where enough nodes may be free; y if none. */
static uint32_t _find(struct walk *w, uint32_t x, uint32_t y)
{
	uint32_t top = w->lane[0].ix->top;

	w->x = x;
	w->y = y;
	w->l = top;
	w->i = x >> (GARQ_FAN_BITS * top);
	for (uint32_t p = 0; p < w->lanes; p++)
		w->lane[p].base[top] = 0;
	while ((w->i << (GARQ_FAN_BITS * w->l)) < y) {
		if (!_enough(w))
			_next(w, top);
		else if (w->l)
			_down(w);
		else
			return w->i;
	}
	return y;
}

/*
 * The first such slot from k to the end of the horizon; or one past the last.
 */
static int64_t _find_slot(struct walk *w, const garq_t *g, int64_t k)
{
	struct garq_run r = garq_slots_run(g, k, garq_slot_last(g));

	for (; garq_run_has(&r); garq_run_next(&r)) {
		uint32_t i = _find(w, r.x, r.y);

		k += i - r.x;
		if (i < r.y)
			break;
	}
	return k;
}

extern time_t garq_pools_next(const struct garq_pools *pools, time_t t)
{
	struct walk w;
	const garq_t *g = _init(&w, pools);
	int64_t k;

	if (!g || (t >= garq_slots_end(g)))
		return t;
	k = _find_slot(&w, g, garq_slot_of(g, t));
	return garq_later(t, garq_slot_begin(g, k));
}
