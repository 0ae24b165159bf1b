/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update.h - the two halves of changing a reservation, as in create.h.
 */
#ifndef PLUGIN_UPDATE_H
#define PLUGIN_UPDATE_H

#include "plugin/booking/offers.h"
#include "plugin/booking/shift.h"

typedef struct update {
	int rc;
	bool program;		/* IN: a program asks, see answer.h */
	char *text;		/* for the user */
	ledger_op_t *op;
	booking_t *before;	/* to go back to if the ledger can't be written */
	bool told;		/* jobs may be concerned */
	bool save;		/* it is Slurm's own, or becomes that */
	shifted_t shifted;	/* who has moved for it */
} update_t;

/*
 * Change it, or not. Locks: site_lock(), synced.
 * IN uid - the requester: what he may change, and what a refusal tells him
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
 */
extern int update_for_job(request_t *request, uint32_t uid, time_t now,
			  update_t *out);

/* Make it durable, or take it back: then out says so. Locks: none. */
extern void update_finish(const char *name, update_t *out);

extern void update_free(update_t *out);

#endif
