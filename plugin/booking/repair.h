/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * repair.h - give bookings other nodes for nodes that failed.
 *
 * Slurm replaces nodes that are down or drained in a reservation by count. The
 * lists of bookings are pinned, so the office replaces them. A repair tries
 * other nodes at the same time, for which other bookings that have not started
 * may change their nodes or shift inside their windows; then, if the booking is
 * flexible, another start in its own window. A booking that has begun keeps its
 * good nodes (admit_begun.h). If neither fits, the booking is degraded
 * (degraded.h): it keeps its place, which is logged and told to the site
 * (garq_notify), until its nodes are back or others are free. No other booking
 * loses its place to a repair. The booking of a running job is left alone.
 */
#ifndef PLUGIN_REPAIR_H
#define PLUGIN_REPAIR_H

#include <stdbool.h>
#include <time.h>

/*
 * Repair the bookings on nodes that failed REPAIR_PATIENCE seconds ago or
 * earlier (timing.h), and mark as degraded those that can't be repaired. Each
 * change is queued for the ledger. Locks: site_lock(), after site_sync().
 * RET has anything changed that Slurm looks at?
 */
extern bool repair_all(time_t now);

/*
 * Are bookings, nodes or marks left that the last call had no steps for? Then call
 * it soon.
 */
extern bool repair_goes_on(void);

#endif
