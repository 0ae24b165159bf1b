/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * planner_own.c - parts that are booked already, and may stay: see planner.h.
 *
 * What a cluster tells to be free is beside our own bookings. So the place of such
 * a part is a candidate of its own, in a pool without limit.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/plan/candidates.h"

static bool _same_text(const char *a, const char *b)
{
	return (!a && !b) || (a && b && !strcmp(a, b));
}

/* Would the part be asked for like this? */
static bool _is_same(const lrs_shape_t *a, const lrs_shape_t *b, bool exact)
{
	if ((a->length != b->length) || (a->nodes != b->nodes))
		return false;
	return !exact || (_same_text(a->partition, b->partition) &&
			  _same_text(a->features, b->features) &&
			  _same_text(a->licenses, b->licenses));
}

static const candidate_t *_find(const planner_t *p, uint32_t part,
				size_t cluster, const lrs_shape_t *shape,
				bool exact)
{
	for (size_t i = 0; i < p->candidate_cnt; i++) {
		const candidate_t *c = &p->candidates[i];

		if ((c->part == part) && !c->own &&
		    (p->ris->resources[c->resource].cluster == cluster) &&
		    _is_same(&c->match.shape, shape, exact))
			return c;
	}
	return NULL;
}

/* What the controller asks for it is not known any more. */
static double _cost(const planner_t *p, const candidate_t *c)
{
	const ris_resource_t *r = &p->ris->resources[c->resource];

	return r->has_price ? r->price * (double) c->match.amount *
			      (double) c->match.shape.length : 0;
}

static candidate_t *_own(planner_t *p, uint32_t part)
{
	for (size_t i = 0; i < p->candidate_cnt; i++)
		if ((p->candidates[i].part == part) && p->candidates[i].own)
			return &p->candidates[i];
	return NULL;
}

bool planner_own(planner_t *p, uint32_t part, size_t cluster,
		 const lrs_shape_t *shape, bool exact)
{
	const srl_part_t *of = &p->srl->parts[part];
	const candidate_t *like = _find(p, part, cluster, shape, exact);
	srl_run_t *run;
	candidate_t *c;
	size_t resource;
	match_t match;

	if (!like || (shape->start < of->est) ||
	    (shape->start + shape->length > of->let))
		return false;
	resource = like->resource;
	match = like->match;
	run = malloc(sizeof(*run));
	if (!run || !candidates_append(p, part, resource, &match)) {
		free(run);
		return false;
	}
	c = &p->candidates[p->candidate_cnt - 1];
	*run = (srl_run_t) { shape->start, shape->start, _cost(p, c) };
	c->own = true;
	c->stale = false;
	c->pool = POOL_OWN;
	c->also_cnt = 0;
	c->runs = run;
	c->run_cnt = 1;
	return true;
}

void planner_fix(planner_t *p, uint32_t part, bool fixed)
{
	uint64_t bit = UINT64_C(1) << part;

	if (!_own(p, part) || (((p->fixed & bit) != 0) == fixed))
		return;
	p->fixed ^= bit;
	for (size_t i = 0; i < p->candidate_cnt; i++)
		if ((p->candidates[i].part == part) && !p->candidates[i].own)
			p->candidates[i].stale = !fixed;
}

void planner_disown(planner_t *p, uint32_t part)
{
	candidate_t *c = _own(p, part);

	planner_fix(p, part, false);
	if (c)
		c->run_cnt = 0;
}

bool planner_stays(const planner_t *p, uint32_t part)
{
	return p->has_plan &&
	       p->candidates[p->world_candidates[p->plan[part].lane]].own;
}
