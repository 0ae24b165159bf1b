/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * breakpoints.c - the starts of groups at which an optimum can lie.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "srl/breakpoints.h"
#include "srl/moments.h"
#include "srl/search.h"

/* start of to = start of from + length, if a difference is tight. */
struct way {
	uint32_t from, to;
	int64_t length;
};

struct maker {
	const srl_model_t *model;
	srl_meter_t *meter;
	srl_moments_t *sets;	/* of each group */
	size_t cnt;		/* in all of them */
	struct way *ways;
	size_t way_cnt, way_room;
	unsigned char *in_pool;	/* of each pool: parts with a lane there, to 2 */
	bool want_first, want_last;
};

#define ADD_WORK 8	/* a second is looked for in a table */

/* RET -1 with errno if the search has to stop */
static int _count_work(struct maker *m, uint64_t work)
{
	if (srl_work(m->meter, work))
		return 0;
	errno = ECANCELED;
	return -1;
}

/* RET 1 if it is new, 0 if not or out of bounds, -1 with errno */
static int _add_second(struct maker *m, uint32_t g, int64_t second)
{
	const srl_group_t *group = &m->model->groups[g];
	int rc;

	if (_count_work(m, ADD_WORK) < 0)
		return -1;
	if ((second < group->low) || (second > group->high))
		return 0;
	rc = srl_moments_add(&m->sets[g], second);
	if ((rc == 1) && (++m->cnt > SRL_BREAKPOINTS_MAX)) {
		errno = E2BIG;
		return -1;
	}
	return rc;
}

static int _add_first(struct maker *m, uint32_t g, int64_t second)
{
	return m->want_first ? _add_second(m, g, second) : 0;
}

static int _add_last(struct maker *m, uint32_t g, int64_t second)
{
	return m->want_last ? _add_second(m, g, second) : 0;
}

static int _add_lane(struct maker *m, const srl_model_part_t *part,
		     const srl_lane_t *lane)
{
	for (size_t i = 0; i < lane->run_cnt; i++) {
		const srl_run_t *run = &lane->runs[i];

		if ((_add_first(m, part->group, run->first - part->offset) < 0) ||
		    (_add_last(m, part->group, run->last - part->offset) < 0))
			return -1;
	}
	return 0;
}

static bool _has_pool(const srl_nodes_t *nodes, uint32_t pool)
{
	size_t i = 0;

	while ((i < nodes->pool_cnt) && (nodes->pools[i] < pool))
		i++;
	return (i < nodes->pool_cnt) && (nodes->pools[i] == pool);
}

/* seen - of each pool: the last part that was counted there, from 1 on */
static int _count_pools_of(struct maker *m, uint32_t p, uint32_t *seen)
{
	const srl_world_t *world = m->model->world;
	const srl_model_part_t *part = &m->model->parts[p];

	for (size_t i = 0; i < part->lane_cnt; i++) {
		const srl_lane_t *lane = &world->lanes[part->lanes[i]];
		size_t cnt = srl_lane_pool_cnt(world, lane);

		if (_count_work(m, cnt) < 0)
			return -1;
		for (size_t k = 0; k < cnt; k++) {
			uint32_t pool = srl_lane_pool(world, lane, k);

			if (seen[pool] == p + 1)
				continue;
			seen[pool] = p + 1;
			m->in_pool[pool] += (m->in_pool[pool] < 2);
		}
	}
	return 0;
}

/* How many parts have lanes in each pool; more than two are two. */
static int _count_pools(struct maker *m)
{
	size_t cnt = m->model->world->pool_cnt;
	uint32_t *seen = calloc(cnt + 1, sizeof(*seen));
	int rc = 0;

	m->in_pool = calloc(cnt + 1, 1);
	if (!seen || !m->in_pool)
		rc = -1;
	for (uint32_t p = 0; !rc && (p < m->model->srl->part_cnt); p++)
		rc = _count_pools_of(m, p, seen);
	free(seen);
	return rc;
}

/* The part begins, or ends, at a step of a pool that others may be in. */
static int _add_steps_of(struct maker *m, uint32_t p, uint32_t id)
{
	const srl_pool_t *pool = &m->model->world->pools[id];
	const srl_model_part_t *part = &m->model->parts[p];

	for (size_t i = 0; (m->in_pool[id] > 1) && (i < pool->step_cnt); i++) {
		int64_t at = pool->steps[i].time - part->offset;

		if ((_add_first(m, part->group, at) < 0) ||
		    (_add_last(m, part->group,
			       at - m->model->srl->parts[p].duration) < 0))
			return -1;
	}
	return 0;
}

/*
 * The part begins where nodes of its pool become free, or ends where others
 * take them: no count need change then.
 */
