/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * offer.h - lists of offers, and of requests that stand by, which parse.h reads
 * from an answer, and choosing an offer.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef struct {
	char *name;		/* owned */
	time_t start;
	time_t end;
	uint32_t nodes;
	time_t until;
	bool has_cost;
	double cost;
	char *unit;		/* of cost, "EUR"; owned; or NULL */
	char *kind;		/* "fewer": osp/kinds.h; owned */
	char *words;		/* "fewer nodes"; owned */
	bool held;		/* its nodes are kept */
	bool has_uid;
	uint32_t uid;		/* of who asked for it */
} offer_t;

/* A request that stands by: garq-standing of answer.h. */
typedef struct {
	char *name;		/* owned */
	uint32_t uid;		/* of the requester */
	uint32_t place;		/* 1: it is the next one */
	uint32_t of;
	uint32_t nodes;
	time_t since;
	time_t until;		/* its latest start */
	time_t start;		/* its earliest start */
	int64_t duration;	/* seconds */
	char *mode;		/* "book", "offer" or "ask"; owned */
	uint32_t asked;		/* bookings asked to give way ... */
	uint32_t agreed;	/* ... and of these, that may */
	char *why;		/* it can't be booked, whatever room there is;
				 * owned; or NULL */
} stander_t;

/* A reservation that is no booking: garq-native of answer.h. */
typedef struct {
	char *name;		/* owned */
	char *by;		/* owned; NULL: it is not said */
} native_t;

/* What the controller says of the user who asks for a list of offers. */
typedef enum { ASKER_UNKNOWN, ASKER_USER, ASKER_OPERATOR } asker_t;

typedef struct {
	offer_t *list;
	size_t cnt;
	stander_t *standers;	/* in the order in which they get room */
	size_t stander_cnt;
	native_t *natives;
	size_t native_cnt;
	asker_t asker;		/* of the list of all open offers; and ... */
	uint32_t nodes;		/* ... the number of nodes; 0: it is not said */
} offers_t;

/* The words for a kind; the kind itself if it is unknown. */
extern const char *offer_words(const char *kind);

/* Drop all but the offer of this name and those of the request of this name. */
extern void offers_keep(offers_t *offers, const char *name);

/* Is text valid for offers_choose(): a list of kinds, or "first"? */
extern bool offer_kinds_ok(const char *text);

/* The words that offer_kinds_ok() accepts, separated by ", ". */
extern const char offer_kinds_known[];

/* The smallest offer to take. */
typedef struct {
	int64_t nodes;
	int64_t seconds;
} offer_least_t;

/*
 * Choose an offer: for each kind of the list in turn, the first offer of this
 * kind that is not below the least; "first" stands for any kind.
 * RET NULL if there is none
 */
extern const offer_t *offers_choose(const offers_t *offers, const char *kinds,
				    const offer_least_t *least);

/*
 * Explain why offers_choose() finds none, as a line for the user.
 * RET a text for free(); NULL: there are no offers, or memory is short
 */
extern char *offers_why_none(const offers_t *offers, const char *kinds,
			     const offer_least_t *least);

/* Add a copy of an offer. RET false if memory is short */
extern bool offers_add(offers_t *offers, const offer_t *o);

/* The same of a request that stands by. */
extern bool offers_add_stander(offers_t *offers, const stander_t *s);

/* Look up a request that stands by. RET NULL: it does not */
extern const stander_t *offers_stander(const offers_t *offers,
				       const char *name);

/* The same of a reservation that is no booking. */
extern bool offers_add_native(offers_t *offers, const native_t *n);
extern const native_t *offers_native(const offers_t *offers, const char *name);

/* Drop all requests that stand by. */
extern void offers_drop_standers(offers_t *offers);

/* Free a list; safe to call twice. */
extern void offers_free(offers_t *offers);
