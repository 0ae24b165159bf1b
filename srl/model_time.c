/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * model_time.c - groups of parts, their windows, and the differences between
 * them.
 */
#include <errno.h>
#include <math.h>

#include "srl/model.h"

/* A constraint on times over groups, f * start of a + g * start of b + c op 0. */
struct over_groups {
	double factor[SRL_PARTS_MAX];
	double constant;
	uint32_t a, b;		/* those with a factor; SRL_NO_GROUP: none */
	size_t cnt;
};

static bool _is_time(const srl_model_t *model, size_t i)
{
	const srl_constraint_t *c = &model->srl->constraints[i];

	if (c->is_text || (model->ignore && model->ignore[i]))
		return false;
	for (size_t t = 0; t < c->sum.cnt; t++)
		if (c->sum.terms[t].metric == SRL_BEGIN)
			return true;
	return false;
}

static bool _has_price(const srl_sum_t *sum)
{
	for (size_t i = 0; i < sum->cnt; i++)
		if (sum->terms[i].metric != SRL_BEGIN)
			return true;
	return false;
}

/* begin of p = begin of q + value: all parts of q's group join that of p. */
static void _join_groups(srl_model_t *model, uint32_t p, uint32_t q,
			 int64_t value)
{
	srl_model_part_t *parts = model->parts;
	uint32_t from = parts[q].group, to = parts[p].group;
	int64_t move = parts[p].offset - value - parts[q].offset;

	if (from == to) {
		model->impossible |= (move != 0);
		return;
	}
	for (size_t i = 0; i < model->srl->part_cnt; i++) {
		if (parts[i].group != from)
			continue;
		parts[i].group = to;
		parts[i].offset += move;
	}
}

static void _try_join(srl_model_t *model, const srl_constraint_t *c)
{
	const srl_term_t *t = c->sum.terms;
	double value;

	if ((c->op != SRL_EQ) || (c->sum.cnt != 2) ||
	    (t[0].metric != SRL_BEGIN) || (t[1].metric != SRL_BEGIN) ||
	    (t[0].factor != -t[1].factor))
		return;
	value = -c->sum.constant / t[0].factor;
	if (fabs(value - round(value)) * fabs(t[0].factor) > SRL_NEAR)
		model->impossible = true;
	else
		_join_groups(model, t[0].part, t[1].part,
			     (int64_t) round(value));
}

/* Groups get numbers without holes. */
static void _number_groups(srl_model_t *model)
{
	uint32_t number[SRL_PARTS_MAX];
	size_t parts = model->srl->part_cnt;

	for (uint32_t p = 0; p < parts; p++)
		number[p] = SRL_NO_GROUP;
	for (uint32_t p = 0; p < parts; p++) {
		uint32_t *n = &number[model->parts[p].group];

		if (*n == SRL_NO_GROUP)
			*n = model->group_cnt++;
		model->parts[p].group = *n;
	}
}

static void _windows(srl_model_t *model)
{
	for (uint32_t g = 0; g < model->group_cnt; g++)
		model->groups[g] = (srl_group_t) {
			.low = -SRL_TIME_MAX, .high = 2 * SRL_TIME_MAX };
	for (size_t p = 0; p < model->srl->part_cnt; p++) {
		const srl_part_t *part = &model->srl->parts[p];
		const srl_model_part_t *of = &model->parts[p];
		srl_group_t *g = &model->groups[of->group];
		int64_t low = part->est - of->offset;
		int64_t high = part->let - part->duration - of->offset;

		g->low = (low > g->low) ? low : g->low;
		g->high = (high < g->high) ? high : g->high;
	}
}

static struct over_groups _over_groups(const srl_model_t *model,
				       const srl_sum_t *sum)
{
	struct over_groups o = { .constant = sum->constant,
				 .a = SRL_NO_GROUP, .b = SRL_NO_GROUP };

	for (size_t i = 0; i < sum->cnt; i++) {
		const srl_model_part_t *p = &model->parts[sum->terms[i].part];

		o.factor[p->group] += sum->terms[i].factor;
		o.constant += sum->terms[i].factor * (double) p->offset;
	}
	for (uint32_t g = 0; g < model->group_cnt; g++) {
		if (o.factor[g] == 0)
			continue;
		if (!o.cnt++)
			o.a = g;
		else
			o.b = g;
	}
	return o;
}

#define FAR 1e15	/* beyond all differences of times */

static int64_t _clamp_time(double value)
{
	return (int64_t) ((value > FAR) ? FAR : (value < -FAR) ? -FAR : value);
}

/* The largest whole x with f * x + c < 0 or <= 0, as srl_holds(); f > 0. */
static int64_t _at_most(double f, double c, bool strict)
{
	if (strict)
		return _clamp_time(ceil((-SRL_NEAR - c) / f) - 1);
	return _clamp_time(floor((SRL_NEAR - c) / f));
}

