/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * place_booking.h - a booking is made of a shape: whoever wants it, and whatever
 * becomes of those who can't have it.
 *
 * admit.h finds the place, the controller makes the record, shift.h moves others
 * out of the way, park.h decides whether the record is in Slurm's list, and the
 * ledger's queue gets all of it in one piece. Offers are not known here: a user's
 * request, a hold and a job each do something else when they are refused.
 *
 * Locks: site_lock(), synced.
 */
#ifndef PLUGIN_PLACE_BOOKING_H
#define PLUGIN_PLACE_BOOKING_H

#include "plugin/booking/admit.h"
#include "plugin/booking/shift.h"

/* What is to be booked. */
typedef struct {
	const request_t *request;
	const shape_t *shape;	/* of the request */
	bool window;		/* MaxStartDelay is the booking's window, not
				 * for Slurm */
	uint32_t creator;	/* a uid, or VIEW_NOBODY */
} place_t;

/* What came of making a reservation. */
typedef struct create {
	int rc;
	bool program;		/* IN: a program asks, see answer.h */
	char *text;		/* for the user */
	ledger_op_t *op;	/* to be made durable before the answer */
	char *name;		/* of what was made */
	uint32_t resv_id;
	bool visible;		/* jobs may be concerned */
	bool save;		/* it is Slurm's own */
	shifted_t shifted;	/* who has moved for it */
} create_t;

/*
 * Make the booking, if there is room. place_queue() or place_undo() has to
 * follow under the same locks.
 * OUT out - name, resv_id, visible and shifted of what was made; or rc and text
 * OUT ret_refusal - refusal_free(); its rc is not 0 if there is no room, and is
 *	out->rc then
 * RET the booking, or NULL: nothing was made
 */
extern view_resv_t *place_booking(const place_t *what, time_t now,
				  create_t *out, refusal_t *ret_refusal);

/*
 * Queue the new booking for the ledger, with those who moved for it.
 * IN note - ledger_put_plan(), owned from then on; or NULL: of none
 * OUT out - op; or text, after place_undo()
 * RET 0 or ENOMEM: it was removed
 */
extern int place_queue(view_resv_t *v, ledger_request_t *note, time_t now,
		       create_t *out);

/*
 * Memory is short: remove the new booking. Those who moved for it stay where
 * they are, which is right as well.
 * RET ENOMEM
 */
extern int place_undo(view_resv_t *v, time_t now, create_t *out);

/* Free what out owns. Locks: none. */
extern void create_free(create_t *out);

#endif
