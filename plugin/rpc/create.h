/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * create.h - the two halves of making a reservation: what is done under the
 * locks, and what is left to do once they are released.
 */
#ifndef PLUGIN_CREATE_H
#define PLUGIN_CREATE_H

#include "plugin/booking/offers.h"
#include "plugin/booking/place_booking.h"

/*
 * Make it, or not: RET and out->rc say which. Locks: site_lock(), synced.
 * IN/OUT request - what was left out is filled in
 * IN set, offer - what is accepted with it, or NULL; closed if it is made
 */
extern int create_locked(request_t *request, uint32_t uid, time_t now,
			 offer_set_t *set, const ledger_offer_t *offer,
			 create_t *out);

/* Make it durable, or take it back: then out says so. Locks: none. */
extern void create_finish(create_t *out);

#endif
