/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * settle.h - a placement by another order, and the places in the paper's
 * order that lead to it.
 *
 * Private to this folder.
 */
#pragma once

#include "lrh/ask.h"
#include "lrh/draft.h"
#include "lrh/sketch.h"

/*
 * Sketch the final starts of a draft (of the request and of the items that are
 * not fixed; all other bookings stay), and for each the earliest not_before
 * with which the paper's order places it there.
 * IN freed - when more nodes are free than before, besides
 * OUT s - empty before
 * RET 0, s is not complete if it has become too late; or -1 with errno ENOMEM
 */
extern int lrh_settle(const struct lrh_ask *ask, const struct lrh_draft *d,
		      const struct lrh_change *freed, struct lrh_sketch *s);
