/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * orders.h - further orders, where the paper's order says no.
 *
 * Private to this folder.
 */
#pragma once

#include "lrh/ask.h"
#include "lrh/draft.h"

/*
 * Place the request, and the bookings in its reach, by further orders.
 * OUT plan - its order is set
 * RET as lrh_sketch_bind()
 */
extern int lrh_by_orders(const struct lrh_ask *ask, const struct lrh_task *task,
			 lrh_plan_t *plan);
