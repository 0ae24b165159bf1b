/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * create.h - a user asks for a new reservation, or for what can be had.
 *
 * Whole nodes become a booking (place_booking.h), or the user gets offers for
 * them; the host makes everything else as it makes any reservation.
 *
 * Locks: site_lock(), synced; site_lock(true) where holds_possible().
 */
#ifndef PLUGIN_BOOKING_CREATE_H
#define PLUGIN_BOOKING_CREATE_H

#include "plugin/booking/offers.h"
#include "plugin/booking/place_booking.h"

/*
 * Is it no reservation that is asked for, but what can be had or is offered
 * already (query.h)? IN out - with program
 */
extern bool create_is_query(const request_t *request, const create_t *out);

/*
 * Serve a request of uid. out->op is to be committed before the answer, and
 * create_undo() to be called if that fails.
 * IN/OUT request - what was left out is filled in
 * OUT out - create_free()
 * RET 0 or a code (refused.h)
 */
extern int create_serve(request_t *request, uint32_t uid, time_t now,
			create_t *out);

/*
 * The same of a request that may be made: what else the user may not is refused.
 * IN set, offer - what is accepted with it, or NULL; closed if it is made
 */
extern int create_locked(request_t *request, uint32_t uid, time_t now,
			 offer_set_t *set, const ledger_offer_t *offer,
			 create_t *out);

/*
 * The ledger could not be written: it is as if the reservation had never been
 * made, and out says so. Locks: site_lock(true).
 */
extern void create_undo(create_t *out, const char *why, time_t now);

#endif
