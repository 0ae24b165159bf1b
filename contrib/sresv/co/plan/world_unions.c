/* SPDX-License-Identifier: GPL-2.0-or-later */
/* world_unions.c - pools of a cluster that overlap: see candidates.h */
#include <stdlib.h>

#include "contrib/sresv/co/plan/candidates.h"
#include "srl/memory.h"

/* The pools of one cluster whose nodes are known. */
typedef struct {
	union_pool_t pools[UNIONS_POOLS];
	size_t numbers[UNIONS_POOLS];	/* of p->pools */
	size_t cnt;
} cluster_pools_t;

static union_pool_t _as_union_pool(const pool_t *pool, const profile_t *profile)
{
	return (union_pool_t) { pool->names, pool->name_cnt, profile };
}

int64_t pool_common(const planner_t *p, size_t a, size_t b)
{
	union_pool_t x, y;

	if ((a >= p->pool_cnt) || (b >= p->pool_cnt) ||
	    (p->pools[a].cluster != p->pools[b].cluster))
		return 0;
	x = _as_union_pool(&p->pools[a], NULL);
	y = _as_union_pool(&p->pools[b], NULL);
	return unions_common(&x, &y);
}

static void _collect(const planner_t *p, const profile_t *profiles,
		     size_t cluster, cluster_pools_t *ret)
{
	ret->cnt = 0;
	for (size_t i = 0; i < p->pool_cnt; i++) {
		const pool_t *pool = &p->pools[i];

		if ((pool->cluster != cluster) || !pool->name_cnt ||
		    (ret->cnt == UNIONS_POOLS))
			continue;
		ret->pools[ret->cnt] = _as_union_pool(pool, &profiles[i]);
		ret->numbers[ret->cnt++] = i;
	}
}

/* What is taken of a pool is taken of the unions that it is in. */
static bool _put_in(const cluster_pools_t *c, const union_t *unions, size_t cnt,
		    size_t first, srl_memory_t *memory, srl_pool_t *pools)
{
	for (size_t i = 0; i < c->cnt; i++) {
		uint32_t *in = srl_memory_get(memory, cnt + 1, sizeof(*in));
		srl_pool_t *pool = &pools[c->numbers[i]];

		if (!in)
			return false;
		pool->in = in;
		for (size_t u = 0; u < cnt; u++)
			if (unions[u].pools & (UINT64_C(1) << i))
				in[pool->in_cnt++] = (uint32_t) (first + u);
	}
	return true;
}

static bool _add_steps(const union_t *u, srl_memory_t *memory, srl_pool_t *to)
{
	srl_step_t *steps = srl_memory_get(memory, 2 * u->profile.cnt + 1,
					   sizeof(*steps));

	if (!steps)
		return false;
	*to = (srl_pool_t) { .steps = steps,
			     .step_cnt = profile_steps(&u->profile, steps) };
	return true;
}

/* The unions of one cluster. RET false without memory */
static bool _add(const cluster_pools_t *c, srl_memory_t *memory,
		 srl_pool_t **ret_pools, size_t *ret_cnt)
{
	size_t cnt, before = *ret_cnt;
	srl_pool_t *all;
	union_t *unions;
	bool ok;

	if (unions_find(c->pools, c->cnt, &unions, &cnt))
		return false;
	all = srl_memory_get(memory, before + cnt + 1, sizeof(*all));
	for (size_t i = 0; all && (i < before); i++)
		all[i] = (*ret_pools)[i];
	ok = all && _put_in(c, unions, cnt, before, memory, all);
	for (size_t u = 0; ok && (u < cnt); u++)
		ok = _add_steps(&unions[u], memory, &all[before + u]);
	unions_free(unions, cnt);
	if (!ok)
		return false;
	*ret_pools = all;
	*ret_cnt = before + cnt;
	return true;
}

bool candidates_unions(const planner_t *p, const profile_t *profiles,
		       srl_memory_t *memory, srl_pool_t **ret_pools,
		       size_t *ret_cnt)
{
	cluster_pools_t c;
	bool ok = true;

	for (size_t i = 0; ok && (i < p->ris->cluster_cnt); i++) {
		_collect(p, profiles, i, &c);
		ok = (c.cnt < 2) || _add(&c, memory, ret_pools, ret_cnt);
	}
	return ok;
}
