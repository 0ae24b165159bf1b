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
#ifndef PLUGIN_PLACE_BOOKING_H
#define PLUGIN_PLACE_BOOKING_H

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/view/office.h"

/* A booking to be made. All pointers are borrowed. */
typedef struct {
	const request_t *request;
	const shape_t *shape;	/* of the request */
	bool window;		/* MaxStartDelay is the booking's window; false:
				 * an attribute for Slurm */
	uint32_t creator;	/* a uid, or VIEW_NOBODY */
} place_t;

/* The outcome of a request for a new reservation; create_free(). */
typedef struct create {
	int rc;			/* 0, a code of refused.h or ENOMEM */
	bool program;		/* IN: a program asks, see answer.h; OUT: the
				 * text has lines for a program */
	char *text;		/* for the user; or NULL */
	ledger_op_t *op;	/* for ledger_commit() before the answer */
	char *name;		/* of the new reservation */
	uint32_t resv_id;	/* its native id */
	uint64_t asked;		/* of view_ask(), for create_undo() */
	bool visible;		/* a change that Slurm looks at for jobs */
	bool extended;		/* a hold was extended: named_hold.h */
	bool save;		/* native reservation: Slurm's state must be
				 * saved */
	shifted_t shifted;	/* the bookings that moved for it */
} create_t;

/*
 * Make the booking, if there is room. After success place_queue() or
 * place_undo() has to follow under the same locks.
 * OUT out - rc; on success name, resv_id, visible, shifted; else text or NULL
 * OUT ret_refusal - refusal_free(); if there is no room its rc is not 0, and
 *	out->rc is the same
 * RET the entry of the booking, or NULL: no booking was made
 */
extern view_resv_t *place_booking(office_t *office, const place_t *what,
				  time_t now, create_t *out,
				  refusal_t *ret_refusal);

/*
 * Queue the new booking for the ledger, with the bookings that moved for it,
 * and mark its record (unwritten.h).
 * IN note - the note of the request, owned by the ledger from then on; or NULL
 * OUT out - op; after an error text
 * RET 0; or ENOMEM: the booking was removed, as by place_undo()
 */
extern int place_queue(office_t *office, view_resv_t *v, ledger_request_t *note,
		       time_t now, create_t *out);

/*
 * Memory is short: remove the new booking. The bookings that moved for it keep
 * their new places, which are in their windows as well.
 * RET ENOMEM, with out->text set
 */
extern int place_undo(office_t *office, view_resv_t *v, time_t now,
		      create_t *out);

/* Free what out owns. Locks: none. */
extern void create_free(create_t *out);

#endif
