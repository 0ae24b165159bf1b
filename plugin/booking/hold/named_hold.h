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
#ifndef PLUGIN_NAMED_HOLD_H
#define PLUGIN_NAMED_HOLD_H

#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/place/update_out.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* The shortest time to live, in seconds; the longest is garq_hold_max. */
#define NAMED_HOLD_MIN 10

/* Maximum length in bytes of booking_t.held. */
#define NAMED_HOLD_TEXT_MAX 16384

/* Maximum number of holds that one pass ends. */
#define NAMED_HOLD_ENDS 64

/* Return true if this is the name of a request to hold. Locks: none */
extern bool named_hold_asked(const char *name);

/*
 * Check the syntax of a request to hold, as far as its hold:TTL:NAME and its
 * window are concerned. Locks: none
 * IN program - a program asks: a TTL beyond garq_hold_max is cut to that, since
 *	its answer says until when the hold lasts. People are refused
 * OUT ret_ttl - seconds, for garq_hold_max as it is now
 * OUT ret_name - NAME, in the name of the request
 * OUT ret_text - the error; free()
 * RET 0 or a code (refused.h)
 */
extern int named_hold_parse(office_t *office, const request_t *request,
			    bool program, uint32_t *ret_ttl,
			    const char **ret_name, char **ret_text);

/*
 * Serve a request to hold, of uid, for whom users_may_ask() is true. The caller
 * commits out->op before the answer, and calls create_undo() or (out->extended)
 * named_hold_not_extended() if that fails.
 * IN/OUT request - its name becomes NAME
 * OUT out - as create_serve(); text: the lines for a program, or the error
 * Locks: site_lock(true), synced
 */
extern int named_hold_serve(office_t *office, request_t *request, uint32_t uid,
			    time_t now, create_t *out);

/* An extension could not be made durable: set rc and text. Locks: none */
extern void named_hold_not_extended(office_t *office, create_t *out,
				    const char *why);

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

/*
 * The users to whom a confirmation of this name gives a booking: look up
 * their ids, with no lock held, before named_hold_update().
 * RET free(); NULL: there is no such hold, or it names none
 */
extern char *named_hold_users(office_t *office, const char *name, time_t now);

/*
 * Serve an update of v, which is a hold, or was one and is confirmed again, by
 * uid, with the right to change it. If the booking can't be made, the hold
 * stays.
 * IN out - with known
 * OUT out - as update_serve()
 * RET 0 or a code (refused.h)
 */
extern int named_hold_update(office_t *office, view_resv_t *v,
			     const request_t *request, uint32_t uid, time_t now,
			     update_t *out);

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

#endif
