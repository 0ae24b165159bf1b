/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * degraded.h - bookings that lack nodes which failed, and for which there are no
 * others (repair.h). Each change is logged and told to the site's program.
 *
 * Locks: site_lock(), synced.
 */
#ifndef PLUGIN_DEGRADED_H
#define PLUGIN_DEGRADED_H

#include "plugin/booking/view.h"

/* The booking lacks nodes, and nothing can be done; no change if that is known. */
extern void degraded_mark(view_resv_t *v, time_t now);

/*
 * The booking lacks nothing any more; no change if it was not degraded.
 * IN why - a few words for the site
 */
extern void degraded_mended(view_resv_t *v, const char *why);

/*
 * See which bookings that were degraded are complete again. For whoever has given
 * one other nodes, and from time to time.
 */
extern void degraded_check(time_t now);

#endif
