/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * verbs.h - the verbs that make, change and delete reservations (ask.h).
 *
 * The verbs that only ask are in plugin/booking/offer/, hold in
 * plugin/booking/hold/, and those of jobs in plugin/booking/jobs/.
 */
#pragma once

#include "plugin/booking/place/ask.h"

/*
 * Create a reservation. A request for whole nodes or licenses becomes a
 * booking, or the user gets offers; the host makes all others as it would
 * without the office.
 */
extern const verb_t create_verb;

/*
 * Change a reservation: revision.h works out what a booking would be, and
 * update_place.h whether there is room for it. The host changes a native
 * reservation, and a booking that becomes native. A confirmation of a hold is
 * an update, too (named_hold.h). verb_t.undo restores the reservation, if it
 * can go back: nobody has changed it since (view_ask()), it has not begun at a
 * new start, and its old place is free but for failed nodes. Otherwise the
 * change stays, and is written as soon as the ledger can be. No other booking
 * is moved back (shift.h). The failed operation may still get into the ledger,
 * so all of it is queued as it is then.
 */
extern const verb_t update_verb;

/*
 * Give a booking the name of wishes.name: an update with nothing else. A hold,
 * a part of a co-reservation, and a booking that a job names keep their names.
 * verb_t.undo gives the old one back, unless a job names the new one by now.
 */
extern const verb_t rename_verb;

/* Steps of update_verb, for other verbs. */
extern int update_early(office_t *office, ask_t *a);
extern int update_may(office_t *office, ask_t *a);
extern int update_check(office_t *office, ask_t *a);
/* The reservation is there, and the user may change it at all. OUT v, kind */
extern int update_target(office_t *office, ask_t *a);
extern int update_shape(office_t *office, ask_t *a);
extern int update_plan(office_t *office, ask_t *a);
extern void update_undo(office_t *office, ask_t *a, const char *why);

/*
 * Accept an open offer, whole or in part: the booking, or the change of a
 * booking, that the offer stands for is made. It is an update of the offer's
 * name, which may narrow the offer by NodeCnt, Duration, StartTime and EndTime,
 * and may replace the request's Users, Groups and Accounts. If the place was
 * taken meanwhile, the user gets a refusal with new offers. What is accepted
 * ends in the future: an update that ends earlier cuts a booking short, and
 * changes nothing else of it. When it is planned the verb becomes create or
 * update.
 */
extern const verb_t accept_verb;

/*
 * Return true if an open offer that is not hidden from the user has this name,
 * and no reservation has it. The reservation of a held offer, which has the
 * same name, does not count.
 */
extern bool accept_names_offer(office_t *office, const char *name, uint32_t uid,
			       time_t now);

/*
 * Delete the reservation or hold, or withdraw the offer or the request that
 * stands by, of request->name. The
 * verb itself catches up with the host (catch_up.h). While another controller
 * has the ledger nothing is deleted. A hold, also a former one, leaves a
 * tombstone (tombstone.h); so does each name of a part of a co-reservation,
 * also where the user has no such booking. A deletion is not undone, because
 * others may have got the nodes: op stays. Locks: site_lock(true)
 */
extern const verb_t remove_verb;
