/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * admit_begun.h - decide on which nodes a booking that has begun goes on.
 *
 * Its jobs may run on any of its nodes, so it keeps those that have not
 * failed: it may get others in the place of failed nodes, or more. A plan
 * (lrh/lrh.h) may bind it to any nodes, to have all bookings fit. Such a plan
 * is dropped, and the booking is placed without moving others.
 *
 * Locks: those of view.h, after site_sync().
 */
#pragma once

#include "plugin/booking/place/admit.h"
#include "plugin/booking/view/office.h"

/*
 * admit() for a booking that has begun.
 * IN keep - its nodes that have not failed, no more than the shape asks for:
 *	all of them are in the placement
 * OUT, RET - as admit(); REFUSED_BUSY also where it can't keep these
 */
extern int admit_begun(office_t *office, const shape_t *shape, uint64_t group,
		       const garq_set_t *keep, time_t now,
		       placement_t *ret_placement, refusal_t *ret_refusal);
