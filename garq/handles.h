/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * handles.h - the reservations that a garq_t knows, by handle.
 *
 *	handle	   0..63	 64..127       128..191
 *	block	[ o o o ... ]	[ o - o ... ]  [ - - - ... ]	of 64 reservations
 *	used	  111...1	  101...	 000...		a word for each
 *	roomy	    0		    1		   1		a bit for each
 *
 * A handle is the number of the lowest free place, so that nothing is searched
 * when a reservation is found, added or taken out, and blocks at the end
 * become empty. Empty blocks are kept, as a reservation that is put back must
 * need no memory; garq_handles_trim() gives them back. Private to this folder.
 *
 * Invariants, verified by garq_handles_check():
 *  1. cnt is the number of bits of used; a bit of roomy is set if a bit of the
 *     block's word is not.
 *  2. low: no word of roomy before it has a bit.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/access.h"
#include "garq/times.h"

/* Reservations of a block, and blocks of a word of roomy. */
#define GARQ_HANDLES 64U

/*
 * A reservation in two words: each has a time from 0 to GARQ_FOREVER in 46
 * bits; the other bits are num_cn.
 */
#define GARQ_TIME_BITS 46
#define GARQ_TIME_MASK ((UINT64_C(1) << GARQ_TIME_BITS) - 1)

_Static_assert((uint64_t) GARQ_FOREVER <= GARQ_TIME_MASK, "a time fits");

struct garq_packed {
	uint64_t t_s;		/* below the lower 18 bits of num_cn */
	uint64_t t_e;		/* below the upper 14 */
};

struct garq_reserv {
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

/* All zero: no reservations. */
struct garq_handles {
	struct garq_packed **block;
	uint64_t *used;
	uint64_t *roomy;
	uint32_t room;		/* of block and used; a multiple of 64 */
	uint32_t blocks;
	uint32_t low;
	uint32_t cnt;
};

static inline bool garq_handles_has(const struct garq_handles *h,
				    uint32_t handle)
{
	uint32_t b = handle / GARQ_HANDLES;

	GARQ_ACCESS(1);
	return (b < h->blocks) && (h->used[b] >> (handle % GARQ_HANDLES) & 1);
}

/* The reservation of a handle in use. */
static inline struct garq_reserv garq_handles_get(const struct garq_handles *h,
						  uint32_t handle)
{
	const struct garq_packed *p = &h->block[handle / GARQ_HANDLES][
		handle % GARQ_HANDLES];

	return (struct garq_reserv) {
		(time_t) (p->t_s & GARQ_TIME_MASK),
		(time_t) (p->t_e & GARQ_TIME_MASK),
		(uint32_t) (p->t_s >> GARQ_TIME_BITS |
			    p->t_e >> GARQ_TIME_BITS << (64 - GARQ_TIME_BITS)),
	};
}

/* Free all memory; there are no reservations afterwards. */
extern void garq_handles_free(struct garq_handles *h);

/* Make room for one more, if there is none. RET 0, or -1 with errno ENOMEM */
extern int garq_handles_grow(struct garq_handles *h);
static inline int garq_handles_reserve(struct garq_handles *h)
{
	return (h->cnt < h->blocks * GARQ_HANDLES) ? 0 : garq_handles_grow(h);
}

/*
 * Insert a reservation; room has been reserved. A t_s before 0 becomes 0.
 * RET the handle
 */
extern uint32_t garq_handles_put(struct garq_handles *h,
				 const struct garq_reserv *r);

/* Remove the reservation of a handle in use. */
extern void garq_handles_del(struct garq_handles *h, uint32_t handle);

/* Give back blocks at the end that are free, except one; a few of them. */
extern void garq_handles_shrink(struct garq_handles *h);
static inline void garq_handles_trim(struct garq_handles *h)
{
	if ((h->blocks > 1) && !h->used[h->blocks - 1])
		garq_handles_shrink(h);
}

/* RET true if the invariants hold */
extern bool garq_handles_check(const struct garq_handles *h);
