/* SPDX-License-Identifier: GPL-2.0-or-later */
/* world_nodes.c - the nodes of a world: see pool_nodes.h */
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/plan/pool_nodes.h"
#include "srl/memory.h"

#define POOLS 64		/* of a cluster */
#define NODES_MAX 2000		/* in a world, that differ: each place looks at them */

/* A node of a cluster, and then all that are like it. */
typedef struct {
	const char *name;
	uint64_t pools;		/* bits of the pools below that have it */
	profile_t free;		/* 1 or 0 */
} node_t;

typedef struct {
	planner_t *p;
	srl_memory_t *memory;
	size_t pools[POOLS];	/* of p->pools, whose nodes are known */
	size_t pool_cnt;
	node_t *nodes;
	size_t cnt;
} builder_t;

/* --- one cluster ------------------------------------------------------------------ */

/* Do several parts have candidates there? */
static bool _is_shared(const planner_t *p, size_t cluster)
{
	uint32_t first = UINT32_MAX;

	for (size_t i = 0; i < p->candidate_cnt; i++) {
		const candidate_t *c = &p->candidates[i];

		if ((p->ris->resources[c->resource].cluster != cluster) ||
		    (c->pool >= p->pool_cnt))
			continue;
		if ((first != UINT32_MAX) && (first != c->part))
			return true;
		first = c->part;
	}
	return false;
}

/* Of what was held when a pool was probed, are the nodes known? */
static bool _knows_held(const planner_t *p, const pool_t *pool)
{
	bool known = true;

	for (uint32_t i = 0; known && (i < p->srl->part_cnt); i++)
		if (pool->held & (UINT64_C(1) << i))
			known = (p->held[i].candidate == SIZE_MAX) ||
				p->held[i].list;
	return known;
}

static void _list_pools(builder_t *b, size_t cluster)
{
	b->pool_cnt = 0;
	for (size_t i = 0; i < b->p->pool_cnt; i++) {
		const pool_t *pool = &b->p->pools[i];

		if ((pool->cluster == cluster) && pool->each &&
		    (b->pool_cnt < POOLS) && _knows_held(b->p, pool))
			b->pools[b->pool_cnt++] = i;
	}
}

static int _by_name(const void *a, const void *b)
{
	return strcmp(((const node_t *) a)->name, ((const node_t *) b)->name);
}

/* Is a name in a list with commas? */
static bool _is_named(const char *list, const char *name)
{
	size_t len = strlen(name);

	for (const char *at = list; at; at = strchr(at, ',')) {
		at += (*at == ',');
		if (!strncmp(at, name, len) && (!at[len] || (at[len] == ',')))
			return true;
	}
	return false;
}

/* What parts of ours hold is theirs to choose again. RET false without memory */
static bool _give_back(const planner_t *p, const pool_t *pool, node_t *n)
{
	for (uint32_t i = 0; i < p->srl->part_cnt; i++) {
		const held_t *h = &p->held[i];

		if (!(pool->held & (UINT64_C(1) << i)) ||
		    (h->candidate == SIZE_MAX) || !_is_named(h->list, n->name))
			continue;
		if (profile_add(&n->free, h->begin, h->begin +
				p->candidates[h->candidate].match.shape.length,
				1))
			return false;
	}
	return true;
}

/* Each node of each pool. RET false without memory */
static bool _list_nodes(builder_t *b)
{
	size_t cnt = 0;

	for (size_t i = 0; i < b->pool_cnt; i++)
		cnt += b->p->pools[b->pools[i]].name_cnt;
	b->nodes = calloc(cnt + 1, sizeof(*b->nodes));
	b->cnt = 0;
	for (size_t i = 0; b->nodes && (i < b->pool_cnt); i++) {
		const pool_t *pool = &b->p->pools[b->pools[i]];

		for (size_t k = 0; k < pool->name_cnt; k++) {
			node_t *n = &b->nodes[b->cnt++];

			*n = (node_t) { .name = pool->names[k],
					.pools = UINT64_C(1) << i };
			if (profile_merge(&n->free, pool->each[k].spans,
					  pool->each[k].cnt) ||
			    !_give_back(b->p, pool, n))
				return false;
		}
	}
	return b->nodes;
}

/* A node of several pools is one: free where all that know of it say so. */
static bool _join(builder_t *b)
{
	size_t cnt = 0;
	bool ok = true;

	if (b->cnt)
		qsort(b->nodes, b->cnt, sizeof(*b->nodes), _by_name);
	for (size_t i = 0; i < b->cnt; i++) {
		node_t *last = cnt ? &b->nodes[cnt - 1] : NULL;
		node_t *n = &b->nodes[i];

		if (last && !strcmp(last->name, n->name)) {
			last->pools |= n->pools;
			ok = ok && !profile_merge(&last->free, n->free.spans,
						  n->free.cnt);
			profile_free(&n->free);
			continue;
		}
		if (&b->nodes[cnt] != n) {
			b->nodes[cnt] = *n;
			*n = (node_t) { .name = NULL };
		}
		cnt++;
	}
	b->cnt = cnt;
	return ok;
}

