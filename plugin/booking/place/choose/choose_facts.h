/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * choose_facts.h - the nodes in order of cost, and by switch: all that choose.h
 * needs of their facts (node_facts.h).
 *
 * Locks: site_lock().
 */
#pragma once

#include "plugin/booking/view/node_facts.h"
#include "plugin/booking/view/office.h"

/* What follows from the facts of all nodes, until one of them changes. */
struct choose_state {
	uint32_t version;	/* of the facts; 0: none were read */
	uint32_t size;		/* of the arrays below */
	uint32_t *order;	/* the nodes, the cheapest first */
	uint32_t *cost;		/* of each node: a rank, the same for nodes
				 * between which only the number decides */
	uint32_t *dear;		/* ... by Weight and kind alone */
	uint32_t *kind;		/* of each node, from 0 on */
	uint32_t kinds;
	uint32_t *switch_of[NODE_LEVELS];	/* of each node, from 0 on */
	uint32_t switches[NODE_LEVELS];
	bool flat;		/* there is no topology */
	bool other;		/* it is no tree of switches */
};

/* Bring office->choose up to date. IN size - number of nodes */
extern void choose_facts_read(office_t *office, uint32_t size);
