/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * at.h - search the slots of a garq_t in ring order.
 *
 * chunks.h searches the places of the array. This header searches the slots by
 * number: after the last place of the array the search continues at place 0.
 * Private to this folder.
 */
#pragma once

#include "garq/slots.h"

/*
 * A position: slot number k. The words of the chunk at hand, for GARQ_ABOVE and
 * for GARQ_BELOW of one limit, are kept from one search to the next.
 */
struct garq_at {
	int64_t k;
	uint32_t limit;
	struct garq_seen above;
	struct garq_seen below;
};

static inline struct garq_at garq_at(int64_t k, uint32_t limit)
{
	struct garq_seen none = { .chunk = UINT32_MAX };

	return (struct garq_at) { k, limit, none, none };
}

/* If the chunk at hand has no edges, below is the inverse of above. */
GARQ_INLINE void garq_at_turn(const garq_t *g, struct garq_at *at)
{
	uint32_t chunk = garq_slot_place(g, at->k) / GARQ_ROW;

	if ((at->above.chunk == chunk) && !g->chunks.chunk[chunk].min)
		at->below = (struct garq_seen) { chunk, ~at->above.mask };
}

/*
 * Advance to the first of the slots k .. to that matches. IN to - in the
 * horizon
 * RET false if no slot matches: k is to + 1 then, or as it was if it was later
 */
GARQ_INLINE bool garq_at_seek(const garq_t *g, struct garq_at *at, int64_t to,
			      enum garq_sought sought)
{
	struct garq_seen *seen = (sought == GARQ_BELOW) ? &at->below :
		&at->above;
	struct garq_run r = garq_slots_run(g, at->k, to);

	for (; garq_run_has(&r); garq_run_next(&r)) {
		uint32_t i = garq_chunks_seek(&g->chunks, seen, r.x, r.y,
					      sought, at->limit);

		at->k += i - r.x;
		if (i < r.y)
			return true;
	}
	return false;
}
