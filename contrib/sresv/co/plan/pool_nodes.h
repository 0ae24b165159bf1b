/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pool_nodes.h - which nodes of a pool are free when, as its controller has told.
 *
 *	"alike": [{ "names": ["n1", "n2"], "free": [[0, 40], [90, 200]] },
 *	          { "names": ["n3"], "free": [] }]
 *
 * Where a controller tells it of all nodes of a pool, parts of pools that overlap are
 * planned by the nodes (srl/nodes_fit.h), and may be held on nodes that are named. Else
 * the counts have to do (unions.h). Private to the planner.
 */
#pragma once

#include "contrib/sresv/co/plan/candidates.h"

/* Forget what was told, before the first answer of a round. */
extern void pool_nodes_forget(pool_t *pool);

/*
 * Read "pool" of an answer, whose names and profile were read already. What makes no
 * sense, or is too much, leaves the nodes unknown in this round
 */
extern void pool_nodes_read(planner_t *p, pool_t *pool, const json_t *from);

/*
 * Add the nodes of each cluster that several parts may be on to a world; nodes that
 * are alike are one entry.
 *
 * IN/OUT pools - of the world, the first p->pool_cnt as p->pools: has_nodes is set
 * OUT ret_nodes, ret_cnt - of memory
 * RET false without memory
 */
extern bool candidates_nodes(planner_t *p, srl_memory_t *memory,
			     srl_pool_t *pools, srl_nodes_t **ret_nodes,
			     size_t *ret_cnt);

/*
 * Choose the nodes of each part of a plan that meets others where nodes are known.
 *
 * OUT ret_lists - of each part: names with commas, of p->memory; NULL: any nodes do, or
 *	which ones is not found in time
 * RET false without memory
 */
extern bool plan_nodes(planner_t *p, const char *ret_lists[SRL_PARTS_MAX]);
