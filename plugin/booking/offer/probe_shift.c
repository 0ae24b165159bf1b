/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/param.h>

#include "garq/times.h"
#include "plugin/booking/rights/price.h"
#include "plugin/booking/offer/probe_shift.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/place/squeeze.h"
#include "plugin/booking/request/steps.h"
#include "plugin/memory/memory.h"

/* The starts that are worth a question. */
typedef struct {
	time_t *list;
	size_t cnt;
	time_t from;
	time_t latest;
} starts_t;

static void _add_start(starts_t *s, time_t t)
{
	if ((t >= s->from) && (t <= s->latest))
		s->list[s->cnt++] = t;
}

/* Sort the starts, each once. */
static void _collect(const probe_t *probe, time_t duration, starts_t *s)
{
	size_t cnt = 0;

	s->list = memory_new(4 * probe->free.cnt + 2, sizeof(*s->list));
	_add_start(s, s->from);
	_add_start(s, s->latest);
	for (size_t i = 0; i < probe->free.cnt; i++) {
		const probe_step_t *step = &probe->free.list[i];

		_add_start(s, step->t_s);
		_add_start(s, step->t_e);
		_add_start(s, step->t_s - duration);
		_add_start(s, step->t_e - duration);
	}
	qsort(s->list, s->cnt, sizeof(*s->list), garq_by_time);
	for (size_t i = 0; i < s->cnt; i++)
		if (!cnt || (s->list[cnt - 1] != s->list[i]))
			s->list[cnt++] = s->list[i];
	s->cnt = cnt;
}

static bool _is_told(const probe_t *probe, time_t t)
{
	for (uint32_t i = 0; i < probe->run_cnt; i++)
		if ((probe->runs[i].first <= t) && (t <= probe->runs[i].last))
			return true;
	return false;
}

/*
 * Check whether a booking would be admitted at this start. OUT ret_fits
 * RET 0 or ESTALE
 */
static int _ask_start(office_t *office, const shape_t *shape, time_t t,
		      time_t now, bool *ret_fits)
{
	shape_t at = *shape;	/* shallow: shape owns the memory */
	refusal_t refusal = { .rc = 0 };
	placement_t placement;
	int rc;

	at.t_esr = at.t_lsr = t;
	rc = admit(office, &at, GARQ_NO_GROUP, NULL, NULL, now, &placement,
		   &refusal);
	*ret_fits = !rc || (refusal.rc && squeeze_find(office, &at, now,
						       &placement));
	if (*ret_fits)
		placement_free(&placement);
	if (!refusal.rc)
		return rc;
	refusal_free(&refusal);
	return 0;
}

static void _add_shift(office_t *office, const shape_t *shape, time_t t,
		       probe_t *probe)
{
	probe->shifts[probe->shift_cnt++] = (probe_run_t) {
		.first = t, .last = t,
		.cost = price_of(office, shape->rules, t, t + shape->duration,
				 shape->num_cn, shape_part(office, shape)),
	};
}

/* A window of one start. RET as probe_shift_find() */
static int _find_one(office_t *office, const shape_t *shape, time_t now,
		     probe_t *probe)
{
	bool fits;
	int rc;

	if (probe->run_cnt && (office->options.shift != OPTIONS_SHIFT_PAPER))
		return 0;
	if ((rc = _ask_start(office, shape, shape->t_esr, now, &fits)))
		return rc;
	if (fits && !probe->run_cnt)
		_add_shift(office, shape, shape->t_esr, probe);
	if (!fits)
		probe->run_cnt = 0;
	return 0;
}

static int _find_shifts(office_t *office, const shape_t *shape,
			const starts_t *s, time_t now, probe_t *probe)
{
	uint64_t begun = phase_steps(office);
	size_t asked = 0;

	for (size_t i = 0; i < s->cnt; i++) {
		bool fits;
		int rc;

		if (_is_told(probe, s->list[i]))
			continue;
		probe->shift_cut = (asked++ == PROBE_PLANS) ||
			(phase_steps(office) - begun >= STEPS_OFFERS);
		if (probe->shift_cut)
			break;
		if ((rc = _ask_start(office, shape, s->list[i], now, &fits)))
			return rc;
		if (fits)
			_add_shift(office, shape, s->list[i], probe);
	}
	return 0;
}

/* True if nobody moves for the shape: then all starts are reported. */
static bool _nobody_moves(office_t *office, const shape_t *shape)
{
	return shape->alone || shape->licenses.cnt || !shape->num_cn ||
	       shape_is_tried(shape) ||
	       (shift_allowed(office) == OPTIONS_SHIFT_NO);
}

int probe_shift_find(office_t *office, const shape_t *shape, time_t latest,
		     time_t now, probe_t *probe)
{
	starts_t starts = {
		.from = MAX(shape->t_esr, now),
		.latest = MIN(latest, probe->until - 1),
	};
	int rc;

	if (_nobody_moves(office, shape))
		return 0;
	probe->shifts = memory_new(PROBE_PLANS, sizeof(*probe->shifts));
	if (shape->t_esr == shape->t_lsr)
		return _find_one(office, shape, now, probe);
	_collect(probe, shape->duration, &starts);
	rc = _find_shifts(office, shape, &starts, now, probe);
	free(starts.list);
	return rc;
}
