/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * yield.h - the request at its first start, on nodes that others give up for
 * free ones.
 *
 *	node 0	| a a a . .	request r [1, 2],	node 0	| . r . . .
 *	node 1	| b b . . .	for node 0 alone:	node 1	| b b . . .
 *	node 2	| . . . c c				node 2	| a a a c c
 *
 * A booking that gives up a node keeps its time, and gets a node that is free
 * for all of this time: one exchange of the paper's recombination (2.3.2). The
 * binder (bind.h) exchanges nodes among all bookings that lie in the time of
 * the request; here only those bookings are read that hold a node of the
 * request.
 *
 * Private to this folder.
 */
#pragma once

#include "lrh/ask.h"
#include "lrh/draft.h"

/*
 * IN task - the request, whose first start is task->from <= task->to
 * IN free_nodes - the eligible nodes that are free for the whole request, if it
 *	starts then: fewer than the request needs
 * OUT plan - if 1 is returned: self and moves are set
 * RET 1; 0: others can't give up enough, more of them would change than
 *	options->moves, or a booking waits for nodes that the request's own
 *	booking leaves, or for a pool that another one leaves; -1 with errno
 *	ENOMEM or ESTALE
 */
extern int lrh_yield(const struct lrh_ask *ask, const struct lrh_task *task,
		     const garq_set_t *free_nodes, lrh_plan_t *plan);

/*
 * Return true if a booking waits for the nodes of left. The order must then be
 * gone through for this booking.
 */
extern bool lrh_is_waited_for(const struct lrh_ask *ask,
			      const struct lrh_change *left);
