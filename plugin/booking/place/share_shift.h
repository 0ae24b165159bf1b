/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * share_shift.h - bookings by cores move inside their windows.
 *
 * A plan of lrh/ has whole nodes alone. What it does for bookings of these,
 * this does for bookings by cores (FCFS-LRH paper, section 2.3): they make room
 * for a request that is refused, and start earlier where room appears. A
 * booking moves if it has not begun or frozen (garq_freeze) and is not static:
 * to other cores; to other nodes, unless it named its own; to another start of
 * its window, unless it has licenses. The search is greedy: it finds a way, not
 * each way, and looks at SHARE_HOLDS holders in all.
 *
 *	node n1	core 0	|wwww    |	    then comes r, both cores at 0:
 *	   2 cores	|wwww    |	    w [0, 4] moves to 4
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync().
 */
#pragma once

#include "garq/machine.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/placement.h"
#include "plugin/booking/view/office.h"

/* The most bookings that are asked to move, and starts that are tried. */
#define SHARE_SHIFT_MAX 64
#define SHARE_SHIFT_STARTS 8

/*
 * Find room for a shape, of cores or of whole nodes, for which there is none
 * while all others stay. Nothing is changed.
 * IN rq - times, num_cn, eligible and group of the shape, from now on
 * OUT ret_placement - placement_free(); its plan has the moves, as many as
 *	garq_moves allows; untouched if false
 * RET false: no way was found
 */
extern bool share_shift_find(office_t *office, const shape_t *shape,
			     const garq_request_t *rq, time_t now,
			     placement_t *ret_placement);

/*
 * Nodes have become free during [t_s, t_e): add the bookings by cores that
 * start earlier to a plan. Each of them moves while the next ones still have
 * their places.
 * IN/OUT plan - of lrh_plan_room(): its bookings have their new places then
 */
extern void share_shift_earlier(office_t *office, time_t t_s, time_t t_e,
				time_t now, lrh_plan_t *plan);
