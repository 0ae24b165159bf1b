/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_offers.h - requests and their offers as rows of the ledger.
 *
 * Every request for room is noted: what was asked, by whom, what came of it,
 * what it costs. One that was refused or only a query has offers, which stay
 * open until one is accepted, they are withdrawn or their time is over. So a
 * site can see what its reservations bring and what it turned away. Rows are
 * kept as long as closed bookings are (LEDGER_KEEP_DAYS).
 */
#ifndef PLUGIN_LEDGER_OFFERS_H
#define PLUGIN_LEDGER_OFFERS_H

#include "plugin/ledger/ledger.h"

#define LEDGER_WORD 16		/* bytes of a word below */

typedef struct {
	uint32_t number;	/* its name is BASE.NUMBER */
	char kind[LEDGER_WORD];	/* osp_kind_name() */
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
	double cost;
	bool open;
	bool held;		/* a booking of its name keeps its place */
} ledger_offer_t;

typedef struct ledger_request {
	int64_t id;		/* chosen by the caller, > 0 */
	time_t time;
	uint32_t uid;
	char verb[LEDGER_WORD];	/* "create", "update", "query", "accept" */
	char outcome[LEDGER_WORD];	/* "booked", "refused", "offered" */
	char kind[LEDGER_WORD];	/* of the offer that is accepted, or "" */
	char *name;		/* of the reservation; owned */
	time_t t_s;		/* what was booked, or asked for */
	time_t t_e;
	uint32_t num_cn;
	double cost;
	/* its offers */
	time_t expires;
	uint32_t offer_cnt;
	ledger_offer_t *offers;	/* owned */
	void *packed;		/* the request, as protocol packs it; owned */
	size_t packed_size;
	uint16_t protocol;
	/* closes the offers of this request, as what it accepted or replaced */
	int64_t closes;		/* 0: of none */
	uint32_t accepted;	/* number of the one that is taken, or 0 */
} ledger_request_t;

/* RET owned by the caller, or NULL with errno ENOMEM. name may be NULL */
extern ledger_request_t *ledger_request_create(const char *name);
extern ledger_request_t *ledger_request_copy(const ledger_request_t *r);
extern void ledger_request_destroy(ledger_request_t *r);

/*
 * Queue a note of a request that changes no booking (the others: see
 * ledger_put_plan()). r is the ledger's from then on, whatever comes of it.
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_note(ledger_t *l, ledger_request_t *r);

/*
 * Queue: open offers of a request are open no more.
 * IN number - one of them, or 0: all
 * IN why - a constant: "withdrawn", "expired", ...
 */
extern ledger_op_t *ledger_close_offers(ledger_t *l, int64_t request,
					uint32_t number, const char *why);

/*
 * Call fn for each request that has open offers at now, in the order of their
 * ids. fn owns it from then on. OUT ret_last_id - the highest id of any request
 * RET false with error set if they cannot be read to their end
 */
typedef void (*ledger_request_fn)(void *arg, ledger_request_t *r);
extern bool ledger_each_open(ledger_t *l, time_t now, ledger_request_fn fn,
			     void *arg, int64_t *ret_last_id, char *error,
			     size_t error_size);

#endif
