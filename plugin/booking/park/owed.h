/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * owed.h - bookings that have changed, where memory was too short to queue that
 * for the ledger.
 *
 * After a crash such a booking is where the ledger has it. Nothing is placed,
 * and nothing counts as written, before all of them are queued: otherwise
 * another booking could get the old place of one, and the ledger would have
 * both there.
 */
#ifndef PLUGIN_OWED_H
#define PLUGIN_OWED_H

#include <stdbool.h>

#include "plugin/booking/view/office.h"
#include "plugin/ledger/booking.h"

/* No operation says what b is now. Locks: site_lock() */
extern void owed_note(office_t *office, booking_t *b);

/*
 * Queue the owed bookings, ahead of all operations of later requests.
 * Locks: site_lock(). RET false: memory is still short
 */
extern bool owed_queue(office_t *office);

/* Return true if a booking is owed. Locks: none */
extern bool owed_any(office_t *office);

/* Nothing is owed any more. Locks: site_lock() */
extern void owed_none(office_t *office);

#endif
