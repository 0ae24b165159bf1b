/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * index.c - making and changing the index above the slots.
 *
 * The structure and its invariants are in index.h, the queries in index_find.c.
 */
#include <stdlib.h>
#include <string.h>

#include "garq/access.h"
#include "garq/index.h"
#include "garq/memory.h"

/*
 * Extents are passed from function to function; inlining all of these functions
 * keeps the extents in registers. The compiler does not do so by itself, and
 * adding a booking takes three quarters of the time.
 */
#define INLINED static inline __attribute__((always_inline))

/* Old and new largest and smallest value of some entries; true values. */
struct extent {
	uint32_t old_max;
	uint32_t new_max;
	uint32_t old_min;
	uint32_t new_min;
};

static inline uint32_t _larger(uint32_t a, uint32_t b)
{
	return (a > b) ? a : b;
}

static inline uint32_t _smaller(uint32_t a, uint32_t b)
{
	return (a < b) ? a : b;
}

/* Making one */

/* Compute levels and their sizes. RET the lines of all arrays together */
static size_t _plan(struct garq_index *ix, uint32_t slots)
{
	size_t lines = 2 * garq_lines(slots * sizeof(uint32_t));

	ix->level[0].cnt = slots;
	for (ix->top = 0; slots > GARQ_TOP_MAX; ) {
		slots = (slots + GARQ_FAN - 1) / GARQ_FAN;
		ix->level[++ix->top].cnt = slots;
		lines += 3 * garq_lines(slots * sizeof(uint32_t));
	}
	return lines;
}

/* Cut the next array of cnt numbers from memory; arrays begin at a line. */
static uint32_t *_array(char **memory, uint32_t cnt)
{
	uint32_t *array = (uint32_t *) *memory;

	*memory += garq_lines(cnt * sizeof(*array)) * GARQ_LINE;
	return array;
}

extern int garq_index_init(struct garq_index *ix, uint32_t slots)
{
	char *memory;

	*ix = (struct garq_index) { .top = 0 };
	memory = ix->memory = garq_lines_alloc(_plan(ix, slots) * GARQ_LINE);
	if (!memory)
		return -1;
	for (uint32_t l = 0; l <= ix->top; l++) {
		struct garq_level *level = &ix->level[l];

		level->max = _array(&memory, level->cnt);
		level->min = _array(&memory, level->cnt);
		level->add = l ? _array(&memory, level->cnt) : NULL;
	}
	return 0;
}

extern void garq_index_free(struct garq_index *ix)
{
	free(ix->memory);
	*ix = (struct garq_index) { .top = 0 };
}

/* Changing */

/*
 * The base of entry i of level l: the sum of add of all entries above it. The
 * base of the entry above is smaller by that entry's own add.
 */
INLINED uint32_t _base(const struct garq_index *ix, uint32_t l, uint32_t i)
{
	uint32_t sum = 0;

	GARQ_ACCESS(ix->top - l);
	while (l++ < ix->top) {
		i >>= GARQ_FAN_BITS;
		sum += ix->level[l].add[i];
	}
	return sum;
}

INLINED void _merge(struct extent *e, struct extent other)
{
	e->old_max = _larger(e->old_max, other.old_max);
	e->new_max = _larger(e->new_max, other.new_max);
	e->old_min = _smaller(e->old_min, other.old_min);
	e->new_min = _smaller(e->new_min, other.new_min);
}

INLINED struct extent _change_slot(struct garq_index *ix, uint32_t i,
				   struct garq_change d, uint32_t base)
{
	uint32_t *max = &ix->level[0].max[i], *min = &ix->level[0].min[i];
	struct extent e = { .old_max = *max + base, .old_min = *min + base };

	GARQ_ACCESS(1);
	*max += d.max;
	*min += d.min;
	e.new_max = *max + base;
	e.new_min = *min + base;
	return e;
}

/*
 * Add all to entries x .. y-1, x < y, and so to everything below them. RET how
 * these entries changed
 */
INLINED struct extent _add(struct garq_level *level, uint32_t x, uint32_t y,
			   uint32_t all, uint32_t base)
{
	uint32_t max = 0, min = UINT32_MAX;

	GARQ_ACCESS(y - x);
	for (uint32_t i = x; i < y; i++) {
		level->max[i] += all;
		level->min[i] += all;
		max = _larger(max, level->max[i] + base);
		min = _smaller(min, level->min[i] + base);
	}
	for (uint32_t i = x; level->add && (i < y); i++)
		level->add[i] += all;
	return (struct extent) { max - all, max, min - all, min };
}

/* The entries below one entry, except x .. y, which have been changed. */
struct others {
	uint32_t first;
	uint32_t x;
	uint32_t y;
	uint32_t end;
	uint32_t base;
};

/*
 * The largest of the others, none of which is above bound; or with flip
 * UINT32_MAX, which turns the order round, the smallest, none of which is below.
 * The search ends at bound. Neighbours of the changed entries come first, as
 * they tend to be alike.
 */
