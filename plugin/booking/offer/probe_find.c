/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/param.h>

#include "garq/grow.h"
#include "plugin/booking/rights/price.h"
#include "plugin/booking/offer/probe_find.h"
#include "plugin/booking/place/admit_space.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/request/text.h"
#include "plugin/memory/memory.h"

#define DAY 86400	/* the counts are read by the day */

/* A group without holders. */
#define NOBODY UINT64_MAX

void probe_free(probe_t *probe)
{
	for (uint32_t i = 0; i < probe->left_cnt; i++)
		free(probe->left[i].list);
	free(probe->left);
	free(probe->free.list);
	free(probe->runs);
	free(probe->shifts);
	*probe = (probe_t) { .run_cnt = 0 };
}

/* What is looked for, and how far. */
typedef struct {
	office_t *office;
	const shape_t *shape;
	time_t from;		/* the first start, not before now */
	time_t latest;		/* the last one */
	time_t duration;	/* of its part that is still ahead */
	time_t end;		/* of the time for which all counts are known */
	bool begun;		/* a rigid shape that begins before now */
	double part;		/* of its nodes, for the price */
	uint32_t had;		/* looks */
	uint32_t looks;		/* that are left */
	uint64_t steps;		/* the same */
	bool full;		/* there is no room for another run */
	probe_t *probe;
} find_t;

/* --- profiles --- */

/* Reads the steps of one count. */
typedef struct {
	probe_steps_t *to;
	time_t t_s;		/* of the time to read */
	time_t t_e;
	time_t enough;		/* from here on no more than PROBE_SEGMENTS */
	uint32_t total;		/* of a license, whose steps count held ones */
	bool stopped;
} reader_t;

/* A garq_profile_fn. */
static bool _add_step(void *arg, time_t t_s, time_t t_e, uint32_t num)
{
	reader_t *r = arg;
	probe_steps_t *to = r->to;
	probe_step_t *last = to->cnt ? &to->list[to->cnt - 1] : NULL;

	if (last && (last->num == num)) {
		last->t_e = t_e;
		return true;
	}
	r->stopped = (to->cnt >= PROBE_SEGMENTS) && (t_s >= r->enough);
	if (r->stopped)
		return false;
	(void) memory_done(GARQ_GROW(to->list, to->cnt + 1, 64, &to->cap));
	to->list[to->cnt++] = (probe_step_t) { t_s, t_e, num };
	return true;
}

/* A lic_profile_fn. */
static bool _add_left(void *arg, time_t t_s, time_t t_e, uint32_t held)
{
	reader_t *r = arg;

	t_s = MAX(t_s, r->t_s);
	t_e = MIN(t_e, r->t_e);
	return (t_s >= t_e) ? (t_s < r->t_e) :
	       _add_step(r, t_s, t_e, (r->total > held) ? r->total - held : 0);
}

static reader_t _reader(const find_t *f, probe_steps_t *to)
{
	return (reader_t) {
		.to = to, .t_s = f->from, .t_e = f->end,
		.enough = f->from + f->duration,
	};
}

/* Nothing is known behind the last step. */
static void _end_reader(const reader_t *r, find_t *f)
{
	if (r->stopped)
		f->end = MIN(f->end, r->to->list[r->to->cnt - 1].t_e);
}

static void _read_nodes(find_t *f, const osp_space_t *space)
{
	reader_t r = _reader(f, &f->probe->free);

	for (time_t t = r.t_s; (t < r.t_e) && !r.stopped; t += DAY)
		(void) memory_done(space->profile(space->arg, t,
						  MIN(t + DAY, r.t_e),
						  _add_step, &r));
	_end_reader(&r, f);
}

