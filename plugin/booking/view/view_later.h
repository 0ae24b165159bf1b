/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_later.h - places of bookings whose records are still to be made
 * (remake.h), or of holders that are only assumed (repair_foresee()). They are
 * held in the machine, so that nobody else is given them meanwhile.
 *
 * Unlike those of view_pending.h they may cross each other, and what others
 * have: each is held whole, since the others may go elsewhere.
 *
 * Times are seconds since the epoch. Locks: site_lock().
 */
#ifndef PLUGIN_VIEW_LATER_H
#define PLUGIN_VIEW_LATER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/nodeset.h"
#include "plugin/booking/view/office.h"

/* Hold a place under a number that is not in use. */
extern void view_later_hold(office_t *office, size_t number,
			    const garq_set_t *nodes, time_t start, time_t end);

/* Return true if this is the holder id of such a place. */
extern bool view_later_is(uint64_t id);

/* A number that holds nothing: no effect. */
extern void view_later_release(office_t *office, size_t number, time_t start,
			       time_t end);

#endif
