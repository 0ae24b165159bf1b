/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * repair.h - the request where it fits, and the bookings in its way elsewhere.
 *
 * Private to this folder.
 */
#pragma once

#include "lrh/trial.h"

/*
 * Place the request at some start, and the bookings in its way there elsewhere.
 * RET as lrh_sketch_bind(); 0 also if it has become too late
 */
extern int lrh_by_repair(const struct lrh_ask *ask, const struct lrh_task *task,
			 const struct lrh_reach *reach, lrh_plan_t *plan);