/* --- nodes that are alike --------------------------------------------------------- */

static int _compare(const void *a, const void *b)
{
	const node_t *x = a, *y = b;
	int order = (x->pools > y->pools) - (x->pools < y->pools);

	if (!order)
		order = (x->free.cnt > y->free.cnt) - (x->free.cnt < y->free.cnt);
	for (size_t i = 0; !order && (i < x->free.cnt); i++) {
		const span_t *s = &x->free.spans[i], *t = &y->free.spans[i];

		order = (s->from > t->from) - (s->from < t->from);
		if (!order)
			order = (s->to > t->to) - (s->to < t->to);
		if (!order)
			order = (s->free > t->free) - (s->free < t->free);
	}
	return order;
}

/* RET false without memory */
static bool _set_nodes(const builder_t *b, const node_t *n, srl_nodes_t *ret)
{
	uint32_t *pools = srl_memory_get(b->memory, b->pool_cnt, sizeof(*pools));
	srl_span_t *spans = srl_memory_get(b->memory, n->free.cnt,
					   sizeof(*spans));

	*ret = (srl_nodes_t) { .free = spans, .pools = pools };
	if (!pools || !spans)
		return false;
	for (size_t i = 0; i < b->pool_cnt; i++)
		if (n->pools & (UINT64_C(1) << i))
			pools[ret->pool_cnt++] = (uint32_t) b->pools[i];
	for (size_t i = 0; i < n->free.cnt; i++) {
		const span_t *s = &n->free.spans[i];

		if (!s->free)
			continue;
		if (ret->free_cnt && (spans[ret->free_cnt - 1].to == s->from))
			spans[ret->free_cnt - 1].to = s->to;
		else
			spans[ret->free_cnt++] = (srl_span_t) { s->from, s->to };
	}
	return true;
}

/* RET false without memory; of too many nothing is said */
static bool _add(builder_t *b, srl_pool_t *pools, srl_nodes_t *nodes,
		 const char ***names, size_t *cnt)
{
	size_t before = *cnt;

	if (b->cnt)
		qsort(b->nodes, b->cnt, sizeof(*b->nodes), _compare);
	for (size_t i = 0; i < b->cnt; i++) {
		const node_t *n = &b->nodes[i];

		if (!i || _compare(n - 1, n)) {
			if (*cnt == NODES_MAX) {
				*cnt = before;
				return true;
			}
			names[*cnt] = srl_memory_get(b->memory, b->cnt - i,
						     sizeof(**names));
			if (!names[*cnt] || !_set_nodes(b, n, &nodes[*cnt]))
				return false;
			(*cnt)++;
		}
		names[*cnt - 1][nodes[*cnt - 1].cnt++] = n->name;
	}
	for (size_t i = 0; i < b->pool_cnt; i++)
		pools[b->pools[i]].has_nodes = true;
	return true;
}

static bool _cluster(builder_t *b, srl_pool_t *pools, srl_nodes_t *nodes,
		     const char ***names, size_t *cnt)
{
	size_t all;
	bool ok = _list_nodes(b);

	all = b->cnt;
	ok = ok && _join(b) && _add(b, pools, nodes, names, cnt);
	for (size_t i = 0; i < all; i++)
		profile_free(&b->nodes[i].free);
	free(b->nodes);
	b->nodes = NULL;
	return ok;
}

bool candidates_nodes(planner_t *p, srl_memory_t *memory, srl_pool_t *pools,
		      srl_nodes_t **ret_nodes, size_t *ret_cnt)
{
	builder_t b = { .p = p, .memory = memory };
	srl_nodes_t *nodes = srl_memory_get(memory, NODES_MAX, sizeof(*nodes));
	bool ok = nodes;

	*ret_cnt = 0;
	p->world_names = srl_memory_get(memory, NODES_MAX,
					sizeof(*p->world_names));
	ok = ok && p->world_names;
	for (size_t i = 0; ok && (i < p->ris->cluster_cnt); i++) {
		if (!_is_shared(p, i))
			continue;
		_list_pools(&b, i);
		ok = !b.pool_cnt ||
		     _cluster(&b, pools, nodes, p->world_names, ret_cnt);
	}
	*ret_nodes = nodes;
	return ok;
}