static int _add_nodes(struct maker *m, uint32_t p, uint32_t pool)
{
	const srl_world_t *world = m->model->world;
	const srl_model_part_t *part = &m->model->parts[p];
	int64_t length = m->model->srl->parts[p].duration;

	for (size_t i = 0; world->pools[pool].has_nodes &&
	     (i < world->nodes_cnt); i++) {
		const srl_nodes_t *nodes = &world->nodes[i];

		if (_count_work(m, nodes->pool_cnt) < 0)
			return -1;
		for (size_t k = 0;
		     _has_pool(nodes, pool) && (k < nodes->free_cnt); k++) {
			const srl_span_t *span = &nodes->free[k];

			if ((_add_first(m, part->group,
					span->from - part->offset) < 0) ||
			    (_add_last(m, part->group,
				       span->to - length - part->offset) < 0))
				return -1;
		}
	}
	return 0;
}

static int _add_steps(struct maker *m, uint32_t p, const srl_lane_t *lane)
{
	const srl_world_t *world = m->model->world;
	size_t cnt = srl_lane_pool_cnt(world, lane);

	for (size_t i = 0; i < cnt; i++)
		if (_add_steps_of(m, p, srl_lane_pool(world, lane, i)) < 0)
			return -1;
	return _add_nodes(m, p, srl_lane_pool(world, lane, 0));
}

static int _add_part(struct maker *m, uint32_t p)
{
	const srl_model_part_t *part = &m->model->parts[p];

	for (size_t i = 0; i < part->lane_cnt; i++) {
		const srl_lane_t *lane = &m->model->world->lanes[part->lanes[i]];

		if ((_add_lane(m, part, lane) < 0) ||
		    (_add_steps(m, p, lane) < 0))
			return -1;
	}
	return 0;
}

static int _add_bounds(struct maker *m)
{
	const srl_model_t *model = m->model;

	for (uint32_t g = 0; g < model->group_cnt; g++)
		if ((_add_first(m, g, model->groups[g].low) < 0) ||
		    (_add_last(m, g, model->groups[g].high) < 0))
			return -1;
	for (size_t i = 0; i < model->unequal_cnt; i++) {
		const srl_unequal_t *u = &model->unequals[i];

		if ((u->b == SRL_NO_GROUP) &&
		    ((_add_first(m, u->a, u->value + 1) < 0) ||
		     (_add_last(m, u->a, u->value - 1) < 0)))
			return -1;
	}
	for (uint32_t p = 0; p < model->srl->part_cnt; p++)
		if (_add_part(m, p) < 0)
			return -1;
	return 0;
}

/* start of a = start of b + length, both ways. */
static int _add_way(struct maker *m, uint32_t a, uint32_t b, int64_t length)
{
	if (m->way_room - m->way_cnt < 2) {
		size_t room = m->way_room ? 2 * m->way_room : 64;
		struct way *more = reallocarray(m->ways, room, sizeof(*more));

		if (!more)
			return -1;
		m->ways = more;
		m->way_room = room;
	}
	m->ways[m->way_cnt++] = (struct way) { b, a, length };
	m->ways[m->way_cnt++] = (struct way) { a, b, -length };
	return 0;
}

/*
 * Test whether two parts could be in one pool. pools - of the first part,
 * marked. RET 1, 0 or -1
 */
static int _share_pool(struct maker *m, const bool *pools, uint32_t q)
{
	const srl_model_part_t *part = &m->model->parts[q];
	const srl_world_t *world = m->model->world;

	for (size_t i = 0; i < part->lane_cnt; i++) {
		const srl_lane_t *lane = &world->lanes[part->lanes[i]];
		size_t cnt = srl_lane_pool_cnt(world, lane);

		if (_count_work(m, cnt) < 0)
			return -1;
		for (size_t k = 0; k < cnt; k++)
			if (pools[srl_lane_pool(world, lane, k)])
				return 1;
	}
	return 0;
}

/* Part p right behind q, or q right behind p. */
static int _add_behind(struct maker *m, uint32_t p, uint32_t q)
{
	const srl_model_part_t *a = &m->model->parts[p];
	const srl_model_part_t *b = &m->model->parts[q];
	int64_t between = b->offset - a->offset;

	if (_add_way(m, a->group, b->group,
		     between + m->model->srl->parts[q].duration) < 0)
		return -1;
	return _add_way(m, a->group, b->group,
			between - m->model->srl->parts[p].duration);
}

