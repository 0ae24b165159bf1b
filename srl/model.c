/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * model.c - a request and a world as groups, bounds, differences and limits.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "srl/memory.h"
#include "srl/model.h"

static bool _is_ignored(const srl_model_t *model, size_t i)
{
	return model->ignore && model->ignore[i];
}

static bool _has_begin(const srl_sum_t *sum)
{
	for (size_t i = 0; i < sum->cnt; i++)
		if (sum->terms[i].metric == SRL_BEGIN)
			return true;
	return false;
}

/* factor * x <= most */
static void _narrow(double factor, double most, double *x_least, double *x_most)
{
	if (factor > 0)
		*x_most = fmin(*x_most, most / factor);
	else
		*x_least = fmax(*x_least, most / factor);
}

/* A limit of one price of one part does away with its lanes or runs. */
static void _narrow_part(srl_model_t *model, const srl_term_t *t, double sign,
			 double most)
{
	srl_model_part_t *part = &model->parts[t->part];

	if (t->metric == SRL_COST)
		_narrow(sign * t->factor, most, &part->cost_least,
			&part->cost_most);
	else
		_narrow(sign * t->factor, most, &part->bandwidth_least,
			&part->bandwidth_most);
}

static void _add_budget(srl_model_t *model, const srl_constraint_t *c,
			double sign)
{
	srl_budget_t *b = &model->budgets[model->budget_cnt];
	bool strict = (c->op == SRL_LT) || (c->op == SRL_GT);

	*b = (srl_budget_t) { .most = -sign * c->sum.constant };
	b->most += strict ? -nextafter(SRL_NEAR, 1) : SRL_NEAR;
	if (c->sum.cnt == 1) {
		_narrow_part(model, &c->sum.terms[0], sign, b->most);
		return;
	}
	model->budget_cnt++;
	for (size_t i = 0; i < c->sum.cnt; i++) {
		const srl_term_t *t = &c->sum.terms[i];
		double *of = (t->metric == SRL_COST) ? b->cost : b->bandwidth;

		of[t->part] = sign * t->factor;
	}
}

static void _add_limit(srl_model_t *model, const srl_constraint_t *c)
{
	switch (c->op) {
	case SRL_NE:
		model->late[model->late_cnt++] = c;
		break;
	case SRL_EQ:
		_add_budget(model, c, 1);
		_add_budget(model, c, -1);
		break;
	case SRL_LT: case SRL_LE:
		_add_budget(model, c, 1);
		break;
	default:
		_add_budget(model, c, -1);
		break;
	}
}

static void _limits(srl_model_t *model)
{
	for (size_t i = 0; i < model->srl->constraint_cnt; i++) {
		const srl_constraint_t *c = &model->srl->constraints[i];

		if (_is_ignored(model, i))
			continue;
		if (c->is_text)
			model->late[model->late_cnt++] = c;
		else if (!_has_begin(&c->sum))
			_add_limit(model, c);
	}
}

/* The cost and the bandwidth of some place of each part. */
static void _find_origins(srl_model_t *model)
{
	for (size_t l = 0; l < model->world->lane_cnt; l++) {
		const srl_lane_t *lane = &model->world->lanes[l];
		srl_tariff_t *tariff = &model->parts[lane->part].tariff;

		if (!lane->run_cnt)
			continue;
		tariff->cost_origin = lane->runs[0].cost;
		tariff->bandwidth_origin = lane->bandwidth;
	}
}

static void _add_objective(srl_model_t *model, const srl_objective_t *o,
			   const srl_range_t *range)
{
	double width = range->most - range->least, scale;
	double origin = o->sum.constant - range->least;

	if (width < SRL_NEAR)
		return;
	scale = (o->max ? -1 : 1) * o->weight / width;
	for (size_t i = 0; i < o->sum.cnt; i++) {
		const srl_term_t *t = &o->sum.terms[i];
		srl_model_part_t *part = &model->parts[t->part];
		double factor = scale * t->factor;

		if (t->metric == SRL_COST) {
			part->tariff.cost += factor;
			origin += t->factor * part->tariff.cost_origin;
		} else if (t->metric == SRL_BANDWIDTH) {
			part->tariff.bandwidth += factor;
			origin += t->factor * part->tariff.bandwidth_origin;
		} else {
			srl_group_t *g = &model->groups[part->group];

			g->slope += factor;
			origin += t->factor * (double) (g->low + part->offset);
		}
	}
	model->base += scale * origin + (o->max ? o->weight : 0);
}

static int _model_prices(srl_model_t *model)
{
	size_t cnt = model->srl->objective_cnt;
	srl_range_t *ranges = srl_memory_get(model->memory, cnt,
					     sizeof(*ranges));

	if (!ranges || (srl_ranges(model->srl, model->world, ranges) < 0))
		return -1;
	for (size_t p = 0; p < model->srl->part_cnt; p++) {
		srl_model_part_t *part = &model->parts[p];

		part->cost_least = part->bandwidth_least = -HUGE_VAL;
		part->cost_most = part->bandwidth_most = HUGE_VAL;
	}
	_find_origins(model);
	for (size_t i = 0; i < cnt; i++)
		_add_objective(model, &model->srl->objectives[i], &ranges[i]);
	_limits(model);
	return 0;
}

static int _create(srl_model_t *model)
{
	size_t parts = model->srl->part_cnt;
	size_t constraints = model->srl->constraint_cnt;

	model->memory = srl_memory_create();
	if (!model->memory)
		return -1;
	model->parts = srl_memory_get(model->memory, parts,
				      sizeof(*model->parts));
	model->groups = srl_memory_get(model->memory, parts,
				       sizeof(*model->groups));
	model->gaps = srl_memory_get(model->memory, 2 * constraints,
				     sizeof(*model->gaps));
	model->unequals = srl_memory_get(model->memory, constraints,
					 sizeof(*model->unequals));
	model->budgets = srl_memory_get(model->memory, 2 * constraints,
					sizeof(*model->budgets));
	model->late = srl_memory_get(model->memory, constraints,
				     sizeof(*model->late));
	return srl_memory_failed(model->memory) ? -1 : 0;
}

extern int srl_model_make(const srl_t *srl, const srl_world_t *world,
			  const bool *ignore, srl_model_t *ret_model,
			  size_t *ret_constraint)
{
	*ret_model = (srl_model_t) {
		.srl = srl, .world = world, .ignore = ignore,
	};
	if (_create(ret_model) < 0) {
		errno = ENOMEM;
		return -1;
	}
	if (srl_model_times(ret_model, ret_constraint) < 0)
		return -1;
	if ((_model_prices(ret_model) < 0) ||
	    (srl_model_lanes(ret_model) < 0)) {
		errno = ENOMEM;
		return -1;
	}
	return 0;
}

extern void srl_model_clear(srl_model_t *model)
{
	srl_memory_destroy(model->memory);
	model->memory = NULL;
}
