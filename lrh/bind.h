/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bind.h - from the logical view to the physical one: which nodes.
 *
 * The logical view says when each booking starts, and how many nodes of each
 * pool it has. The binder gives each booking the same nodes for all of its
 * length: the paper's recombination (2.3.2). Bookings that have not started may
 * change nodes; started bookings, running jobs and pinned nodes stay.
 *
 * First phase: the bookings that a plan moves get free nodes, their own ones
 * before others, and no other booking changes. Second phase, where free nodes
 * are too few: later bookings are bound again in order of their start (left
 * edge), up to the time from which on every booking lies where it did. A
 * booking that can keep its nodes keeps them.
 *
 * Without pinned nodes the binder succeeds whenever the counts allow; the proof
 * is in bind.c. With pinned nodes it may fail, and then there is no plan.
 *
 * Private to this folder.
 */
#pragma once

#include <stdint.h>

#include "lrh/binding.h"
#include "lrh/meter.h"

/*
 * Find nodes for all of b->lie. The known bookings that are named there are
 * excluded, and so are the holders of the group away (the request's own;
 * GARQ_NO_GROUP: none).
 * The first lie is the request, if it is no known booking or is away. Others
 * keep the nodes that they have, as far as these are free. options->pick()
 * chooses all other nodes, pool by pool.
 * IN away - garq_machine_away() has been called for it
 * IN/OUT b - nodes are set, and other lies may be added; b may be asked again,
 *	also with other times. b->lie may be moved
 * IN/OUT meter - counts the nodes and holds that are read
 * RET 1; 0 if there are too few nodes, or the budget is used up (some nodes of
 *	b may be set; b stays the caller's); or -1 with errno ENOMEM (b as with
 *	0)
 */
extern int lrh_bind(const struct lrh *l, uint64_t away,
		    const lrh_options_t *options, struct lrh_meter *meter,
		    struct lrh_binding *b);
