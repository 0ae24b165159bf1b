/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spent.h - what accounts are charged for their bookings, by months.
 *
 * A sum is that of booking_t.charge over the bookings of an account that count
 * in a month: those of the view, and the closed ones, which the ledger has. The
 * rows of the ledger are the truth; the sums are derived from them at a start,
 * and follow each change, so that a question takes no walk through bookings.
 *
 *	view_set_booking()	a booking comes, or leaves
 *	spent_set()		its charge changes
 *	spent_resize()		... with its size, by the office
 *	spent_close()		it is closed, and was charged in the end
 *	spent_reopen()		... and is live again
 *
 * Amounts are hundredths, months as in plugin/booking/request/budget.h. Locks:
 * those of view.h.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plugin/booking/view/office.h"
#include "plugin/ledger/record/booking.h"

/* A booking enters the view, or leaves it; for view_set_booking(). */
extern void spent_enter(office_t *office, const booking_t *b);
extern void spent_leave(office_t *office, const booking_t *b);

/*
 * Give a booking of the view another charge.
 * IN payer - copied; NULL: nobody is charged
 */
extern void spent_set(office_t *office, booking_t *b, const char *payer,
		      const booking_charge_t *charge);

/* booking_charge_size() of a booking of the view. */
extern void spent_resize(office_t *office, booking_t *b, double had,
			 double has);

/* A booking that has left the view is closed in the ledger, with its charge. */
extern void spent_close(office_t *office, const booking_t *b);

/* ... and is read from the ledger, live again, before it enters the view. */
extern void spent_reopen(office_t *office, const booking_t *b);

/* The sum of an account for the months [from, until). */
extern int64_t spent_sum(office_t *office, const char *account, uint32_t from,
			 uint32_t until);

/*
 * A start reads the sums of closed bookings from the ledger: they are
 * forgotten, and added again. A ledger_charge_fn, whose arg is the office.
 */
extern void spent_begin(office_t *office);
extern void spent_add_closed(void *arg, const char *account, uint32_t month,
			     int64_t amount);

/* Call fn for each account that was ever charged. */
typedef void (*spent_fn)(const char *account, void *arg);
extern void spent_each(office_t *office, spent_fn fn, void *arg);

/*
 * A check walks through all bookings of the view.
 * RET of the last one - true if these make the sums of live bookings
 */
extern void spent_walk_begins(office_t *office);
extern void spent_walk(office_t *office, const booking_t *b);
extern bool spent_walk_ended(office_t *office);
