/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_pools.c - classes of nodes that no request can tell apart; see watch.h
 *
 * The class of a node is a hash of the properties by which requests choose
 * nodes. Two classes with the same hash by chance share one count; answers stay
 * exact and only take longer, because GarQ looks at single nodes where counts
 * do not decide.
 */

#include <string.h>

#include "plugin/slurm/watch_private.h"

static uint32_t *class_of;	/* hash of each node, by index */
static uint32_t nodes_cnt;

/* FNV-1a */
static uint64_t _mix(uint64_t hash, const void *data, size_t size)
{
	const unsigned char *byte = data;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
	return hash;
}

static uint64_t _mix_text(uint64_t hash, const char *text)
{
	return text ? _mix(hash, text, strlen(text) + 1) : _mix(hash, "", 1);
}

static uint32_t _class(const node_record_t *node, bitoff_t i)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	list_itr_t *iter;
	part_record_t *part;

	if (!node)
		return 0;
	hash = _mix_text(hash, node->features);
	hash = _mix_text(hash, node->features_act);
	hash = _mix_text(hash, node->gres);
	hash = _mix(hash, &node->cpus, sizeof(node->cpus));
	hash = _mix(hash, &node->real_memory, sizeof(node->real_memory));
	iter = list_iterator_create(part_list);
	while ((part = list_next(iter)))
		if (part->node_bitmap && (i < bit_size(part->node_bitmap)) &&
		    bit_test(part->node_bitmap, i))
			hash = _mix(hash, &part, sizeof(part));
	list_iterator_destroy(iter);
	return (uint32_t) (hash ^ (hash >> 32));
}

bool watch_pools(uint32_t cnt)
{
	bool changed = (cnt != nodes_cnt) || !class_of;

	if (changed) {
		xfree(class_of);
		class_of = xcalloc(cnt, sizeof(*class_of));
		nodes_cnt = cnt;
	}
	for (uint32_t i = 0; i < MIN(cnt, (uint32_t) node_record_count); i++) {
		uint32_t class = _class(node_record_table_ptr[i], i);

		changed |= (class != class_of[i]);
		class_of[i] = class;
	}
	return changed;
}

const uint32_t *watch_pools_classes(void)
{
	return class_of;
}

void watch_pools_clear(void)
{
	xfree(class_of);
	nodes_cnt = 0;
}
