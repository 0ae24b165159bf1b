/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update_out.h - the outcome of an update; update_free(). */
#ifndef PLUGIN_UPDATE_OUT_H
#define PLUGIN_UPDATE_OUT_H

#include "plugin/booking/place/shift.h"
#include "plugin/booking/request/request.h"

typedef struct update {
	int rc;			/* 0, a code of refused.h or ENOMEM */
	bool program;		/* IN: a program asks, see answer.h */
	request_t known;	/* IN: users that the caller has looked up, of
				 * named_hold_users(); or all zero */
	char *text;		/* for the user; or NULL */
	ledger_op_t *op;	/* for ledger_commit() before the answer */
	booking_t *before;	/* as it was, for update_undo() */
	uint64_t asked;		/* of view_ask(), for update_undo(); and ... */
	uint64_t asked_before;	/* ... of the request before this one */
	uint64_t left;		/* content (content.h) of the booking after the
				 * change; 0: it is a native reservation now */
	bool visible;		/* a change that Slurm looks at for jobs */
	bool save;		/* native reservation: Slurm's state must be
				 * saved */
	shifted_t shifted;	/* the bookings that moved for it */
} update_t;

#endif
