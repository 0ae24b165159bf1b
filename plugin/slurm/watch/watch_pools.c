/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_pools.c - classes of nodes that no request distinguishes; see watch.h
 *
 * The class of a node is a hash of the properties by which requests choose
 * nodes. Two classes with the same hash by chance share one count; answers stay
 * exact and only take longer, because GarQ looks at single nodes where counts
 * do not decide.
 *
 * Of each node the facts are noted, too, by which the office chooses nodes. The
 * switches above a node can take Slurm a walk through all switches, and change
 * only with the table of nodes, or the node: they are read once, some thousand
 * at each look.
 */

#include <string.h>

#include "plugin/ledger/record/content.h"
#include "plugin/slurm/native/record_gpus.h"
#include "plugin/slurm/native/record_units.h"
#include "plugin/slurm/watch/watch_private.h"

static uint32_t *class_of;	/* hash of each node, by index */
static uint64_t *parts_of;	/* hash of the partitions of each node */
static uint32_t nodes_cnt;
static time_t parts_read;	/* when parts_of was computed */
static node_facts_t *facts;	/* of each node, by index */
static uint32_t *named;		/* hash of the name under which it was placed */
static uint32_t placed;		/* nodes before it have their switches */
static bool other;		/* the topology is no tree of switches */
static uint32_t version;	/* of the facts */

static const node_record_t *_node_at(uint32_t i)
{
	return (i < (uint32_t) node_record_count) ? node_record_table_ptr[i] :
						    NULL;
}

static uint32_t _short_hash(uint64_t hash)
{
	return (uint32_t) (hash ^ (hash >> 32));
}

/*
 * IN units - what of the node can be booked; hash - begins as that of the
 *	node's partitions, or as CONTENT_EMPTY
 */
static uint32_t _node_class(const node_record_t *node, const uint32_t units[2],
			    uint64_t hash)
{
	if (!node)
		return 0;
	hash = content_digest(hash, units, 2 * sizeof(*units));
	hash = content_text(hash, node->features);
	hash = content_text(hash, node->features_act);
	hash = content_text(hash, node->gres);
	hash = content_digest(hash, &node->cpus, sizeof(node->cpus));
	hash = content_digest(hash, &node->real_memory,
			      sizeof(node->real_memory));
	return _short_hash(hash);
}

/* Partition by partition: a node is in few of them. */
static void _read_partitions(void)
{
	list_itr_t *iter = list_iterator_create(part_list);
	part_record_t *part;

	for (uint32_t i = 0; i < nodes_cnt; i++) {
		facts[i].parts = 0;
		parts_of[i] = CONTENT_EMPTY;
	}
	version++;
	while ((part = list_next(iter))) {
		bitstr_t *nodes = part->node_bitmap;
		bitoff_t first = nodes ? bit_ffs(nodes) : -1;
		bitoff_t last = (first >= 0) ? bit_fls(nodes) : -1;

		for (bitoff_t i = first;
		     (i >= 0) && (i <= last) && (i < (bitoff_t) nodes_cnt); i++)
			if (bit_test(nodes, i)) {
				parts_of[i] = content_digest(
					parts_of[i], &part, sizeof(part));
				facts[i].parts++;
			}
	}
	list_iterator_destroy(iter);
}

bool watch_pools_begin(uint32_t cnt, time_t now)
{
	if (cnt != nodes_cnt) {
		watch_pools_clear();
		class_of = xcalloc(cnt, sizeof(*class_of));
		parts_of = xcalloc(cnt, sizeof(*parts_of));
		facts = xcalloc(cnt, sizeof(*facts));
		named = xcalloc(cnt, sizeof(*named));
		nodes_cnt = cnt;
	} else if (last_part_update < parts_read) {
		return false;
	}
	_read_partitions();
	parts_read = now;
	return true;
}

/*
 * A switch of no name, which a node has that is under none, is its own.
 * IN/OUT switches - "root.leaf"; cut to the empty text
 */
static void _note_switches(char *switches, const char *node, node_facts_t *f)
{
	char *dot = switches;

	for (int level = 0; dot && (level < NODE_LEVELS); level++) {
		uint64_t hash = content_text(CONTENT_EMPTY, switches);

		dot = strrchr(switches, '.');
		if (dot ? !dot[1] : !switches[0])
			hash = content_text(hash, node);
		f->at[level] = _short_hash(hash) | 1;
		if (dot)
			*dot = '\0';
	}
}

static uint32_t _name_hash(const node_record_t *node)
{
	return _short_hash(content_text(CONTENT_EMPTY,
					node ? node->name : NULL));
}

static void _place_node(uint32_t i)
{
	const node_record_t *node = _node_at(i);
	bool tree = true;
	char *switches = node ? compat_switches(node->name, &tree) : NULL;

	memset(facts[i].at, 0, sizeof(facts[i].at));
	if (switches)
		_note_switches(switches, node->name, &facts[i]);
	named[i] = _name_hash(node);
	other |= !tree;
	version++;
	xfree(switches);
}

void watch_pools_place(uint32_t most)
{
	for (; most && (placed < nodes_cnt); most--)
		_place_node(placed++);
}

static void _note_facts(uint32_t i, const node_record_t *node,
			const uint32_t units[2])
{
	uint32_t kind = _node_class(node, units, CONTENT_EMPTY);
	uint32_t weight = (node && node->config_ptr) ?
		node->config_ptr->weight : 0;

	version += (facts[i].kind != kind) || (facts[i].weight != weight);
	facts[i].kind = kind;
	facts[i].weight = weight;
}

bool watch_pools_read(uint32_t i)
{
	const node_record_t *node = _node_at(i);
	const uint32_t units[2] = { record_gpus_mark(i),
				    record_units_of_node(i) };
	uint32_t class = _node_class(node, units, parts_of[i]);
	bool changed = (class != class_of[i]);

	class_of[i] = class;
	_note_facts(i, node, units);
	/* a dynamic node that came, or came in the place of another one */
	if ((i < placed) && (named[i] != _name_hash(node)))
		_place_node(i);
	return changed;
}

const uint32_t *watch_pools_classes(void)
{
	return class_of;
}

void watch_pools_replace(void)
{
	placed = 0;
	other = false;
}

/* Before the switches of all nodes are known, there is none for all of them. */
node_facts_table_t watch_pools_facts(void)
{
	return (node_facts_table_t) {
		.of = (placed < nodes_cnt) ? NULL : facts,
		.cnt = nodes_cnt, .version = version, .other = other,
	};
}

void watch_pools_clear(void)
{
	xfree(facts);
	xfree(named);
	other = false;
	placed = 0;
	xfree(class_of);
	xfree(parts_of);
	nodes_cnt = 0;
	parts_read = 0;
}
