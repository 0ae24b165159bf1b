/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lowest.c - the cheapest lane of a part at each breakpoint.
 *
 * A run covers consecutive breakpoints. Level k of a table has the least of
 * runs that cover 2^k breakpoints from here on; each run is written to two of
 * its entries, which together cover it. At the end each level is handed down
 * to the one below.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "srl/lowest.h"

#define RUN_WORK 4	/* a run, whose breakpoints are looked for */

struct table {
	srl_meter_t *meter;
	double *levels;		/* of cnt each */
	size_t cnt, level_cnt;
};

static unsigned int _floor_log2(size_t n)
{
	return 63 - (unsigned int) __builtin_clzll(n);
}

static int _create(struct table *t, size_t cnt)
{
	t->cnt = cnt;
	t->level_cnt = _floor_log2(cnt ? cnt : 1) + 1;
	t->levels = reallocarray(NULL, t->level_cnt * (cnt + 1),
				 sizeof(double));
	if (!t->levels)
		return -1;
	for (size_t k = 0; k < t->level_cnt; k++) {
		for (size_t i = 0; i < cnt; i++)
			t->levels[k * cnt + i] = HUGE_VAL;
		if (!srl_work(t->meter, cnt))
			return -1;
	}
	return 0;
}

static void _lower_value(double *to, double value)
{
	if (value < *to)
		*to = value;
}

/* The breakpoints from first to before end have this value, or less. */
static void _cover_points(struct table *t, size_t first, size_t end,
			  double value)
{
	unsigned int k = _floor_log2(end - first);
	double *level = t->levels + k * t->cnt;

	_lower_value(&level[first], value);
	_lower_value(&level[end - ((size_t) 1 << k)], value);
}

static bool _hand_down(struct table *t)
{
	for (size_t k = t->level_cnt - 1; k; k--) {
		const double *level = t->levels + k * t->cnt;
		double *below = t->levels + (k - 1) * t->cnt;
		size_t half = (size_t) 1 << (k - 1);

		for (size_t i = 0; i + 2 * half <= t->cnt; i++) {
			_lower_value(&below[i], level[i]);
			_lower_value(&below[i + half], level[i]);
		}
		if (!srl_work(t->meter, t->cnt))
			return false;
	}
	return true;
}

/*
 * The first breakpoint from `at` on that is not before a second: steps that
 * grow, then a binary search.
 */
static size_t _find_point(const srl_breakpoints_t *points, size_t at,
			  int64_t second)
{
	size_t step = 1, hi;

	if ((at >= points->cnt) || (points->starts[at] >= second))
		return at;
	while ((at + step < points->cnt) &&
	       (points->starts[at + step] < second)) {
		at += step;
		step *= 2;
	}
	hi = (at + step < points->cnt) ? at + step : points->cnt;
	while (hi - at > 1) {	/* starts[at] < second <= starts[hi] */
		size_t mid = at + (hi - at) / 2;

		if (points->starts[mid] < second)
			at = mid;
		else
			hi = mid;
	}
	return hi;
}

static bool _add_lane(struct table *t, const srl_model_t *model,
		      const srl_breakpoints_t *points, const srl_lane_t *lane,
		      const srl_tariff_t *tariff)
{
	int64_t offset = model->parts[lane->part].offset;
	size_t at = 0;

	for (size_t i = 0; (i < lane->run_cnt) && (at < points->cnt); i++) {
		const srl_run_t *run = &lane->runs[i];
		size_t first = _find_point(points, at, run->first - offset);

		if (!srl_work(t->meter, RUN_WORK))
			return false;
		at = _find_point(points, first, run->last - offset + 1);
		if ((at > first) && srl_model_allows(model, lane, run))
			_cover_points(t, first, at,
				      srl_tariff_price(tariff, lane, run));
	}
	return true;
}

extern double *srl_lowest(const srl_model_t *model, srl_meter_t *meter,
			  uint32_t part,
			  const srl_breakpoints_t *points,
			  const srl_tariff_t *tariff)
{
	const srl_model_part_t *of = &model->parts[part];
	struct table t = { .meter = meter };
	bool ok = _create(&t, points->cnt) == 0;
	double *smaller;

	for (size_t i = 0; ok && (i < of->lane_cnt); i++) {
		const srl_lane_t *lane = &model->world->lanes[of->lanes[i]];

		ok = _add_lane(&t, model, points, lane, tariff);
	}
	if (!ok || !_hand_down(&t)) {
		free(t.levels);
		errno = meter->stopped ? ECANCELED : ENOMEM;
		return NULL;
	}
	smaller = reallocarray(t.levels, points->cnt + 1, sizeof(double));
	return smaller ? smaller : t.levels;
}
