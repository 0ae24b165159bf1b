/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update.h - a user asks for a change of a reservation.
 *
 * revision.h works out what a booking would be, admit.h whether there is room
 * for it; the host changes what is its own, or becomes that.
 *
 * Locks: site_lock(), synced; site_lock(true) where holds_possible().
 */
#ifndef PLUGIN_UPDATE_H
#define PLUGIN_UPDATE_H

#include "plugin/booking/offers.h"
#include "plugin/booking/shape.h"
#include "plugin/booking/update_out.h"

/*
 * Serve a request of uid: whether the user may, and the change. out->op is to be
 * committed before the answer, and update_undo() to be called if that fails.
 * IN/OUT request - the partition is filled in where a count of nodes needs one;
 *	a user who may do nothing else skips an occurrence by it
 * OUT out - update_free()
 * RET 0 or a code (refused.h)
 */
extern int update_serve(request_t *request, uint32_t uid, time_t now,
			update_t *out);

/*
 * The same of a request that may be made: what else the user may not is refused.
 * IN set, offer - what is accepted with it, or NULL; closed if it is done
 */
extern int update_locked(request_t *request, uint32_t uid, time_t now,
			 offer_set_t *set, const ledger_offer_t *offer,
			 update_t *out);

/*
 * The same of the booking of a job, whose owner (or an operator) changes the job.
 * That he may, has been found out; who may change reservations is no matter here.
 * IN request - names, times and a count of nodes only
 * IN uid - the requester: what a refusal tells him, and whose held offers go
 * OUT ret_refused - the shape for which there is no room, shape_free(); untouched
 *	where that is not why
 */
extern int update_for_job(request_t *request, uint32_t uid, time_t now,
			  update_t *out, shape_t *ret_refused);

/*
 * The ledger could not be written: the reservation is what it was, and out says
 * so.
 */
extern void update_undo(const char *name, update_t *out, const char *why,
			time_t now);

/* Free what out owns. Locks: none. */
extern void update_free(update_t *out);

#endif
