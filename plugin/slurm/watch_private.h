/* SPDX-License-Identifier: GPL-2.0-or-later */
/* watch_private.h - what the parts of the watcher share. RET false: no memory */
#ifndef PLUGIN_WATCH_PRIVATE_H
#define PLUGIN_WATCH_PRIVATE_H

#include "plugin/booking/view_feed.h"
#include "plugin/slurm/watch.h"

/* A job that runs past its end is there for at least this long (seconds). */
#define WATCH_OVERRUN 60

/* One that completes for so long (seconds) does not end by itself. */
#define WATCH_STUCK 30

/* Reservations: all are to be seen anew; see those that changed. */
extern void watch_resvs_reset(void);
extern bool watch_resvs(time_t now, const view_events_t *events);

/* Jobs: see all. */
extern bool watch_jobs(time_t now);

/* When to see them all again, even if Slurm tells of no change. */
extern time_t watch_jobs_due(void);

/*
 * Pools: see the classes of cnt nodes. RET have they changed? They only make
 * GarQ quicker: it answers as exactly with those of before.
 */
extern bool watch_pools(uint32_t cnt);
extern const uint32_t *watch_pools_classes(void);
extern void watch_pools_clear(void);

/* Nodes: see which are available. */
extern bool watch_nodes(time_t now);

/* Do they change without Slurm saying so? Power saving does that. */
extern bool watch_nodes_drift(void);

#endif
