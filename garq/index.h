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
 * A change of all slots below an entry is stored in that entry alone: its add
 * counts for everything below. So stored values are relative; the true value of
 * an entry is its stored value plus the add of every entry above it. A booking
 * of any length touches at most 2 * FAN entries a level; a search takes whole
 * entries for a yes (max is low enough) or for a no (min is too high).
 *
 * A stored value may be less than 0, as nodes that were added in an upper entry
 * may be taken from single slots below it (when some of these have passed). All
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
 * Chosen by measurement: fans of 8 and 16 take the same time, 4 and 32 more; of
 * the first two, 8 below a top of 256 accesses the fewest entries. To measure
 * others: make bench-core with CPPFLAGS that define them.
 */
#ifndef GARQ_FAN_BITS
#define GARQ_FAN_BITS 3
#endif
#define GARQ_FAN (1U << GARQ_FAN_BITS)
#ifndef GARQ_TOP_MAX
#define GARQ_TOP_MAX 256U
#endif

/* The slots below an entry of level 2, which are set at once at low cost. */
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
};

/* A change of one slot's max and min; modulo 2^32. */
struct garq_change {
	uint32_t max;
	uint32_t min;
};

/* Make an index of that many slots, all 0. RET 0, or -1 with errno ENOMEM */
extern int garq_index_init(struct garq_index *ix, uint32_t slots);

/* Free the memory. Safe on an index that is all zero. */
extern void garq_index_free(struct garq_index *ix);

/*
 * Change slot a by da, slot b by db, and each slot between them by all; if a ==
 * b, change slot a by da only. IN a <= b
 */
extern void garq_index_change(struct garq_index *ix, uint32_t a,
			      struct garq_change da, uint32_t b,
			      struct garq_change db, uint32_t all);

/* Set slots x .. y-1, whatever their values were. */
extern void garq_index_set(struct garq_index *ix, uint32_t x, uint32_t y,
			   uint32_t max, uint32_t min);

/* Read slot i. OUT ret_min - its min; may be NULL. RET its max */
extern uint32_t garq_index_get(const struct garq_index *ix, uint32_t i,
			       uint32_t *ret_min);

/*
 * Find the first of the slots x .. y-1 whose max is above limit (above), or
 * whose max or min is not value (other). OUT ret_max - max of that slot
 * RET the slot, or y if there is none
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

/* The largest max of slots x .. y-1, but at least least. */
extern uint32_t garq_index_max(const struct garq_index *ix, uint32_t x,
			       uint32_t y, uint32_t least);

/* RET NULL if the invariants hold, or what is broken */
extern const char *garq_index_check(const struct garq_index *ix);

#endif
