/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * places.c - the best places of all parts, for given starts.
 *
 * Depth first over the parts; a link comes right behind the later of its ends,
 * as its lanes are few then. What the rest costs at least cuts branches, in
 * the objective and in each budget.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "srl/searcher.h"

#define CHOICE_WORK 16	/* a lane, whose run is looked for */

static size_t _part_cnt(const srl_searcher_t *s)
{
	return s->model->srl->part_cnt;
}

static size_t _depth_of(const srl_searcher_t *s, uint32_t part)
{
	for (size_t d = 0; d < _part_cnt(s); d++)
		if (s->order[d] == part)
			return d;
	return 0;
}

static void _put_links(srl_searcher_t *s, uint32_t end, const bool *placed,
		       size_t *depth)
{
	for (uint32_t l = 0; l < _part_cnt(s); l++) {
		const srl_part_t *link = &s->model->srl->parts[l];

		if ((link->from == SRL_NO_PART) ||
		    ((link->from != end) && (link->to != end)))
			continue;
		if (placed[link->from] && placed[link->to])
			s->order[(*depth)++] = l;
	}
}

static void _make_order(srl_searcher_t *s)
{
	bool placed[SRL_PARTS_MAX] = { false };
	size_t depth = 0;

	for (uint32_t p = 0; p < _part_cnt(s); p++) {
		if (s->model->parts[p].is_link)
			continue;
		s->order[depth++] = p;
		placed[p] = true;
		_put_links(s, p, placed, &depth);
	}
}

static size_t _late_depth(const srl_searcher_t *s, const srl_constraint_t *c)
{
	size_t depth = 0, d;

	for (size_t i = 0; !c->is_text && (i < c->sum.cnt); i++) {
		d = _depth_of(s, c->sum.terms[i].part);
		depth = (d > depth) ? d : depth;
	}
	if (c->is_text && (c->left.part != SRL_NO_PART))
		depth = _depth_of(s, c->left.part);
	if (c->is_text && (c->right.part != SRL_NO_PART)) {
		d = _depth_of(s, c->right.part);
		depth = (d > depth) ? d : depth;
	}
	return depth;
}

extern int srl_places_create(srl_searcher_t *s)
{
	size_t parts = _part_cnt(s), budgets = s->model->budget_cnt;

	_make_order(s);
	for (size_t i = 0; i < s->model->late_cnt; i++)
		s->late_depth[i] = _late_depth(s, s->model->late[i]);
	s->budget_rest = calloc((budgets + 1) * (parts + 1), sizeof(double));
	s->budget_used = calloc((budgets + 1) * (parts + 1), sizeof(double));
	if (!s->budget_rest || !s->budget_used)
		return -1;
	for (uint32_t p = 0; p < parts; p++) {
		const srl_model_part_t *part = &s->model->parts[p];

		if (part->is_link)
			continue;
		s->choices[p] = calloc(part->lane_cnt + 1,
				       sizeof(srl_choice_t));
		if (!s->choices[p])
			return -1;
	}
	return 0;
}

extern void srl_places_destroy(srl_searcher_t *s)
{
	for (size_t p = 0; p < _part_cnt(s); p++)
		free(s->choices[p]);
	free(s->budget_rest);
	free(s->budget_used);
}

static int64_t _part_begin(const srl_searcher_t *s, uint32_t p)
{
	const srl_model_part_t *part = &s->model->parts[p];

	return s->points[part->group].starts[s->at[part->group]] + part->offset;
}

extern bool srl_choice(const srl_searcher_t *s, uint32_t lane_id, int64_t begin,
		       srl_choice_t *ret_choice)
{
	const srl_lane_t *lane = &s->model->world->lanes[lane_id];
	size_t run = srl_lane_find(lane, begin);

	if ((run == lane->run_cnt) ||
	    !srl_model_allows(s->model, lane, &lane->runs[run]))
		return false;
	*ret_choice = (srl_choice_t) {
		lane_id, (uint32_t) run,
		srl_model_price(s->model, lane, &lane->runs[run]),
	};
	return true;
}

static int _by_price(const void *a, const void *b)
{
	const srl_choice_t *x = a, *y = b;

	if (x->price != y->price)
		return (x->price > y->price) ? 1 : -1;
	return (x->lane > y->lane) - (x->lane < y->lane);
}

static double _choice_cost(const srl_searcher_t *s, const srl_choice_t *choice)
{
	return s->model->world->lanes[choice->lane].runs[choice->run].cost;
}

extern void srl_list_choices(srl_searcher_t *s, uint32_t p, int64_t begin,
			     bool by_cost)
{
	const srl_model_part_t *part = &s->model->parts[p];
	size_t cnt = 0;

	s->choice_cnt[p] = 0;
	if (!srl_work(&s->meter, part->lane_cnt * CHOICE_WORK))
		return;
	for (size_t i = 0; i < part->lane_cnt; i++) {
		srl_choice_t *choice = &s->choices[p][cnt];

		if (!srl_choice(s, part->lanes[i], begin, choice))
			continue;
		if (by_cost)
			choice->price = _choice_cost(s, choice);
		cnt++;
	}
	s->choice_cnt[p] = cnt;
	qsort(s->choices[p], cnt, sizeof(srl_choice_t), _by_price);
}

/* What the parts from each depth on cost at least. */
static void _add_up(srl_searcher_t *s)
{
	size_t parts = _part_cnt(s);

	s->price_rest[parts] = 0;
	for (size_t d = parts; d--;) {
		uint32_t p = s->order[d];
		size_t at = s->at[s->model->parts[p].group];

		s->price_rest[d] = s->price_rest[d + 1] + s->price_low[p][at];
		for (size_t b = 0; b < s->model->budget_cnt; b++) {
			double *rest = s->budget_rest + b * (parts + 1);
			const double *low = s->budget_low[b * parts + p];

			rest[d] = rest[d + 1] + (low ? low[at] : 0);
		}
	}
}

