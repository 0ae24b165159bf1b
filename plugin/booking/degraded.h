/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * degraded.h - bookings that lack failed nodes and cannot be repaired
 * (repair.h).
 *
 * Each change is logged, and told to the site's program (garq_notify).
 *
 * Locks: site_lock(), synced.
 */
#ifndef PLUGIN_DEGRADED_H
#define PLUGIN_DEGRADED_H

#include "plugin/booking/view.h"

/*
 * Mark a booking as degraded: its nodes failed, and no others are free. No
 * effect if it is marked.
 */
extern void degraded_mark(view_resv_t *v, time_t now);

/*
 * Clear the mark: the booking has all its nodes again. No effect without a
 * mark.
 * IN why - a few words for the site
 */
extern void degraded_mended(view_resv_t *v, const char *why);

/*
 * Update the marks of degraded bookings, if any node or any of them has changed:
 * of some dozens at one call. To be called after a booking got other nodes, and
 * by the periodic repair.
 */
extern void degraded_check(time_t now);

/* Are marks left to be updated? */
extern bool degraded_check_goes_on(void);

#endif
