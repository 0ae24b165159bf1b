/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * offering.h - notes of requests, and offers for those that can't be met.
 *
 * Locks: those of view.h, after site_sync().
 */
#ifndef PLUGIN_OFFERING_H
#define PLUGIN_OFFERING_H

#include "plugin/booking/offers.h"
#include "plugin/booking/shape.h"

/* What a request is, beyond its shape. */
typedef struct {
	const char *verb;	/* "create", "update", "query" */
	const char *name;	/* of the reservation, or NULL */
	uint32_t uid;		/* of the requester */
	uint64_t group;		/* holders to look away from */
	bool started;		/* it has begun: its start stays what it is */
	time_t start;		/* ... namely this */
	bool any_dur;		/* a query that leaves this open */
	bool any_cn;
	bool program;		/* a program is told: answer.h */
} wish_t;

/* What a reservation of this size costs here. */
extern double offering_cost(time_t t_s, time_t t_e, uint32_t num_cn);

/*
 * A note that something was booked.
 * IN set, offer - what was accepted, or NULL. RET NULL if memory is short
 */
extern ledger_request_t *offering_note_booked(const char *verb,
					      const char *name, uint32_t uid,
					      time_t t_s, time_t t_e,
					      uint32_t num_cn,
					      const offer_set_t *set,
					      const ledger_offer_t *offer);

/*
 * Look for offers, and no more. None are found where the site wants none.
 * OUT ret_query - what was looked for; ret_offers - osp_offers_free()
 * RET 0, or -1: memory is short
 */
extern int offering_find(const shape_t *shape, const wish_t *wish, time_t now,
			 osp_query_t *ret_query, osp_offers_t *ret_offers);

/*
 * Look for offers, make them open, and queue the note of the request with them.
 * IN request - as it is to be made when one is accepted
 * IN/OUT text - their table, or the lines for a program, is added to it, if
 *	there are any; may be NULL
 * RET for ledger_commit(); NULL: memory is short, or there is no ledger
 */
extern ledger_op_t *offering_make(const request_t *request,
				  const shape_t *shape, const wish_t *wish,
				  time_t now, char **text,
				  uint32_t *ret_cnt);

#endif
