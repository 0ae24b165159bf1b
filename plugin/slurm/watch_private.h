/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_private.h - shared by the files of the watcher.
 *
 * Locks: those of watch.h. Functions that see tables return false if memory is
 * short; the view is then incomplete. Times are seconds since the epoch.
 */
#ifndef PLUGIN_WATCH_PRIVATE_H
#define PLUGIN_WATCH_PRIVATE_H

#include "plugin/booking/view_feed.h"
#include "plugin/slurm/watch.h"

/* Seconds for which a job that runs past its end is expected to go on. */
#define WATCH_OVERRUN 60

/* Seconds after which a completing job counts as holding its nodes. */
#define WATCH_STUCK 30

/*
 * Reservations: watch_resvs_reset() has the next watch_resvs() read all
 * records; otherwise watch_resvs() reads records only if some have changed.
 */
extern void watch_resvs_reset(void);
extern bool watch_resvs(time_t now, const view_events_t *events);

/* Jobs: read all. */
extern bool watch_jobs(time_t now);

/* When to read all jobs again, even if Slurm's stamp does not change. */
extern time_t watch_jobs_due(void);

/*
 * Pools: watch_pools() computes the classes of cnt nodes, and returns whether
 * any has changed. Classes only make GarQ faster; its answers are also exact
 * with outdated classes.
 * RET watch_pools_classes(): a class for each node, by index; owned by the
 *	watcher, valid until the next watch_pools() or watch_pools_clear()
 */
extern bool watch_pools(uint32_t cnt);
extern const uint32_t *watch_pools_classes(void);
extern void watch_pools_clear(void);

/* Nodes: read which are available. */
extern bool watch_nodes(time_t now);

/* Can nodes change without a new stamp of Slurm's? Power saving does that. */
extern bool watch_nodes_drift(void);

#endif
