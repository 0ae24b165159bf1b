/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan.c - what a plan is worth, by the request and the world alone.
 */
#include <errno.h>
#include <stdlib.h>

#include "srl/plan.h"

/* The ranges of a part's begin, cost and bandwidth. */
struct spans {
	bool known;
	srl_range_t of[SRL_BANDWIDTH + 1];
};

static void _widen_range(struct spans *s, srl_metric_t metric, double value)
{
	srl_range_t *r = &s->of[metric];

	if (!s->known || (value < r->least))
		r->least = value;
	if (!s->known || (value > r->most))
		r->most = value;
}

static void _see_run(const srl_part_t *part, const srl_lane_t *lane,
		     const srl_run_t *run, struct spans *s)
{
	int64_t last_start = part->let - part->duration;
	int64_t first = (run->first > part->est) ? run->first : part->est;
	int64_t last = (run->last < last_start) ? run->last : last_start;

	if (first > last)
		return;
	_widen_range(s, SRL_BEGIN, (double) first);
	_widen_range(s, SRL_COST, run->cost);
	_widen_range(s, SRL_BANDWIDTH, lane->bandwidth);
	s->known = true;
	_widen_range(s, SRL_BEGIN, (double) last);
}

static srl_range_t _range_of(const srl_sum_t *sum, const struct spans *spans)
{
	srl_range_t r = { sum->constant, sum->constant };

	for (size_t i = 0; i < sum->cnt; i++) {
		const srl_term_t *t = &sum->terms[i];
		const srl_range_t *of = &spans[t->part].of[t->metric];
		bool up = t->factor > 0;

		r.least += t->factor * (up ? of->least : of->most);
		r.most += t->factor * (up ? of->most : of->least);
	}
	return r;
}

extern int srl_ranges(const srl_t *srl, const srl_world_t *world,
		      srl_range_t *ret_ranges)
{
	struct spans *spans = calloc(srl->part_cnt, sizeof(*spans));

	if (!spans) {
		errno = ENOMEM;
		return -1;
	}
	for (size_t l = 0; l < world->lane_cnt; l++) {
		const srl_lane_t *lane = &world->lanes[l];

		for (size_t i = 0; i < lane->run_cnt; i++)
			_see_run(&srl->parts[lane->part], lane, &lane->runs[i],
				 &spans[lane->part]);
	}
	for (size_t i = 0; i < srl->objective_cnt; i++)
		ret_ranges[i] = _range_of(&srl->objectives[i].sum, spans);
	free(spans);
	return 0;
}

static double _metric(const srl_world_t *world, const srl_place_of_part_t *place,
		      srl_metric_t metric)
{
	const srl_lane_t *lane = &world->lanes[place->lane];

	if (metric == SRL_BEGIN)
		return (double) place->begin;
	return (metric == SRL_COST) ? lane->runs[place->run].cost :
		lane->bandwidth;
}

static double _sum_value(const srl_world_t *world, const srl_sum_t *sum,
			 const srl_place_of_part_t *plan)
{
	double value = sum->constant;

	for (size_t i = 0; i < sum->cnt; i++)
		value += sum->terms[i].factor *
			_metric(world, &plan[sum->terms[i].part],
				sum->terms[i].metric);
	return value;
}

extern double srl_plan_term(const srl_t *srl, const srl_world_t *world,
			    const srl_range_t *ranges, size_t i,
			    const srl_place_of_part_t *plan)
{
	const srl_objective_t *o = &srl->objectives[i];
	double width = ranges[i].most - ranges[i].least, value;

	if (width < SRL_NEAR)
		return 0;
	value = (_sum_value(world, &o->sum, plan) - ranges[i].least) / width;
	return o->max ? 1 - value : value;
}

extern double srl_plan_value(const srl_t *srl, const srl_world_t *world,
			     const srl_range_t *ranges,
			     const srl_place_of_part_t *plan)
{
	double value = 0;

	for (size_t i = 0; i < srl->objective_cnt; i++)
		value += srl->objectives[i].weight *
			srl_plan_term(srl, world, ranges, i, plan);
	return value;
}

extern double srl_plan_cost(const srl_world_t *world,
			    const srl_place_of_part_t *plan, size_t part_cnt)
{
	double cost = 0;

	for (size_t p = 0; p < part_cnt; p++)
		cost += _metric(world, &plan[p], SRL_COST);
	return cost;
}
