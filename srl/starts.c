/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * starts.c - the best plan: a start for each group, in the order of their bounds.
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

struct level {
	struct start *starts;	/* cheapest first, those that are possible */
	size_t cnt;
	double *low;		/* srl_least() of all breakpoints, by time */
};

struct work {
	srl_searcher_t s;
	srl_model_t model;
	struct level levels[SRL_PARTS_MAX + 1];
};

static void _tell(srl_searcher_t *s)
{
	double base = s->model->base;
	srl_progress_t progress = {
		.steps = s->steps,
		.value = isinf(s->best) ? 2 : s->best + base,
		.bound = fmin(s->bound, s->best) + base,
	};

	if (s->limits->tell && !s->limits->tell(s->limits->arg, &progress))
		s->stopped = true;
}

extern bool srl_step(srl_searcher_t *s)
{
	if (s->limits->steps_max && (s->steps >= s->limits->steps_max))
		s->stopped = true;
	if (s->stopped)
		return false;
	if (!(++s->steps % SRL_TELL_STEPS))
		_tell(s);
	return !s->stopped;
}

extern void srl_found(srl_searcher_t *s, double value)
{
	s->best = value;
	memcpy(s->plan, s->places, sizeof(s->plan));
	_tell(s);
}

/* Level 2 of the search: starts */

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
static bool _fix(const struct work *w, const srl_group_t *groups, uint32_t g,
		 int64_t start, srl_group_t *ret_groups)
{
	if ((start < groups[g].low) || (start > groups[g].high) ||
	    !_differs(w, groups, g, start))
		return false;
	memcpy(ret_groups, groups, w->model.group_cnt * sizeof(*groups));
	ret_groups[g].low = ret_groups[g].high = start;
	return !w->model.gap_cnt || srl_model_tighten(&w->model, ret_groups);
}

/* The first breakpoint that is not before a second. */
static size_t _index(const srl_breakpoints_t *points, int64_t second)
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
static double _rest(const struct work *w, const srl_group_t *groups, uint32_t g)
{
	double rest = 0;

	for (; g < w->model.group_cnt; g++) {
		const srl_breakpoints_t *points = &w->s.points[g];

		rest += srl_least(w->levels[g].low, points->cnt,
				  _index(points, groups[g].low),
				  _index(points, groups[g].high + 1));
	}
	return rest;
}

static bool _is_promising(const struct work *w, double bound)
{
	return bound < w->s.best - SRL_EXACT;
}

/*
 * low - what the starts of the groups before g cost, with their places, at least
 */
static void _choose_starts(struct work *w, const srl_group_t *groups,
			   uint32_t g, double low)
{
	srl_group_t fixed[SRL_PARTS_MAX];
	srl_searcher_t *s = &w->s;
	const struct level *level = &w->levels[g];
	double rest;

	if (g == w->model.group_cnt) {
		srl_places(s);
		return;
	}
	rest = _rest(w, groups, g + 1);
	for (size_t i = 0; (i < level->cnt) && !s->stopped; i++) {
		const struct start *of = &level->starts[i];
		int64_t start = s->points[g].starts[of->at];
		double price = w->model.groups[g].slope * (double) start;

		if (!_is_promising(w, low + of->low + rest))
			return;
		if (!g && s->all_points)
			s->bound = of->low + rest;
		if (!srl_step(s) || !_fix(w, groups, g, start, fixed) ||
		    !_is_promising(w, low + of->low + _rest(w, fixed, g + 1)))
			continue;
		s->at[g] = of->at;
		if (!srl_forced_room(s, g))
			continue;
		s->time_price += price;
		_choose_starts(w, fixed, g + 1, low + of->low);
		s->time_price -= price;
	}
}

/* What the search needs, before it begins */

static int _by_low(const void *a, const void *b)
{
	const struct start *x = a, *y = b;

	if (x->low != y->low)
		return (x->low > y->low) ? 1 : -1;
	return (x->at > y->at) - (x->at < y->at);
}

