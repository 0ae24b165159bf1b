/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * settle.h - the place in the paper's order of those that another order has
 * placed.
 *
 * Private to this folder.
 */
#ifndef LRH_SETTLE_H
#define LRH_SETTLE_H

#include "lrh/ask.h"
#include "lrh/draft.h"
#include "lrh/sketch.h"

/*
 * The starts that are final in a draft - of the request, of the items that are
 * not fixed; all others stay - and for each of them the least not_before with
 * which the paper's order has it there.
 * IN freed - when more is free than before, besides
 * OUT s - empty before
 * RET 0, or -1 with errno ENOMEM
 */
extern int lrh_settle(const struct lrh_ask *ask, const struct lrh_draft *d,
		      const struct lrh_change *freed, struct lrh_sketch *s,
		      lrh_plan_t *plan);

#endif
