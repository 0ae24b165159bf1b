/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * owed.h - bookings that have changed, where memory was too short to queue that
 * for the ledger.
 *
 * After a crash such a booking is where the ledger has it. So nothing is
 * placed, and nothing is taken to be written, before all of them are queued:
 * the place that one has left would be given to another booking, which the
 * ledger has, too.
 */
#ifndef PLUGIN_OWED_H
#define PLUGIN_OWED_H

#include <stdbool.h>

#include "plugin/booking/view/office.h"
#include "plugin/ledger/booking.h"

/* No operation says what b is now. Locks: site_lock() */
extern void owed_note(office_t *office, booking_t *b);

/*
 * Queue what is owed, behind which all operations of later requests are.
 * Locks: site_lock(). RET false: memory is still short
 */
extern bool owed_queue(office_t *office);

/* Is anything owed? Locks: none */
extern bool owed_any(office_t *office);

/* Nothing is owed any more. Locks: site_lock() */
extern void owed_none(office_t *office);

#endif
