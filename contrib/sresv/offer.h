/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * offer.h - offers: a list of them, what the comment of a record says, and which
 * one is taken.
 *
 * They come in two ways: as lines of an answer (parse.h), and as records of
 * reservations with a comment that says so (doc/sched_garq.8, OFFERS). Times in
 * comments are the controller's local ones; they are taken for this machine's.
 */
#ifndef SRESV_OFFER_H
#define SRESV_OFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef struct {
	char *name;		/* owned */
	time_t start;
	time_t end;
	uint32_t nodes;
	time_t until;		/* 0: not known */
	bool has_cost;
	double cost;
	char *kind;		/* "fewer": osp/kinds.h; "": not known; owned */
	char *words;		/* "fewer nodes"; owned */
	bool held;		/* its place is kept */
} offer_t;

typedef struct {
	offer_t *list;
	size_t cnt;
} offers_t;

/* The words for a kind; the kind itself if it is not known. */
extern const char *offer_words(const char *kind);

/*
 * What the comment of a record says: until, cost, kind and words of ret are set,
 * and the latter two are owned by the caller.
 * RET false if it is no offer's, or memory is short
 */
extern bool offer_read_comment(const char *comment, offer_t *ret);

/* Does a comment begin as an offer's? */
extern bool offer_is_comment(const char *comment);

/* Is text a list of kinds, or "first"? It is for offers_choose(). */
extern bool offer_kinds_ok(const char *text);

/* The words that offer_kinds_ok() knows, with ", " between them. */
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
 * Why offers_choose() finds none, as a line for the user.
 * RET free(); NULL: there are none, or memory is short
 */
extern char *offers_why_none(const offers_t *offers, const char *kinds,
			     const offer_least_t *least);

/* Add a copy. RET false if memory is short */
extern bool offers_add(offers_t *offers, const offer_t *o);

/* May be freed twice. */
extern void offers_free(offers_t *offers);

#endif
