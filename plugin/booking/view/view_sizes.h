/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_sizes.h - how many cores and which GPUs nodes have.
 *
 * A search asks this of all nodes, and the host may have to look for each
 * answer: it is asked once for a node, until the view is built again, which
 * happens when a node has changed.
 *
 * Locks: those of view.h.
 */
#ifndef PLUGIN_VIEW_SIZES_H
#define PLUGIN_VIEW_SIZES_H

#include "plugin/booking/view/office.h"

/* See cores() and gpus() of host_nodes_t (host.h). */
extern uint32_t view_sizes_cores(office_t *office, uint32_t node);
extern uint64_t view_sizes_gpus(office_t *office, uint32_t node,
				const char *type);

/* The nodes may have changed: ask again. */
extern void view_sizes_forget(office_t *office);

#endif
