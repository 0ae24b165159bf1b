/* SPDX-License-Identifier: GPL-2.0-or-later */
/* host_nodes.c - nodes and node lists; see host.h */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "test/sim/host.h"

static uint32_t _size(void)
{
	return (uint32_t) __builtin_popcountll(world->conf.nodes);
}

/* Are the nodes of the table n0, n1, ... without a gap? */
static bool _is_plain(void)
{
	return !(world->conf.nodes & (world->conf.nodes + 1));
}

/* The node of an index of the table; 0: there is none. */
mask_t host_index_mask(uint32_t index)
{
	mask_t left = world->conf.nodes;

	while (index-- && left)
		left &= left - 1;
	return left & ~(left - 1);
}

garq_set_t *host_set(mask_t nodes)
{
	garq_set_t *set = garq_set_create(_size());
	uint32_t index = 0;

	if (!set)
		return NULL;
	if (_is_plain()) {
		set->word[0] = nodes & world->conf.nodes;
		return set;
	}
	for (mask_t left = world->conf.nodes; left; left &= left - 1, index++)
		if (nodes & left & ~(left - 1))
			garq_set_add(set, index);
	return set;
}

mask_t host_mask(const garq_set_t *set)
{
	mask_t nodes = 0;

	if (!set)
		return 0;
	if (_is_plain())
		return set->word[0];
	for (uint32_t i = garq_set_next(set, 0); i < set->size;
	     i = garq_set_next(set, i + 1))
		nodes |= host_index_mask(i);
	return nodes;
}

const char *host_list(mask_t nodes, char buf[HOST_LIST])
{
	char *to = buf;

	*to = '\0';
	for (; nodes; nodes &= nodes - 1) {
		int nr = __builtin_ctzll(nodes);

		if (to != buf)
			*to++ = ',';
		*to++ = 'n';
		if (nr >= 10)
			*to++ = (char) ('0' + nr / 10);
		*to++ = (char) ('0' + nr % 10);
		*to = '\0';
	}
	return buf;
}

mask_t host_nodes_of(const char *list)
{
	mask_t nodes = 0;

	while (list && (*list == 'n')) {
		char *end;

		nodes |= NODE(strtoul(list + 1, &end, 10));
		list = end + (*end == ',');
	}
	return nodes;
}

mask_t host_partition(const char *name)
{
	if (!name || !name[0] || !strcmp(name, "main"))
		return world->conf.nodes;
	if (!strcmp(name, "side") && world->conf.has_side)
		return world->conf.side & world->conf.nodes;
	return 0;
}

static int _listed(const char *list, mask_t *ret, char **ret_text)
{
	*ret = host_nodes_of(list);
	if (*ret && !(*ret & ~world->conf.nodes))
		return 0;
	*ret_text = text_printf("Nodes=%s: no such node", list);
	return REFUSED_NODES;
}

int host_eligible(office_t *office, const char *asked_nodes, bool part_nodes,
		  const char *partition, const char *features, uint64_t num_cn,
		  garq_set_t **ret_nodes, char **ret_text)
{
	mask_t nodes;
	int rc;

	(void) office;
	(void) num_cn;
	if (partition && slurm_check(NULL, partition, NULL)) {
		*ret_text = text_printf("PartitionName=%s: there is none",
					partition);
		return REFUSED_PARTITION;
	}
	if (!asked_nodes) {
		nodes = host_partition(partition);
		if (features)
			nodes &= world->conf.features;
	} else if (text_same_word(asked_nodes, "ALL")) {
		nodes = part_nodes ? host_partition(partition) :
				     world->conf.nodes;
	} else if ((rc = _listed(asked_nodes, &nodes, ret_text))) {
		return rc;
	}
	*ret_nodes = host_set(nodes);
	return *ret_nodes ? 0 : ENOMEM;
}

char *host_node_list(office_t *office, const garq_set_t *nodes)
{
	char buf[HOST_LIST];

	(void) office;
	return text_dup(host_list(host_mask(nodes), buf));
}

const char *host_node_name(office_t *office, uint32_t node)
{
	static char name[HOST_LIST];
	mask_t mask = host_index_mask(node);

	(void) office;
	return mask ? host_list(mask, name) : "?";
}

const char *host_node_state(office_t *office, uint32_t node)
{
	(void) office;
	return (host_index_mask(node) & world->down) ? "down" : "idle";
}

int host_node_set(office_t *office, const char *list, garq_set_t **ret_nodes)
{
	mask_t nodes = host_nodes_of(list);

	(void) office;
	if (!(*ret_nodes = host_set(nodes)))
		return ENOMEM;
	return (nodes & ~world->conf.nodes) ? REFUSED_NODES : 0;
}

garq_set_t *host_select(office_t *office, const garq_set_t *nodes,
			uint32_t num_cn)
{
	garq_set_t *set = garq_set_create(nodes->size);

	(void) office;
	for (uint32_t i = garq_set_next(nodes, 0);
	     set && num_cn && (i < nodes->size);
	     i = garq_set_next(nodes, i + 1), num_cn--)
		garq_set_add(set, i);
	return set;
}
