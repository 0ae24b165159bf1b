/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * beside.h - the request at the first start that it may have, beside all others
 * when they are: on free nodes, or on nodes that others give up (yield.h).
 *
 * With one pool the paper's order finds the same, after a look at each booking
 * near: each has the start that this order gives it (lrh.h), the request takes
 * no nodes from these starts, and nobody finds an earlier one because of it.
 * With several pools the order may also move bookings to nodes of other pools,
 * or find no nodes for one of them: so the paper's algorithm alone (LRH_PAPER)
 * does without. Nodes that others give up don't change that: where their
 * counts are enough, the paper's recombination (2.3.2) gives the request
 * nodes, too.
 *
 * Private to this folder.
 */
#pragma once

#include "lrh/ask.h"
#include "lrh/draft.h"

/*
 * IN task - the request. If bookings wait for nodes that its own booking
 *	leaves, nothing is found: the order has to be gone through for them
 * OUT plan - if 1 is returned: its order, self and moves are set; all moves
 *	keep their starts
 * RET 1; 0; -1 with errno ENOMEM or ESTALE
 */
extern int lrh_beside_all(const struct lrh_ask *ask,
			  const struct lrh_task *task, lrh_plan_t *plan);
