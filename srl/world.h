/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * world.h - what probing has found: where and when each part can be.
 *
 *	lane of part P on resource R:
 *
 *	   run            run     run
 *	   [first last]   [  ]    [        ]      starts that are feasible
 *	---+----------+---+--+----+--------+----> begin of P, in seconds
 *	   cost 10        cost 4  cost 7
 *
 * A lane lists all feasible starts of a part on a resource, as if the part
 * were alone there. A run is a closed interval of starts with one price: where
 * a price changes another run begins. Resources that take from the same nodes
 * (or the same line) share a pool; the profile of a pool says how much of it
 * is free when, so that several parts in one pool are checked together.
 *
 * Where pools overlap, each union of them is a pool, too, which has them
 * inside:
 *
 *	half  n1 n2 n3 n4		what a part takes of half it takes of
 *	even     n2    n4    n6		both unions that have half inside
 *	half and even  n1 n2 n3 n4 n6
 *
 * Parts that are there at one moment find nodes that are free then iff those
 * of no set of pools take more than is free of their union (Hall's theorem).
 * So a world with all unions is exact at each moment; one with fewer lets more
 * through.
 *
 * A part keeps its nodes for its whole length, and counts do not show which
 * nodes are free: where the nodes themselves are known, too (srl_nodes_t), the
 * parts of their pools have to find nodes of their own. That is exact
 * (srl/nodes_fit.h).
 *
 * A lane may take from further pools: licenses that a part wants beside its
 * nodes, or beside the licenses of its link. They are counted with what others
 * take of them.
 *
 * A value of the caller's, which is not copied: it has to stay as it is while a
 * model, a plan or a program is made of it.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "srl/srl.h"

#define SRL_RESOURCES_MAX 100000
#define SRL_POOLS_MAX 100000
#define SRL_LANES_MAX 1000000
#define SRL_NODES_MAX 100000

/* Costs and bandwidths have no larger amount than this. */
#define SRL_AMOUNT_MAX 1e12

/* The amount that is free from this second to the next step. */
typedef struct {
	int64_t time;
	int64_t free;		/* >= 0 */
} srl_step_t;

/* [from, to) */
typedef struct {
	int64_t from, to;
} srl_span_t;

/*
 * Before the first step nothing is free; after the last step its amount. A pool
 * without steps is not known: no two parts are in it at the same time.
 */
typedef struct {
	const srl_step_t *steps;	/* ascending */
	size_t step_cnt;
	const uint32_t *in;	/* other pools that have this one inside */
	size_t in_cnt;
	bool has_nodes;		/* all of its nodes are among those of the world */
} srl_pool_t;

/* Nodes that are alike: free during the same seconds, and in the same pools. */
typedef struct {
	int64_t cnt;		/* 1 .. INT32_MAX */
	const srl_span_t *free;	/* ascending, without overlap or touch */
	size_t free_cnt;
	const uint32_t *pools;	/* with has_nodes; ascending */
	size_t pool_cnt;
} srl_nodes_t;

typedef struct {
	const char *name;	/* RVC.resource */
	const char *site;	/* RVC.site; what link ends are compared by */
	const char *cluster;	/* RVC.cluster */
	const char *ends[2];	/* sites a link connects; NULL: not a link */
	uint32_t pool;
} srl_resource_t;

typedef struct {
	int64_t first, last;	/* begins, first <= last, 0 .. SRL_TIME_MAX */
	double cost;		/* any sign */
} srl_run_t;

/* What is taken of a pool that is in no other one, and has no nodes. */
typedef struct {
	uint32_t pool;
	int64_t amount;		/* >= 0 */
} srl_take_t;

typedef struct {
	uint32_t part, resource;	/* at most one lane for each pair */
	int64_t amount;		/* what the part takes of the resource's pool, >= 0 */
	const srl_take_t *also;	/* of further pools, ascending */
	size_t also_cnt;
	double bandwidth;	/* bit/s */
	const srl_run_t *runs;	/* ascending, without overlap */
	size_t run_cnt;
} srl_lane_t;

typedef struct {
	const srl_pool_t *pools;
	size_t pool_cnt;
	const srl_resource_t *resources;
	size_t resource_cnt;
	const srl_lane_t *lanes;
	size_t lane_cnt;
	const srl_nodes_t *nodes;
	size_t nodes_cnt;
} srl_world_t;

/* Of a plan: where one part is, and when. */
typedef struct {
	uint32_t lane;
	uint32_t run;		/* of the lane */
	int64_t begin;		/* in the run */
} srl_place_of_part_t;

/*
 * Check that the world is as its comments say, for this request. Costs O(runs).
 * RET true, or false with *ret_reason, a constant text
 */
extern bool srl_world_check(const srl_world_t *world, const srl_t *srl,
			    const char **ret_reason);

/*
 * RET how many pools a lane takes from: the pool of its resource, the pools that this one
 * is part of, and its further pools. No pool is among them twice
 */
static inline size_t srl_lane_pool_cnt(const srl_world_t *world,
				       const srl_lane_t *lane)
{
	uint32_t own = world->resources[lane->resource].pool;

	return 1 + world->pools[own].in_cnt + lane->also_cnt;
}

/* RET one of these pools, in that order; number < srl_lane_pool_cnt() */
extern uint32_t srl_lane_pool(const srl_world_t *world, const srl_lane_t *lane,
			      size_t number);

/*
 * Check whether a lane takes from a pool. RET false, or true with *ret_amount
 */
extern bool srl_lane_takes(const srl_world_t *world, const srl_lane_t *lane,
			   uint32_t pool, int64_t *ret_amount);

/* RET how much of a pool is free in all of [begin, end), for begin < end */
extern int64_t srl_pool_free(const srl_pool_t *pool, int64_t begin,
			     int64_t end);
