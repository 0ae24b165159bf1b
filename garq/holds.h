/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * holds.h - the inside of a garq_nodes_t.
 *
 * The holds of a node are in order of start. As they may overlap, one that
 * started long ago may still hold the node; so each carries the latest end of
 * all up to it, which rises along the array and is searched by halving:
 *
 *	hold      0        1        2        3
 *		|--|   |---------------|
 *	                   |--|            |----|
 *	max_end    a           b        b       d
 *
 * Invariants, verified by garq_nodes_check():
 *  1. The holds of a node are in order of (t_s, id); t_s < t_e <=
 *     GARQ_FOREVER; no group is GARQ_NO_GROUP.
 *  2. max_end of a hold is the largest t_e of the holds up to it.
 *  3. Each hold has a ref with its node and t_s in the holder of its id, whose
 *     group is its group; there are as many holds as refs; no holder has none.
 *
 * Private to nodes.c and nodes_search.c.
 */
#ifndef GARQ_HOLDS_H
#define GARQ_HOLDS_H

#include <stdint.h>
#include <time.h>

#include "garq/idmap.h"
#include "garq/nodes.h"
#include "garq/private.h"

struct garq_hold {
	time_t t_s;
	time_t t_e;
	time_t max_end;
	uint64_t id;
	uint64_t group;
};

struct garq_node {
	struct garq_hold *hold;
	uint32_t cnt;
	uint32_t cap;
};

/* Where one hold of a holder is. */
struct garq_ref {
	time_t t_s;
	uint32_t node;
};

/* All that one id holds; what releasing it goes along. */
struct garq_holder {
	uint64_t group;
	struct garq_ref *ref;
	uint32_t cnt;
	uint32_t cap;
};

struct garq_nodes {
	uint32_t size;
	struct garq_node *node;
	struct garq_idmap holders;
};

/* The first hold that ends after t, by index: all before it have ended. */
static inline uint32_t garq_first_after(const struct garq_node *node, time_t t)
{
	uint32_t lo = 0, hi = node->cnt;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (node->hold[mid].max_end <= t)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

#endif
