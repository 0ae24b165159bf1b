/* SPDX-License-Identifier: GPL-2.0-or-later */
/* watch_nodes.c - which nodes are available; see watch.h */

#include "plugin/slurm/watch_private.h"

/*
 * What Slurm shows of a node decides, not its avail_node_bitmap: a node that
 * power saving takes down or up is missing there for a while, although it
 * comes when it is asked for, and another one is there although it does not
 * respond. After each start of slurmctld it takes seconds, or minutes, until
 * all nodes have registered. Until then they are not known to be gone: they
 * count.
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
