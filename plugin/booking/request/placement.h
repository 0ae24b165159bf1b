/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * placement.h - the place that was found for a booking, and the change that is
 * to be made to a record. Times are seconds since the epoch.
 */
#pragma once

#include "lrh/lrh.h"
#include "plugin/booking/request/units.h"

typedef struct {
	time_t start;		/* of the booking, in the shape's window */
	time_t not_before;	/* see lrh/lrh.h; in the same window */
	garq_set_t *nodes;	/* num_cn of the shape; owned */
	units_t units;		/* of these nodes; owned */
	lrh_plan_t plan;	/* the moves of other bookings; owned */
} placement_t;

/*
 * The change of a record beside the attributes in a request. Pointers are
 * borrowed.
 */
typedef struct {
	bool times;		/* start and end change */
	time_t start;
	time_t end;
	uint32_t duration_min;	/* minutes, or BOOKING_NO_DURATION */
	bool list;		/* the nodes change */
	const char *asked_nodes;	/* "ALL": Slurm is asked for just that;
					 * a list, or NULL: by count */
	const garq_set_t *nodes;
	units_t units;		/* of these nodes; none: whole ones */
} change_t;
