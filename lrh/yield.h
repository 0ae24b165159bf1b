/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * yield.h - the request at its first start, on nodes that others give up for free
 * ones.
 *
 *	node 0	| a a a . .	request r [1, 2],	node 0	| . r . . .
 *	node 1	| b b . . .	for node 0 alone:	node 1	| b b . . .
 *	node 2	| . . . c c				node 2	| a a a c c
 *
 * The bookings that have the nodes keep their time, and each has for all of it a
 * free node for each one that it gives up: one exchange of the paper's
 * recombination (2.3.2), where the binder (bind.h) goes through all that lie in the
 * time of the request. No start is looked for, so few bookings are read.
 *
 * Private to this folder.
 */
#ifndef LRH_YIELD_H
#define LRH_YIELD_H

#include "lrh/ask.h"
#include "lrh/draft.h"

/*
 * IN task - the request, whose first start is task->from <= task->to
 * IN free_nodes - those that are free for the whole of it from there: too few
 * OUT plan - if 1 is returned: self and moves are set
 * RET 1; 0: others can't give up enough, more of them would change than
 *	options->moves, or a booking waits for nodes of a pool that is left: the
 *	order has to be gone through for it; -1 with errno ENOMEM or ESTALE
 */
extern int lrh_yield(const struct lrh_ask *ask, const struct lrh_task *task,
		     const garq_set_t *free_nodes, lrh_plan_t *plan);

#endif
