/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * create.h - the two halves of making a reservation: what is done under the
 * locks, and what is left to do once they are released.
 */
#ifndef PLUGIN_CREATE_H
#define PLUGIN_CREATE_H

#include "plugin/booking/offers.h"
#include "plugin/booking/shift.h"

typedef struct create {
	int rc;
	bool program;		/* IN: a program asks, see answer.h */
	char *text;		/* for the user */
	ledger_op_t *op;	/* to be made durable before the answer */
	char *name;		/* of what was made */
	uint32_t resv_id;
	bool told;		/* jobs may be concerned */
	bool save;		/* it is Slurm's own */
	shifted_t shifted;	/* who has moved for it */
} create_t;

/*
 * Make it, or not: RET and out->rc say which. Locks: site_lock(), synced.
 * IN/OUT request - what was left out is filled in
 * IN set, offer - what is accepted with it, or NULL; closed if it is made
 */
extern int create_locked(request_t *request, uint32_t uid, time_t now,
			 offer_set_t *set, const ledger_offer_t *offer,
			 create_t *out);

/*
 * Make a booking that holds an offer, if there is room; see holds.h. Its entry
 * in the ledger is durable with whatever is committed next.
 */
extern bool create_hold(request_t *request, uint32_t uid, time_t now);

/*
 * Make the booking of a job (jobs.h): it is nobody's, no limit counts it, and
 * MaxStartDelay is its window. What is refused gets offers for sbatch.
 * IN uid - of the job: he is told what he may know of others
 */
extern int create_for_job(request_t *request, uint32_t uid, time_t now,
			  create_t *out);

/* Make it durable, or take it back: then out says so. Locks: none. */
extern void create_finish(create_t *out);

extern void create_free(create_t *out);

#endif
