/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * wishes.h - what a request may say that scontrol has no field for.
 *
 * A wish is WORD:VALUE: in front of the name of a request, in any order:
 *
 *	ReservationName=min-nodes:4:min-time:1h:r NodeCnt=8 Duration=2:00:00
 *
 *	min-nodes:N	at least N nodes are of use, where NodeCnt can't be had
 *	min-time:TIME	at least TIME is of use, where Duration can't be had
 *	or:NxTIME	N nodes for TIME do as well; WISHES_SHAPES of them at
 *			most, the better ones first
 *	max-cost:COST	a booking that costs more is of no use
 *	prefer:time	between min and all: as long as possible, then as many
 *			nodes (the default; OSP paper, algorithm 2: "the
 *			longest")
 *	prefer:nodes	first nodes, then time
 *	grow:yes	what could not be had at first is of use later, too
 *	switches:N	at most N leaf switches, where there are such nodes
 *			inside the window; else as few as there can be
 *			(plugin/booking/place/choose/choose.h)
 *	place:tight	inside the window where it leaves the smallest rests
 *			(plugin/booking/place/admit.h), or ...
 *	place:earliest	... at the first start, whatever garq_place says
 *	tasks:N		CoreCnt is for N tasks of as many cores each, none of
 *			them on two nodes (plugin/booking/place/shape_cores.h)
 *	standby:book	without room the request stands by, and is booked when
 *			there is (plugin/booking/serve/standby.h)
 *	standby:offer	the same, and an offer is made when there is room
 *	standby:ask	the same as book, and the owners of the fewest bookings
 *			without which there is room are asked to give way
 *	ask:yes		an update of a booking that is asked to give way: its
 *			owner agrees (plugin/booking/serve/consent.h) ...
 *	ask:no		... or does not
 *	also:DATE,...	the same again on other dates (series.h): all of them
 *			are booked, or none. Programs give starts: utsSECONDS
 *	name:NEW	an update that gives a booking another name
 *			(plugin/booking/serve/rename.c)
 *	offer:one	an offer of this name is accepted or withdrawn, or a
 *			request that stands by is withdrawn; a reservation that
 *			has the name stays as it is
 *	offer:all	a deletion withdraws the requester's open offers of the
 *			request of this name, and nothing else
 *	plan:show	nothing is done: the answer says what would be done, and
 *			has a token of that plan (plugin/booking/offer/look.h)
 *	plan:lines	the same, in lines for programs (answer.h)
 *	plan:TOKEN	it is done if the plan is still the one of the token
 *
 * A request with min-nodes, min-time or or is elastic: it is booked in the best
 * of several forms (plugin/booking/offer/forms.h). TIME is minutes, or numbers
 * with d, h and m: 90, 90m, 1h30m. DATE is YYYY-MM-DD, WISHES_DATES of them at
 * most. Words are in small letters or capitals.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define WISHES_SHAPES 8
#define WISHES_DATES 63

/* The most bytes of a new name. */
#define WISHES_NAME 63

typedef enum { OFFER_NO, OFFER_ONE, OFFER_ALL } offer_wish_t;

/* The digits of a token, of 0-9a-f. */
#define WISHES_TOKEN 12

/* The most of each number; a number of minutes ends before 2106. */
#define WISHES_NODES_MAX 0xfffffffdU
#define WISHES_MINUTES_MAX 71582000U

typedef struct {
	uint32_t num_cn;	/* nodes, >= 1 */
	uint32_t minutes;	/* >= 1 */
} wished_shape_t;

typedef enum { STANDBY_NO, STANDBY_BOOK, STANDBY_OFFER, STANDBY_ASK } standby_t;

/* RET the mode of "book", "offer" or "ask"; STANDBY_NO: text is none of these,
 * or NULL */
extern standby_t standby_mode(const char *text);

/* RET the word of a mode, not of STANDBY_NO */
extern const char *standby_word(standby_t mode);

typedef enum {
	PLAN_DO,	/* there is no such wish */
	PLAN_SHOW,
	PLAN_LINES,
	PLAN_ONLY,	/* that of the token */
} plan_wish_t;

typedef enum {
	PLACE_BY_SITE,	/* there is no such wish: garq_place */
	PLACE_EARLIEST,
	PLACE_TIGHT,
} place_wish_t;

/* RET the wish of "earliest" or "tight"; PLACE_BY_SITE: text is neither */
extern place_wish_t place_wish(const char *text);

/* RET the word of a wish, not of PLACE_BY_SITE */
extern const char *place_word(place_wish_t place);

typedef enum { CONSENT_NONE, CONSENT_YES, CONSENT_NO } consent_t;

/* All zero: there are none. */
typedef struct {
	uint32_t least_cn;	/* nodes; 0: not given */
	uint32_t least_minutes;	/* 0: not given */
	wished_shape_t shapes[WISHES_SHAPES];
	uint32_t shape_cnt;
	bool has_max_cost;
	double max_cost;	/* >= 0, in the site's prices */
	bool prefer_nodes;	/* prefer:nodes */
	bool prefer_time;	/* prefer:time */
	bool grow;		/* grow:yes */
	uint32_t switches;	/* leaf switches at most; 0: any number */
	place_wish_t place;
	uint32_t tasks;		/* that CoreCnt is for; 0: not given */
	standby_t standby;
	struct {
		uint32_t date;	/* as a number: 20261214; 0: none, but ... */
		uint32_t start;	/* ... seconds since the epoch */
	} also[WISHES_DATES];	/* in any order */
	uint32_t also_cnt;
	uint32_t dated;		/* asked for one date of a series: the bookings
				 * that limits have to allow; no wish of its
				 * own */
	char name[WISHES_NAME + 1];	/* a new name; "": none */
	offer_wish_t offer;
	consent_t consent;
	plan_wish_t plan;
	char token[WISHES_TOKEN + 1];	/* of PLAN_ONLY, in small letters */
} wishes_t;

/* Return true if a request can be booked in other forms than its own. */
static inline bool wishes_elastic(const wishes_t *w)
{
	return w->least_cn || w->least_minutes || w->shape_cnt;
}

/* Wish for a new name. RET false: it can't stand in a wish, as it is empty, is
 * longer than WISHES_NAME, or has a ":"; w is as before */
extern bool wishes_set_name(wishes_t *w, const char *name);

/* The subjects of wishes; a verb serves some of them (verb_t.takes). */
#define WISH_FORM (1U << 0)	/* how much, at which cost */
#define WISH_TASKS (1U << 1)
#define WISH_SWITCHES (1U << 2)
#define WISH_PLACE (1U << 3)
#define WISH_STANDBY (1U << 4)
#define WISH_ALSO (1U << 5)
#define WISH_NAME (1U << 6)
#define WISH_OFFER (1U << 7)	/* offer:one */
#define WISH_OFFERS (1U << 8)	/* offer:all */
#define WISH_ASK (1U << 9)
#define WISH_PLAN (1U << 10)

/* All that are about the place of a booking. */
#define WISHES_PLACE (WISH_FORM | WISH_TASKS | WISH_SWITCHES | WISH_PLACE)

/* RET WISH_..., the subjects of these wishes; 0: there are none */
static inline unsigned wishes_about(const wishes_t *w)
{
	return (wishes_elastic(w) || w->has_max_cost || w->prefer_nodes ||
		w->prefer_time || w->grow ? WISH_FORM : 0) |
	       (w->tasks ? WISH_TASKS : 0) |
	       (w->switches ? WISH_SWITCHES : 0) |
	       (w->place ? WISH_PLACE : 0) |
	       (w->standby ? WISH_STANDBY : 0) |
	       (w->also_cnt ? WISH_ALSO : 0) |
	       (w->name[0] ? WISH_NAME : 0) |
	       (w->offer == OFFER_ONE ? WISH_OFFER : 0) |
	       (w->offer == OFFER_ALL ? WISH_OFFERS : 0) |
	       (w->consent ? WISH_ASK : 0) | (w->plan ? WISH_PLAN : 0);
}

/* Return true if there are any about the place of a booking. */
static inline bool wishes_place(const wishes_t *w)
{
	return wishes_about(w) & WISHES_PLACE;
}

/* Return true if tight is wished for; without a wish, if it is the preset. */
static inline bool wishes_tight(const wishes_t *w, bool preset)
{
	return w->place ? (w->place == PLACE_TIGHT) : preset;
}

/* Return true if the request is only looked at. */
static inline bool wishes_look(const wishes_t *w)
{
	return (w->plan == PLAN_SHOW) || (w->plan == PLAN_LINES);
}

/* RET the same wishes without that of the plan, which is for one request */
static inline wishes_t wishes_lasting(const wishes_t *w)
{
	wishes_t lasting = *w;

	lasting.plan = PLAN_DO;
	lasting.token[0] = '\0';
	return lasting;
}

/* RET the wish of the plan alone */
static inline wishes_t wishes_of_plan(const wishes_t *w)
{
	wishes_t only = { .plan = w->plan };

	memcpy(only.token, w->token, sizeof(only.token));
	return only;
}

/* RET the wishes that each form of a request has to keep */
static inline wishes_t wishes_of_form(const wishes_t *w)
{
	return (wishes_t) { .switches = w->switches, .tasks = w->tasks };
}

/* Return true if a name begins with the word of a wish and ":". NULL: false */
extern bool wishes_in_front(const char *name);

/* RET the part of name behind its wishes, also if they make no sense; NULL for
 * NULL */
extern const char *wishes_behind(const char *name);

/*
 * Read the wishes in front of a name.
 * OUT ret_name - the part of name behind them, which is not empty
 * OUT ret - overwritten
 * OUT ret_text - the error, and the usage; free()
 * RET false: they make no sense, and all but ret_text is untouched
 */
extern bool wishes_read(const char *name, const char **ret_name, wishes_t *ret,
			char **ret_text);

/* The wishes as they stand in front of a name; "" if there are none. RET free() */
extern char *wishes_text(const wishes_t *w);
