/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ask.h - a request that is being served: the request, the results of its steps
 * and the answer.
 *
 * Every request goes the same way (plugin/booking/serve/serve.h). A verb has a
 * function for each step of the way; the kind of a reservation (kind.h) has
 * those that shape and place it. A step returns 0 if the way goes on, or
 * ASK_ANSWERED, a code (refused.h) or ESTALE (turns.h) if it ends there. A step
 * that refuses changes nothing; it may set the text.
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync(),
 * where nothing else is said.
 */
#pragma once

#include <limits.h>

#include "plugin/booking/place/revision.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/request/job.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/request/options.h"
#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger.h"
#include "plugin/ledger/ledger_past.h"
#include "plugin/ledger/record/ledger_request.h"

/* The way ends, and nothing is refused: no code of refused.h. */
#define ASK_ANSWERED INT_MIN

/*
 * What a request asks for besides its verb and kind. serve() finds it out once;
 * a step of the way (serve.c) or of a plan (book.h) that serves something else
 * is not entered.
 */
#define ASKS_FORMS (1U << 0)	/* wishes_place(): several forms (forms.h) */
#define ASKS_PLAN (1U << 1)	/* its plan is shown or compared (look.h) */
#define ASKS_STANDBY (1U << 2)	/* without room it stands by (standby.h) */
#define ASKS_WISHES (1U << 3)	/* any wish, also one of these */
#define ASKS_CHARGE (1U << 4)	/* accounts have budgets (charge.h) */

typedef struct verb verb_t;
typedef struct kind kind_t;

typedef struct ask {
	/* The request. */
	const verb_t *verb;
	request_t *request;	/* borrowed; changed to the booked one */
	uint32_t uid;		/* of the requester */
	time_t now;
	const job_request_t *job;	/* that a booking is for: its forms end
					 * by the same time; or NULL */
	bool program;		/* a program asks, see answer.h; when answered:
				 * the text has lines for a program */
	bool again;		/* a request that stands by is tried again: if
				 * it is refused there are no text, offers and
				 * counts (standby.h) */
	request_t known;	/* users of verb_t.users, with their ids; or all
				 * zero; owned */

	/* Results of the steps. */
	unsigned asks;		/* ASKS_... */
	bool limited;		/* users_limited(): rights and limits apply */
	const kind_t *kind;	/* NULL: the request is about no place */
	offer_set_t *set;	/* of the offer that is accepted; or NULL */
	const ledger_offer_t *offer;
	view_resv_t *v;		/* that is made or changed; or NULL. Gone if
				 * turns_are_stale() */
	view_lift_t lifted;	/* holds that are away for a plan (holds.h) */
	bool window;		/* MaxStartDelay is the booking's window; false:
				 * an attribute for Slurm */
	uint32_t creator;	/* of a new booking: a uid, or VIEW_NOBODY */
	shape_t shape;		/* of the request; owned */
	bool room;		/* it asks for room for its shape */
	revision_t revision;	/* of v by an update, without shape; owned */
	bool any_cn;		/* a query leaves the node count open, ... */
	bool any_dur;		/* ... or the duration */
	uint32_t ttl;		/* of a hold, seconds; and ... */
	char *held;		/* ... its request (held_request.h); owned */

	/* The answer. */
	int rc;			/* 0, or a code of refused.h */
	char *text;		/* for the user; or NULL; owned */
	uint32_t offer_cnt;	/* offers in it */
	bool looked;		/* nothing was done: the text has the plan */
	struct {		/* of an elastic booking, see booking_t: */
		uint32_t least_cn, least_minutes, most_cn, most_minutes;
	} size;
	char *note;		/* the booked form, if there were several; for
				 * a query, who would change; or NULL; owned */
	char *name;		/* of the reservation that was made or changed;
				 * NULL: none; owned */
	ledger_op_t *op;	/* for ledger_commit() before the answer; or
				 * NULL */
	ledger_op_t *stand_op;	/* the request stands by: for ledger_commit()
				 * before the answer, then standby_settle(); or
				 * NULL */
	int64_t stand_id;	/* ... its id; and ... */
	char *stands;		/* ... a line for the user; owned */
	ledger_standing_t *stood;	/* stood by for the booking that was
				 * made; or NULL; owned */
	ledger_past_t *past;	/* to be read (ledger_past_read()), then
				 * verb_t.read answers; or NULL; owned */
	char unit[OPTIONS_UNIT];	/* of costs in that answer, or "" */
	bool stays;		/* op is not taken back if that fails:
				 * verb_t.unwritten is called */
	bool visible;		/* a change that Slurm looks at for jobs */
	bool save;		/* Slurm's own state must be saved */
	uint32_t resv_id;	/* native id of a new reservation */
	uint64_t asked;		/* of view_ask(), for verb_t.undo; and ... */
	uint64_t asked_before;	/* ... of the request before this one */
	booking_t *before;	/* as it was before a change; owned */
	uint64_t left;		/* content (content.h) of the booking after a
				 * change; 0: it is a native reservation now */
	shifted_t shifted;	/* the bookings that moved for it; owned */
} ask_t;

