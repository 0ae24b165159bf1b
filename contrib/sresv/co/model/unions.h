/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unions.h - pools of one cluster that have nodes in common.
 *
 *	half   n1 n2 n3 n4
 *	even      n2    n4    n6	half and even: 5 nodes
 *
 * A controller tells how many nodes of each pool are free, and which nodes a pool
 * has. How many of a union are free is not told, but at most
 *
 *	the sum of what is free of its pools
 *	its nodes, less those of the pool of which most are taken
 *
 * which is exact where one pool has all nodes of the others (a partition, and its
 * nodes with a feature), and where no node is taken. Else it may be too many, but
 * none that is possible is missed: where the controller tells which nodes are free
 * (pool_nodes.h), these decide; else a plan may be denied.
 */
#pragma once

#include "contrib/sresv/co/model/profile.h"

#define UNIONS_POOLS 64		/* of a cluster; further pools are not looked at */
#define UNIONS_ALL 6		/* up to so many pools have all their unions; of more
				 * only pairs, and what hangs together */

typedef struct {
	char *const *names;	/* of its nodes; ascending, each once */
	size_t name_cnt;
	const profile_t *profile;
} union_pool_t;

typedef struct {
	uint64_t pools;		/* bits of the pools that are in it */
	profile_t profile;	/* for profile_free() */
} union_t;

/* RET the number of nodes that both have */
extern int64_t unions_common(const union_pool_t *a, const union_pool_t *b);

/*
 * Find the unions of pools that hang together by common nodes, of two or more.
 *
 * ret - ret_cnt of them for unions_free()
 * RET 0, or -1 with errno ENOMEM
 */
extern int unions_find(const union_pool_t *pools, size_t cnt, union_t **ret,
		       size_t *ret_cnt);
extern void unions_free(union_t *unions, size_t cnt);