static void _read_licenses(office_t *office, find_t *f)
{
	const lic_set_t *set = &f->shape->licenses;
	probe_t *p = f->probe;

	p->left = memory_new(set->cnt, sizeof(*p->left));
	p->left_cnt = set->cnt;
	for (uint32_t i = 0; i < set->cnt; i++) {
		reader_t r = _reader(f, &p->left[i]);

		r.total = set->list[i].total;
		lic_profile(view_licenses(office), set->list[i].name, _add_left,
			    &r);
		if (!p->left[i].cnt)	/* never held */
			_add_step(&r, r.t_s, r.t_e, r.total);
		_end_reader(&r, f);
	}
}

/*
 * Cut steps at the end of the time for which all counts are known, and make
 * PROBE_STEPS of them at most: the least of neighbours is true of all their
 * seconds.
 */
static void _shorten(probe_steps_t *steps, time_t end)
{
	size_t each, cnt = 0;

	while (steps->cnt && (steps->list[steps->cnt - 1].t_s >= end))
		steps->cnt--;
	if (steps->cnt)
		steps->list[steps->cnt - 1].t_e =
			MIN(steps->list[steps->cnt - 1].t_e, end);
	each = (steps->cnt + PROBE_STEPS - 1) / PROBE_STEPS;
	for (size_t i = 0; i < steps->cnt; i++) {
		probe_step_t *to = &steps->list[cnt ? cnt - 1 : 0];

		if (i % each == 0) {
			steps->list[cnt++] = steps->list[i];
			continue;
		}
		to->t_e = steps->list[i].t_e;
		to->num = MIN(to->num, steps->list[i].num);
	}
	steps->cnt = cnt;
}

/* True if the counts are those of the eligible nodes, and of no more nodes. */
static bool _is_exact(office_t *office, const osp_machine_space_t *space)
{
	const garq_machine_t *m = view_machine(office);
	bool exact = true;

	for (uint32_t i = 0; exact && (i < garq_machine_pools(m)); i++)
		exact = !space->in_pool[i] ||
			(space->in_pool[i] ==
			 garq_max_cn(garq_machine_counts(m, i)));
	return exact;
}

/*
 * Replace steps that are those of more nodes: from the holders of each node,
 * as osp does where a group is excluded; of many nodes count those that are
 * free for a whole step.
 */
static void _count_nodes(office_t *office, find_t *f)
{
	const garq_set_t *eligible = f->shape->eligible;
	probe_steps_t *steps = &f->probe->free;
	osp_machine_space_t space;

	if (f->probe->pool_cn > PROBE_LISTED) {
		_shorten(steps, f->end);
		for (size_t i = 0; i < steps->cnt; i++)
			steps->list[i].num = garq_nodes_free(
				garq_machine_nodes(view_machine(office)),
				eligible, steps->list[i].t_s,
				steps->list[i].t_e, GARQ_NO_GROUP, NULL);
		return;
	}
	(void) memory_done(osp_space_machine(&space, view_machine(office),
					     eligible, NOBODY, f->end));
	steps->cnt = 0;
	_read_nodes(f, &space.space);
	osp_space_machine_close(&space);
}

/* --- runs --- */

/* RET false: not all of the starts could be told, only those before until */
static bool _add_run(office_t *office, find_t *f, time_t first, time_t last)
{
	const shape_t *s = f->shape;
	probe_t *p = f->probe;

	if (f->begun)
		first = last = s->t_esr;
	for (time_t t = first, to; t <= last; t = to + 1) {
		to = !s->num_cn ? last :
		     MIN(last, price_same_until(office, s->rules, t,
						s->duration));
		p->until = t;
		if (p->run_cnt == PROBE_RUNS)
			return false;
		p->runs[p->run_cnt++] = (probe_run_t) {
			.first = t, .last = to,
			.cost = price_of(office, s->rules, t, t + s->duration,
					 s->num_cn, f->part),
		};
	}
	return true;
}

/* A garq_starts_fn. */
static bool _on_starts(void *arg, time_t first, time_t last)
{
	find_t *f = arg;

	f->full = !_add_run(f->office, f, first, last);
	return !f->full;
}

