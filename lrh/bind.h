/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bind.h - from the logical view to the physical one: which nodes.
 *
 * The logical view says when each booking starts, and how many nodes of each
 * pool it has. The binder gives each the same nodes for all of its length: the
 * paper's recombination (2.3.2). Those that have not started may change nodes;
 * all that has started, jobs that run, and what is pinned stay where they are.
 *
 * First the bookings that a plan moves look for nodes among those that nobody
 * has, their own before others: then nobody else changes. Only where that is
 * not enough are those that come later bound again, in order of their start
 * (left edge), up to where nothing is left that lies otherwise than before; who
 * can keep his nodes keeps them.
 *
 * Without pinned nodes it succeeds whenever the counts allow; the proof is in
 * bind.c. With them it may not, and then the plan is not one.
 *
 * Private to this folder.
 */
#ifndef LRH_BIND_H
#define LRH_BIND_H

#include <stdint.h>

#include "lrh/binding.h"

/*
 * Find nodes for all of b->lie, the bookings known that are named there being
 * out of the way, and the holders of the group away (its own, GARQ_NO_GROUP:
 * none) too.
 * The first lie is the request itself, for options->pick(), if it is not known
 * or is away; others have their own nodes, or those with the lowest numbers.
 * IN away - garq_machine_away() has been called for it
 * IN/OUT b - nodes are set, and others may be added; it may be asked again,
 *	also with other times. b->lie may be moved
 * RET 1; 0 if there are none (nodes of b may be set; b stays the caller's); or
 *	-1 with errno ENOMEM (as with 0)
 */
extern int lrh_bind(const struct lrh *l, uint64_t away,
		    const lrh_options_t *options, struct lrh_binding *b);

#endif