INLINED uint32_t _others(const struct others *o, const uint32_t *value,
			 uint32_t bound, uint32_t flip)
{
	uint32_t best = 0;

	bound ^= flip;
	for (uint32_t i = o->y + 1; (i < o->end) && (best < bound); i++) {
		GARQ_ACCESS(1);
		best = _larger(best, (value[i] + o->base) ^ flip);
	}
	for (uint32_t i = o->x; (i > o->first) && (best < bound); i--) {
		GARQ_ACCESS(1);
		best = _larger(best, (value[i - 1] + o->base) ^ flip);
	}
	return best ^ flip;
}

/*
 * Entries x .. y of level l have changed by e: update the entry above them. The
 * other entries below it are read only if a changed entry had the extreme value
 * and has lost it.
 * IN/OUT base - of entry x, then of the entry above
 * RET how the entry above has changed
 */
INLINED struct extent _pull(struct garq_index *ix, uint32_t l, uint32_t x,
			    uint32_t y, struct extent e, uint32_t *base)
{
	const struct garq_level *level = &ix->level[l], *above = level + 1;
	uint32_t p = x >> GARQ_FAN_BITS;
	uint32_t *max = &above->max[p], *min = &above->min[p];
	struct others o = {
		p << GARQ_FAN_BITS, x, y,
		_smaller((p + 1) << GARQ_FAN_BITS, level->cnt), *base,
	};
	struct extent up;

	*base -= above->add[p];
	up.old_max = *max + *base;
	up.old_min = *min + *base;
	up.new_max = _larger(up.old_max, e.new_max);
	up.new_min = _smaller(up.old_min, e.new_min);
	if ((e.old_max == up.old_max) && (e.new_max < e.old_max))
		up.new_max = _larger(e.new_max, _others(&o, level->max,
							e.old_max, 0));
	if ((e.old_min == up.old_min) && (e.new_min > e.old_min))
		up.new_min = _smaller(e.new_min, _others(&o, level->min,
							 e.old_min,
							 UINT32_MAX));
	*max = up.new_max - *base;
	*min = up.new_min - *base;
	return up;
}

static bool _same(const struct extent *e)
{
	return (e->old_max == e->new_max) && (e->old_min == e->new_min);
}

/*
 * Entries a .. b of level l share the entry above: a has changed by *ea, b (if
 * it is another) by eb. Change those between them by all and update the entry
 * above. *base is as in _pull(). RET false if that entry stays the same
 */
INLINED bool _change_inside(struct garq_index *ix, uint32_t l, uint32_t a,
			    uint32_t b, uint32_t all, struct extent *ea,
			    struct extent eb, uint32_t *base)
{
	if (a < b)
		_merge(ea, eb);
	if (a + 1 < b)
		_merge(ea, _add(&ix->level[l], a + 1, b, all, *base));
	*ea = _pull(ix, l, a, b, *ea, base);
	return !_same(ea);
}

/*
 * Go up level by level. At each level a and b are the entries above the two
 * slots; only a part of the slots below these two changes, so their max and min
 * come from the entries below them (_pull()). All slots below an entry between a
 * and b change by all. Where such an entry shares the entry above with a or b,
 * it is changed itself; the others are changed through the entries above them,
 * at a higher level.
 */
extern void garq_index_change(struct garq_index *ix, uint32_t a,
			      struct garq_change da, uint32_t b,
			      struct garq_change db, uint32_t all)
{
	uint32_t base_a = _base(ix, 0, a), base_b = 0, l;
	struct extent ea, eb;

	eb = ea = _change_slot(ix, a, da, base_a);
	if (a < b) {
		base_b = _base(ix, 0, b);
		eb = _change_slot(ix, b, db, base_b);
	}
	for (l = 0; l < ix->top; l++, a >>= GARQ_FAN_BITS, b >>= GARQ_FAN_BITS) {
		uint32_t end = (a | (GARQ_FAN - 1)) + 1;
		uint32_t begin = b & ~(GARQ_FAN - 1);

		if (b < end) {
			if (!_change_inside(ix, l, a, b, all, &ea, eb, &base_a))
				return;
			continue;
		}
		if (a + 1 < end)
			_merge(&ea, _add(&ix->level[l], a + 1, end, all, base_a));
		ea = _pull(ix, l, a, end - 1, ea, &base_a);
		if (begin < b)
			_merge(&eb, _add(&ix->level[l], begin, b, all, base_b));
		eb = _pull(ix, l, begin, b, eb, &base_b);
	}
	if (a + 1 < b)
		_add(&ix->level[l], a + 1, b, all, 0);
}

/* Setting */

/*
 * Entries a .. b of level l have changed by e: update all entries above them.
 */
static void _pull_up(struct garq_index *ix, uint32_t l, uint32_t a, uint32_t b,
		     struct extent e, uint32_t base)
{
	for (; (l < ix->top) && !_same(&e); l++) {
		e = _pull(ix, l, a, b, e, &base);
		a = b = a >> GARQ_FAN_BITS;
	}
}

