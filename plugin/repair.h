/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * repair.h - other nodes for those that failed.
 *
 * Slurm replaces nodes that are down or drained in a reservation that asked for
 * a count of nodes; as the lists of our bookings are pinned, we do it, exactly:
 * the new nodes are free for all of the rest of the booking, or nothing is
 * changed and the log says that the booking lacks nodes.
 */
#ifndef PLUGIN_REPAIR_H
#define PLUGIN_REPAIR_H

#include <time.h>

/* A node must have been unavailable for so long, in seconds. */
#define REPAIR_PATIENCE 30

/* Locks: site_lock(), after site_sync(). */
extern void repair_all(time_t now);

#endif
