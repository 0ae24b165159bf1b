/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_nodes.c - nodes that are down, drained or not there; see view.h */

#include "plugin/slurm/view_private.h"

static bitstr_t *avail;		/* nodes that were available */
static time_t *down_since;	/* per node, 0 if available */
static uint32_t nodes_cnt;

void view_nodes_clear(uint32_t cnt)
{
	FREE_NULL_BITMAP(avail);
	xfree(down_since);
	nodes_cnt = cnt;
	if (cnt)
		down_since = xcalloc(cnt, sizeof(time_t));
}

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

bool view_nodes_drift(void)
{
	return slurm_conf.suspend_program && slurm_conf.resume_program;
}

static bitstr_t *_available(void)
{
	bitstr_t *is = bit_alloc(nodes_cnt);

	for (uint32_t i = 0; i < (uint32_t) node_record_count; i++)
		if (_is_available(node_record_table_ptr[i]))
			bit_set(is, i);
	return is;
}

bool view_nodes_sync(time_t now)
{
	bitstr_t *is = _available();
	bitstr_t *one = NULL;
	bool ok = true;

	if (avail && bit_equal(is, avail))
		goto done;
	one = bit_alloc(nodes_cnt);
	for (uint32_t i = 0; ok && (i < nodes_cnt); i++) {
		bool was_up = avail && bit_test(avail, i);

		if (bit_test(is, i)) {
			if (!was_up)
				view_release(VIEW_ID(VIEW_ID_NODE, i), 0,
					     GARQ_FOREVER);
			down_since[i] = 0;
		} else if (was_up || !avail) {
			bit_set(one, i);
			ok = view_hold(VIEW_ID(VIEW_ID_NODE, i), VIEW_ID(VIEW_ID_NODE, i), one, now,
				   GARQ_FOREVER);
			bit_clear(one, i);
			down_since[i] = now;
		}
	}
	FREE_NULL_BITMAP(avail);
	avail = is;
	is = NULL;
done:
	FREE_NULL_BITMAP(is);
	FREE_NULL_BITMAP(one);
	return ok;
}

time_t view_down_since(uint32_t node)
{
	return (down_since && (node < nodes_cnt)) ? down_since[node] : 0;
}
