/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nodes.c - see nodes.h */

#include "plugin/booking/view.h"
#include "plugin/slurm/nodes.h"
#include "plugin/slurm/refusals.h"

garq_set_t *nodes_from_bits(const bitstr_t *nodes, uint32_t size)
{
	bitstr_t *bits = (bitstr_t *) nodes;
	garq_set_t *set = garq_set_create(size);
	bitoff_t first = bits ? bit_ffs(bits) : -1;
	bitoff_t last = (first >= 0) ? bit_fls(bits) : -1;

	for (bitoff_t i = first; set && (i >= 0) && (i <= last); i++)
		if (bit_test(bits, i))
			garq_set_add(set, (uint32_t) i);
	return set;
}

garq_set_t *nodes_from_bitmap(const bitstr_t *nodes)
{
	return nodes_from_bits(nodes, view_size());
}

bitstr_t *nodes_to_bitmap(const garq_set_t *set)
{
	bitstr_t *nodes = bit_alloc(node_record_count);

	for (uint32_t i = garq_set_next(set, 0);
	     (i < set->size) && (i < (uint32_t) node_record_count);
	     i = garq_set_next(set, i + 1))
		bit_set(nodes, i);
	return nodes;
}

char *nodes_to_list(const garq_set_t *set)
{
	bitstr_t *nodes = nodes_to_bitmap(set);
	char *list = text_take(bitmap2node_name(nodes));

	FREE_NULL_BITMAP(nodes);
	return list;
}

int nodes_from_list(const char *list, garq_set_t **ret_set)
{
	bitstr_t *nodes = NULL;
	int rc = compat_node_bitmap(list, &nodes) ? REFUSED_NODES : 0;

	*ret_set = nodes_from_bitmap(nodes);
	FREE_NULL_BITMAP(nodes);
	return *ret_set ? rc : ENOMEM;
}

/* Each walk calls this for many records: visit only the nodes of the set. */
bool nodes_same(const garq_set_t *set, const bitstr_t *nodes)
{
	bitstr_t *bits = (bitstr_t *) nodes;

	if (!set || !bits)
		return !set && !bits;
	if (garq_set_count(set) != (uint32_t) bit_set_count(bits))
		return false;
	for (uint32_t i = garq_set_next(set, 0); i < set->size;
	     i = garq_set_next(set, i + 1))
		if ((i >= bit_size(bits)) || !bit_test(bits, i))
			return false;
	return true;
}

const char *nodes_name(uint32_t i)
{
	const node_record_t *node = (i < (uint32_t) node_record_count) ?
		node_record_table_ptr[i] : NULL;

	return (node && node->name) ? node->name : "?";
}

const char *nodes_state(uint32_t i)
{
	node_record_t *node;

	if ((i >= (uint32_t) node_record_count) ||
	    !(node = node_record_table_ptr[i]))
		return "not there";
	if (IS_NODE_DRAIN(node))
		return "drained";
	if (IS_NODE_NO_RESPOND(node))
		return "not responding";
	return "down";
}
