/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update.h - serve a request for a change of a reservation.
 *
 * revision.h works out what a booking would be, and update_place.h whether
 * there is room for it. The host changes a native reservation, and a booking
 * that becomes native (update_native.h).
 *
 * Locks: site_lock(), after site_sync(); site_lock(true) if holds_possible().
 */
#ifndef PLUGIN_UPDATE_H
#define PLUGIN_UPDATE_H

#include "plugin/booking/place/shape.h"
#include "plugin/booking/place/update_out.h"
#include "plugin/booking/view/offers.h"
#include "plugin/booking/view/office.h"

/*
 * Check all that needs no look at the cluster: refuse a user without the right
 * to ask, and a text that makes no sense. update_serve() and accept_serve()
 * check all of it again.
 * Locks: none.
 * OUT out - text for the user
 * RET 0 or a code (refused.h)
 */
extern int update_check_early(office_t *office, const request_t *request,
			      uint32_t uid, update_t *out);

/*
 * Check the rights of uid, and make the change. The caller commits out->op
 * before the answer, and calls update_undo() if that fails.
 * IN/OUT request - for a count of nodes a missing partition is filled in; for a
 *	user with the right only to skip an occurrence, all else is removed
 * OUT out - update_free()
 * RET 0, a code (refused.h) or ENOMEM
 */
extern int update_serve(office_t *office, request_t *request, uint32_t uid,
			time_t now, update_t *out);

/*
 * The same for a request that uid may make in principle: the rights to this
 * reservation and the limits are checked.
 * IN set, offer - the offer that the request accepts and its set, which is
 *	closed after success; or NULL
 */
extern int update_locked(office_t *office, request_t *request, uint32_t uid,
			 time_t now, offer_set_t *set,
			 const ledger_offer_t *offer, update_t *out);

/*
 * The same for the booking of a job, when the job is updated. The caller has
 * checked that uid may update the job; rights to reservations do not count.
 * IN request - has only a name, times and a count of nodes
 * IN uid - the reader of a refusal, and the user whose held offers are released
 * OUT ret_refused - the shape for which there is no room, shape_free();
 *	untouched otherwise
 */
extern int update_for_job(office_t *office, request_t *request, uint32_t uid,
			  time_t now, update_t *out, shape_t *ret_refused);

/*
 * The ledger could not be written: restore the reservation from out->before,
 * if it can go back: nobody has changed it since (view_ask()), it has not
 * begun at a new start, and its old place is free but for failed nodes.
 * Otherwise the change stays, and is written as soon as the ledger can be. No
 * other booking is moved back (shift.h). The failed operation may still
 * get into the ledger, so all of it is queued as it is then. Done in
 * update_undo.c.
 * IN name - of the reservation; why - the error of the ledger
 * OUT out - rc and text; before: NULL if it was restored
 */
extern void update_undo(office_t *office, const char *name, update_t *out,
			const char *why, time_t now);

/* Free what out owns. Locks: none. */
extern void update_free(update_t *out);

#endif
