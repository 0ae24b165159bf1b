/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plan_nodes.c - the nodes of a plan: see pool_nodes.h */
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/plan/pool_nodes.h"
#include "srl/memory.h"
#include "srl/nodes_fit.h"

typedef struct {
	planner_t *p;
	srl_want_t wants[SRL_PARTS_MAX];
	uint32_t parts[SRL_PARTS_MAX];	/* of each */
	const char **names[SRL_PARTS_MAX];	/* that it was given */
	size_t name_cnt[SRL_PARTS_MAX];
	size_t order[SRL_PARTS_MAX];	/* by their begin */
	size_t cnt;
} chooser_t;

static void _list_wants(chooser_t *c)
{
	const planner_t *p = c->p;

	for (uint32_t i = 0; i < p->srl->part_cnt; i++) {
		const srl_place_of_part_t *at = &p->plan[i];
		const srl_lane_t *lane = &p->world.lanes[at->lane];
		uint32_t pool = p->world.resources[lane->resource].pool;
		size_t k = c->cnt;

		if (!p->world.pools[pool].has_nodes || !lane->amount)
			continue;
		c->wants[k] = (srl_want_t) {
			pool, at->begin, at->begin + p->srl->parts[i].duration,
			lane->amount,
		};
		c->parts[k] = i;
		for (; k && (c->wants[c->order[k - 1]].begin > at->begin); k--)
			c->order[k] = c->order[k - 1];
		c->order[k] = c->cnt++;
	}
}

/*
 * Nodes that are alike, to one want after the other: a node that is free again serves the
 * next one. RET false without memory
 */
static bool _deal(chooser_t *c, const srl_fitter_t *f, size_t u)
{
	const srl_nodes_t *nodes = &c->p->world.nodes[u];
	int64_t *until = calloc((size_t) nodes->cnt, sizeof(*until));

	for (size_t i = 0; until && (i < c->cnt); i++) {
		size_t w = c->order[i];
		int64_t missing = srl_fitter_given(f, w, u);

		for (int64_t k = 0; missing && (k < nodes->cnt); k++) {
			if (until[k] > c->wants[w].begin)
				continue;
			until[k] = c->wants[w].end;
			c->names[w][c->name_cnt[w]++] = c->p->world_names[u][k];
			missing--;
		}
	}
	free(until);
	return until;
}

static int _by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

/* RET names with commas, of p->memory; NULL without memory */
static const char *_list(const chooser_t *c, size_t w)
{
	size_t len = 1;
	char *text, *at;

	qsort(c->names[w], c->name_cnt[w], sizeof(*c->names[w]), _by_text);
	for (size_t i = 0; i < c->name_cnt[w]; i++)
		len += strlen(c->names[w][i]) + 1;
	text = at = srl_memory_get(c->p->memory, len, 1);
	for (size_t i = 0; text && (i < c->name_cnt[w]); i++) {
		if (i)
			*at++ = ',';
		at = stpcpy(at, c->names[w][i]);
	}
	return text;
}

static bool _meets(const chooser_t *c, size_t w)
{
	const planner_t *p = c->p;
	planner_place_t a, b;

	(void) planner_place(p, c->parts[w], &a);
	for (size_t i = 0; i < c->cnt; i++) {
		(void) planner_place(p, c->parts[i], &b);
		if ((i != w) && planner_meet(&a, &b))
			return true;
	}
	return false;
}

static bool _choose(chooser_t *c, const srl_fitter_t *f,
		    const char *ret_lists[SRL_PARTS_MAX])
{
	for (size_t w = 0; w < c->cnt; w++) {
		c->names[w] = srl_memory_get(c->p->world_memory,
					     (size_t) c->wants[w].amount,
					     sizeof(**c->names));
		if (!c->names[w])
			return false;
	}
	for (size_t u = 0; u < c->p->world.nodes_cnt; u++)
		if (!_deal(c, f, u))
			return false;
	for (size_t w = 0; w < c->cnt; w++) {
		if (!_meets(c, w))
			continue;
		ret_lists[c->parts[w]] = _list(c, w);
		if (!ret_lists[c->parts[w]])
			return false;
	}
	return true;
}

bool plan_nodes(planner_t *p, const char *ret_lists[SRL_PARTS_MAX])
{
	const srl_limits_t limits = planner_limits(p);
	srl_meter_t meter = srl_meter(&limits);
	chooser_t c = { .p = p };
	srl_fitter_t *f;
	bool ok;

	memset(ret_lists, 0, SRL_PARTS_MAX * sizeof(*ret_lists));
	_list_wants(&c);
	if (!c.cnt)
		return true;
	f = srl_fitter_create(&p->world, c.cnt, &meter);
	if (!f)
		return false;
	ok = (srl_fit(f, c.wants, c.cnt) != SRL_FIT_YES) ||
	     _choose(&c, f, ret_lists);
	srl_fitter_destroy(f);
	return ok;
}