/* True if the counts of free nodes do not decide. */
static bool _is_by_looks(const shape_t *shape)
{
	return shape->each || shape_is_tried(shape);
}

/*
 * Search for starts one by one, where the first start meets too many holders
 * for the steps to suffice for any, or the nodes alone do not decide.
 * RET as _add_starts()
 */
static bool _add_by_looks(office_t *office, find_t *f, time_t t, time_t last)
{
	garq_request_t rq = {
		.eligible = f->shape->eligible, .num_cn = f->shape->num_cn,
		.duration = f->duration, .group = GARQ_NO_GROUP,
		.t_lsr = last,
	};
	time_t first, to;

	for (rq.t_esr = t; rq.t_esr <= last; rq.t_esr = to + 1) {
		f->probe->until = rq.t_esr;
		if (!f->looks)
			return false;
		if ((_is_by_looks(f->shape) ?
		     admit_space_starts(office, f->shape, &rq, &f->looks,
					&first, &to) :
		     garq_machine_starts(view_machine(office), &rq, &f->looks,
					 &first, &to)) &&
		    !_add_run(office, f, first, to))
			return false;
	}
	return true;
}

/*
 * Add the starts from t to last, at each of which the licenses fit. In a long
 * gap mostly enough nodes are free all the time: look at that first.
 * RET false: the work or the room is at its end
 */
static bool _add_starts(office_t *office, find_t *f, time_t t, time_t last)
{
	const garq_nodes_t *nodes = garq_machine_nodes(view_machine(office));
	const shape_t *s = f->shape;
	time_t until;

	if (!s->num_cn)
		return _add_run(office, f, t, last);
	if (t > last)
		return true;
	if (_is_by_looks(s))
		return _add_by_looks(office, f, t, last);
	if ((last - t >= f->duration) && f->looks) {
		f->looks--;
		if (garq_nodes_free(nodes, s->eligible, t, last + f->duration,
				    GARQ_NO_GROUP, NULL) >= s->num_cn)
			return _add_run(office, f, t, last);
	}
	(void) memory_done(garq_nodes_starts(nodes, s->eligible, s->num_cn, t,
					     last, f->duration, &f->steps,
					     _on_starts, f, &until));
	if (f->full)
		return false;
	f->probe->until = until;
	if (until == t)
		return _add_by_looks(office, f, t, last);
	return until > last;
}

/* The last start from t on, up to last, at which the licenses fit as at t. */
static time_t _licensed_until(office_t *office, const find_t *f, time_t t,
			      time_t last)
{
	const lic_set_t *want = &f->shape->licenses;

	for (uint32_t i = 0; i < want->cnt; i++) {
		lic_short_t s = lic_short(view_licenses(office), &want->list[i],
					  t, last + f->duration);

		if (s.missing)
			last = s.at - f->duration;
	}
	return last;
}

/*
 * Add the starts from t to last, which lie in a gap of the nodes.
 * RET as _add_starts()
 */
static bool _add_gap(office_t *office, find_t *f, time_t t, time_t last)
{
	const lic_set_t *want = &f->shape->licenses;
	time_t next, to;

	if (!want->cnt)
		return _add_starts(office, f, t, last);
	while (t <= last) {
		f->probe->until = t;
		if (!f->looks)
			return false;
		f->looks--;
		next = lic_next(view_licenses(office), want, t, f->duration);
		if (next == t) {
			to = _licensed_until(office, f, t, last);
			if (!_add_starts(office, f, t, to))
				return false;
			next = to + 1;
		}
		t = next;
	}
	return true;
}

