/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * world_build.c - candidates as a world for the search (srl/world.h).
 *
 * A resource of the file becomes one for each pool that its candidates take
 * from: a part that wants certain features has fewer nodes to choose from.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/plan/pool_nodes.h"
#include "srl/memory.h"

typedef struct {
	planner_t *p;
	srl_memory_t *memory;
	srl_world_t world;
	srl_pool_t *pools;
	srl_resource_t *resources;
	srl_lane_t *lanes;
	size_t *pool_of;	/* of p->pools, for each resource of the world */
	uint32_t unlimited;	/* the pool of what takes nothing */
} build_t;

/* --- pools ----------------------------------------------------------------------- */

/*
 * What parts of ours held when the pool was probed is theirs to choose again. Of a part
 * in another pool nobody knows how many nodes are of this one: the most that can be
 */
static bool _give_back(planner_t *p, const pool_t *pool, profile_t *profile)
{
	size_t number = (size_t) (pool - p->pools);

	for (uint32_t i = 0; i < p->srl->part_cnt; i++) {
		const held_t *h = &p->held[i];
		const candidate_t *c;
		int64_t amount;

		if (!(pool->held & (UINT64_C(1) << i)) ||
		    (h->candidate == SIZE_MAX))
			continue;
		c = &p->candidates[h->candidate];
		amount = candidate_takes(c, number);
		if (!amount)
			amount = pool_common(p, c->pool, number);
		if (!pool->is_license && (amount > c->amount))
			amount = c->amount;
		if (amount && profile_add(profile, h->begin, h->begin +
					  c->match.shape.length, amount))
			return false;
	}
	return true;
}

static bool _pool(build_t *b, const pool_t *from, profile_t *profile,
		  srl_pool_t *to)
{
	srl_step_t *steps;
	bool ok;

	ok = !profile_merge(profile, from->profile.spans, from->profile.cnt) &&
	     _give_back(b->p, from, profile);
	steps = srl_memory_get(b->memory, 2 * profile->cnt + 1, sizeof(*steps));
	if (ok && steps) {
		to->steps = steps;
		to->step_cnt = profile_steps(profile, steps);
	}
	return ok && steps;
}

/* Each pool, behind them the unions of pools that overlap; and the nodes. */
static bool _known_pools(build_t *b)
{
	size_t cnt = b->p->pool_cnt;
	profile_t *profiles = calloc(cnt + 1, sizeof(*profiles));
	srl_nodes_t *nodes = NULL;
	bool ok = profiles;

	b->pools = srl_memory_get(b->memory, cnt + 1, sizeof(*b->pools));
	for (size_t i = 0; b->pools && ok && (i < cnt); i++)
		ok = _pool(b, &b->p->pools[i], &profiles[i], &b->pools[i]);
	b->world.pool_cnt = cnt;
	ok = ok && b->pools &&
	     candidates_unions(b->p, profiles, b->memory, &b->pools,
			       &b->world.pool_cnt) &&
	     candidates_nodes(b->p, b->memory, b->pools, &nodes,
			      &b->world.nodes_cnt);
	b->world.nodes = nodes;
	for (size_t i = 0; profiles && (i < cnt); i++)
		profile_free(&profiles[i]);
	free(profiles);
	return ok;
}

/* Pools of the candidates, one without limit, and one where nothing is known. */
static bool _pools(build_t *b)
{
	static const srl_step_t unlimited[] = {
		{ 0, (int64_t) SRL_AMOUNT_MAX }
	};
	size_t cnt;
	srl_pool_t *all;

	if (!_known_pools(b))
		return false;
	cnt = b->world.pool_cnt;
	/* where nothing is known each resource has a pool of its own */
	all = srl_memory_get(b->memory, cnt + 1 + b->p->candidate_cnt,
			     sizeof(*all));
	if (!all)
		return false;
	memcpy(all, b->pools, cnt * sizeof(*all));
	all[cnt] = (srl_pool_t) { .steps = unlimited, .step_cnt = 1 };
	b->pools = all;
	b->unlimited = (uint32_t) cnt;
	b->world.pools = all;
	b->world.pool_cnt = cnt + 1;
	return true;
}

/* --- resources --------------------------------------------------------------------- */

/* RET the number of a pool in the world */
static uint32_t _world_pool(build_t *b, size_t pool)
{
	if ((pool == POOL_FREE) || (pool == POOL_OWN))
		return b->unlimited;
	if (pool == POOL_NONE)
		return (uint32_t) b->world.pool_cnt++;
	return (uint32_t) pool;
}

/*
 * RET the resource of the world for a candidate. Those of one resource of the
 * file stand together at the end at most as many as it has pools: they are few
 */
static uint32_t _resource(build_t *b, const candidate_t *c, size_t *last)
{
	planner_t *p = b->p;
	const ris_resource_t *r = &p->ris->resources[c->resource];
	size_t i = last[c->resource];

	while ((i != SIZE_MAX) && (b->pool_of[2 * i] != c->pool))
		i = b->pool_of[2 * i + 1];
	if (i != SIZE_MAX)
		return (uint32_t) i;
	i = b->world.resource_cnt++;
	b->resources[i] = (srl_resource_t) {
		.name = r->name, .site = r->site,
		.cluster = p->ris->clusters[r->cluster].name,
		.ends = { r->ends[0], r->ends[1] },
		.pool = _world_pool(b, c->pool),
	};
	b->pool_of[2 * i] = c->pool;
	b->pool_of[2 * i + 1] = last[c->resource];
	last[c->resource] = i;
	return (uint32_t) i;
}

