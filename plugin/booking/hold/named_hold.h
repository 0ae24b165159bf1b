/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * named_hold.h - hold a place under a name until it is confirmed.
 *
 * A coordinator that books on several clusters (doc/CO.md) asks each of them
 *
 *	hold	create hold:TTL:NAME: NAME is held for the requester for TTL
 *		seconds, not past its start; the same again extends it, and
 *		never shortens it
 *	confirm	update NAME, with no other attribute: the hold is a booking; the
 *		same again has no effect. Nothing is ever made by it
 *	drop	delete NAME (remove.h), which leaves a tombstone (tombstone.h)
 *
 * To all other code a hold is a booking of its requester: it has nodes, a
 * native record and a row in the ledger, and counts in all limits.
 * booking_t.hold_until marks it. Users=root keeps users out of it; whose it
 * will be is in booking_t.held (held_request.h). It is rigid, and its place is
 * exactly the requested one, or it is refused without offers. Unlike the
 * holds of offers (holds.h) it survives a restart and the next request of its
 * user.
 *
 * A hold ends on its own, and counts as ended from that second on, also before
 * it is deleted. The time to live is a length: where the clock was put back, a
 * hold lasts no longer than its TTL from then on.
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync(),
 * where nothing else is said.
 */
#pragma once

#include "plugin/booking/place/ask.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* The shortest time to live, in seconds; the longest is garq_hold_max. */
#define NAMED_HOLD_MIN 10

/* Maximum length in bytes of booking_t.held. */
#define NAMED_HOLD_TEXT_MAX 16384

/* Maximum number of holds that one pass ends. */
#define NAMED_HOLD_ENDS 64

/*
 * Read the name of a request to hold, hold:TTL:NAME. It may have no window.
 * OUT a->ttl; ret_name - NAME, in the name of the request
 * OUT a->text - the error
 * RET 0 or a code (refused.h)
 */
extern int named_hold_parse(office_t *office, ask_t *a, const char **ret_name);

/*
 * Hold, or extend a hold of the same request. A TTL of a program beyond
 * garq_hold_max is cut to that, since its answer says until when the hold
 * lasts; people are refused.
 * OUT a->text - the lines for a program, or the error
 */
extern const verb_t hold_verb;

/* Return true if b is not NULL and a hold, ended or not. Locks: none */
static inline bool named_hold_is(const booking_t *b)
{
	return b && booking_is_named_hold(b);
}

/* Return true if b is a hold that has ended. Locks: none */
static inline bool named_hold_over(const booking_t *b, time_t now)
{
	return named_hold_is(b) && (b->hold_until <= now);
}

/* Return true if an update has only a name: it confirms a hold. Locks: none */
extern bool named_hold_confirms(const request_t *request);

/* verb_t.users of an update where there are holds: if it is a confirmation, the
 * users to whom the hold gives a booking. */
extern char *named_hold_users(office_t *office, const ask_t *a);

/* Return true if an update confirms v, or changes it before that. */
extern bool named_hold_is_meant(const ask_t *a);

/*
 * Serve an update of a->v, which named_hold_is_meant(), by a user with the
 * right to change it. If the booking can't be made, the hold stays.
 * IN a - known
 * OUT a - as update_verb
 * RET 0 or a code (refused.h)
 */
extern int named_hold_update(office_t *office, ask_t *a);

/*
 * Return true if named_holds_end() is due. Call this regularly, so that it sees
 * the clock put back. Locks: none; a change in between is handled by the next
 * turn.
 */
extern bool named_holds_due(office_t *office, time_t now);

/* RET seconds until a hold ends, 1 at least, most at most. Locks: none */
extern time_t named_holds_wait(office_t *office, time_t now, time_t most);

/*
 * End the expired holds, NAMED_HOLD_ENDS at most, and queue that for the
 * ledger. Locks: site_lock(true), synced
 */
extern void named_holds_end(office_t *office, time_t now);

/*
 * The plugin is switched off, or does not know any more which holds have
 * expired: end all of them. Locks: site_lock(true), synced
 */
extern void named_holds_end_all(office_t *office, time_t now);

/* A hold was made or extended, or (0) holds were read at a start: look again. */
extern void named_holds_note(office_t *office, time_t until);

/* End one hold. RET 0 or a code (refused.h). Locks: site_lock(true), synced */
extern int named_hold_end(office_t *office, view_resv_t *v, time_t now);
