/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * combine.h - room for a request for pinned nodes: other bookings get other
 * nodes, other starts, or both.
 *
 * Orders (orders.h) shift bookings by the counts and bind them afterwards, so
 * none of them finds a plan in which one booking starts later because a second
 * one has given up nodes for it. Here starts and nodes are searched together,
 * on a board (board.h): the request takes its nodes, the bookings that had
 * them are out, each of these takes nodes that may put further ones out, until
 * no booking is out. The search goes back where a booking finds no place, and
 * ends when all ways have been tried, or the steps are used up.
 *
 * Bookings keep their starts if that is possible; else as few bookings as
 * possible start at another time.
 *
 * Private to this folder.
 */
#pragma once

#include "lrh/ask.h"
#include "lrh/draft.h"

/*
 * Find other nodes for the bookings that conflict with the request at its first
 * start. No booking starts at another time. Untried ways do not cut the plan,
 * and no limit counts the steps, so that all other phases go as far as without
 * this one: a millisecond's at most, and lrh_combine() goes on.
 * OUT plan - its order is set
 * RET as lrh_sketch_bind(); 0 also if the request is not pinned
 */
extern int lrh_combine_still(const struct lrh_ask *ask,
			     const struct lrh_task *task, lrh_plan_t *plan);

/*
 * Find other nodes and starts for the bookings that conflict with the request,
 * at any start in its window. If there are none, and no mover, start, step or
 * move was left out, then this is proven: the plan is neither cut nor capped,
 * whatever earlier phases have left out.
 * OUT plan - its order is set
 * RET as lrh_combine_still()
 */
extern int lrh_combine(const struct lrh_ask *ask, const struct lrh_task *task,
		       lrh_plan_t *plan);