static int _make_level(struct work *w, uint32_t g)
{
	const srl_breakpoints_t *points = &w->s.points[g];
	struct level *level = &w->levels[g];

	level->starts = calloc(points->cnt + 1, sizeof(*level->starts));
	level->low = srl_least_create(points->cnt);
	if (!level->starts || !level->low)
		return -1;
	for (size_t i = 0; i < points->cnt; i++) {
		double low = w->model.groups[g].slope *
			(double) points->starts[i];

		for (size_t p = 0; p < w->model.srl->part_cnt; p++)
			if (w->model.parts[p].group == g)
				low += w->s.price_low[p][i];
		level->low[points->cnt + i] = low;
		if (!isinf(low))
			level->starts[level->cnt++] = (struct start) { low, i };
	}
	srl_least_build(level->low, points->cnt);
	qsort(level->starts, level->cnt, sizeof(*level->starts), _by_low);
	return 0;
}

/* What a group without a start costs is nothing: then there is no plan. */
static int _make_levels(struct work *w)
{
	for (uint32_t g = 0; g < w->model.group_cnt; g++) {
		if (_make_level(w, g) < 0)
			return -1;
		if (w->levels[g].cnt)
			w->s.bound += w->levels[g].starts[0].low;
		else
			w->model.impossible = true;
	}
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
			&w->model, p, &w->s.points[w->model.parts[p].group],
			b->cost[p], b->bandwidth[p]);
		if (!w->s.budget_low[i])
			return -1;
	}
	return 0;
}

static int _make_prices(struct work *w)
{
	for (uint32_t p = 0; p < w->model.srl->part_cnt; p++) {
		const srl_model_part_t *part = &w->model.parts[p];

		w->s.price_low[p] = srl_lowest(&w->model, p,
					       &w->s.points[part->group],
					       part->cost, part->bandwidth);
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

static int _prepare(struct work *w)
{
	size_t parts = w->model.srl->part_cnt;

	w->s.points = calloc(parts, sizeof(*w->s.points));
	w->s.price_low = calloc(parts, sizeof(*w->s.price_low));
	w->s.budget_low = calloc(w->model.budget_cnt * parts + 1,
				 sizeof(*w->s.budget_low));
	if (!w->s.points || !w->s.price_low || !w->s.budget_low) {
		errno = ENOMEM;
		return -1;
	}
	if (srl_breakpoints(&w->model, w->s.points, &w->s.all_points) < 0)
		return -1;
	errno = ENOMEM;
	if ((_make_prices(w) < 0) || (_make_budgets(w) < 0) ||
	    (_make_levels(w) < 0) || (_find_shared(w) < 0) ||
	    (srl_forced_create(&w->s) < 0))
		return -1;
	if (w->model.world->nodes_cnt) {
		w->s.fitter = srl_fitter_create(w->model.world, parts);
		if (!w->s.fitter)
			return -1;
	}
	return srl_places_create(&w->s);
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
	srl_model_clear(&w->model);
	free(w);
}

/*
 * Without all breakpoints the search proves nothing by its end; but the bound of
 * each group by itself holds for all starts.
 */
static bool _is_proven(const srl_searcher_t *s)
{
	if (s->stopped || s->model->impossible)
		return !s->stopped;
	return s->all_points || (s->best <= s->bound + SRL_EXACT);
}

static void _answer(const struct work *w, srl_answer_t *answer)
{
	const srl_searcher_t *s = &w->s;
	bool found = !isinf(s->best), proven = _is_proven(s);

	*answer = (srl_answer_t) {
		.groups = w->model.group_cnt,
		.progress = { .steps = s->steps, .value = 2, .bound = 2 },
	};
	for (uint32_t g = 0; s->points && (g < w->model.group_cnt); g++)
		answer->breakpoints += s->points[g].cnt;
	if (found) {
		answer->progress.value = s->best + w->model.base;
		memcpy(answer->places, s->plan, sizeof(s->plan));
	}
	if (!proven)
		answer->progress.bound = fmin(s->bound, s->best) +
			w->model.base;
	else
		answer->progress.bound = answer->progress.value;
	answer->verdict = !proven ? (found ? SRL_STOPPED : SRL_UNKNOWN) :
		(found ? SRL_OPTIMAL : SRL_NO_PLAN);
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
	w->s.limits = limits;
	w->s.best = HUGE_VAL;
	w->s.all_points = true;
	rc = srl_model_make(srl, world, limits->ignore, &w->model,
			    ret_constraint);
	if (!rc && !w->model.impossible)
		rc = _prepare(w);
	if (!rc && !w->model.impossible)
		_choose_starts(w, w->model.groups, 0, 0);
	if (!rc)
		_answer(w, ret_answer);
	err = errno;
	_destroy(w);
	errno = err;
	return rc;
}
