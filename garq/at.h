/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * at.h - walk the slots of a garq_t in ring order.
 *
 * walk.h walks the places of the array. This header walks the slots by number:
 * after the last place of the array the walk continues at place 0. Private to
 * this folder.
 */
#ifndef GARQ_AT_H
#define GARQ_AT_H

#include "garq/slots.h"
#include "garq/walk.h"

/* A position: slot number k, and the index walk at the place of that slot. */
struct garq_at {
	int64_t k;
	struct garq_walk walk;
};

/* Start the walk at slot number k, which lies in the horizon. */
static inline void garq_at_begin(const garq_t *g, struct garq_at *at, int64_t k)
{
	at->k = k;
	garq_walk_begin(&at->walk, &g->index, garq_slot_place(g, k));
}

/*
 * Advance to the first of the slots k .. to that matches. IN k <= to, in the
 * horizon
 * RET false if no slot matches: k is to + 1 then
 *
 * Always inline: keeping the walk in registers saves a twentieth of the time.
 */
static inline __attribute__((always_inline)) bool garq_at_seek(
	const garq_t *g, struct garq_at *at, int64_t to, enum garq_sought sought,
	uint32_t limit)
{
	struct garq_run r = garq_slots_run(g, at->k, to);
	bool found = garq_walk_to(&at->walk, r.y, sought, limit);

	if (!found && r.left) {
		at->k += r.y - r.x;
		garq_run_next(&r);
		garq_walk_begin(&at->walk, &g->index, 0);
		found = garq_walk_to(&at->walk, r.y, sought, limit);
	}
	at->k += (found ? at->walk.i : r.y) - r.x;
	return found;
}

/* Advance to the next slot, whether it matches or not. */
static inline void garq_at_next(const garq_t *g, struct garq_at *at)
{
	garq_walk_next(&at->walk);
	if (!garq_slot_place(g, ++at->k))
		garq_walk_begin(&at->walk, &g->index, 0);
}

/* rv of the present slot. */
static inline uint32_t garq_at_rv(const struct garq_at *at)
{
	return garq_walk_max(&at->walk);
}

#endif
