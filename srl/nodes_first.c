/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "srl/nodes_first.h"

#define LOOK_WORK 8	/* nodes, whose pools and times are looked at */

struct srl_giver {
	const srl_world_t *world;
	srl_meter_t *meter;
	uint32_t *order;	/* of the nodes of the world: in few pools first */
	int64_t *used;		/* of each: by wants that meet the one at work */
	srl_want_t wants[SRL_PARTS_MAX];	/* without nodes the amount is 0 */
	int32_t *given;		/* [want * nodes_cnt + nodes] */
};

/* By counting, so that nodes in as many pools keep their order. */
static void _sort_nodes(srl_giver_t *g)
{
	size_t n = g->world->nodes_cnt, cnt = 0, most = 0;

	for (size_t u = 0; u < n; u++)
		if (g->world->nodes[u].pool_cnt > most)
			most = g->world->nodes[u].pool_cnt;
	for (size_t pools = 0; (pools <= most) && (cnt < n); pools++) {
		(void) srl_work(g->meter, n);
		for (uint32_t u = 0; u < n; u++)
			if (g->world->nodes[u].pool_cnt == pools)
				g->order[cnt++] = u;
	}
}

extern srl_giver_t *srl_giver_create(const srl_world_t *world, size_t cnt_max,
				     srl_meter_t *meter)
{
	size_t n = world->nodes_cnt + 1;
	srl_giver_t *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->world = world;
	g->meter = meter;
	g->order = calloc(n, sizeof(*g->order));
	g->used = calloc(n, sizeof(*g->used));
	g->given = calloc(n * cnt_max, sizeof(*g->given));
	if (g->order && g->used && g->given) {
		_sort_nodes(g);
		return g;
	}
	srl_giver_destroy(g);
	errno = ENOMEM;
	return NULL;
}

extern void srl_giver_destroy(srl_giver_t *g)
{
	if (!g)
		return;
	free(g->order);
	free(g->used);
	free(g->given);
	free(g);
}

/*
 * Wants that meet this one are added up, also where they do not meet each
 * other: that is too much for some nodes that are alike, and never too little.
 */
static void _find_used(srl_giver_t *g, size_t i, const srl_want_t *want)
{
	size_t n = g->world->nodes_cnt;

	memset(g->used, 0, n * sizeof(*g->used));
	for (size_t k = 0; k < i; k++) {
		const srl_want_t *other = &g->wants[k];

		if (!other->amount || (other->begin >= want->end) ||
		    (want->begin >= other->end))
			continue;
		(void) srl_work(g->meter, n);
		for (size_t u = 0; u < n; u++)
			g->used[u] += g->given[k * n + u];
	}
}

extern bool srl_give(srl_giver_t *g, size_t i, const srl_want_t *want)
{
	size_t n = g->world->nodes_cnt;
	int32_t *given = g->given + i * n;
	int64_t missing = want->amount;

	_find_used(g, i, want);
	memset(given, 0, n * sizeof(*given));
	(void) srl_work(g->meter, n * LOOK_WORK);
	for (size_t k = 0; missing && (k < n); k++) {
		uint32_t u = g->order[k];
		const srl_nodes_t *nodes = &g->world->nodes[u];
		int64_t left = nodes->cnt - g->used[u];

		if ((left <= 0) || !srl_nodes_in(nodes, want->pool) ||
		    !srl_nodes_free(nodes, want->begin, want->end))
			continue;
		given[u] = (int32_t) ((left < missing) ? left : missing);
		missing -= given[u];
	}
	g->wants[i] = *want;
	if (missing)
		srl_give_none(g, i);
	return !missing;
}

extern void srl_give_none(srl_giver_t *g, size_t i)
{
	g->wants[i].amount = 0;
}