/* Go through the times at each second of which enough nodes may be free. */
static void _add_gaps(office_t *office, find_t *f)
{
	const probe_steps_t *free_cn = &f->probe->free;
	time_t last, until = f->latest + 1;
	bool more = true;
	size_t i = 0, k;

	if (!f->shape->num_cn || f->shape->each) {
		more = _add_gap(office, f, f->from, f->latest);
		i = free_cn->cnt;
	}
	for (; more && (i < free_cn->cnt); i = k + 1) {
		for (k = i; (k < free_cn->cnt) &&
		     (free_cn->list[k].num >= f->shape->num_cn); k++)
			;
		if (k == i)
			continue;
		last = free_cn->list[k - 1].t_e - f->duration;
		more = _add_gap(office, f, free_cn->list[i].t_s,
				MIN(last, f->latest));
	}
	if (more)
		f->probe->until = until;
}

/* --- all of it --- */

/* The same number for the same nodes: of their names, whatever their order. */
static uint64_t _pool_id(office_t *office, const garq_set_t *nodes)
{
	uint64_t sum = 0;

	GARQ_SET_EACH(i, nodes) {
		uint64_t hash = text_hash(TEXT_HASH,
					  office->host->nodes->name(office, i));

		hash ^= hash >> 29;
		sum += hash * UINT64_C(0x9e3779b97f4a7c15);
	}
	return sum;
}

/*
 * A rigid shape may have begun up to REQUEST_PAST seconds ago: only its
 * part still ahead needs nodes, as in admit().
 * RET false: the window has passed
 */
static bool _set_window(find_t *f, time_t now)
{
	const shape_t *s = f->shape;

	f->from = MAX(s->t_esr, now);
	f->duration = s->duration;
	f->begun = (s->t_esr == s->t_lsr) && (s->t_esr < now);
	if (f->begun) {
		f->duration -= now - s->t_esr;
		f->latest = now;
	}
	f->end = f->latest + f->duration;
	f->had = f->looks = _is_by_looks(s) ?
		steps_to_looks(STEPS_TURN, s->eligible->size) : PROBE_LOOKS;
	f->part = shape_part(f->office, s);
	f->steps = PROBE_WORK;
	f->probe->until = f->latest + 1;
	return (f->from <= f->latest) && (f->duration > 0);
}

/* Read how many nodes are free. RET as _is_exact() */
static bool _read_pool(office_t *office, find_t *f)
{
	osp_machine_space_t space;
	bool exact;

	(void) memory_done(osp_space_machine(&space, view_machine(office),
					     f->shape->eligible, GARQ_NO_GROUP,
					     f->end));
	exact = _is_exact(office, &space);
	_read_nodes(f, &space.space);
	osp_space_machine_close(&space);
	return exact;
}

static void _fill_probe(office_t *office, find_t *f)
{
	bool exact = !f->shape->num_cn || _read_pool(office, f);
	time_t latest = f->latest;
	probe_t *p = f->probe;

	_read_licenses(office, f);
	f->latest = MIN(latest, f->end - f->duration);
	_add_gaps(office, f);
	p->cut = (p->until <= latest);
	if (!exact)
		_count_nodes(office, f);
	for (uint32_t i = 0; i < p->left_cnt; i++)
		_shorten(&p->left[i], f->end);
	_shorten(&p->free, f->end);
}

static uint64_t _steps_taken(office_t *office, const find_t *f)
{
	return PROBE_WORK - f->steps + (uint64_t) (f->had - f->looks) *
				       GARQ_LOOK_STEPS(view_size(office));
}

probe_t probe_find(office_t *office, const shape_t *shape, time_t latest,
		   time_t now)
{
	probe_t probe = {
		.runs = memory_new(PROBE_RUNS, sizeof(probe_run_t)),
	};
	find_t f = {
		.office = office, .shape = shape, .latest = latest,
		.probe = &probe,
	};

	if (shape->num_cn && !shape->each) {
		probe.pool = _pool_id(office, shape->eligible);
		probe.pool_cn = garq_set_count(shape->eligible);
	}
	if (_set_window(&f, now))
		_fill_probe(office, &f);
	probe.steps = _steps_taken(office, &f);
	return probe;
}
