/* SPDX-License-Identifier: GPL-2.0-or-later */
/* placement.h - where a booking is to lie, and what of a record is to change. */
#ifndef PLUGIN_PLACEMENT_H
#define PLUGIN_PLACEMENT_H

#include "lrh/lrh.h"

typedef struct {
	time_t start;		/* of the booking */
	time_t not_before;	/* lrh.h; within the shape's window */
	garq_set_t *nodes;	/* num_cn of them; owned */
	lrh_plan_t plan;	/* who else moves; owned */
} placement_t;

/* What of a record is to be changed besides the attributes of a request. */
typedef struct {
	bool times;		/* start and end */
	time_t start;
	time_t end;
	uint32_t duration_min;	/* or BOOKING_NO_DURATION */
	bool list;		/* the nodes */
	const char *asked_nodes;	/* "ALL" keeps Slurm's meaning of it */
	const garq_set_t *nodes;
} change_t;

#endif
