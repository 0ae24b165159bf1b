/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * index_find.c - queries of the index above the slots: see walk.h.
 */
#include "garq/walk.h"

static inline uint32_t _find(const struct garq_index *ix, uint32_t x,
			     uint32_t y, enum garq_sought sought,
			     uint32_t limit, uint32_t *ret_max)
{
	struct garq_walk w;

	garq_walk_begin(&w, ix, x);
	if (!garq_walk_to(&w, y, sought, limit))
		return y;
	*ret_max = garq_walk_max(&w);
	return w.i;
}

extern uint32_t garq_index_above(const struct garq_index *ix, uint32_t x,
				 uint32_t y, uint32_t limit, uint32_t *ret_max)
{
	return _find(ix, x, y, GARQ_ABOVE, limit, ret_max);
}

extern uint32_t garq_index_other(const struct garq_index *ix, uint32_t x,
				 uint32_t y, uint32_t value, uint32_t *ret_max)
{
	return _find(ix, x, y, GARQ_OTHER, value, ret_max);
}

/* Are all slots below this entry in the range, which ends at y? */
static inline bool _whole(const struct garq_walk *w, uint32_t y)
{
	uint32_t bits = GARQ_FAN_BITS * w->l, cnt = w->ix->level[0].cnt;
	uint32_t begin = w->i << bits, end = begin + (1U << bits);

	return (begin >= w->x) && (((end < cnt) ? end : cnt) <= y);
}

extern uint32_t garq_index_max(const struct garq_index *ix, uint32_t x,
			       uint32_t y, uint32_t least)
{
	struct garq_walk w;

	for (garq_walk_begin(&w, ix, x); garq_walk_before(&w, y); ) {
		bool above = garq_walk_holds(&w, GARQ_ABOVE, least);

		if (above && !_whole(&w, y)) {
			garq_walk_down(&w);
			continue;
		}
		if (above)
			least = garq_walk_max(&w);
		garq_walk_next(&w);
	}
	return least;
}

extern uint32_t garq_index_get(const struct garq_index *ix, uint32_t i,
			       uint32_t *ret_min)
{
	uint32_t base = 0;

	for (uint32_t l = ix->top; l > 0; l--)
		base += ix->level[l].add[i >> (GARQ_FAN_BITS * l)];
	GARQ_ACCESS(ix->top + 1);
	if (ret_min)
		*ret_min = ix->level[0].min[i] + base;
	return ix->level[0].max[i] + base;
}
