/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * good_nodes.h - the rule that a booking which has begun keeps its good nodes,
 * because its jobs may run on them.
 *
 * A node of a booking is good from the first look at the begun booking until the
 * node fails, or leaves slurm.conf, or until something that is not the booking's
 * comes to have it in the booking's time while no job of the booking runs on it. A
 * node that fails and returns between two looks is not good until the next look, since
 * the office may have replaced it.
 * An update by count may give good nodes back, or add others, but does not
 * exchange them, but for nodes that were named and are not of the partition or
 * lack the feature; an update that names nodes may do all.
 *
 * A new life of the controller knows no good nodes at first: a crash may undo
 * the last repairs. Nor does a clock that was put back, before the start.
 */
#pragma once

#include "test/sim/promises.h"

/* Look at all begun bookings: each has its good nodes still. The view is synced,
 * or a turn of the agent is just over. */
extern void good_nodes_check(void);

/* These nodes fail, or leave slurm.conf. */
extern void good_nodes_fail(mask_t nodes);

/* A new life begins, or the clock was put back: no good nodes are known. */
extern void good_nodes_forget(void);

/* A request is about to be served. Nodes that another reservation or job has taken
 * are not good from now on, as the request may remove the taker before a look. */
extern void good_nodes_taken(void);

/* A change of p is about to be served, with the view synced; it was granted. */
extern void good_nodes_before(promise_t *p);
extern void good_nodes_after(promise_t *p);
