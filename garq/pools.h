/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pools.h - the counts of a machine: a garq_t for each pool of its nodes.
 *
 *	slot			      0   1   2   3
 *	pool 0 (nodes 0-3)	low | 3 | 4 | 4 | 0 | ...	eligible: 4
 *	pool 1 (nodes 4-9)	low | 0 | 0 | 5 | 6 | ...	eligible: 2
 *	free, at most those
 *	eligible, in both	      3   2   1   4
 *
 * What is counted with a part (part.h), and when, is in claims.h.
 *
 * Invariants, verified by garq_pools_check():
 *  1. Each node is in one pool; the capacity of a pool's counts is its number
 *     of nodes; their now is the now of the pools, unless memory ran out while
 *     now was advanced.
 *  2. The reservations of a pool are those of the parts that have its bit in
 *     pools, by their handle there, with the nodes there that they do not
 *     share; and those of the pieces of nodes there that had not passed, by
 *     theirs. A piece that is not counted has GARQ_NO_HANDLE.
 * Private to this folder.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/garq.h"
#include "garq/nodeset.h"
#include "garq/part.h"

struct garq_class {
	garq_t *counts;
	garq_set_t *nodes;
	uint32_t size;		/* number of nodes */
	uint32_t eligible;	/* eligible nodes, of the question at hand */
};

struct garq_pools {
	uint32_t cnt;
	uint32_t node_cnt;
	time_t now;
	struct garq_class *class;
	uint32_t *pool_of;	/* memory ran out: too little is counted */
	bool less;		/* there was no memory to count all there is */
	uint32_t num_cn;	/* nodes wanted by the question at hand */
};

/*
 * IN pool_of - the class of each node, any numbers; NULL: all nodes are of one
 *	class. Beyond GARQ_POOLS_MAX classes the smallest ones share a pool
 * Other arguments and errors as garq_create().
 */
extern struct garq_pools *garq_pools_create(uint32_t node_cnt,
					    const uint32_t *pool_of,
					    uint32_t delta, time_t horizon,
					    time_t now);

/* garq_pools_destroy(NULL) is safe. */
extern void garq_pools_destroy(struct garq_pools *pools);

/* As garq_advance(). */
extern int garq_pools_advance(struct garq_pools *pools, time_t now);

/* RET the number of a part's unshared nodes in a pool */
extern uint32_t garq_class_count(const struct garq_class *class,
				 const struct garq_part *part);

/* Count the unshared nodes of a part. RET 0, or -1 with errno ENOMEM */
extern int garq_pools_put(struct garq_pools *pools, struct garq_part *part);

/* Stop counting them. Counting them again at once needs no memory. */
extern void garq_pools_take(struct garq_pools *pools, struct garq_part *part);

/* The same for a piece; a piece whose time has passed is not counted. */
extern int garq_pools_put_piece(struct garq_pools *pools,
				struct garq_piece *piece);
extern void garq_pools_take_piece(struct garq_pools *pools,
				  struct garq_piece *piece);

/* Set the question that garq_pools_next() answers. */
extern void garq_pools_ask(struct garq_pools *pools,
			   const garq_set_t *eligible, uint32_t num_cn);

/*
 * Find when enough nodes for the question may be free next. RET t, or a later
 * time: at no second before it are enough free. Past the horizon the counts
 * rule out nothing
 */
extern time_t garq_pools_next(const struct garq_pools *pools, time_t t);

/*
 * RET NULL if the invariants hold, or a text that names the broken one
 * IN cnt - per pool, the reservations that garq_pools_check_part() found,
 *	summed over all parts
 */
extern const char *garq_pools_check(const struct garq_pools *pools,
				    const uint32_t *cnt);
extern const char *garq_pools_check_part(const struct garq_pools *pools,
					 struct garq_part *part,
					 uint32_t *cnt);
