/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * create.h - create a reservation for a user, or answer with offers.
 *
 * A request for whole nodes becomes a booking (place_booking.h), or the user
 * gets offers. The host makes every other kind of reservation as it would
 * without the office.
 *
 * Locks: site_lock(), synced; site_lock(true) where holds_possible().
 */
#ifndef PLUGIN_BOOKING_CREATE_H
#define PLUGIN_BOOKING_CREATE_H

#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/view/offers.h"
#include "plugin/booking/view/office.h"

/*
 * Check all that needs no look at the cluster: refuse a user without the right
 * to ask, and a name or a text that makes no sense. create_serve() checks all
 * of it again. Locks: none.
 * IN out - with program set. OUT out - text for the user
 * RET 0 or a code (refused.h)
 */
extern int create_check_early(office_t *office, const request_t *request,
			      uint32_t uid, create_t *out);

/*
 * Serve a create request of uid, also one for a hold (named_hold.h). The
 * caller commits out->op before the answer, and calls create_undo() if the
 * commit fails.
 * IN/OUT request - attributes that were left out are filled in
 * IN/OUT out - all zero but for program; create_free()
 * OUT out - text for the user; name and resv_id of the reservation
 * RET 0 or a code (refused.h)
 */
extern int create_serve(office_t *office, request_t *request, uint32_t uid,
			time_t now, create_t *out);

/*
 * Create a reservation for uid, for whom users_may_ask() is true; the limits of
 * the user are checked here.
 * IN set, offer - the offer that is accepted, or NULL; closed on success
 * IN/OUT request, out; RET - as create_serve()
 */
extern int create_locked(office_t *office, request_t *request, uint32_t uid,
			 time_t now, offer_set_t *set,
			 const ledger_offer_t *offer, create_t *out);

/*
 * Remove the new reservation after a failed commit, and set rc and text of out.
 * The failed operation may still get into the ledger, so its inverse is
 * queued, too. Bookings that moved for it stay moved, and are queued for the
 * ledger again. What Slurm has saved of it counts for nothing (unwritten.h). A
 * reservation stays, and is queued, if a job uses it by now, or
 * if a later request has changed it (view_ask()): that request may have been
 * acknowledged.
 * Locks: site_lock(true).
 */
extern void create_undo(office_t *office, create_t *out, const char *why,
			time_t now);

#endif
