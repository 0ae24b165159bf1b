/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * offering.h - make offers for a request that is refused or is a query, and the
 * note of a request for the ledger.
 *
 * Offers are those of the OSP paper (osp/osp.h). Times are seconds since the
 * epoch, intervals [t_s, t_e).
 *
 * Locks: those of view.h, after site_sync().
 */
#pragma once

#include "plugin/booking/place/shape.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* Whose request a shape is of, and what the request leaves open. */
typedef struct {
	const char *verb;	/* "create", "update", "query" */
	const char *name;	/* of the reservation, or NULL */
	uint32_t uid;		/* of the requester */
	uint64_t group;		/* holders to exclude; GARQ_NO_GROUP: none */
	bool started;		/* an update of a reservation that has begun: */
	time_t start;		/* ... the start, which offers keep */
	bool any_dur;		/* a query that leaves the duration open */
	bool any_cn;		/* a query that leaves the node count open */
	bool job;		/* offers are for a job: jobs_offers() */
	bool program;		/* offers are lines for a program: answer.h */
	bool refused;		/* admit() has just refused the request */
	struct ask *ask;	/* a query that leaves nothing open is answered
				 * as the booking of these words, and its note
				 * says who would change for it; or NULL */
	const wishes_t *wishes;	/* no offer is less than these; NULL: none */
	struct bound *bound;	/* of the costs (bound.h); NULL: none.
				 * offering_make() sets it */
	const view_resv_t *own;	/* the booking that an update changes: its present
				 * place is no offer; NULL: none */
} wish_t;

/*
 * Find offers without opening them. A query that leaves nothing open gets what
 * admit() would give a booking of the same words, be it that others shift, as
 * its only offer. What admit() has refused is no offer. None are found with
 * garq_offers=0, for licenses alone, or if the window of the shape has passed;
 * ret_offers is untouched then.
 * OUT ret_query - the query of OSP that was asked
 * OUT ret_offers - osp_offers_free()
 * RET 0, or -1: the decision is stale (turns.h)
 */
extern int offering_find(office_t *office, const shape_t *shape,
			 const wish_t *wish, time_t now, osp_query_t *ret_query,
			 osp_offers_t *ret_offers);

/*
 * Find offers, open them, hold the places of some (holds.h), and queue the note
 * of the request with its offers for the ledger. For a request that is too long
 * to be kept (offers.h) no offers are made.
 * IN request - kept with the offers: made when an offer is accepted
 * IN/OUT text - if there are offers, their table, or their lines for a program,
 *	is appended, and a line if older offers had to be closed; or a line that
 *	the request is too long. *text may be NULL
 * OUT ret_cnt - number of offers
 * RET for ledger_commit(); NULL: there is no ledger, or the decision is stale
 */
extern ledger_op_t *offering_make(office_t *office, const request_t *request,
				  const shape_t *shape, const wish_t *wish,
				  time_t now, char **text,
				  uint32_t *ret_cnt);