/* True if the budgets last for this choice and the rest. Notes their use. */
static bool _spend_budgets(srl_searcher_t *s, size_t depth,
			   const srl_lane_t *lane, const srl_run_t *run)
{
	size_t parts = _part_cnt(s);

	for (size_t b = 0; b < s->model->budget_cnt; b++) {
		const srl_budget_t *of = &s->model->budgets[b];
		double *used = s->budget_used + b * (parts + 1);
		const double *rest = s->budget_rest + b * (parts + 1);

		used[depth + 1] = used[depth] +
			of->cost[lane->part] * run->cost +
			of->bandwidth[lane->part] * lane->bandwidth;
		if (used[depth + 1] + rest[depth + 1] > of->most)
			return false;
	}
	return true;
}

static const srl_resource_t *_resource(const srl_searcher_t *s, uint32_t part)
{
	const srl_world_t *world = s->model->world;

	return &world->resources[world->lanes[s->places[part].lane].resource];
}

static const char *_side_text(const srl_searcher_t *s, const srl_side_t *side)
{
	const srl_resource_t *r;

	if (side->part == SRL_NO_PART)
		return side->text;
	r = _resource(s, side->part);
	return (side->metric == SRL_SITE) ? r->site :
		(side->metric == SRL_CLUSTER) ? r->cluster : r->name;
}

static double _prices(const srl_searcher_t *s, const srl_sum_t *sum)
{
	double value = sum->constant;

	for (size_t i = 0; i < sum->cnt; i++) {
		const srl_term_t *t = &sum->terms[i];
		const srl_place_of_part_t *place = &s->places[t->part];
		const srl_lane_t *lane = &s->model->world->lanes[place->lane];

		value += t->factor * ((t->metric == SRL_COST) ?
				      lane->runs[place->run].cost :
				      lane->bandwidth);
	}
	return value;
}

extern bool srl_late_holds(const srl_searcher_t *s, const srl_constraint_t *c)
{
	if (!c->is_text)
		return srl_holds(_prices(s, &c->sum), c->op);
	return !strcmp(_side_text(s, &c->left), _side_text(s, &c->right)) ==
	       (c->op == SRL_EQ);
}

static bool _constraints_hold(const srl_searcher_t *s, size_t depth)
{
	for (size_t i = 0; i < s->model->late_cnt; i++)
		if ((s->late_depth[i] == depth) &&
		    !srl_late_holds(s, s->model->late[i]))
			return false;
	return true;
}

static void _descend(srl_searcher_t *s, size_t depth, double price);

static void _try_choice(srl_searcher_t *s, size_t depth,
			const srl_choice_t *choice, double price)
{
	const srl_lane_t *lane = &s->model->world->lanes[choice->lane];
	uint32_t p = s->order[depth];

	if (!srl_step(&s->meter) ||
	    !srl_work(&s->meter, s->model->budget_cnt + s->model->late_cnt) ||
	    !_spend_budgets(s, depth, lane, &lane->runs[choice->run]))
		return;
	s->places[p] = (srl_place_of_part_t) {
		choice->lane, choice->run, _part_begin(s, p),
	};
	if (_constraints_hold(s, depth) && srl_pool_room(s, depth) &&
	    !s->meter.stopped)
		_descend(s, depth + 1, price + choice->price);
}

/* True if a choice at this depth can lead to a better plan. */
static bool _is_promising(const srl_searcher_t *s, size_t depth, double price)
{
	return price + s->price_rest[depth + 1] < s->best - SRL_EXACT;
}

static void _descend_link(srl_searcher_t *s, size_t depth, double price)
{
	uint32_t p = s->order[depth];
	const srl_part_t *link = &s->model->srl->parts[p];
	const srl_model_part_t *part = &s->model->parts[p];
	const srl_lane_t *lanes = s->model->world->lanes;
	srl_choice_t choice;
	size_t i, end;

	end = srl_link_lanes(
		s->model, p,
		s->model->site_of[lanes[s->places[link->from].lane].resource],
		s->model->site_of[lanes[s->places[link->to].lane].resource],
		&i);
	for (; (i < end) && srl_work(&s->meter, CHOICE_WORK); i++)
		if (srl_choice(s, part->lanes[i], _part_begin(s, p), &choice) &&
		    _is_promising(s, depth, price + choice.price))
			_try_choice(s, depth, &choice, price);
}

static void _descend(srl_searcher_t *s, size_t depth, double price)
{
	uint32_t p;

	if (depth == _part_cnt(s)) {
		srl_found(s, price);
		return;
	}
	p = s->order[depth];
	if (s->model->parts[p].is_link) {
		_descend_link(s, depth, price);
		return;
	}
	for (size_t i = 0; (i < s->choice_cnt[p]) && !s->meter.stopped; i++) {
		const srl_choice_t *choice = &s->choices[p][i];

		if (!_is_promising(s, depth, price + choice->price))
			return;		/* nor are dearer choices */
		_try_choice(s, depth, choice, price);
	}
}

extern void srl_places(srl_searcher_t *s)
{
	size_t parts = _part_cnt(s);

	if (!srl_work(&s->meter, parts * (1 + s->model->budget_cnt)))
		return;
	_add_up(s);
	for (size_t b = 0; b < s->model->budget_cnt; b++)
		if (s->budget_rest[b * (parts + 1)] > s->model->budgets[b].most)
			return;
	for (uint32_t p = 0; p < parts; p++)
		if (!s->model->parts[p].is_link)
			srl_list_choices(s, p, _part_begin(s, p), false);
	if (!s->meter.stopped)
		_descend(s, 0, s->time_price);
}
