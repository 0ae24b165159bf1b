/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recurrence.h - keep native reservations off the nodes of bookings.
 *
 * Slurm looks for reservations that conflict with the first occurrence and with
 * some later ones only, and for none that has cores. As bookings have been
 * promised, the office checks all occurrences up to the horizon. horizon is in
 * seconds from now; now is in seconds since the epoch.
 *
 * Locks: those of view.h, after site_sync().
 */
#pragma once

#include "plugin/booking/place/shape.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/*
 * Return true if an occurrence of v takes nodes or licenses that another
 * reservation holds then; one of cores, or the only one, those of a booking.
 * With MAINT or OVERLAP it may take the nodes, but not the licenses; where the
 * site says so (garq_maint=refuse), it may not. One that floats (TIME_FLOAT)
 * may take them later, but not where it begins now.
 * IN v - made or changed by Slurm just now, and seen since
 * OUT ret_text - the first conflict, and what to do; free()
 */
extern bool recurrence_conflicts(office_t *office, const view_resv_t *v,
				 time_t now, time_t horizon, char **ret_text);

/*
 * Explain why Slurm refused a new reservation with these flags, without a text
 * of its own: name the first occurrence for which other reservations leave too
 * few nodes.
 * OUT ret_text - free(); untouched if there is no such occurrence
 */
extern void recurrence_explain(office_t *office, const shape_t *shape,
			       uint64_t flags, time_t now, time_t horizon,
			       char **ret_text);

/*
 * Slurm gives what recurs other nodes for failed ones; in the place of cores it
 * gives any, which are free at no certain time, or none.
 * IN recurs - BOOKING_FLAGS_RECURRING; by_cores - of a record by count
 */
extern pin_t recurrence_pin(uint64_t recurs, bool by_cores);

/*
 * Give reservations that recur, are by cores and by count, and of which no
 * occurrence runs, cores of other nodes for those of nodes that are not
 * available: free at each occurrence, as they were chosen. One is placed in one
 * call. One without room is tried again after REPAIR_AGAIN seconds (timing.h).
 * Locks: site_lock(), after site_sync()
 * RET true if one has moved
 */
extern bool recurrence_repair(office_t *office, time_t now);

/* The same for a change of v that Slurm has refused. */
extern void recurrence_explain_change(office_t *office, const view_resv_t *v,
				      const request_t *request, time_t now,
				      time_t horizon, char **ret_text);
