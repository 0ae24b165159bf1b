/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * holds.h - keep the places of offers for their requester (garq_offer_hold).
 *
 * To all other code a hold is a booking: it has the name of the offer, nodes,
 * a native record and a row in the ledger, which says that it is one.
 * Users=root keeps users out of it. Nobody waits for its row: its record is
 * marked until that is durable (unwritten.h). A hold ends with its offer, or
 * when its requester asks for room again, since it must not block that
 * request; so a user has at most the holds of one request. Offers to change a
 * booking have no holds: the booking keeps its own place.
 *
 * Locks: site_lock(true), synced, where nothing else is said, because native
 * records are deleted.
 */
#pragma once

#include "plugin/booking/open/offers.h"
#include "plugin/booking/place/ask.h"
#include "plugin/booking/view/office.h"

/*
 * Hold the first garq_offer_hold offers of a set, as far as their places are
 * free beside each other: no booking moves for a hold, so the answer to the
 * same words stays the same. The next commit of the ledger makes the holds
 * durable.
 */
extern void holds_make(office_t *office, offer_set_t *set, time_t now);

/* Release all holds of a user, or (NULL) of all users. The offers stay open. */
extern void holds_release_of(office_t *office, const uint32_t *uid);

/*
 * For a look (look.h): the places of the requester's holds are free until
 * holds_return(). The decision does not pause meanwhile (turns.h).
 * OUT a->lifted
 */
extern void holds_lift(office_t *office, ask_t *a);
extern void holds_return(office_t *office, ask_t *a);

/*
 * Delete the holds of offers that are not open any more, or were released.
 * Under site_lock(false) they wait for the next call.
 */
extern void holds_release_deferred(office_t *office);
