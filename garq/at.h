/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * at.h - a walk along the slots of a garq_t, which are a ring.
 *
 * The walk of walk.h goes along the places of the array. This one follows the
 * slots: after the last place it goes on with place 0. Private to this folder.
 */
#ifndef GARQ_AT_H
#define GARQ_AT_H

#include "garq/slots.h"
#include "garq/walk.h"

/* At slot number k, and the walk at its place. */
struct garq_at {
	int64_t k;
	struct garq_walk walk;
};

/* To begin with slot number k of the horizon. */
static inline void garq_at_begin(const garq_t *g, struct garq_at *at, int64_t k)
{
	at->k = k;
	garq_walk_begin(&at->walk, &g->index, garq_slot_place(g, k));
}

/*
 * To the first of the slots k .. to that is sought. IN k <= to, in the horizon
 * RET false if there is none, and k is to + 1
 *
 * Always inline: a walk that is kept in registers takes a twentieth less.
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

/* To the slot after the present one. */
static inline void garq_at_next(const garq_t *g, struct garq_at *at)
{
	garq_walk_next(&at->walk);
	if (!garq_slot_place(g, ++at->k))
		garq_walk_begin(&at->walk, &g->index, 0);
}

/* Its rv. */
static inline uint32_t garq_at_rv(const struct garq_at *at)
{
	return garq_walk_max(&at->walk);
}

#endif
