/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * holds.h - offers whose place is kept for their requester (garq_offer_hold).
 *
 * A hold is a booking like any other to everybody else: it has the name of the
 * offer, nodes and a native record, is in the ledger, and is of use to nobody
 * (Users=root). It ends with the offer, and with the requester's next request
 * for room, in whose way it must not be; so a user has no more of them than one
 * request gives him. An update has none: what it is to change stays where it
 * is.
 *
 * Locks: site_lock(true), synced, where nothing else is said: native records
 * are deleted.
 */
#ifndef PLUGIN_HOLDS_H
#define PLUGIN_HOLDS_H

#include "plugin/booking/offers.h"

/*
 * Are there holds, or may there be? Then site_lock(true) is for whoever makes
 * or changes a reservation. No locks: what changes meanwhile is late by one
 * look of the agent.
 */
extern bool holds_possible(void);

/* Hold the first offers of a set, as far as they fit beside each other. */
extern void holds_make(offer_set_t *set, time_t now);

/* Let go all that are held for a user, or (NULL) for anybody. */
extern void holds_release_of(const uint32_t *uid);

/*
 * End the holds of offers that are open no more. With site_lock(false) they are
 * left to the next call.
 */
extern void holds_release_deferred(void);

#endif