/* Mark the pools that a lane takes from, and the pools with nodes of its own. */
static int _mark_pools(struct maker *m, const srl_lane_t *lane, bool *pools)
{
	const srl_world_t *world = m->model->world;
	uint32_t own = srl_lane_pool(world, lane, 0);

	for (size_t k = 0; k < srl_lane_pool_cnt(world, lane); k++)
		pools[srl_lane_pool(world, lane, k)] = true;
	for (size_t i = 0; world->pools[own].has_nodes &&
	     (i < world->nodes_cnt); i++) {
		const srl_nodes_t *nodes = &world->nodes[i];

		if (_count_work(m, nodes->pool_cnt) < 0)
			return -1;
		for (size_t k = 0;
		     _has_pool(nodes, own) && (k < nodes->pool_cnt); k++)
			pools[nodes->pools[k]] = true;
	}
	return 0;
}

static int _add_pool_ways(struct maker *m, uint32_t p, bool *pools)
{
	const srl_model_t *model = m->model;
	const srl_model_part_t *part = &model->parts[p];

	memset(pools, 0, model->world->pool_cnt * sizeof(*pools));
	for (size_t i = 0; i < part->lane_cnt; i++)
		if (_mark_pools(m, &model->world->lanes[part->lanes[i]],
				pools) < 0)
			return -1;
	for (uint32_t q = 0; q < p; q++) {
		int share = (model->parts[q].group == part->group) ? 0 :
			_share_pool(m, pools, q);

		if ((share < 0) || (share && (_add_behind(m, p, q) < 0)))
			return -1;
	}
	return 0;
}

static int _add_ways(struct maker *m)
{
	const srl_model_t *model = m->model;
	bool *pools = calloc(model->world->pool_cnt + 1, sizeof(*pools));
	int rc = pools ? 0 : -1;

	for (size_t i = 0; !rc && (i < model->gap_cnt); i++)
		rc = _add_way(m, model->gaps[i].a, model->gaps[i].b,
			      model->gaps[i].most);
	for (size_t i = 0; !rc && (i < model->unequal_cnt); i++) {
		const srl_unequal_t *u = &model->unequals[i];

		if ((u->b != SRL_NO_GROUP) &&
		    ((_add_way(m, u->a, u->b, u->value + 1) < 0) ||
		     (_add_way(m, u->a, u->b, u->value - 1) < 0)))
			rc = -1;
	}
	for (uint32_t p = 0; !rc && (p < model->srl->part_cnt); p++)
		rc = _add_pool_ways(m, p, pools);
	free(pools);
	return rc;
}

/*
 * All seconds of one group, moved along one way, as long as there is room.
 * RET -1 with errno
 */
static int _follow(struct maker *m, const struct way *way)
{
	const srl_moments_t from = m->sets[way->from];

	if (_count_work(m, from.size) < 0)
		return -1;
	for (size_t i = 0; i < from.size; i++)
		if ((from.table[i] != INT64_MIN) && (m->cnt < SRL_WAYS_MAX) &&
		    (_add_second(m, way->to, from.table[i] + way->length) < 0))
			return -1;
	return 0;
}

/* A way goes through a group once: group_cnt - 1 differences are enough. */
static int _follow_ways(struct maker *m)
{
	for (uint32_t round = 1; round < m->model->group_cnt; round++) {
		size_t before = m->cnt;

		for (size_t i = 0; (i < m->way_cnt) && (m->cnt < SRL_WAYS_MAX);
		     i++)
			if (_follow(m, &m->ways[i]) < 0)
				return -1;
		if (m->cnt == before)
			break;
	}
	return 0;
}

static int _take_starts(struct maker *m, srl_breakpoints_t *ret_points)
{
	uint32_t g;

	for (g = 0; g < m->model->group_cnt; g++) {
		ret_points[g].cnt = m->sets[g].cnt;
		ret_points[g].starts = srl_moments_take(&m->sets[g], m->meter);
		if (!ret_points[g].starts)
			break;
	}
	if (g == m->model->group_cnt)
		return 0;
	while (g--) {
		free(ret_points[g].starts);
		ret_points[g].starts = NULL;
	}
	return -1;
}

extern int srl_breakpoints(const srl_model_t *model, srl_meter_t *meter,
			   srl_breakpoints_t *ret_points, bool *ret_all)
{
	srl_moments_t sets[SRL_PARTS_MAX] = { 0 };
	struct maker m = { .model = model, .meter = meter, .sets = sets };
	bool many = model->group_cnt > 1;
	int rc = -1;

	m.want_first = many || (model->groups[0].slope >= 0);
	m.want_last = many || (model->groups[0].slope < 0);
	errno = ENOMEM;
	if (!_count_pools(&m) && !_add_bounds(&m) && !_add_ways(&m) &&
	    !_follow_ways(&m))
		rc = _take_starts(&m, ret_points);
	*ret_all = !m.way_cnt || !many || (m.cnt < SRL_WAYS_MAX);
	for (uint32_t g = 0; g < model->group_cnt; g++)
		srl_moments_clear(&sets[g]);
	free(m.ways);
	free(m.in_pool);
	return rc;
}
