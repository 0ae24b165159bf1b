/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * index.h - the slots' counts, and an index above them.
 *
 * Two numbers a slot, each kind in an array of its own: max, the paper's rv, and
 * min, the fewest nodes that are reserved at any second of it. Above them an
 * implicit tree: entry i of a level stands for entries i * FAN up to
 * i * FAN + FAN - 1 of the level below, and has the max and the min of these.
 *
 *	level 2   [        max 7  min 0  add 0        ][  ...
 *	           /                |
 *	level 1   [ 5 2 add 0 ][ 7 3 add 2 ][ 4 0 add 0 ] ...
 *	           / / | | \    / / | | \
 *	level 0   5 2  3 4 4   5 3  1 4 2    the rv of the slots, less what is
 *	                                     added above them (here 2)
 *
 * What is added to all that an entry stands for is added to the entry alone:
 * its add counts for everything below it. So an entry is relative to what is
 * above it, its true value is its own and the add of every entry above it. A
 * booking of any length touches at most 2 * FAN entries a level; a search takes
 * whole entries for a yes (max is low enough) or for a no (min is too high).
 *
 * A value that is stored may be less than 0, as what was added to an entry may
 * be taken from the single slots below it (when part of them has passed). All
 * sums are modulo 2^32, and as every true value is 0 .. 2^32-1 they are exact;
 * but only true values can be compared.
 *
 * Slots are numbered by their place in the array, ranges are half-open; the
 * ring is its owner's business. Invariants, verified by garq_index_check():
 *  1. level[l + 1].cnt == level[l].cnt / FAN, rounded up; the top has at most
 *     TOP_MAX entries.
 *  2. max of an entry above level 0 is the largest max below it, min the
 *     smallest min, both with its add. add is 0 to begin with.
 *  3. min <= max for each slot. The true values are up to the owner.
 * Private to this folder.
 */
#ifndef GARQ_INDEX_H
#define GARQ_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Chosen by measurement: 8 and 16 take the same time, 4 and 32 more; of these
 * two, 8 below a top of 256 access the fewest entries. make bench-core, with
 * CPPFLAGS that say otherwise.
 */
#ifndef GARQ_FAN_BITS
#define GARQ_FAN_BITS 3
#endif
#define GARQ_FAN (1U << GARQ_FAN_BITS)
#ifndef GARQ_TOP_MAX
#define GARQ_TOP_MAX 256U
#endif

/* The slots below an entry of level 2, which are cheap to set at once. */
#define GARQ_GROUP (1U << (2 * GARQ_FAN_BITS))

/* Enough for GARQ_SLOTS_MAX slots, even if FAN is 4 and TOP_MAX 2. */
#define GARQ_LEVELS_MAX 13

struct garq_level {
	uint32_t *max;
	uint32_t *min;
	uint32_t *add;		/* NULL at level 0 */
	uint32_t cnt;
};

struct garq_index {
	struct garq_level level[GARQ_LEVELS_MAX];
	uint32_t top;		/* the highest level */
	void *memory;		/* all arrays */
	size_t bytes;
};

/* What changes for one slot; modulo 2^32. */
struct garq_change {
	uint32_t max;
	uint32_t min;
};

/* For so many slots, all 0. RET 0, or -1 with errno ENOMEM */
extern int garq_index_init(struct garq_index *ix, uint32_t slots);

/* Safe on an index that is all zero. */
extern void garq_index_free(struct garq_index *ix);

/*
 * Change slot a by da, slot b by db, and those between them by all: with
 * a == b only slot a by da. IN a <= b
 */
extern void garq_index_change(struct garq_index *ix, uint32_t a,
			      struct garq_change da, uint32_t b,
			      struct garq_change db, uint32_t all);

/* Slots x .. y-1 anew, whatever they were. */
extern void garq_index_set(struct garq_index *ix, uint32_t x, uint32_t y,
			   uint32_t max, uint32_t min);

/* Slot i. OUT ret_min - or NULL. RET its max */
extern uint32_t garq_index_get(const struct garq_index *ix, uint32_t i,
			       uint32_t *ret_min);

/*
 * The first of slots x .. y-1 whose max is above limit, or which is not max ==
 * min == value. OUT ret_max - its max
 * RET its number, or y if there is none
 */
typedef uint32_t (*garq_index_fn)(const struct garq_index *ix, uint32_t x,
				  uint32_t y, uint32_t limit,
				  uint32_t *ret_max);
extern uint32_t garq_index_above(const struct garq_index *ix, uint32_t x,
				 uint32_t y, uint32_t limit,
				 uint32_t *ret_max);
extern uint32_t garq_index_other(const struct garq_index *ix, uint32_t x,
				 uint32_t y, uint32_t value,
				 uint32_t *ret_max);

/* The largest max of slots x .. y-1, or least if that is larger. */
extern uint32_t garq_index_max(const struct garq_index *ix, uint32_t x,
			       uint32_t y, uint32_t least);

/* RET NULL if the invariants hold, or what is broken */
extern const char *garq_index_check(const struct garq_index *ix);

#endif
