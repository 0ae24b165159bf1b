/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slots.h - the inside of a garq_t, and where its slots lie in time.
 *
 * The idea is pictured in garq.h. What a slot counts is what is reserved from
 * now on: in the slot that holds now, the seconds before now are gone (its
 * begin is now), so a slot that is covered from begin to end can always be
 * judged by its rv alone.
 *
 *	begin                    end
 *	|--------------------------|
 *	 level  | level+up-down |         rv = the highest of them
 *	      edge            edge
 *
 * A change at begin itself is in level, not an edge. Past the last slot there
 * are only edges; the level there follows from the last slot's.
 *
 * Invariants, verified by garq_check():
 *  1. first == floor(now / delta), 0 <= now < GARQ_FOREVER; slot number k,
 *     first <= k < first + slots, is at array index k mod slots.
 *  2. The edges of a slot are in strictly rising order and strictly inside
 *     (begin, end); the far ones are in rising order in [end of the last slot,
 *     GARQ_FOREVER). A reservation that does not end has no edge for its end.
 *  3. An edge's up is the sum of num_cn of the reservations that start at its
 *     second, down of those that end at it; one of them is not 0.
 *  4. level is the sum of num_cn of the reservations that hold begin; rv is
 *     the highest level of the slot; no level is above max_cn.
 *  5. The map has every reservation that was added and not deleted, t_s < t_e
 *     <= GARQ_FOREVER, whether it has ended or not.
 *
 * Private to garq.c, advance.c, suggest.c and check.c.
 */
#ifndef GARQ_SLOTS_H
#define GARQ_SLOTS_H

#include <stdint.h>
#include <time.h>

#include "garq/edges.h"
#include "garq/garq.h"
#include "garq/idmap.h"
#include "garq/private.h"

/* The seed's bucket. */
struct garq_slot {
	struct garq_edges edges;
	uint32_t level;		/* nodes reserved at its first second */
	uint32_t rv;		/* most nodes reserved at any of its seconds */
};

/* A reservation, as it was added. */
struct garq_reserv {
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

struct garq {
	uint32_t max_cn;
	uint32_t delta;
	uint32_t slots;		/* the seed's M */
	time_t horizon;		/* as asked for, not rounded up */
	time_t now;
	int64_t first;		/* number of the slot that holds now */
	struct garq_slot *slot;	/* slots of them */
	struct garq_edges far;
	struct garq_idmap reservs;
};

/* Number of the slot that holds t >= 0: the seed's equation 2, no modulo. */
static inline int64_t garq_slot_of(const garq_t *g, time_t t)
{
	return t / g->delta;
}

/* Number of the last slot of the horizon. */
static inline int64_t garq_slot_last(const garq_t *g)
{
	return g->first + g->slots - 1;
}

/* First second of slot number k that counts, and the one after its last. */
static inline time_t garq_slot_begin(const garq_t *g, int64_t k)
{
	return garq_later(k * g->delta, g->now);
}

static inline time_t garq_slot_end(const garq_t *g, int64_t k)
{
	return (k + 1) * g->delta;
}

/* End of the last slot: where the far edges begin. */
static inline time_t garq_slots_end(const garq_t *g)
{
	return garq_slot_end(g, garq_slot_last(g));
}

/* Slot number k: equation 2. */
static inline struct garq_slot *garq_slot(const garq_t *g, int64_t k)
{
	return &g->slot[k % g->slots];
}

/* The one after it, without a division: algorithms 2 to 4, "wrapping". */
static inline struct garq_slot *garq_slot_next(const garq_t *g,
					       struct garq_slot *slot)
{
	return (++slot == g->slot + g->slots) ? g->slot : slot;
}

/* The level after the last slot, before any far edge. */
static inline uint32_t garq_slots_far_level(const garq_t *g)
{
	const struct garq_slot *slot = garq_slot(g, garq_slot_last(g));

	return garq_edges_level(&slot->edges, 0, slot->edges.cnt, slot->level);
}

/* rv of slot number k, from its level and its edges. */
static inline uint32_t garq_slot_rv(const garq_t *g, int64_t k,
				    const struct garq_slot *slot)
{
	return garq_edges_peak(&slot->edges, slot->level,
			       garq_slot_begin(g, k), garq_slot_end(g, k));
}

/* Is this an interval, and are there nodes? */
static inline bool garq_valid(time_t t_s, time_t t_e, uint32_t num_cn)
{
	return (t_s < t_e) && (t_e <= GARQ_FOREVER) && num_cn;
}

#endif
