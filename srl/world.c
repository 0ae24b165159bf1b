/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * world.c - check that the results of probing are valid.
 */
#include <math.h>
#include <stdlib.h>

#include "srl/world.h"

static const char *_check_pool(const srl_world_t *world, uint32_t number)
{
	const srl_pool_t *pool = &world->pools[number];

	for (size_t i = 0; i < pool->in_cnt; i++)
		if ((pool->in[i] >= world->pool_cnt) || (pool->in[i] == number))
			return "a pool is in none, or in itself";
	for (size_t i = 0; i < pool->step_cnt; i++) {
		if (i && (pool->steps[i - 1].time >= pool->steps[i].time))
			return "the steps of a pool do not ascend";
		if (pool->steps[i].free < 0)
			return "a pool has less than nothing free";
	}
	return NULL;
}

static const char *_check_nodes(const srl_world_t *world, const srl_nodes_t *n)
{
	if ((n->cnt < 1) || (n->cnt > INT32_MAX))
		return "there are no nodes, or too many";
	for (size_t i = 0; i < n->pool_cnt; i++)
		if ((n->pools[i] >= world->pool_cnt) ||
		    !world->pools[n->pools[i]].has_nodes ||
		    (i && (n->pools[i - 1] >= n->pools[i])))
			return "nodes are in no pool, or twice in one";
	for (size_t i = 0; i < n->free_cnt; i++)
		if ((n->free[i].from >= n->free[i].to) ||
		    (i && (n->free[i - 1].to >= n->free[i].from)))
			return "the spans of nodes do not ascend";
	return NULL;
}

static const char *_check_resource(const srl_world_t *world,
				   const srl_resource_t *r)
{
	if (!r->name || !r->site || !r->cluster)
		return "a resource lacks a name";
	if (!r->ends[0] != !r->ends[1])
		return "a link has one end";
	if (r->pool >= world->pool_cnt)
		return "a resource has no pool";
	return NULL;
}

static bool _is_amount(double amount)
{
	return fabs(amount) <= SRL_AMOUNT_MAX;	/* false for NaN */
}

/* The resource of the lane is one of the world. */
static const char *_check_also(const srl_world_t *world, const srl_lane_t *lane)
{
	uint32_t own = world->resources[lane->resource].pool;

	for (size_t i = 0; i < lane->also_cnt; i++) {
		const srl_take_t *t = &lane->also[i];

		if ((t->pool >= world->pool_cnt) ||
		    (i && (lane->also[i - 1].pool >= t->pool)) ||
		    world->pools[t->pool].in_cnt ||
		    world->pools[t->pool].has_nodes)
			return "a lane takes from a pool that it can't take from";
		for (size_t k = 0; k <= world->pools[own].in_cnt; k++)
			if (srl_lane_pool(world, lane, k) == t->pool)
				return "a lane takes twice from a pool";
		if ((t->amount < 0) || (t->amount > (int64_t) SRL_AMOUNT_MAX))
			return "a lane has an impossible amount";
	}
	return NULL;
}

static const char *_check_lane(const srl_world_t *world, const srl_t *srl,
			       const srl_lane_t *lane)
{
	if ((lane->part >= srl->part_cnt) ||
	    (lane->resource >= world->resource_cnt))
		return "a lane has no part or no resource";
	if ((lane->amount < 0) || (lane->amount > (int64_t) SRL_AMOUNT_MAX) ||
	    !_is_amount(lane->bandwidth))
		return "a lane has an impossible amount";
	for (size_t i = 0; i < lane->run_cnt; i++) {
		const srl_run_t *run = &lane->runs[i];

		if ((run->first < 0) || (run->first > run->last) ||
		    (run->last > SRL_TIME_MAX))
			return "a run ends before it begins";
		if (i && (lane->runs[i - 1].last >= run->first))
			return "the runs of a lane overlap";
		if (!_is_amount(run->cost))
			return "a run has an impossible cost";
	}
	return _check_also(world, lane);
}

static int _by_key(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

	return (x > y) - (x < y);
}

/* Without memory nothing is said about lanes that occur twice. */
static const char *_check_twice(const srl_world_t *world)
{
	uint64_t *keys = malloc((world->lane_cnt + 1) * sizeof(*keys));
	const char *reason = NULL;

	for (size_t i = 0; keys && (i < world->lane_cnt); i++)
		keys[i] = ((uint64_t) world->lanes[i].part << 32) |
			world->lanes[i].resource;
	if (keys && world->lane_cnt)
		qsort(keys, world->lane_cnt, sizeof(*keys), _by_key);
	for (size_t i = 1; keys && (i < world->lane_cnt); i++)
		if (keys[i - 1] == keys[i])
			reason = "a part has two lanes on one resource";
	free(keys);
	return reason;
}

static const char *_check_world(const srl_world_t *world, const srl_t *srl)
{
	const char *reason = NULL;

	if ((world->pool_cnt > SRL_POOLS_MAX) ||
	    (world->resource_cnt > SRL_RESOURCES_MAX) ||
	    (world->lane_cnt > SRL_LANES_MAX) ||
	    (world->nodes_cnt > SRL_NODES_MAX))
		return "too many pools, resources, lanes or nodes";
	for (uint32_t i = 0; !reason && (i < world->pool_cnt); i++)
		reason = _check_pool(world, i);
	for (size_t i = 0; !reason && (i < world->nodes_cnt); i++)
		reason = _check_nodes(world, &world->nodes[i]);
	for (size_t i = 0; !reason && (i < world->resource_cnt); i++)
		reason = _check_resource(world, &world->resources[i]);
	for (size_t i = 0; !reason && (i < world->lane_cnt); i++)
		reason = _check_lane(world, srl, &world->lanes[i]);
	return reason ? reason : _check_twice(world);
}

extern bool srl_world_check(const srl_world_t *world, const srl_t *srl,
			    const char **ret_reason)
{
	const char *reason = _check_world(world, srl);

	if (reason)
		*ret_reason = reason;
	return !reason;
}

extern uint32_t srl_lane_pool(const srl_world_t *world, const srl_lane_t *lane,
			      size_t number)
{
	uint32_t own = world->resources[lane->resource].pool;
	const srl_pool_t *pool = &world->pools[own];

	if (!number)
		return own;
	if (number <= pool->in_cnt)
		return pool->in[number - 1];
	return lane->also[number - 1 - pool->in_cnt].pool;
}

extern bool srl_lane_takes(const srl_world_t *world, const srl_lane_t *lane,
			   uint32_t pool, int64_t *ret_amount)
{
	size_t cnt = srl_lane_pool_cnt(world, lane);
	size_t own = cnt - lane->also_cnt;

	for (size_t i = 0; i < cnt; i++) {
		if (srl_lane_pool(world, lane, i) != pool)
			continue;
		*ret_amount = (i < own) ? lane->amount : lane->also[i - own].amount;
		return true;
	}
	return false;
}

extern int64_t srl_pool_free(const srl_pool_t *pool, int64_t begin, int64_t end)
{
	size_t lo = 0, hi = pool->step_cnt;
	int64_t least;

	while (lo < hi) {	/* the first step after begin */
		size_t mid = lo + (hi - lo) / 2;

		if (pool->steps[mid].time <= begin)
			lo = mid + 1;
		else
			hi = mid;
	}
	least = lo ? pool->steps[lo - 1].free : 0;
	for (; (lo < pool->step_cnt) && (pool->steps[lo].time < end); lo++)
		if (pool->steps[lo].free < least)
			least = pool->steps[lo].free;
	return least;
}