/* Set slots x .. y-1, which share the entry above. */
static void _set_slots(struct garq_index *ix, uint32_t x, uint32_t y,
		       uint32_t max, uint32_t min)
{
	struct extent e = { 0, max, UINT32_MAX, min };
	struct garq_level *level = &ix->level[0];
	uint32_t base = _base(ix, 0, x);

	GARQ_ACCESS(y - x);
	for (uint32_t i = x; i < y; i++) {
		e.old_max = _larger(e.old_max, level->max[i] + base);
		e.old_min = _smaller(e.old_min, level->min[i] + base);
		level->max[i] = max - base;
		level->min[i] = min - base;
	}
	_pull_up(ix, 0, x, y - 1, e, base);
}

/* Set entry p of level 1 and the FAN slots below it. RET how it changes */
static struct extent _set_entry(struct garq_index *ix, uint32_t p, uint32_t max,
				uint32_t min, uint32_t base)
{
	struct garq_level *slots = &ix->level[0], *level = &ix->level[1];
	struct extent e = {
		level->max[p] + base, max, level->min[p] + base, min,
	};
	uint32_t x = p << GARQ_FAN_BITS;

	GARQ_ACCESS(1);
	if (_same(&e) && (max == min))
		return e;	/* all slots have these values already */
	GARQ_ACCESS(GARQ_FAN);
	level->max[p] = max - base;
	level->min[p] = min - base;
	base += level->add[p];
	for (uint32_t i = 0; i < GARQ_FAN; i++) {
		slots->max[x + i] = max - base;
		slots->min[x + i] = min - base;
	}
	return e;
}

/*
 * Set entries p .. q-1 of level 1, which share the entry above, with their
 * slots.
 */
static void _set_entries(struct garq_index *ix, uint32_t p, uint32_t q,
			 uint32_t max, uint32_t min)
{
	struct extent e = { 0, max, UINT32_MAX, min };
	uint32_t base = _base(ix, 1, p);

	for (uint32_t i = p; i < q; i++)
		_merge(&e, _set_entry(ix, i, max, min, base));
	_pull_up(ix, 1, p, q - 1, e, base);
}

/* The end, at most y, of the slots from x on that share an entry of level l. */
static uint32_t _end_below(uint32_t l, uint32_t x, uint32_t y)
{
	return _smaller((x | ((1U << (GARQ_FAN_BITS * l)) - 1)) + 1, y);
}

extern void garq_index_set(struct garq_index *ix, uint32_t x, uint32_t y,
			   uint32_t max, uint32_t min)
{
	uint32_t end;

	for (; x < y; x = end) {
		uint32_t p = x >> GARQ_FAN_BITS, q;

		end = _end_below(2, x, y);
		q = end >> GARQ_FAN_BITS;
		if (ix->top && !(x & (GARQ_FAN - 1)) && (p < q)) {
			end = q << GARQ_FAN_BITS;
			_set_entries(ix, p, q, max, min);
		} else {
			end = _end_below(1, x, y);
			_set_slots(ix, x, end, max, min);
		}
	}
}

/* Verifying */

/* Does entry p of level l + 1 have the max and min of the entries below it? */
static bool _entry_right(const struct garq_index *ix, uint32_t l, uint32_t p,
			 uint32_t base)
{
	const struct garq_level *level = &ix->level[l];
	uint32_t max = 0, min = UINT32_MAX;
	uint32_t end = _smaller((p + 1) << GARQ_FAN_BITS, level->cnt);
	uint32_t below = base + ix->level[l + 1].add[p];

	for (uint32_t i = p << GARQ_FAN_BITS; i < end; i++) {
		max = _larger(max, level->max[i] + below);
		min = _smaller(min, level->min[i] + below);
	}
	return (ix->level[l + 1].max[p] + base == max) &&
	       (ix->level[l + 1].min[p] + base == min);
}

extern const char *garq_index_check(const struct garq_index *ix)
{
	for (uint32_t i = 0; i < ix->level[0].cnt; i++) {
		uint32_t base = _base(ix, 0, i);

		if (ix->level[0].min[i] + base > ix->level[0].max[i] + base)
			return "the least of a slot is above its rv";
	}
	for (uint32_t l = 0; l < ix->top; l++) {
		uint32_t cnt = ix->level[l + 1].cnt;

		if (cnt != (ix->level[l].cnt + GARQ_FAN - 1) / GARQ_FAN)
			return "a level of the index has another size";
		for (uint32_t p = 0; p < cnt; p++) {
			if (!_entry_right(ix, l, p, _base(ix, l + 1, p)))
				return "an entry of the index is not its slots'";
		}
	}
	if (ix->level[ix->top].cnt > GARQ_TOP_MAX)
		return "the top of the index is too large";
	return NULL;
}
