/* SPDX-License-Identifier: GPL-2.0-or-later */
/* recurrence_place.c - see recurrence_place.h */

#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/place/recurrence_place.h"
#include "plugin/booking/place/share.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/occurrence.h"
#include "plugin/booking/view/office.h"
#include "plugin/memory/memory.h"

/* The steps (GARQ_LOOK_STEPS()) of an occurrence; a holder takes one. */
#define STEPS_OCCURRENCE 8

#define CMP(x, y) (((x) > (y)) - ((x) < (y)))

/* What is known of one start. */
typedef struct {
	office_t *office;
	const shape_t *shape;
	const garq_request_t *rq;
	garq_set_t *left;	/* nodes that are free at the occurrences so
				 * far; owned */
	garq_set_t *taken;	/* the others of the present one; owned */
	time_t *clear;		/* by node that is not left: no earlier start
				 * has it; owned */
	want_t *wanted;		/* by node, for a shape by cores; owned */
	cores_t *common;	/* ... its cores that are free at all of these
				 * occurrences; owned */
	time_t licensed;	/* no earlier start has the licenses */
	uint64_t steps;
	time_t start;		/* of the first occurrence, ... */
	time_t from;		/* ... of which this is the first second that
				 * counts */
	time_t shift;		/* from it to the present one */
	bool failed;		/* at this occurrence, first: */
	time_t fail_s, fail_e, short_at;
	uint32_t missing;
} try_t;

static try_t _begin_try(office_t *office, const shape_t *shape,
		    const garq_request_t *rq)
{
	uint32_t size = rq->eligible->size;

	return (try_t) {
		.office = office, .shape = shape, .rq = rq,
		.left = memory_there(garq_set_create(size)),
		.taken = memory_there(garq_set_create(size)),
		.clear = memory_new(size, sizeof(time_t)),
		.wanted = shape->each ? share_wanted(shape, size) : NULL,
		.common = shape->each ? memory_new(size, sizeof(cores_t)) :
					NULL,
	};
}

static void _end_try(try_t *t)
{
	garq_set_destroy(t->left);
	garq_set_destroy(t->taken);
	free(t->clear);
	free(t->wanted);
	free(t->common);
}

static const garq_nodes_t *_held_nodes(const try_t *t)
{
	return garq_machine_nodes(view_machine(t->office));
}

/*
 * A garq_nodes_fn. All holders of a whole node have to end; of its cores more
 * may be free once one of them has.
 */
static bool _note_holder(void *arg, uint64_t id, uint32_t node, time_t t_s,
			 time_t t_e)
{
	try_t *t = arg;
	time_t clear = (t_e < GARQ_FOREVER) ? t_e - t->shift : GARQ_FOREVER,
	       known = t->clear[node];

	(void) id;
	(void) t_s;
	t->clear[node] = t->wanted ? MIN(known, clear) : MAX(known, clear);
	if (!t->wanted)
		garq_set_add(t->taken, node);
	t->steps++;
	return true;
}

/* Of the nodes that are left, note those with too few cores in common. */
static void _note_cores(try_t *t, time_t t_s, time_t t_e)
{
	view_span_t span = {
		.t_s = t_s, .t_e = t_e, .group = t->rq->group,
		.gpu_type = t->shape->gpu_type,
	};
	cores_t *cores = view_cores_free_of(t->office, t->left, &span);

	GARQ_SET_EACH(i, t->left) {
		cores_t *common = &t->common[i], held = *common;

		cores_del_all(&held, &cores[i]);
		cores_del_all(common, &held);
		if (!cores_suffice(common, &t->wanted[i]))
			garq_set_add(t->taken, i);
	}
	free(cores);
}

/* RET true if the licenses are free during [t_s, t_e) */
static bool _has_licenses(try_t *t, time_t t_s, time_t t_e)
{
	const lic_set_t *want = &t->shape->licenses;
	time_t next = want->cnt ? lic_next(view_licenses(t->office), want, t_s,
					   t_e - t_s) : t_s;

	if (next == t_s)
		return true;
	t->licensed = MAX(t->licensed, (next < GARQ_FOREVER) ?
					       next - t->shift : GARQ_FOREVER);
	return false;
}

/* IN num_cn - nodes that are free in [t_s, t_e), too */
static void _note_failed(try_t *t, uint32_t num_cn, time_t t_s, time_t t_e)
{
	t->failed = true;
	t->fail_s = t->short_at = t_s;
	t->fail_e = t_e;
	if (num_cn >= t->rq->num_cn)
		return;
	t->missing = t->rq->num_cn - num_cn;
	if (!t->wanted)
		(void) memory_done(MIN(0, garq_nodes_shortage(
			_held_nodes(t), t->left, t->rq->num_cn, t_s, t_e,
			t->rq->group, &t->short_at, &t->missing)));
}

static void _look_at_occurrence(void *arg, time_t start, time_t end)
{
	try_t *t = arg;
	time_t t_s = MAX(start, t->from);
	uint32_t num_cn;
	bool licensed;

	if (t->failed || (end <= t_s))
		return;
	t->shift = start - t->start;
	t->steps += STEPS_OCCURRENCE;
	garq_set_zero(t->taken);
	garq_nodes_each(_held_nodes(t), t->left, t_s, end, t->rq->group,
			_note_holder, t);
	if (t->wanted)
		_note_cores(t, t_s, end);
	num_cn = garq_set_count(t->left) - garq_set_count(t->taken);
	licensed = _has_licenses(t, t_s, end);
	if ((num_cn < t->rq->num_cn) || !licensed)
		_note_failed(t, num_cn, t_s, end);
	garq_set_del_all(t->left, t->taken);
}

