/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_events.h - what happened to bookings: when, by whom, why, and how they
 * were before and after, as rows of the ledger.
 *
 * An event is written by the statement that changes the row of a booking (not
 * that of a hold of an offer), in its transaction: no change of a start, an end
 * or nodes is without one, and none is there of a change that is not durable.
 * Events of requests that are not booked are put by themselves.
 * Rows go to the history, and are kept within its bounds (ledger_history.h).
 */
#pragma once

#include "plugin/ledger/ledger.h"
#include "plugin/ledger/ledger_use.h"
#include "plugin/ledger/record/ledger_request.h"

/* Verbs of events that no request has. */
#define LEDGER_EVENT_MOVED "moved"	/* start, end or nodes, by the plugin */
#define LEDGER_EVENT_CHANGED "changed"	/* by Slurm or its operator */
#define LEDGER_EVENT_ADOPTED "adopted"	/* made by plain Slurm */
#define LEDGER_EVENT_ENDED "ended"
#define LEDGER_EVENT_CLOSED "closed"	/* before its end */
#define LEDGER_EVENT_STANDBY "standby"	/* asked for long before */
#define LEDGER_EVENT_OPENED "reopened"	/* the clock was put back */

/* Verbs of events of requests that are not booked. */
#define LEDGER_EVENT_OFFERED "standby-offered"
#define LEDGER_EVENT_STOOD "standby-ended"
#define LEDGER_EVENT_OFFERS_END "offers-end"	/* soon */
#define LEDGER_EVENT_RENAME "rename"	/* its reason: LEDGER_WAS and the name before */
#define LEDGER_WAS "it was "
#define LEDGER_EVENT_GAVE_WAY "gave-way"	/* it was a booking */

/* Verbs of events of both: a booking is asked to give way to a request, and
 * the question has ended. */
#define LEDGER_EVENT_ASKED "asked"
#define LEDGER_EVENT_ASK_ENDED "ask-ended"

typedef struct ledger_event {
	int64_t id;		/* grows with each event */
	bool own;		/* asked for by all, owner or user of the
				 * question; else by present */
	time_t time;
	const char *name;	/* of the reservation */
	const char *users;	/* that the booking names, or NULL */
	const char *verb;	/* of the request ("create"), or as above */
	bool has_uid;		/* somebody asked for it; of moved: for another
				 * booking, which needed room: */
	uint32_t uid;
	const char *why;	/* a few words, or NULL */
	/* Before; all 0 and NULL for a new booking. */
	time_t old_start;
	time_t old_end;
	const char *old_nodes;	/* NULL: the nodes did not change */
	/* After; all 0 and NULL for one that was closed. */
	time_t start;
	time_t end;
	const char *nodes;	/* NULL: the nodes did not change */
	bool has_cost;		/* a request that was granted: ... */
	double cost;		/* ... its price then (ledger_past.h alone) */
	const char *recipient;	/* by ledger_each_mail(); else NULL */
} ledger_event_t;

/* Queue: put the event of a request. All is copied. RET as ledger_put() */
extern ledger_op_t *ledger_put_note(ledger_t *l, const ledger_note_t *note);

/*
 * Queue: put a booking that was moved, as ledger_put(). All is copied.
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_put_moved(ledger_t *l, const ledger_moved_t *moved);

/*
 * Queue all changes of a plan as one operation: after a crash the disk has all
 * of them or none. (If they were queued one by one, another thread could commit
 * the first before the others are queued.)
 * IN b - a booking that is new or changed otherwise, or NULL
 * IN r - the note of the request, whose verb and uid are those of b's event; or
 *	NULL; owned by the ledger from then on
 * IN moved - the bookings that were moved, copied; for uid, if there is a note.
 *	One that was moved more than once has one event, with the first reason
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_put_plan(ledger_t *l, const booking_t *b,
				    ledger_request_t *r,
				    const ledger_moved_t *moved, size_t cnt);

/*
 * Queue: a booking gets another name: a row of that name is put, and the one of
 * the old name is closed, without CPU time, as Slurm may have saved that. Both
 * are copied.
 * IN b, r - as ledger_put_plan()
 * IN was - the booking under its old name
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_put_renamed(ledger_t *l, const booking_t *b,
				       ledger_request_t *r,
				       const booking_t *was);

/* ledger_revoke() of a booking that uid has deleted. */
extern ledger_op_t *ledger_revoke_by(ledger_t *l, const booking_t *b,
				     uint32_t uid, const char *why);

/* The events that are asked for. */
typedef struct ledger_events_ask {
	const char *name;	/* of this reservation only; NULL: of all */
	bool all;		/* of all bookings; else only those */
	uint32_t owner;		/* ... of this uid, and ... */
	const char *user;	/* ... of those that name this user; or NULL,
				 * ... */
	const char *accounts;	/* ... for any of these accounts; or NULL */
	const ledger_used_t *used;	/* their bookings, by name, that ... */
	size_t used_cnt;	/* ... ledger_past.h finds */
	struct {		/* besides, if there is a name: ... */
		bool there;	/* ... the booking that has it now: ... */
		uint32_t owner;	/* ... events of its owner ... */
		time_t created;	/* ... since then */
	} present;
	time_t since;		/* none before; 0: all */
	bool closed;		/* only the ends of bookings */
	bool private;		/* without reasons, but for those of an end
				 * and of an update, and without for whom a
				 * booking was moved: they may name others */
	bool costs;		/* with costs (ledger_past.h alone) */
	uint32_t most;		/* maximum number; the last ones */
} ledger_events_ask_t;

/*
 * Call fn for each event in the file (queued ones are left out), the last one
 * first. fn must not call the ledger.
 * event - valid only during the call
 * RET false with error set if they cannot be read to their end
 */
typedef void (*ledger_event_fn)(void *arg, const ledger_event_t *event);
extern bool ledger_each_event(ledger_t *l, const ledger_events_ask_t *ask,
			      ledger_event_fn fn, void *arg, char *error,
			      size_t error_size);

/*
 * Set the costs of those events of which this file has the request
 * (ledger_offers.h): the request may have gone to the history before its event.
 * RET false with error set if they cannot be read
 */
extern bool ledger_price_events(ledger_t *l, ledger_event_t *events, size_t cnt,
				char *error, size_t error_size);

/*
 * Call fn for what users were told last of a state of each live booking: one
 * event of "degraded" and "mended", and one of "part", "stand-in" and
 * "restored", if there is any. fn must not call the ledger.
 * event, RET as ledger_each_event()
 */
extern bool ledger_each_state(ledger_t *l, ledger_event_fn fn, void *arg,
			      char *error, size_t error_size);
