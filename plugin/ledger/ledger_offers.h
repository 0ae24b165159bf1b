/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_offers.h - requests and their offers as rows of the ledger.
 *
 * Every request for room is noted: what was asked, by whom, with which outcome,
 * at which cost. A request that was refused or was only a query has offers,
 * which stay open until one is accepted, they are withdrawn or they expire. So
 * a site can see what its reservations bring and what it turned away. Rows are
 * kept as long as closed bookings are (LEDGER_KEEP_DAYS).
 */
#ifndef PLUGIN_LEDGER_OFFERS_H
#define PLUGIN_LEDGER_OFFERS_H

#include "plugin/ledger/ledger.h"

#define LEDGER_WORD 16		/* size in bytes of a word below */

typedef struct {
	uint32_t number;	/* the offer is named BASE.NUMBER */
	char kind[LEDGER_WORD];	/* osp_kind_name() */
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
	double cost;
	bool open;
	bool held;		/* a booking keeps its place */
} ledger_offer_t;

typedef struct ledger_request {
	int64_t id;		/* chosen by the caller, > 0 */
	time_t time;
	uint32_t uid;
	char verb[LEDGER_WORD];	/* "create", "update", "query", "accept" */
	char outcome[LEDGER_WORD];	/* "booked", "refused", "offered" */
	char kind[LEDGER_WORD];	/* kind of the accepted offer, or "" */
	char *name;		/* of the reservation; owned */
	time_t t_s;		/* start that was booked, or asked for */
	time_t t_e;
	uint32_t num_cn;
	double cost;
	/* offers made for the request */
	time_t expires;
	uint32_t offer_cnt;
	ledger_offer_t *offers;	/* owned */
	void *packed;		/* the request, as protocol packs it; owned */
	size_t packed_size;
	uint16_t protocol;
	/*
	 * this request closes the offers of an earlier one, by accepting or
	 * replacing them
	 */
	int64_t closes;		/* id of that request; 0: of none */
	uint32_t accepted;	/* number of the accepted offer, or 0 */
} ledger_request_t;

/* RET owned by the caller, or NULL with errno ENOMEM. name may be NULL */
extern ledger_request_t *ledger_request_create(const char *name);
extern ledger_request_t *ledger_request_copy(const ledger_request_t *r);
extern void ledger_request_destroy(ledger_request_t *r);

/*
 * Queue a note of a request that changes no booking (for others see
 * ledger_put_plan()). The ledger becomes the owner of r, also on failure.
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_note(ledger_t *l, ledger_request_t *r);

/*
 * Queue: close open offers of a request.
 * IN number - one offer, or 0: all
 * IN why - one word or a few: "withdrawn", "expired", ...
 */
extern ledger_op_t *ledger_close_offers(ledger_t *l, int64_t request,
					uint32_t number, const char *why);

/*
 * Call fn for each request that has open offers at now, in order of id. fn
 * becomes the owner of r. OUT ret_last_id - the highest id of any request
 * RET false with error set if they cannot be read to their end
 */
typedef void (*ledger_request_fn)(void *arg, ledger_request_t *r);
extern bool ledger_each_open(ledger_t *l, time_t now, ledger_request_fn fn,
			     void *arg, int64_t *ret_last_id, char *error,
			     size_t error_size);

#endif
