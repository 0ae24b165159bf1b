/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * starts.c - the best plan: a start for each group, in the order of their
 * bounds.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "srl/least.h"
#include "srl/lowest.h"
#include "srl/searcher.h"

/* A breakpoint of a group with what a plan with it costs at least. */
struct start {
	double low;
	size_t at;
};

/*
 * The starts that are possible. Most are never tried, so they are sorted as
 * far as they are asked for: a heap, whose least start goes behind its end.
 */
struct level {
	struct start *starts;	/* starts[0 .. heap): the heap; behind it the
				 * sorted ones, the cheapest last */
	size_t heap;
	size_t cnt;
	double *low;		/* srl_least() of all breakpoints, by time */
};

struct work {
	srl_searcher_t s;
	srl_model_t model;
	struct level levels[SRL_PARTS_MAX + 1];
};

/* The objective of a plan, which is never below 0, but for rounding errors. */
static double _with_base(const srl_searcher_t *s, double value)
{
	value += s->model->base;
	return (value > 0) ? value : 0;
}

/*
 * Raise the bound, by the rule of search.h: the only place where it grows.
 *
 * bound - the least of all plans that are better than the best so far, or less; without
 *	model->base. HUGE_VAL: no plan is better
 */
static void _raise_bound(srl_searcher_t *s, double bound)
{
	srl_progress_t *p = &s->meter.progress;

	p->bound = fmin(fmax(p->bound, _with_base(s, bound)), p->value);
}

static bool _is_proven(const srl_searcher_t *s)
{
	const srl_progress_t *p = &s->meter.progress;

	return p->bound >= p->value - SRL_EXACT;
}

extern void srl_found(srl_searcher_t *s, double value)
{
	srl_progress_t *p = &s->meter.progress;

	s->best = value;
	memcpy(s->plan, s->places, sizeof(s->plan));
	p->value = _with_base(s, value);
	p->bound = fmin(p->bound, p->value);
	srl_tell(&s->meter);
}

/* The starts of a level, in order */

static int _by_low(const struct start *x, const struct start *y)
{
	if (x->low != y->low)
		return (x->low > y->low) ? 1 : -1;
	return (x->at > y->at) - (x->at < y->at);
}

static void _sift_start(struct start *heap, size_t cnt, size_t i)
{
	struct start moved = heap[i];
	size_t child;

	for (; (child = 2 * i + 1) < cnt; i = child) {
		child += (child + 1 < cnt) &&
			 (_by_low(&heap[child + 1], &heap[child]) < 0);
		if (_by_low(&moved, &heap[child]) <= 0)
			break;
		heap[i] = heap[child];
	}
	heap[i] = moved;
}

/* RET false if the search has to stop */
static bool _make_heap(struct level *level, srl_meter_t *meter)
{
	level->heap = level->cnt;
	for (size_t i = level->cnt / 2; i--;) {
		_sift_start(level->starts, level->cnt, i);
		if (!srl_work(meter, 2))
			return false;
	}
	return true;
}

/* Start number i of them; i < cnt */
static const struct start *_nth_start(struct level *level, size_t i)
{
	size_t at = level->cnt - 1 - i;

	while (level->heap > at) {
		struct start least = level->starts[0];

		level->starts[0] = level->starts[--level->heap];
		_sift_start(level->starts, level->heap, 0);
		level->starts[level->heap] = least;
	}
	return &level->starts[at];
}

#define GREEDY_WORK 1048576	/* of each group: at most, for a plan that is not the best */

/* Level 2 of the search: starts */

#define REST_WORK 16	/* of a group: the least of its starts */

static bool _differs(const struct work *w, const srl_group_t *groups,
		     uint32_t g, int64_t start)
{
	for (size_t i = 0; i < w->model.unequal_cnt; i++) {
		const srl_unequal_t *u = &w->model.unequals[i];

		if ((u->b == SRL_NO_GROUP) && (u->a == g) && (start == u->value))
			return false;
		if ((u->b == g) && (u->a < g) &&
		    (groups[u->a].low - start == u->value))
			return false;
		if ((u->a == g) && (u->b < g) &&
		    (start - groups[u->b].low == u->value))
			return false;
	}
	return true;
}

