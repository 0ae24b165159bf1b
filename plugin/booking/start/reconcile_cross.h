/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile_cross.h - find out if a record is where the ledger has a booking.
 *
 * A request that is being written may have made a record in room that others
 * left by a move, which is in the same operation of the ledger. If the ledger
 * has the others where they were, that operation is not in it, so nobody was
 * promised the record.
 *
 * Locks: those of view.h.
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/*
 * Return true if the record of v, which is no booking, has a node of b at a
 * time of b that has not ended. IN b - in no view yet
 */
extern bool cross_booking(office_t *office, const view_resv_t *v,
			  const booking_t *b, time_t now);

/* The same of any booking in the view. */
extern bool cross_any(office_t *office, const view_resv_t *v, time_t now);