/* Take the looks of the steps so far. RET false: none is left */
static bool _take_looks(try_t *t)
{
	uint64_t looks = 1 + t->steps / GARQ_LOOK_STEPS(t->rq->eligible->size);

	t->steps = 0;
	if (!t->rq->looks)
		return true;
	if (!*t->rq->looks)
		return false;
	*t->rq->looks -= MIN(looks, *t->rq->looks);
	return true;
}

/* Look at the occurrences up to the first without enough nodes or licenses.
 * RET true if there is none
 * IN from, end - of the first one; passed - seconds of it before from */
static bool _try_start(try_t *t, time_t from, time_t end, time_t passed)
{
	time_t horizon = (time_t) t->office->options.horizon * 86400;
	occurrence_t when = {
		.start = from - passed, .end = end, .flags = t->shape->recurs,
	};

	t->start = when.start;
	t->from = from;
	t->failed = false;
	t->licensed = t->missing = 0;
	garq_set_zero(t->left);
	garq_set_add_all(t->left, t->rq->eligible);
	for (uint32_t i = 0; i < t->left->size; i++) {
		t->clear[i] = t->wanted ? GARQ_FOREVER : 0;
		if (t->wanted)
			t->common[i] = CORES_MOST;
	}
	occurrence_each(&when, from, view_now(t->office) + horizon,
			_look_at_occurrence, t);
	return !t->failed;
}

static int _by_time(const void *a, const void *b)
{
	const time_t *x = a, *y = b;

	return CMP(*x, *y);
}

/* No start before the result has enough nodes and the licenses. */
static time_t _next_start(const try_t *t)
{
	uint32_t left = garq_set_count(t->left), cnt = 0;
	time_t *clear, next = 0;

	if (left < t->rq->num_cn) {
		clear = memory_new(garq_set_count(t->rq->eligible),
				   sizeof(*clear));
		GARQ_SET_EACH(i, t->rq->eligible)
			if (!garq_set_test(t->left, i))
				clear[cnt++] = t->clear[i];
		qsort(clear, cnt, sizeof(*clear), _by_time);
		next = clear[t->rq->num_cn - left - 1];
		free(clear);
	}
	return MAX(MAX(next, t->licensed), t->from + 1);
}

static void _answer(try_t *t, time_t start, garq_answer_t *ret)
{
	ret->none_before = start;
	ret->fits = (start <= t->rq->t_lsr);
	ret->has_later = !ret->fits;
	if (ret->has_later) {
		ret->later = start;
		return;
	}
	ret->start = start;
	ret->free = t->left;
	t->left = NULL;
}

void recurrence_place(office_t *office, const shape_t *shape,
		      const garq_request_t *rq, time_t passed, bool behind,
		      garq_answer_t *ret_answer)
{
	time_t last = behind ? GARQ_FOREVER : rq->t_lsr, begun, end;
	time_t start = rq->t_esr, length = passed + rq->duration;
	try_t t;
	int looks = 0;

	*ret_answer = (garq_answer_t) { .none_before = GARQ_FOREVER };
	if (rq->num_cn > garq_set_count(rq->eligible))
		return;
	t = _begin_try(office, shape, rq);
	while ((start <= last) && (start < GARQ_FOREVER - length) &&
	       ((start <= rq->t_lsr) || (looks++ < GARQ_LOOKS))) {
		ret_answer->none_before = start;
		ret_answer->cut = !_take_looks(&t);
		if (ret_answer->cut)
			break;
		begun = (start == rq->t_esr) ? passed : 0;
		end = start - begun + length;
		if (_try_start(&t, start, end, begun)) {
			_answer(&t, start, ret_answer);
			break;
		}
		start = ret_answer->none_before = _next_start(&t);
	}
	if (start >= GARQ_FOREVER - length)
		ret_answer->none_before = GARQ_FOREVER;
	_end_try(&t);
}

void recurrence_shortage(office_t *office, const shape_t *shape,
			 const garq_request_t *rq, time_t passed,
			 garq_answer_t *answer, time_t *ret_s, time_t *ret_e)
{
	try_t t = _begin_try(office, shape, rq);

	if (!_try_start(&t, rq->t_esr, rq->t_esr + rq->duration, passed)) {
		answer->missing = t.missing;
		answer->short_at = t.short_at;
		*ret_s = t.fail_s;
		*ret_e = t.fail_e;
	}
	_end_try(&t);
}

uint32_t recurrence_most(office_t *office, const shape_t *shape,
			 const garq_set_t *eligible, const view_span_t *span,
			 uint32_t *looks)
{
	garq_request_t rq = {
		.eligible = eligible, .num_cn = 1, .group = span->group,
		.looks = looks,
	};
	try_t t = _begin_try(office, shape, &rq);
	uint32_t most = _try_start(&t, span->t_s, span->t_e, 0) ?
				garq_set_count(t.left) : 0;

	(void) _take_looks(&t);
	_end_try(&t);
	return most;
}

view_draft_t recurrence_others(office_t *office, const shape_t *shape,
			       const garq_set_t *nodes, const view_span_t *span)
{
	garq_request_t rq = {
		.eligible = nodes, .num_cn = 1, .group = span->group,
	};
	try_t t = _begin_try(office, shape, &rq);
	view_draft_t draft = { .in_cnt = 0 };

	(void) _try_start(&t, span->t_s, span->t_e,
		     shape->duration - (span->t_e - span->t_s));
	GARQ_SET_EACH(i, nodes) {
		view_hold_t h = {
			.node = i, .t_s = span->t_s, .t_e = span->t_e,
			.cores = CORES_MOST,
		};

		cores_del_all(&h.cores, &t.common[i]);
		view_draft_hold(&draft, &h);
	}
	_end_try(&t);
	return draft;
}