/* --- lanes ------------------------------------------------------------------------- */

static int _by_time(const void *a, const void *b)
{
	int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

	return (x > y) - (x < y);
}

/* A run without the starts that were denied; ascending. RET the number of runs */
static size_t _cut_run(const candidate_t *c, srl_run_t run, srl_run_t *ret)
{
	size_t cnt = 0;

	for (size_t i = 0; i < c->denied_cnt; i++) {
		int64_t at = c->denied[i];

		if ((at < run.first) || (at > run.last))
			continue;
		if (run.first < at)
			ret[cnt++] = (srl_run_t) { run.first, at - 1,
						   run.cost };
		run.first = at + 1;
	}
	if (run.first <= run.last)
		ret[cnt++] = run;
	return cnt;
}

/*
 * Its own place, which is taken by itself, is put among the runs of a part that
 * was held when it was probed.
 */
static size_t _with_held(const candidate_t *c, srl_run_t *runs, size_t cnt)
{
	size_t at = 0;

	if (c->held < 0)
		return cnt;
	while ((at < cnt) && (runs[at].last < c->held))
		at++;
	if ((at < cnt) && (runs[at].first <= c->held))
		return cnt;
	memmove(&runs[at + 1], &runs[at], (cnt - at) * sizeof(*runs));
	runs[at] = (srl_run_t) { c->held, c->held, c->held_cost };
	return cnt + 1;
}

/* A license pool has the same number in the world. RET NULL without memory */
static const srl_take_t *_also(build_t *b, const candidate_t *c)
{
	srl_take_t *list = srl_memory_get(b->memory, c->also_cnt + 1,
					  sizeof(*list));

	for (size_t i = 0; list && (i < c->also_cnt); i++)
		list[i] = (srl_take_t) { (uint32_t) c->also[i].pool,
					 c->also[i].amount };
	return list;
}

static bool _lane(build_t *b, const candidate_t *c, size_t *last)
{
	const srl_take_t *also = _also(b, c);
	size_t cnt = 0, room = c->run_cnt + c->denied_cnt + 1;
	srl_run_t *runs = srl_memory_get(b->memory, room, sizeof(*runs));
	srl_lane_t *lane = &b->lanes[b->world.lane_cnt];

	if (!runs || !also)
		return false;
	if (c->denied_cnt)
		qsort(c->denied, c->denied_cnt, sizeof(*c->denied), _by_time);
	for (size_t i = 0; i < c->run_cnt; i++)
		cnt += _cut_run(c, c->runs[i], &runs[cnt]);
	cnt = _with_held(c, runs, cnt);
	if (!cnt)
		return true;
	*lane = (srl_lane_t) {
		.part = c->part, .resource = _resource(b, c, last),
		.amount = c->amount, .also = also,
		.also_cnt = c->also_cnt, .bandwidth = c->match.bandwidth,
		.runs = runs, .run_cnt = cnt,
	};
	b->p->world_candidates[b->world.lane_cnt++] =
		(size_t) (c - b->p->candidates);
	return true;
}

static bool _is_choice(const planner_t *p, const candidate_t *c)
{
	return c->own || !(p->fixed & (UINT64_C(1) << c->part));
}

static bool _lanes(build_t *b)
{
	planner_t *p = b->p;
	size_t *last = malloc((p->ris->resource_cnt + 1) * sizeof(*last));
	bool ok = last;

	for (size_t i = 0; ok && (i < p->ris->resource_cnt); i++)
		last[i] = SIZE_MAX;
	for (size_t i = 0; ok && (i < p->candidate_cnt); i++)
		ok = !_is_choice(p, &p->candidates[i]) ||
		     _lane(b, &p->candidates[i], last);
	free(last);
	b->world.resources = b->resources;
	b->world.lanes = b->lanes;
	return ok;
}

static bool _allocate(build_t *b)
{
	planner_t *p = b->p;
	size_t cnt = p->candidate_cnt + 1;

	b->resources = srl_memory_get(b->memory, cnt, sizeof(*b->resources));
	b->lanes = srl_memory_get(b->memory, cnt, sizeof(*b->lanes));
	b->pool_of = srl_memory_get(b->memory, 2 * cnt, sizeof(*b->pool_of));
	p->world_candidates = srl_memory_get(b->memory, cnt,
					     sizeof(*p->world_candidates));
	return !srl_memory_failed(b->memory);
}

bool candidates_world(planner_t *p)
{
	build_t b = { .p = p, .memory = srl_memory_create() };

	srl_memory_destroy(p->world_memory);
	p->world_memory = b.memory;
	p->has_world = b.memory && _allocate(&b) && _pools(&b) && _lanes(&b);
	p->world = b.world;
	return p->has_world;
}
