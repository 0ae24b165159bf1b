/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * records.h - Slurm's records, as the user may see them, loaded when they are due.
 *
 * A round of requests asks for the reservations, which the controller answers
 * with one word if nothing has changed, and for at most one of the rest: the
 * offers, the nodes, the partitions, the settings. The first round asks for all.
 * Offers that have expired since they were asked for are among them.
 * One thread may call these functions: they use libslurm.
 */
#pragma once

#include "contrib/sresv/ctl/ctl.h"
#include "contrib/web/store/shared.h"

/* What the controller is set to. */
typedef struct {
	char cluster[128];
	bool garq;		/* it has sched/garq */
	bool hides;		/* PrivateData=reservations */
	bool accounts;		/* there is a slurmdbd, which knows operators */
	uint32_t slurm_user;
	site_t site;
	int64_t ahead;		/* its clock before this one's, seconds */
} settings_t;

typedef struct {
	settings_t settings;
	bool sees_nodes;
	shared_t *reservations;	/* reserve_info_msg_t */
	shared_t *offers;	/* offers_t; NULL: no sched/garq */
	shared_t *nodes;	/* node_info_msg_t; NULL: not for this user */
	shared_t *partitions;	/* partition_info_msg_t, or NULL */
	int64_t due[4];		/* of the rest, milliseconds */
	bool noted;		/* the offers are other ones since the last round */
} records_t;

/*
 * A round.
 * IN now - milliseconds of a clock that only grows
 * IN/OUT r - all 0 at first. On failure, what was loaded before stays
 * OUT ret_changed - are records other ones than before?
 * OUT a - for answer_free(); STATUS_DONE, or why not
 */
extern void records_load(records_t *r, int64_t now, bool *ret_changed,
			 answer_t *a);

/*
 * Change the list of offers as the answer to a deed of the user tells, so that
 * the controller need not be asked for it. No effect before the first round.
 * IN request - its offers are closed; NULL: of no request
 * IN alone - this offer is closed; NULL: none
 * IN made - offers of the user that were made; NULL: none
 */
extern void records_note_offers(records_t *r, const char *request,
				const char *alone, const offers_t *made);

/* Nobody knows what a deed has done to the offers: ask in the next round. */
extern void records_doubt_offers(records_t *r);

extern void records_free(records_t *r);
