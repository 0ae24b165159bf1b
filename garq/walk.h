/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * walk.h - going along the slots by the index above them (index.h).
 *
 *	level 2   [               |              ] ...
 *	level 1   [      ][      ][  v   ][      ] ...	past what can't hold it,
 *	level 0   ................x>>|		   ...	down into what can
 *
 * A walk goes from left to right: it skips an entry that cannot contain a
 * matching slot, descends into an entry that can, and ascends after the last
 * entry below another. From a match the walk can continue with other criteria,
 * without a new descent from the top. The functions are in a header because
 * keeping the walk in registers saves up to a fifth of the time. Private to
 * this folder.
 */
#ifndef GARQ_WALK_H
#define GARQ_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "garq/access.h"
#include "garq/index.h"

/*
 * Position of a walk: entry i of level l. Invalid once the index has changed.
 */
struct garq_walk {
	const struct garq_index *ix;
	uint32_t x;		/* the slot at which the walk began */
	uint32_t l;
	uint32_t i;
	uint32_t base;		/* sum of add of the entries above */
};

/* What the walk looks for: a slot */
enum garq_sought {
	GARQ_ABOVE,		/* whose max is above the limit */
	GARQ_BELOW,		/* whose min is at most the limit */
	GARQ_OTHER,		/* whose max and min are not both the limit */
};

static inline void garq_walk_begin(struct garq_walk *w,
				   const struct garq_index *ix, uint32_t x)
{
	w->ix = ix;
	w->x = x;
	w->l = ix->top;
	w->i = x >> (GARQ_FAN_BITS * w->l);
	w->base = 0;
}

/* Does the entry begin before slot y? */
static inline bool garq_walk_before(const struct garq_walk *w, uint32_t y)
{
	return (w->i << (GARQ_FAN_BITS * w->l)) < y;
}

/* Descend to the first entry below the present one that is not before x. */
static inline void garq_walk_down(struct garq_walk *w)
{
	uint32_t first = w->i << GARQ_FAN_BITS;

	w->base += w->ix->level[w->l--].add[w->i];
	w->i = w->x >> (GARQ_FAN_BITS * w->l);
	if (w->i < first)
		w->i = first;
}

/* Skip the present entry: go to the highest entry that begins after it. */
static inline void garq_walk_next(struct garq_walk *w)
{
	w->i++;
	while ((w->l < w->ix->top) && !(w->i & (GARQ_FAN - 1))) {
		w->i >>= GARQ_FAN_BITS;
		w->base -= w->ix->level[++w->l].add[w->i - 1];
	}
}

static inline uint32_t garq_walk_max(const struct garq_walk *w)
{
	return w->ix->level[w->l].max[w->i] + w->base;
}

static inline uint32_t garq_walk_min(const struct garq_walk *w)
{
	return w->ix->level[w->l].min[w->i] + w->base;
}

/*
 * May a matching slot lie below this entry? At level 0: does this slot match?
 */
static inline bool garq_walk_holds(const struct garq_walk *w,
				   enum garq_sought sought, uint32_t limit)
{
	GARQ_ACCESS(1);
	switch (sought) {
	case GARQ_ABOVE:
		return garq_walk_max(w) > limit;
	case GARQ_BELOW:
		return garq_walk_min(w) <= limit;
	default:
		return (garq_walk_max(w) != limit) ||
		       (garq_walk_min(w) != limit);
	}
}

/*
 * Advance to the first matching slot from here on.
 * RET true, and the walk is at slot w->i; or false if no slot before y matches,
 *	and the walk is at y or behind
 */
static inline bool garq_walk_to(struct garq_walk *w, uint32_t y,
				enum garq_sought sought, uint32_t limit)
{
	while (garq_walk_before(w, y)) {
		if (!garq_walk_holds(w, sought, limit))
			garq_walk_next(w);
		else if (w->l)
			garq_walk_down(w);
		else
			return true;
	}
	return false;
}

#endif
