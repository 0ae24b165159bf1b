/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * offer.h - the offers in what the controller says (doc/sched_garq.8, OFFERS).
 *
 * They come in two ways: as lines of the text of a refusal or of the answer to
 * a query, and as records of reservations with a comment that says so. Times in
 * texts are the controller's local ones; they are taken for this machine's.
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
	char *words;		/* "fewer nodes"; owned */
	bool held;		/* its place is kept */
} offer_t;

typedef struct {
	offer_t *list;
	size_t cnt;
} offers_t;

/*
 * Take the offers out of a text.
 * OUT ret_why - the lines before them; free()
 * OUT ret - offers_free(); none if there are none
 * RET false if memory is short: nothing is to be freed then
 */
extern bool offers_read(const char *text, char **ret_why, offers_t *ret);

/*
 * What the comment of a record says: until, cost and words of ret are set, and
 * the words are owned by the caller.
 * RET false if it is no offer's, or memory is short
 */
extern bool offer_read_comment(const char *comment, offer_t *ret);

/* Does a comment begin as an offer's? */
extern bool offer_is_comment(const char *comment);

/* The word for --accept and for JSON, "later"; "" if it is not known. */
extern const char *offer_kind(const offer_t *o);

/* Is text a list of such words, or "first"? It is for offers_choose(). */
extern bool offer_kinds_ok(const char *text);

/*
 * The one to take: for each word of the list in turn, the first one of this
 * kind; "first" is of any kind. RET NULL: none of them
 */
extern const offer_t *offers_choose(const offers_t *offers, const char *kinds);

/* Add a copy. RET false if memory is short */
extern bool offers_add(offers_t *offers, const offer_t *o);

/* May be freed twice. */
extern void offers_free(offers_t *offers);

#endif
