/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_check.c - check that a plan keeps the demands of the request and the
 * world.
 */
#include <stdio.h>
#include <string.h>

#include "srl/nodes_fit.h"
#include "srl/plan.h"

/* What is asked about, and where the answer goes. */
struct check {
	const srl_t *srl;
	const srl_world_t *world;
	const srl_place_of_part_t *plan;
	char *text;
	size_t size;
};

static const srl_lane_t *_part_lane(const struct check *c, uint32_t part)
{
	return &c->world->lanes[c->plan[part].lane];
}

static const srl_resource_t *_resource(const struct check *c, uint32_t part)
{
	return &c->world->resources[_part_lane(c, part)->resource];
}

static int64_t _part_end(const struct check *c, uint32_t part)
{
	return c->plan[part].begin + c->srl->parts[part].duration;
}

static bool _check_place(const struct check *c, uint32_t p)
{
	const srl_place_of_part_t *place = &c->plan[p];
	const srl_part_t *part = &c->srl->parts[p];
	const srl_lane_t *lane;

	if (place->lane >= c->world->lane_cnt)
		goto wrong;
	lane = _part_lane(c, p);
	if ((lane->part != p) || (place->run >= lane->run_cnt) ||
	    (place->begin < lane->runs[place->run].first) ||
	    (place->begin > lane->runs[place->run].last))
		goto wrong;
	if ((place->begin >= part->est) && (_part_end(c, p) <= part->let))
		return true;
	snprintf(c->text, c->size, "%s is outside its window", part->id);
	return false;
wrong:
	snprintf(c->text, c->size, "%s is where it can't be", part->id);
	return false;
}

static double _sum_value(const struct check *c, const srl_sum_t *sum)
{
	double value = sum->constant;

	for (size_t i = 0; i < sum->cnt; i++) {
		const srl_term_t *t = &sum->terms[i];
		const srl_place_of_part_t *place = &c->plan[t->part];

		if (t->metric == SRL_BEGIN)
			value += t->factor * (double) place->begin;
		else if (t->metric == SRL_COST)
			value += t->factor *
				_part_lane(c, t->part)->runs[place->run].cost;
		else
			value += t->factor * _part_lane(c, t->part)->bandwidth;
	}
	return value;
}

static const char *_side_text(const struct check *c, const srl_side_t *side)
{
	const srl_resource_t *r;

	if (side->part == SRL_NO_PART)
		return side->text;
	r = _resource(c, side->part);
	switch (side->metric) {
	case SRL_SITE: return r->site;
	case SRL_CLUSTER: return r->cluster;
	default: return r->name;
	}
}

static bool _constraint(const struct check *c, const srl_constraint_t *con)
{
	bool holds;

	if (con->is_text)
		holds = !strcmp(_side_text(c, &con->left),
				_side_text(c, &con->right)) ==
			(con->op == SRL_EQ);
	else
		holds = srl_holds(_sum_value(c, &con->sum), con->op);
	if (!holds)
		snprintf(c->text, c->size, "%s does not hold", con->name);
	return holds;
}

static bool _check_link(const struct check *c, uint32_t p)
{
	const srl_part_t *part = &c->srl->parts[p];
	const srl_resource_t *link = _resource(c, p);
	const char *a, *b;

	if (part->from == SRL_NO_PART)
		return true;
	a = _resource(c, part->from)->site;
	b = _resource(c, part->to)->site;
	if (link->ends[0] &&
	    ((!strcmp(link->ends[0], a) && !strcmp(link->ends[1], b)) ||
	     (!strcmp(link->ends[0], b) && !strcmp(link->ends[1], a))))
		return true;
	snprintf(c->text, c->size, "%s does not connect its ends", part->id);
	return false;
}

/* The next moment after `at` at which a part begins or ends. */
static void _sooner(int64_t at, int64_t moment, int64_t *until)
{
	if ((moment > at) && (moment < *until))
		*until = moment;
}

/* True if there is room in a pool from a moment to the next. */
static bool _pool_has_room(const struct check *c, uint32_t pool, int64_t at)
{
	const srl_pool_t *of = &c->world->pools[pool];
	int64_t load = 0, until = INT64_MAX;
	int parts = 0;

	for (uint32_t q = 0; q < c->srl->part_cnt; q++) {
		int64_t amount;

		if (!srl_lane_takes(c->world, _part_lane(c, q), pool, &amount))
			continue;
		_sooner(at, c->plan[q].begin, &until);
		_sooner(at, _part_end(c, q), &until);
		if ((c->plan[q].begin > at) || (_part_end(c, q) <= at))
			continue;
		parts++;
		load += amount;
	}
	return (parts < 2) ||
		(of->step_cnt && (srl_pool_free(of, at, until) >= load));
}

/* Loads change where parts begin and end. */
static bool _check_pools(const struct check *c, uint32_t p)
{
	size_t cnt = srl_lane_pool_cnt(c->world, _part_lane(c, p));
	bool room = true;

	for (size_t i = 0; room && (i < cnt); i++) {
		uint32_t pool = srl_lane_pool(c->world, _part_lane(c, p), i);

		room = _pool_has_room(c, pool, c->plan[p].begin) &&
		       _pool_has_room(c, pool, _part_end(c, p));
	}
	if (room)
		return true;
	snprintf(c->text, c->size, "there is no room on %s for %s and others",
		 _resource(c, p)->name, c->srl->parts[p].id);
	return false;
}

/* True if all parts find nodes of their own, where the nodes are known. */
static bool _check_nodes(const struct check *c)
{
	srl_want_t wants[SRL_PARTS_MAX];
	srl_fitter_t *fitter = c->world->nodes_cnt ?
		srl_fitter_create(c->world, c->srl->part_cnt, NULL) :
		NULL;
	size_t cnt = 0, group;
	bool fits = true;

	for (uint32_t p = 0; p < c->srl->part_cnt; p++) {
		wants[cnt] = (srl_want_t) { _resource(c, p)->pool,
					    c->plan[p].begin, _part_end(c, p),
					    _part_lane(c, p)->amount };
		cnt += c->world->pools[wants[cnt].pool].has_nodes &&
		       wants[cnt].amount;
	}
	for (size_t i = 0; fitter && fits && (i < cnt); i += group) {
		group = srl_wants_together(wants + i, 1, cnt - i);
		fits = srl_fit(fitter, wants + i, group) != SRL_FIT_NO;
	}
	srl_fitter_destroy(fitter);
	if (!fits)
		snprintf(c->text, c->size, "the parts do not find nodes of their own");
	return fits;
}

extern bool srl_plan_check(const srl_t *srl, const srl_world_t *world,
			   const srl_place_of_part_t *plan, char *text,
			   size_t size)
{
	const struct check c = { srl, world, plan, text, size };

	for (uint32_t p = 0; p < srl->part_cnt; p++)
		if (!_check_place(&c, p))
			return false;
	for (uint32_t p = 0; p < srl->part_cnt; p++)
		if (!_check_link(&c, p) || !_check_pools(&c, p))
			return false;
	if (!_check_nodes(&c))
		return false;
	for (size_t i = 0; i < srl->constraint_cnt; i++)
		if (!_constraint(&c, &srl->constraints[i]))
			return false;
	return true;
}