/* Fix the start of g, as far as the others allow it. */
static bool _fix_start(struct work *w, const srl_group_t *groups, uint32_t g,
		       int64_t start, srl_group_t *ret_groups)
{
	uint64_t work = w->model.group_cnt + w->model.unequal_cnt;
	bool left;

	if ((start < groups[g].low) || (start > groups[g].high) ||
	    !_differs(w, groups, g, start))
		return false;
	memcpy(ret_groups, groups, w->model.group_cnt * sizeof(*groups));
	ret_groups[g].low = ret_groups[g].high = start;
	left = !w->model.gap_cnt ||
	       srl_model_tighten(&w->model, ret_groups, &work);
	return srl_work(&w->s.meter, work) && left;
}

/* The first breakpoint that is not before a second. */
static size_t _find_point(const srl_breakpoints_t *points, int64_t second)
{
	size_t lo = 0, hi = points->cnt;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (points->starts[mid] < second)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* What groups from g on cost at least, each inside its low and high. */
static double _rest_cost(struct work *w, const srl_group_t *groups, uint32_t g)
{
	double rest = 0;

	(void) srl_work(&w->s.meter, (w->model.group_cnt - g) * REST_WORK);
	for (; g < w->model.group_cnt; g++) {
		const srl_breakpoints_t *points = &w->s.points[g];

		rest += srl_least(w->levels[g].low, points->cnt,
				  _find_point(points, groups[g].low),
				  _find_point(points, groups[g].high + 1));
	}
	return rest;
}

static bool _is_promising(const struct work *w, double bound)
{
	return bound < w->s.best - SRL_EXACT;
}

/*
 * Fix the start of g. low - what the groups up to g cost at least
 * RET false: it does not fit, or no better plan has it
 */
static bool _try_start(struct work *w, const srl_group_t *groups, uint32_t g,
		       int64_t start, double low, srl_group_t *ret_groups)
{
	return srl_step(&w->s.meter) &&
	       _fix_start(w, groups, g, start, ret_groups) &&
	       _is_promising(w, low + _rest_cost(w, ret_groups, g + 1));
}

/*
 * low - what the starts of the groups before g cost, with their places, at
 * least
 */
static void _choose_starts(struct work *w, const srl_group_t *groups,
			   uint32_t g, double low)
{
	srl_group_t fixed[SRL_PARTS_MAX];
	srl_searcher_t *s = &w->s;
	struct level *level = &w->levels[g];
	double rest, before = s->time_price;

	if (g == w->model.group_cnt) {
		srl_places(s);
		return;
	}
	rest = _rest_cost(w, groups, g + 1);
	for (size_t i = 0; (i < level->cnt) && !s->meter.stopped; i++) {
		const struct start of = *_nth_start(level, i);
		int64_t start = s->points[g].starts[of.at];
		double price = srl_model_time_price(&w->model, g, start);

		if (!_is_promising(w, low + of.low + rest))
			return;
		if (!g && s->all_points)
			_raise_bound(s, of.low + rest);
		if (!_try_start(w, groups, g, start, low + of.low, fixed))
			continue;
		s->at[g] = of.at;
		if (!srl_forced_room(s, g))
			continue;
		s->time_price = before + price;
		_choose_starts(w, fixed, g + 1, low + of.low);
		s->time_price = before;
	}
}

/* What the search needs, before it begins */

static int _make_level(struct work *w, uint32_t g)
{
	const srl_breakpoints_t *points = &w->s.points[g];
	struct level *level = &w->levels[g];

	level->starts = calloc(points->cnt + 1, sizeof(*level->starts));
	level->low = srl_least_create(points->cnt);
	if (!level->starts || !level->low)
		return -1;
	for (size_t i = 0; i < points->cnt; i++) {
		double low = srl_model_time_price(&w->model, g,
						  points->starts[i]);

		for (size_t p = 0; p < w->model.srl->part_cnt; p++)
			if (w->model.parts[p].group == g)
				low += w->s.price_low[p][i];
		level->low[points->cnt + i] = low;
		if (!isinf(low))
			level->starts[level->cnt++] = (struct start) { low, i };
		if (!srl_work(&w->s.meter, w->model.srl->part_cnt))
			return -1;
	}
	srl_least_build(level->low, points->cnt);
	return _make_heap(level, &w->s.meter) ? 0 : -1;
}

/* The least of a group without a start is HUGE_VAL: then there is no plan. */
static int _make_levels(struct work *w)
{
	double bound = 0;

	for (uint32_t g = 0; g < w->model.group_cnt; g++) {
		if (_make_level(w, g) < 0)
			return -1;
		bound += w->levels[g].cnt ? _nth_start(&w->levels[g], 0)->low :
			HUGE_VAL;
	}
	_raise_bound(&w->s, bound);
	return 0;
}

static int _make_budgets(struct work *w)
{
	size_t parts = w->model.srl->part_cnt;

	for (size_t i = 0; i < w->model.budget_cnt * parts; i++) {
		const srl_budget_t *b = &w->model.budgets[i / parts];
		uint32_t p = (uint32_t) (i % parts);

		if ((b->cost[p] == 0) && (b->bandwidth[p] == 0))
			continue;
		w->s.budget_low[i] = srl_lowest(
			&w->model, &w->s.meter, p,
			&w->s.points[w->model.parts[p].group],
			&(srl_tariff_t) { b->cost[p], b->bandwidth[p], 0, 0 });
		if (!w->s.budget_low[i])
			return -1;
	}
	return 0;
}

static int _make_prices(struct work *w)
{
	for (uint32_t p = 0; p < w->model.srl->part_cnt; p++) {
		const srl_model_part_t *part = &w->model.parts[p];

		w->s.price_low[p] = srl_lowest(&w->model, &w->s.meter, p,
					       &w->s.points[part->group],
					       &part->tariff);
		if (!w->s.price_low[p])
			return -1;
	}
	return 0;
}

/* Pools in which two parts may meet; the others need no look. */
static int _find_shared(struct work *w)
{
	const srl_world_t *world = w->model.world;
	uint32_t *first = calloc(world->pool_cnt + 1, sizeof(*first));

	w->s.pool_shared = calloc(world->pool_cnt + 1, sizeof(bool));
	for (size_t l = 0; first && w->s.pool_shared && (l < world->lane_cnt);
	     l++) {
		const srl_lane_t *lane = &world->lanes[l];
		size_t cnt = srl_lane_pool_cnt(world, lane);

		for (size_t i = 0; i < cnt; i++) {
			uint32_t pool = srl_lane_pool(world, lane, i);

			if (first[pool] && (first[pool] != lane->part + 1))
				w->s.pool_shared[pool] = true;
			first[pool] = lane->part + 1;
		}
	}
	free(first);
	return (first && w->s.pool_shared) ? 0 : -1;
}

/* What a first plan needs. */
static int _prepare_places(struct work *w)
{
	size_t parts = w->model.srl->part_cnt;

	if (_find_shared(w) < 0)
		return -1;
	if (w->model.world->nodes_cnt) {
		w->s.fitter = srl_fitter_create(w->model.world, parts,
						&w->s.meter);
		w->s.giver = srl_giver_create(w->model.world, parts,
					      &w->s.meter);
		if (!w->s.fitter || !w->s.giver)
			return -1;
	}
	return srl_places_create(&w->s);
}

/* What the search for the best plan needs. */
static int _prepare_starts(struct work *w)
{
	size_t parts = w->model.srl->part_cnt;

	w->s.points = calloc(parts, sizeof(*w->s.points));
	w->s.price_low = calloc(parts, sizeof(*w->s.price_low));
	w->s.budget_low = calloc(w->model.budget_cnt * parts + 1,
				 sizeof(*w->s.budget_low));
	if (!w->s.points || !w->s.price_low || !w->s.budget_low)
		return -1;
	if (srl_breakpoints(&w->model, &w->s.meter, w->s.points,
			    &w->s.all_points) < 0)
		return -1;
	errno = ENOMEM;
	if ((_make_prices(w) < 0) || (_make_budgets(w) < 0) ||
	    (_make_levels(w) < 0))
		return -1;
	return srl_forced_create(&w->s);
}

static void _destroy(struct work *w)
{
	size_t parts = w->model.srl->part_cnt;

	for (size_t p = 0; p < parts; p++) {
		if (w->s.points)
			free(w->s.points[p].starts);
		if (w->s.price_low)
			free(w->s.price_low[p]);
		free(w->levels[p].starts);
		free(w->levels[p].low);
	}
	for (size_t i = 0; w->s.budget_low && (i < w->model.budget_cnt * parts);
	     i++)
		free(w->s.budget_low[i]);
	srl_places_destroy(&w->s);
	free(w->s.points);
	free(w->s.price_low);
	free(w->s.budget_low);
	free(w->s.pool_shared);
	srl_forced_destroy(&w->s);
	srl_fitter_destroy(w->s.fitter);
	srl_giver_destroy(w->s.giver);
	srl_model_clear(&w->model);
	free(w);
}

static void _answer(const struct work *w, srl_answer_t *answer)
{
	const srl_searcher_t *s = &w->s;
	bool found = !isinf(s->best), proven = _is_proven(s);

	*answer = (srl_answer_t) {
		.groups = w->model.group_cnt,
		.stopped = s->meter.stopped && !proven,
		.progress = s->meter.progress,
	};
	for (uint32_t g = 0; s->points && (g < w->model.group_cnt); g++)
		answer->breakpoints += s->points[g].cnt;
	if (found)
		memcpy(answer->places, s->plan, sizeof(s->plan));
	if (proven)
		answer->progress.bound = answer->progress.value;
	answer->verdict = !proven ? (found ? SRL_STOPPED : SRL_UNKNOWN) :
		(found ? SRL_OPTIMAL : SRL_NO_PLAN);
}

/* The first plan takes a small part of what the breakpoints take. */
static uint64_t _first_work(const struct work *w)
{
	const srl_world_t *world = w->model.world;
	uint64_t runs = 0;

	for (size_t l = 0; l < world->lane_cnt; l++)
		runs += world->lanes[l].run_cnt;
	return runs + (w->model.group_cnt - 1) * GREEDY_WORK;
}

/* Start number i of a group, the cheapest first: srl_starts_t */
static bool _cheap_start(void *arg, uint32_t g, size_t i, int64_t *ret_start)
{
	struct work *w = arg;

	if (i >= w->levels[g].cnt)
		return false;
	*ret_start = w->s.points[g].starts[_nth_start(&w->levels[g], i)->at];
	return true;
}

/* RET 0, or -1 with errno, which does not matter if the meter has stopped */
static int _search(struct work *w)
{
	srl_searcher_t *s = &w->s;

	errno = ENOMEM;
	if (_prepare_places(w) < 0)
		return -1;
	srl_greedy(s, NULL, NULL, _first_work(w));
	if (_is_proven(s))
		return 0;
	if (_prepare_starts(w) < 0)
		return -1;
	if (_is_proven(s))
		return 0;
	if (w->model.group_cnt > 1)
		srl_greedy(s, _cheap_start, w,
			   w->model.group_cnt * GREEDY_WORK);
	_choose_starts(w, w->model.groups, 0, 0);
	if (!s->meter.stopped && s->all_points)
		_raise_bound(s, HUGE_VAL);
	return 0;
}

extern int srl_search(const srl_t *srl, const srl_world_t *world,
		      const srl_limits_t *limits, srl_answer_t *ret_answer,
		      size_t *ret_constraint)
{
	struct work *w = calloc(1, sizeof(*w));
	int rc, err;

	if (!w)
		return -1;
	w->s.model = &w->model;
	w->s.meter = srl_meter(limits);
	w->s.best = HUGE_VAL;
	rc = srl_model_make(srl, world, limits->ignore, &w->model,
			    ret_constraint);
	if (!rc && w->model.impossible)
		_raise_bound(&w->s, HUGE_VAL);
	else if (!rc && srl_work(&w->s.meter, world->lane_cnt))
		rc = _search(w);
	if (w->s.meter.stopped)
		rc = 0;
	if (!rc)
		_answer(w, ret_answer);
	err = errno;
	_destroy(w);
	errno = err;
	return rc;
}
