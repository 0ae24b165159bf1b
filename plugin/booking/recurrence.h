/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recurrence.h - a recurring reservation must not run over bookings.
 *
 * Slurm looks for other reservations in the way of the first occurrence, and
 * of some of the later ones only. As the bookings of later days have been
 * promised, all occurrences up to the horizon are looked at here.
 */
#ifndef PLUGIN_RECURRENCE_H
#define PLUGIN_RECURRENCE_H

#include "plugin/booking/shape.h"
#include "plugin/booking/view.h"

/*
 * Does an occurrence of v, which Slurm has just made or changed and which was
 * seen since, take nodes or licenses that somebody else holds then? One that
 * means to take nodes (MAINT, OVERLAP) may; of licenses it gets what there is,
 * as any.
 * OUT ret_text - what is in the way; free()
 * Locks: those of view.h, after site_sync().
 */
extern bool recurrence_conflicts(const view_resv_t *v, time_t now,
				 time_t horizon, char **ret_text);

/*
 * Why Slurm refuses a reservation with these flags and no word about it: the
 * first occurrence for which other reservations leave too few nodes.
 * OUT ret_text - free(); untouched if that is not why
 */
extern void recurrence_explain(const shape_t *shape, uint64_t flags, time_t now,
			       time_t horizon, char **ret_text);

/* The same of a change to v, which Slurm has refused. */
extern void recurrence_explain_change(const view_resv_t *v,
				      const request_t *request, time_t now,
				      time_t horizon, char **ret_text);

#endif
