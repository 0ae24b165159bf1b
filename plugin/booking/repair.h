/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * repair.h - other nodes for those that failed.
 *
 * Slurm replaces nodes that are down or drained in a reservation that asked for
 * a count of nodes; as the lists of our bookings are pinned, we do it, exactly.
 * First other nodes at the same time, for which others that have not started may
 * change theirs, or shift inside their windows; then, if the booking is
 * flexible, another start in its own window. Where nothing of that will do it is
 * degraded: it stays as it is, which is logged and told (garq_notify), and
 * complete again as soon as its nodes are back, or others free. Nobody else
 * loses anything by it. The booking of a job that runs is left alone.
 */
#ifndef PLUGIN_REPAIR_H
#define PLUGIN_REPAIR_H

#include <stdbool.h>
#include <time.h>

/*
 * Locks: site_lock(), after site_sync().
 * RET has anything changed that Slurm looks at
 */
extern bool repair_all(time_t now);

#endif
