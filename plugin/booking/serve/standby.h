/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * standby.h - a refused create stands by, and is booked when there is room.
 *
 * The wish standby: (wishes.h) lets a create for whole nodes that is refused
 * for lack of room stand by (plugin/booking/open/standing.h). It is tried
 * again, in all its steps, when room may have come: rights, limits and names
 * count as they are then. A refusal leaves it standing. With standby:offer its
 * place is offered, and the request stands by until an offer is accepted, or
 * STANDBY_OFFERS of them were not.
 *
 *	site_lock()	standby_due()	the requests to look at
 *	no locks	the caller looks up their users
 *	site_lock()	standby_look()	each, in a turn of its own
 *
 * Times are seconds since the epoch. Locks: site_lock(), synced, where nothing
 * else is said; site_lock(true) where serve_deletes().
 */
#pragma once

#include "plugin/booking/open/standing.h"
#include "plugin/booking/place/ask.h"

/* Requests that one turn of the agent looks at. */
#define STANDBY_TRIES 8

/* Offers without an answer after which a request ends. */
#define STANDBY_OFFERS 3

/* Seconds until the next look at a request that was refused for another reason
 * than lack of room: a limit, for example. */
#define STANDBY_AGAIN 300

/* ... and of one whose users could not be looked up: the name service is out,
 * or slow. */
#define STANDBY_NAMES 10

/*
 * Refuse a create that asks to stand by (ASKS_STANDBY) and can't: no requests
 * stand by here, it is for licenses alone, or it is a part of a co-reservation.
 * IN a - shape
 * RET 0, or REFUSED_UNSUPPORTED with a->text
 */
extern int standby_check(office_t *office, ask_t *a);

/*
 * A create that asks for it was refused for lack of room: it stands by, if
 * the limits allow it. The caller commits a->stand_op, and calls
 * standby_settle().
 * OUT a->stand_op - the row for ledger_commit(); NULL: it does not stand by
 * OUT a->stands - a line for the user: that it stands by, or why not
 */
extern void standby_ask(office_t *office, ask_t *a);

/*
 * Return true if a request that was refused for lack of room may find it though
 * none comes: then a look is due after STANDBY_AGAIN. Others have made its
 * search stale, which had one turn at last, and may not have come to its end;
 * or it is the paper's order (garq_shift=paper), in which each change of a
 * booking counts.
 */
extern bool standby_is_unsure(office_t *office);

/*
 * a->stand_op was committed: the request may be looked at, and a->text has the
 * line.
 * IN why - it could not be committed: the request does not stand by; NULL: it
 * was
 */
extern void standby_settle(office_t *office, ask_t *a, const char *why);

/*
 * The booking of a request that was tried again, or of an accepted offer, is
 * about to be queued for the ledger: its note ends the request that stood by
 * for it; in the former case the open offers of its user and name are closed.
 * IN/OUT note - of the booking
 * OUT a->stood - the request, for standby_restore(); NULL: there was none
 */
extern void standby_note_booked(office_t *office, ask_t *a,
				ledger_request_t *note);

/*
 * The booking and its moves of others are queued: end a->stood. The owners of
 * asked bookings learn that after these moves.
 */
extern void standby_end_booked(office_t *office, ask_t *a);

/* The booking was taken back: a->stood stands by again. */
extern void standby_restore(office_t *office, ask_t *a);

/*
 * Withdraw a request, for a user to whom it is not hidden.
 * OUT a - op; or text
 * RET 0 or a code (refused.h)
 */
extern int standby_withdraw(office_t *office, ask_t *a, standing_t *s);

/* A request to look at. */
typedef struct {
	int64_t id;
	uint32_t uid;
	bool offer;		/* it is offered, not booked */
	bool gives;		/* bookings give way to it (consent.h): the look
				 * needs site_lock(true) */
	request_t request;	/* as it was made; the caller may set its
				 * user_ids and fellows */
} standby_due_t;

/*
 * Use the room of jobs that ended early, of changed bookings, or of nodes that
 * came back. Requests that stand by have no place yet, and come first; then
 * bookings start earlier, and grow into the rest. The other way round a booking
 * would take room from a request, and no longer give it if its new start is
 * close (garq_freeze). Room that comes during a pass waits for its end.
 * RET true if anything changed that Slurm looks at
 */
extern bool standby_use_room(office_t *office, time_t now);

/*
 * Take the requests that are due, STANDBY_TRIES at most.
 * OUT ret - standby_due_free() each
 * RET their number
 */
extern uint32_t standby_due(office_t *office, time_t now,
			    standby_due_t ret[STANDBY_TRIES]);
extern void standby_due_free(standby_due_t *due);

/*
 * Look at a request: book or offer it, if there is room. To be called by
 * turns_serve(), after turns_begin(). What it does is durable with the next
 * commit.
 * RET true if anything changed that Slurm looks at
 */
extern bool standby_look(office_t *office, const standby_due_t *due,
			 time_t now);

/* End the requests whose latest start has passed. */
extern void standby_expire(office_t *office, time_t now);
