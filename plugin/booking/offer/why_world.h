/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * why_world.h - the holders that conflict with a shape, as lrh_prove() takes
 * them (lrh/proof.h).
 *
 * A node that several hold at a second counts once, for the one that began
 * first; the others hold it in the world without that one. A booking that may
 * get other nodes counts with those alone for which there are too few nodes
 * outside of the shape's, so a proof holds wherever it goes. Elastic bookings
 * count with their least size, and bookings by cores that may move not at all.
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync().
 */
#pragma once

#include "lrh/proof.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/view/office.h"

/* The most holds of nodes, and pieces of holders, that are looked at. */
#define WHY_HOLDS 16384
#define WHY_PIECES LRH_PROOF_PIECES

typedef struct {
	lrh_world_t world;	/* refers to the arrays below */
	lrh_piece_t *piece;	/* owned */
	bool *may_leave;	/* by number of the holder: it is a booking */
	uint64_t *id;		/* the same: its holder id; ascending */
} why_world_t;

/*
 * Collect the holders.
 * IN shape - of whole nodes, placed at one time (not shape_is_tried())
 * OUT ret - why_world_free(); its steps are not set; untouched if false
 * RET false: there are too many, or its window has passed
 */
extern bool why_world(office_t *office, const shape_t *shape, time_t now,
		      why_world_t *ret);
extern void why_world_free(why_world_t *world);
