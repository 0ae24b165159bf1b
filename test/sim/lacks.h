/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lacks.h - the rule that a booking has its nodes to itself for all of its time, or
 * is marked, and told once, as one that lacks some: whatever took them.
 *
 * What took nodes is looked up here in the world itself, not in the view: failed
 * nodes, records of Slurm's own, jobs. What the office may wait for it has some time
 * for; and what only may take nodes (a later occurrence, another booking, a partition
 * that changed) excuses a mark, and demands none.
 */
#pragma once

#include "plugin/booking/request/notify_event.h"
#include "test/sim/world.h"

/* A turn of the agent is over, and has left nothing to the next one. */
extern void lacks_check(void);

/* The site's program is told of this. */
extern void lacks_told(const notify_t *n);

/* The nodes that have not all the GPUs that a booking has of them. */
extern mask_t lacks_gpus(const view_resv_t *v);

/* The clock was set: each booking gets its whole time again to be marked. */
extern void lacks_begin_anew(void);

/* The plugin has looked: what is gone may be there again, and told once more. */
extern void lacks_seen(void);

/* A booking has another name: what was told of it was told. */
extern void lacks_renamed(const char *from, const char *to);

/* A new life of the controller begins: nothing is told yet. */
extern void lacks_forget(void);
