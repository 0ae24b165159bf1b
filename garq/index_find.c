/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * index_find.c - asking the index above the slots.
 *
 * Each query walks the entries from left to right: past one that cannot hold
 * the answer as a whole, down into one that can, and up again at the end of
 * those that are below one entry. The structure is in index.h.
 */
#include "garq/access.h"
#include "garq/index.h"

enum sought { ABOVE, BELOW, OTHER };

/* Where a query is: entry i of level l. */
struct walk {
	const struct garq_index *ix;
	uint32_t x;		/* the range that is asked about */
	uint32_t y;
	uint32_t l;
	uint32_t i;
	uint32_t base;		/* what is added above it */
};

static inline void _begin(struct walk *w, const struct garq_index *ix,
			  uint32_t x, uint32_t y)
{
	w->ix = ix;
	w->x = x;
	w->y = y;
	w->l = ix->top;
	w->i = x >> (GARQ_FAN_BITS * w->l);
	w->base = 0;
}

/* Is there anything more in the range? */
static inline bool _more(const struct walk *w)
{
	return (w->i << (GARQ_FAN_BITS * w->l)) < w->y;
}

/* To the first entry below this one that is in the range. */
static inline void _down(struct walk *w)
{
	uint32_t first = w->i << GARQ_FAN_BITS;

	w->base += w->ix->level[w->l--].add[w->i];
	w->i = w->x >> (GARQ_FAN_BITS * w->l);
	if (w->i < first)
		w->i = first;
}

/* To the entry after it: the highest that begins there. */
static inline void _next(struct walk *w)
{
	w->i++;
	while ((w->l < w->ix->top) && !(w->i & (GARQ_FAN - 1))) {
		w->i >>= GARQ_FAN_BITS;
		w->base -= w->ix->level[++w->l].add[w->i - 1];
	}
}

static inline uint32_t _max(const struct walk *w)
{
	return w->ix->level[w->l].max[w->i] + w->base;
}

static inline uint32_t _min(const struct walk *w)
{
	return w->ix->level[w->l].min[w->i] + w->base;
}

/* Can it be below this entry? At level 0: is it this slot? */
static inline bool _holds(const struct walk *w, enum sought sought,
			  uint32_t limit)
{
	GARQ_ACCESS(1);
	switch (sought) {
	case ABOVE:
		return _max(w) > limit;
	case BELOW:
		return _min(w) <= limit;
	default:
		return (_max(w) != limit) || (_min(w) != limit);
	}
}

static inline uint32_t _find(const struct garq_index *ix, uint32_t x,
			     uint32_t y, enum sought sought, uint32_t limit,
			     uint32_t *ret_max)
{
	struct walk w;

	for (_begin(&w, ix, x, y); _more(&w); ) {
		if (!_holds(&w, sought, limit)) {
			_next(&w);
		} else if (w.l) {
			_down(&w);
		} else {
			*ret_max = _max(&w);
			return w.i;
		}
	}
	return y;
}

extern uint32_t garq_index_above(const struct garq_index *ix, uint32_t x,
				 uint32_t y, uint32_t limit, uint32_t *ret_max)
{
	return _find(ix, x, y, ABOVE, limit, ret_max);
}

extern uint32_t garq_index_below(const struct garq_index *ix, uint32_t x,
				 uint32_t y, uint32_t limit, uint32_t *ret_max)
{
	return _find(ix, x, y, BELOW, limit, ret_max);
}

extern uint32_t garq_index_other(const struct garq_index *ix, uint32_t x,
				 uint32_t y, uint32_t value, uint32_t *ret_max)
{
	return _find(ix, x, y, OTHER, value, ret_max);
}

/* Is all that is below this entry in the range? */
static inline bool _whole(const struct walk *w)
{
	uint32_t bits = GARQ_FAN_BITS * w->l, cnt = w->ix->level[0].cnt;
	uint32_t begin = w->i << bits, end = begin + (1U << bits);

	return (begin >= w->x) && (((end < cnt) ? end : cnt) <= w->y);
}

extern uint32_t garq_index_max(const struct garq_index *ix, uint32_t x,
			       uint32_t y, uint32_t least)
{
	struct walk w;

	for (_begin(&w, ix, x, y); _more(&w); ) {
		bool above = _holds(&w, ABOVE, least);

		if (above && !_whole(&w)) {
			_down(&w);
			continue;
		}
		if (above)
			least = _max(&w);
		_next(&w);
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
