/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * node_facts.h - facts of nodes, by which the office chooses among nodes that
 * all serve a request (plugin/booking/place/choose/choose.h).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The levels of switches that count; of a deeper tree the lowest ones. */
#define NODE_LEVELS 4

typedef struct {
	uint32_t weight;	/* Weight= of slurm.conf */
	uint32_t parts;		/* the partitions that have it */
	uint32_t kind;		/* the same for nodes with the same features,
				 * gres, CPUs and memory */
	uint32_t at[NODE_LEVELS]; /* a number for the leaf switch of the node,
				 * and one for each switch above; 0: no
				 * switch */
} node_facts_t;

/* The facts of all nodes. They belong to the host, and stay as they are until
 * it looks at its nodes again. */
typedef struct {
	const node_facts_t *of;	/* of each node; NULL: nothing is known */
	uint32_t cnt;
	uint32_t version;	/* changes whenever a fact does; >= 1 */
	bool other;		/* the topology is no tree of switches: the host
				 * chooses (select() of host.h) */
} node_facts_table_t;
