/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_request.h - a request and its offers; moves, notes and recipients. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "plugin/ledger/record/booking.h"

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
	char *why;		/* of the event of its booking, a few words; or
				 * NULL; owned */
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
	char *asked;		/* of one that stands by: the bookings that are
				 * asked to give way (open/question.h); or NULL;
				 * owned */
	int64_t ends_standing;	/* id of a request that stands by no longer
				 * (ledger_offers.h); 0: of none */
} ledger_request_t;

/* A request that stands by (ledger_offers.h). */
typedef struct {
	/* With an id of its own, its name, uid and nodes; time: it stands by
	 * since then; verb: "book", "offer" or "ask"; expires: its latest start;
	 * [t_s, t_e) contains all places that it could have; packed. Owned */
	ledger_request_t *request;
	time_t duration;	/* seconds, as asked for */
	uint32_t offered;	/* how often offers were made of it */
} ledger_standing_t;

/* A booking that the plugin moved, or of which it notes something. */
typedef struct {
	const booking_t *booking;	/* as it is now */
	time_t time;
	const char *why;	/* a few words: "made room for r7", "room", ... */
	const char *note;	/* the verb of an event though neither start,
				 * end nor nodes changed: "degraded"; NULL:
				 * it is moved */
} ledger_moved_t;

/* An event of a request that is not booked. */
typedef struct {
	const char *name;	/* of the reservation that it would make */
	uint32_t owner;		/* the uid that asked */
	const char *users;	/* that it names, or NULL */
	const char *verb;
	const char *why;	/* a few words */
	time_t time;
	time_t start;		/* of the place that is offered; 0: of none */
	time_t end;
} ledger_note_t;

/* A recipient of mail about events (ledger_mail.h). */
typedef struct {
	const char *recipient;	/* as ledger_each_mail() has it */
	int64_t last;		/* number of the last event that is told */
} ledger_mailed_t;

/* RET owned by the caller. name may be NULL */
extern ledger_request_t *ledger_request_create(const char *name);

/* RET a deep copy owned by the caller */
extern ledger_request_t *ledger_request_copy(const ledger_request_t *r);

/* Free r with all that it owns. NULL is safe. */
extern void ledger_request_destroy(ledger_request_t *r);