typedef int (*ask_fn)(office_t *office, ask_t *a);

struct verb {
	const char *word;	/* "create": for the log and texts */
	bool question;		/* answered by a text: nothing is made */
	bool turns;		/* decided in turns (turns.h) */
	bool nameless;		/* the user gave no name */
	bool ledger;		/* refused while the ledger can't be written,
				 * also for a native reservation */
	bool window;		/* MaxStartDelay is the window, whatever
				 * garq_window says */
	bool cores;		/* it is for cores, though it has not_native */
	bool found;		/* for a present reservation or offer, whose
				 * name may look as if it had wishes */
	bool update;		/* one of the rows for an update: its wishes
				 * and its name say which */
	bool deletes;		/* a native record, in any case */
	bool catches_up;	/* with the host, itself (catch_up.h) */
	unsigned takes;		/* WISH_... (wishes.h) that may precede its
				 * name */
	const char *not_native;	/* refuses what the host would make; NULL:
				 * verb_t.native serves it */

	name_form_t form;	/* of the names of its requests */

	/* The checks that need no look at the cluster. The steps make all of
	 * them again. Locks: none */
	ask_fn early;

	/* The users whose ids are looked up with no lock held, before the
	 * request is served. RET free(); NULL: none */
	char *(*users)(office_t *office, const ask_t *a);

	/* The steps, in this order; NULL: nothing is done there. */
	ask_fn may;	/* the right to ask at all */
	ask_fn check;	/* the request makes sense, and concerns the user
			 * alone. OUT kind */
	ask_fn target;	/* a new name is free; a changed reservation is
			 * there. OUT v */
	ask_fn native;	/* the host serves it, and the way ends */
	ask_fn shape;	/* OUT shape, room */
	ask_fn limits;	/* the shape is within the limits of the user; only
			 * if a->limited */
	ask_fn plan;	/* find a place and make it so; or answer */

	/* A step of a plan: queue the new booking v for the ledger. */
	void (*queue)(office_t *office, ask_t *a);

	/* The same: there is no room, append offers to the text. */
	void (*refused)(office_t *office, ask_t *a);

	/* The events of past were read: append them to the text, or refuse.
	 * RET as a step. Locks: none */
	ask_fn read;

	/* op could not be made durable: take the change back, and set rc and
	 * text. Locks: site_lock(true), synced. IN why - the ledger's error */
	void (*undo)(office_t *office, ask_t *a, const char *why);

	/* op, which stays, is not durable yet: set rc and text. Locks: none */
	void (*unwritten)(office_t *office, ask_t *a, const char *why);
};

/* Refuse with this text. RET rc */
extern int ask_refuse(ask_t *a, int rc, const char *text);

/* Free what a owns; request belongs to the caller. Locks: none. */
extern void ask_free(ask_t *a);