/* start of a - start of b <= most, or start of a <= most. */
static void _add_most(srl_model_t *model, uint32_t a, uint32_t b, int64_t most)
{
	if (b != SRL_NO_GROUP)
		model->gaps[model->gap_cnt++] = (srl_gap_t) { a, b, most };
	else if (most < model->groups[a].high)
		model->groups[a].high = most;
}

/* start of a - start of b >= least, or start of a >= least. */
static void _add_least(srl_model_t *model, uint32_t a, uint32_t b,
		       int64_t least)
{
	if (b != SRL_NO_GROUP)
		model->gaps[model->gap_cnt++] = (srl_gap_t) { b, a, -least };
	else if (least > model->groups[a].low)
		model->groups[a].low = least;
}

static srl_op_t _turned(srl_op_t op)
{
	switch (op) {
	case SRL_LT: return SRL_GT;
	case SRL_LE: return SRL_GE;
	case SRL_GE: return SRL_LE;
	case SRL_GT: return SRL_LT;
	default: return op;
	}
}

/* f * x + c op 0 with f > 0, where x is a start or a difference of two. */
static void _add_comparison(srl_model_t *model, uint32_t a, uint32_t b,
			    double f, double c, srl_op_t op)
{
	double value = round(-c / f);

	if ((op == SRL_LT) || (op == SRL_LE) || (op == SRL_EQ))
		_add_most(model, a, b, _at_most(f, c, op == SRL_LT));
	if ((op == SRL_GT) || (op == SRL_GE) || (op == SRL_EQ))
		_add_least(model, a, b, -_at_most(f, -c, op == SRL_GT));
	if ((op == SRL_NE) && !srl_holds(f * value + c, SRL_NE))
		model->unequals[model->unequal_cnt++] = (srl_unequal_t) {
			a, b, _clamp_time(value) };
}

/* RET false if the search can't do it */
static bool _constraint(srl_model_t *model, const srl_constraint_t *c)
{
	struct over_groups o = _over_groups(model, &c->sum);
	double f;
	srl_op_t op = c->op;

	if (_has_price(&c->sum))
		return false;
	if (!o.cnt) {
		model->impossible |= !srl_holds(o.constant, c->op);
		return true;
	}
	if ((o.cnt > 2) || ((o.cnt == 2) && (o.factor[o.a] != -o.factor[o.b])))
		return false;
	f = o.factor[o.a];
	if (f < 0)
		op = _turned(op);
	_add_comparison(model, o.a, o.b, fabs(f),
			(f < 0) ? -o.constant : o.constant, op);
	return true;
}

extern int srl_model_times(srl_model_t *model, size_t *ret_constraint)
{
	size_t cnt = model->srl->constraint_cnt;
	uint64_t work = 0;

	for (uint32_t p = 0; p < model->srl->part_cnt; p++)
		model->parts[p].group = p;
	for (size_t i = 0; i < cnt; i++)
		if (_is_time(model, i))
			_try_join(model, &model->srl->constraints[i]);
	_number_groups(model);
	_windows(model);
	for (size_t i = 0; i < cnt; i++) {
		if (!_is_time(model, i) ||
		    _constraint(model, &model->srl->constraints[i]))
			continue;
		*ret_constraint = i;
		errno = ENOTSUP;
		return -1;
	}
	if (!srl_model_tighten(model, model->groups, &work))
		model->impossible = true;
	return 0;
}

/* One round over all gaps. RET true if a bound has moved */
static bool _tighten_bounds(const srl_model_t *model, srl_group_t *groups)
{
	bool moved = false;

	for (size_t i = 0; i < model->gap_cnt; i++) {
		const srl_gap_t *gap = &model->gaps[i];
		srl_group_t *a = &groups[gap->a], *b = &groups[gap->b];

		if (a->high > b->high + gap->most) {
			a->high = b->high + gap->most;
			moved = true;
		}
		if (b->low < a->low - gap->most) {
			b->low = a->low - gap->most;
			moved = true;
		}
	}
	return moved;
}

extern bool srl_model_tighten(const srl_model_t *model, srl_group_t *groups,
			      uint64_t *work)
{
	/* A bound that still moves then moves for ever: a circle of gaps. */
	uint32_t rounds = model->group_cnt + 1;

	*work += model->gap_cnt;
	while (_tighten_bounds(model, groups)) {
		*work += model->gap_cnt;
		if (!rounds--)
			return false;
	}
	for (uint32_t g = 0; g < model->group_cnt; g++)
		if (groups[g].low > groups[g].high)
			return false;
	return true;
}
