/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * why_proof.h - that there is no room for a request, and the bookings without
 * which there is: of lrh/proof.h, and tried.
 *
 * Locks: site_lock(), after site_sync(), for all.
 */
#pragma once

#include "plugin/booking/offer/why.h"
#include "plugin/booking/offer/why_world.h"

/* The most bookings that are lifted to see if there is room without them. */
#define WHY_LEAVES 32

typedef struct {
	office_t *office;
	ask_t *a;
	why_world_t w;		/* its ids are not in order */
	lrh_proof_t proof;
	bool hidden_needed;	/* the asker may not see all of these */
	bool hidden_leaves;
	why_may_fn may;		/* NULL: any booking may leave */
} why_proof_t;

/*
 * Find a proof in at most WHY_STEPS, and at most WHY_LEAVES bookings, all of
 * which may leave, without which the request is admitted; none of them could
 * stay.
 * IN y - office, a and may are set, all else is 0. OUT y - all;
 *	why_proof_free()
 * RET false: there are too many holders, or it is a shape of another kind
 */
extern bool why_proof(why_proof_t *y);
extern void why_proof_free(why_proof_t *y);

/* Return true if fewer bookings are not enough. */
extern bool why_is_smallest(const why_proof_t *y);

/* Return true if the asker may see the holder. OUT ret - the holder */
extern bool why_may_see(const why_proof_t *y, uint32_t holder,
			view_holder_t *ret);
