/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * degraded.h - bookings that lack nodes (taken.h) and cannot be repaired
 * (repair.h).
 *
 * Each change is logged, shown with the reservation, and told to the site's
 * program (garq_notify).
 *
 * Locks: site_lock(), synced.
 */
#pragma once

#include "plugin/booking/place/loss/taken.h"
#include "plugin/booking/view/office.h"

/*
 * Mark a booking as degraded, or bring its mark up to date: it is told again
 * if it lacks other nodes than before.
 */
extern void degraded_mark(office_t *office, view_resv_t *v,
			  const taken_t *taken, time_t now);

/*
 * Clear the mark: the booking has all its nodes again. No effect without a
 * mark.
 */
extern void degraded_mended(office_t *office, view_resv_t *v, time_t now);

/*
 * Before a start users were told that the booking is degraded: mark it so until
 * repair.h has looked at it. No effect if it has a mark.
 * IN why - as they were told
 */
extern void degraded_recall(office_t *office, view_resv_t *v, const char *why);
