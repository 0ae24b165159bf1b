/* SPDX-License-Identifier: GPL-2.0-or-later */
/* watch_nodes.c - which nodes are available; see watch.h */

#include "plugin/slurm/watch_private.h"

/*
 * The state of a node decides, not Slurm's avail_node_bitmap: that bitmap lacks
 * nodes that power saving switches, although such nodes come up on demand, and
 * has some nodes that do not respond. After a start of slurmctld the nodes take
 * seconds or minutes to register; nodes of unknown state count as available.
 */
static bool _is_available(const node_record_t *node)
{
	if (!node || IS_NODE_DOWN(node) ||
	    IS_NODE_FUTURE(node) || IS_NODE_DRAIN(node) || IS_NODE_FAIL(node))
		return false;
	return !IS_NODE_NO_RESPOND(node) || IS_NODE_POWERED_DOWN(node) ||
	       IS_NODE_POWERING_DOWN(node) || IS_NODE_POWERING_UP(node);
}

bool watch_nodes_drift(void)
{
	return slurm_conf.suspend_program && slurm_conf.resume_program;
}

bool watch_nodes(time_t now)
{
	garq_set_t *avail = garq_set_create(view_size());
	bool ok;

	for (uint32_t i = 0; avail && (i < (uint32_t) node_record_count); i++)
		if (_is_available(node_record_table_ptr[i]))
			garq_set_add(avail, i);
	ok = avail && view_nodes_see(avail, now);
	garq_set_destroy(avail);
	return ok;
}
