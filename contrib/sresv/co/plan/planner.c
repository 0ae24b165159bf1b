/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>

#include "contrib/sresv/co/plan/candidates.h"
#include "srl/memory.h"

planner_t *planner_open(const srl_t *srl, const ris_t *ris, lrs_t *lrs,
			const planner_options_t *options)
{
	planner_t *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->srl = srl;
	p->ris = ris;
	p->lrs = lrs;
	p->options = *options;
	for (size_t i = 0; i < SRL_PARTS_MAX; i++)
		p->held[i].candidate = SIZE_MAX;
	p->memory = srl_memory_create();
	p->clusters = calloc(ris->cluster_cnt + 1, sizeof(*p->clusters));
	p->mismatches = calloc(srl->part_cnt, sizeof(*p->mismatches));
	for (size_t i = 0; p->clusters && (i < ris->cluster_cnt); i++)
		p->clusters[i] = (cluster_t) { .now = -1, .usable = true };
	if (p->memory && p->clusters && p->mismatches && candidates_match(p))
		return p;
	planner_close(p);
	errno = ENOMEM;
	return NULL;
}

void planner_close(planner_t *p)
{
	if (!p)
		return;
	candidates_free(p);
	for (size_t i = 0; p->mismatches && (i < p->srl->part_cnt); i++)
		free(p->mismatches[i]);
	free(p->mismatches);
	free(p->clusters);
	srl_memory_destroy(p->memory);
	srl_memory_destroy(p->world_memory);
	free(p);
}

int planner_probe(planner_t *p)
{
	p->has_plan = false;
	if (candidates_ask(p))
		return -1;
	if (candidates_world(p))
		return 0;
	errno = ENOMEM;
	return -1;
}

/* --- places ---------------------------------------------------------------------- */

bool planner_place(const planner_t *p, uint32_t part, planner_place_t *ret)
{
	const srl_place_of_part_t *at = &p->plan[part];
	const candidate_t *c;

	if (!p->has_plan)
		return false;
	c = &p->candidates[p->world_candidates[at->lane]];
	*ret = (planner_place_t) {
		.cluster = p->ris->resources[c->resource].cluster,
		.resource = c->resource,
		.shape = c->match.shape,
		.cost = p->world.lanes[at->lane].runs[at->run].cost,
		.choice = (c->pool < p->pool_cnt) ? p->pools[c->pool].name_cnt :
						    0,
	};
	ret->shape.start = at->begin;
	ret->shape.list = (p->names_nodes && !c->own) ? p->lists[part] : NULL;
	return true;
}

/* A part has one candidate at most on a resource, beside its own place. */
static size_t _candidate(const planner_t *p, uint32_t part, size_t resource)
{
	for (size_t i = 0; i < p->candidate_cnt; i++)
		if ((p->candidates[i].part == part) && !p->candidates[i].own &&
		    (p->candidates[i].resource == resource))
			return i;
	return SIZE_MAX;
}

/* Without memory the start stays a choice; the cluster denies it again. */
static void _deny(candidate_t *c, int64_t begin)
{
	int64_t *list = realloc(c->denied,
				(c->denied_cnt + 1) * sizeof(*list));

	if (!list)
		return;
	list[c->denied_cnt++] = begin;
	c->denied = list;
}

/* Does b take licenses that a takes beside its pool? */
static bool _takes_too(const candidate_t *a, const candidate_t *b)
{
	for (size_t i = 0; i < a->also_cnt; i++)
		if (candidate_takes(b, a->also[i].pool))
			return true;
	return false;
}

/* Is something known that others who take from it have changed? */
static bool _shares(const candidate_t *a, const candidate_t *b)
{
	if (b->own)
		return false;
	if ((a->resource == b->resource) || _takes_too(a, b))
		return true;
	return (a->pool != POOL_NONE) && (a->pool != POOL_FREE) &&
	       ((a->pool == b->pool) || candidate_takes(b, a->pool));
}

void planner_denied(planner_t *p, uint32_t part, const planner_place_t *place)
{
	size_t at = _candidate(p, part, place->resource);

	if (at == SIZE_MAX)
		return;
	_deny(&p->candidates[at], place->shape.start);
	for (size_t i = 0; i < p->candidate_cnt; i++)
		if (_shares(&p->candidates[at], &p->candidates[i]))
			candidate_doubt(p, &p->candidates[i]);
}

void planner_held(planner_t *p, uint32_t part, const planner_place_t *place)
{
	held_t *h = &p->held[part];

	*h = (held_t) { .candidate = SIZE_MAX, .begin = -1 };
	if (!place)
		return;
	h->candidate = _candidate(p, part, place->resource);
	h->begin = place->shape.start;
	h->cost = place->cost;
	h->list = place->shape.list;
}

void planner_name_nodes(planner_t *p)
{
	p->names_nodes = true;
}

bool planner_meet(const planner_place_t *a, const planner_place_t *b)
{
	return (a->cluster == b->cluster) && a->shape.nodes && b->shape.nodes &&
	       (a->shape.start < b->shape.start + b->shape.length) &&
	       (b->shape.start < a->shape.start + a->shape.length);
}

void planner_begin_again(planner_t *p)
{
	for (uint32_t i = 0; i < p->srl->part_cnt; i++)
		planner_held(p, i, NULL);
	for (size_t i = 0; i < p->candidate_cnt; i++) {
		p->candidates[i].denied_cnt = 0;
		candidate_doubt(p, &p->candidates[i]);
	}
}

void planner_avoid(planner_t *p, size_t cluster)
{
	p->clusters[cluster].avoided = true;
	for (size_t i = 0; i < p->candidate_cnt; i++)
		if (p->ris->resources[p->candidates[i].resource].cluster ==
		    cluster)
			candidate_doubt(p, &p->candidates[i]);
}

/* --- what was found ---------------------------------------------------------------- */

const srl_world_t *planner_world(const planner_t *p)
{
	return p->has_world ? &p->world : NULL;
}

bool planner_why_not(const planner_t *p, uint32_t part, FILE *to)
{
	for (size_t i = 0; i < p->world.lane_cnt; i++)
		if (p->world.lanes[i].part == part)
			return false;
	for (size_t i = 0; i < p->candidate_cnt; i++) {
		const candidate_t *c = &p->candidates[i];

		if (c->part == part)
			fprintf(to, "%s: %s\n",
				p->ris->resources[c->resource].name,
				c->why ? c->why : "its starts were denied");
	}
	fputs(p->mismatches[part], to);
	return true;
}

size_t planner_silent(const planner_t *p)
{
	size_t cnt = 0;

	for (size_t i = 0; i < p->ris->cluster_cnt; i++)
		cnt += !p->clusters[i].usable;
	return cnt;
}
