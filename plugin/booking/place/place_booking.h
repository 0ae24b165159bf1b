/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * place_booking.h - make a booking of a shape, for a user, a hold or a job.
 *
 * admit.h finds the place, the controller makes the record, shift.h moves other
 * bookings out of the way, park.h decides whether the record stays in Slurm's
 * list, and the ledger's queue gets all changes as one operation. Offers are
 * made by the callers: each of them answers a refusal in its own way.
 *
 * Locks: site_lock(), after site_sync(), where nothing else is said.
 */
#pragma once

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/ask.h"
#include "plugin/booking/view/office.h"

/*
 * kind_t.place: make the booking of a's shape in the place that was found for
 * it (admit.h), and shift others as planned. After success place_queue() has
 * to follow under the same locks.
 * IN a - request, shape, window, creator, now
 * OUT a - rc; on success v, name, resv_id, asked, visible, shifted; else text
 *	or NULL
 * RET a->rc: 0 or a code (refused.h)
 */
extern int place_booking(office_t *office, ask_t *a,
			 const placement_t *placement);

/* The same for a reservation that is Slurm's own: no booking. */
extern int place_native(office_t *office, ask_t *a,
			   const placement_t *placement);

/*
 * Queue the new booking v for the ledger, with the bookings that moved for it,
 * and mark its record (unwritten.h).
 * IN note - the note of the request, owned by the ledger from then on; or NULL
 * OUT a - op
 */
extern void place_queue(office_t *office, ask_t *a, ledger_request_t *note);

/*
 * Take a new reservation back that was not acknowledged. Its operation may get
 * into the ledger, so the inverse is queued, too. Bookings that moved for it
 * stay moved, and are queued again. What Slurm has saved of it counts for
 * nothing (unwritten.h).
 * OUT ret_op - the inverse, for ledger_commit_later() or, before the answer,
 *	ledger_commit_or_keep(); NULL: there is none
 * RET false: it stays, and is queued, as a job uses it by now, or as a later
 *	request has changed it (view_ask()), which may have been acknowledged
 */
extern bool place_retract(office_t *office, ask_t *a, ledger_op_t **ret_op);

/* The same as verb_t.undo. */
extern void place_take_back(office_t *office, ask_t *a, const char *why);
