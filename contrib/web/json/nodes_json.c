/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "contrib/sresv/gantt/gantt_seen.h"
#include "contrib/web/json/booking_json.h"
#include "contrib/web/json/nodes_json.h"
#include "contrib/web/json/reply.h"

const char *nodes_json_state(uint32_t state)
{
	if (state & NODE_STATE_DRAIN)
		return "drained";
	if (state & NODE_STATE_FAIL)
		return "fail";
	switch (state & NODE_STATE_BASE) {
	case NODE_STATE_DOWN:
		return "down";
	case NODE_STATE_IDLE:
		return "idle";
	case NODE_STATE_ALLOCATED:
		return "allocated";
	case NODE_STATE_MIXED:
		return "mixed";
	case NODE_STATE_FUTURE:
		return "future";
	default:
		return "unknown";
	}
}

static bool _has(const partition_info_t *p, uint32_t index)
{
	for (const int32_t *x = p->node_inx; x && (x[0] >= 0); x += 2)
		if (((int64_t) index >= x[0]) && ((int64_t) index <= x[1]))
			return true;
	return false;
}

static json_t *_partitions_of(const partition_info_msg_t *all, uint32_t index)
{
	json_t *names = json_array();

	for (uint32_t i = 0; all && (i < all->record_count); i++)
		if (_has(&all->partition_array[i], index))
			json_array_append_new(names,
				reply_text(all->partition_array[i].name));
	return names;
}

json_t *nodes_json_node(const node_info_t *n, uint32_t index,
			const char *first,
			const partition_info_msg_t *partitions)
{
	return json_pack("{s:o, s:I, s:o, s:o, s:s, s:b, s:o, s:I, s:I, s:o, s:o}",
		"name", reply_text(n->name), "index", (json_int_t) index,
		"partition", reply_text(first),
		"partitions", _partitions_of(partitions, index),
		"state", nodes_json_state(n->node_state),
		"down", (int) gantt_seen_is_down(n),
		"reason", reply_text((n->reason && n->reason[0]) ? n->reason :
								    NULL),
		"cpus", (json_int_t) n->cpus,
		"memory", (json_int_t) n->real_memory,
		"features", reply_text(n->features ? n->features : ""),
		"gres", reply_text(n->gres ? n->gres : ""));
}

static json_t *_partition(const partition_info_t *p)
{
	return json_pack("{s:o, s:o, s:I, s:b, s:b}",
		"name", reply_text(p->name),
		"node_ranges", booking_json_ranges(p->node_inx),
		"node_count", (json_int_t) p->total_nodes,
		"default", (p->flags & PART_FLAG_DEFAULT) != 0,
		"up", p->state_up == PARTITION_UP);
}

json_t *nodes_json_partitions(const partition_info_msg_t *all)
{
	json_t *list = json_array();

	for (uint32_t i = 0; list && all && (i < all->record_count); i++)
		if (json_array_append_new(list,
					  _partition(&all->partition_array[i]))) {
			json_decref(list);
			return NULL;
		}
	return list;
}
