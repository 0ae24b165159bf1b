/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "garq/grow.h"
#include "plugin/booking/place/admit_space.h"
#include "plugin/booking/place/share.h"
#include "plugin/booking/place/try_starts.h"
#include "plugin/memory/memory.h"

/* The functions of osp_space_t for a shape that is tried, or is by cores */

/* Each question of these is a look. RET false: none is left */
static bool _take_look(admit_space_t *s)
{
	uint32_t *looks = s->nodes.looks;

	if (!looks)
		return true;
	if (!*looks && s->nodes.more_looks)
		s->nodes.gone = s->nodes.more_looks(s->nodes.more_arg) != 0;
	if (s->nodes.gone || !*looks)
		return false;
	(*looks)--;
	return true;
}

static int _most_shared(void *arg, time_t t_s, time_t t_e, uint32_t *ret_free)
{
	admit_space_t *s = arg;
	view_span_t span = { .t_s = t_s, .t_e = t_e, .group = s->group };

	*ret_free = 0;
	if (_take_look(s))
		*ret_free = shape_is_tried(s->shape) ?
			try_starts_most(s->office, s->shape, s->eligible, &span,
					s->nodes.looks) :
			share_most(s->office, s->shape, s->eligible, &span);
	return s->nodes.gone ? -1 : 0;
}

static int _earliest_shared(void *arg, time_t t_esr, time_t t_lsr, time_t dur,
			    uint32_t num_cn, time_t *ret_start)
{
	admit_space_t *s = arg;
	garq_request_t rq = {
		.eligible = s->eligible, .num_cn = num_cn, .t_esr = t_esr,
		.t_lsr = t_lsr, .duration = dur, .group = s->group,
		.looks = s->nodes.looks,
	};
	garq_answer_t a = { .fits = false };
	bool fits;

	if (_take_look(s) && shape_is_tried(s->shape))
		try_starts_place(s->office, s->shape, &rq, 0, false, &a);
	else if (!s->nodes.gone && !shape_is_tried(s->shape))
		share_place(s->office, s->shape, &rq, NULL, &a);
	if (s->nodes.gone)
		return -1;
	fits = a.fits;
	if (fits)
		*ret_start = a.start;
	garq_answer_free(&a);
	return fits;
}

/* The bound is all nodes; where few switches alone will do, the free ones. */
static int _profile_shared(void *arg, time_t t_s, time_t t_e,
			   garq_profile_fn fn, void *fn_arg)
{
	admit_space_t *s = arg;

	if (s->shape->on_switches)
		return s->whole.profile(s->whole.arg, t_s, t_e, fn, fn_arg);
	(void) fn(fn_arg, t_s, t_e, s->nodes.space.max_cn);
	return 0;
}

/* The functions of osp_space_t: nodes while all licenses fit, else none */

static int _most_free(void *arg, time_t t_s, time_t t_e, uint32_t *ret_free)
{
	admit_space_t *s = arg;

	if (lic_next(view_licenses(s->office), s->licenses, t_s, t_e - t_s) ==
	    t_s)
		return s->nodes.space.most(s->nodes.space.arg, t_s, t_e,
					   ret_free);
	*ret_free = 0;
	return 0;
}

static int _earliest(void *arg, time_t t_esr, time_t t_lsr, time_t dur,
		     uint32_t num_cn, time_t *ret_start)
{
	const admit_space_t *s = arg;
	const osp_space_t *nodes = &s->nodes.space;
	time_t start, next = t_esr;
	int rc;

	do {
		rc = nodes->earliest(nodes->arg, next, t_lsr, dur, num_cn,
				     &start);
		if (rc != 1)
			return rc;
		next = lic_next(view_licenses(s->office), s->licenses, start,
				dur);
	} while ((next != start) && (next <= t_lsr));
	if (next != start)
		return 0;
	*ret_start = start;
	return 1;
}

typedef struct {
	office_t *office;
	const lic_set_t *licenses;
	garq_profile_fn fn;
	void *arg;
} cut_t;

/* The first second of [t_s, t_e) at which a license is short, or t_e. */
static time_t _short_from(office_t *office, const lic_set_t *licenses,
			  time_t t_s, time_t t_e)
{
	for (uint32_t i = 0; (t_s < t_e) && (i < licenses->cnt); i++) {
		lic_short_t s = lic_short(view_licenses(office),
					  &licenses->list[i], t_s, t_e);

		if (s.missing)
			t_e = s.at;
	}
	return t_e;
}

/* The first second of [t_s, t_e) at which all licenses fit, or t_e. */
static time_t _fits_from(office_t *office, const lic_set_t *licenses,
			 time_t t_s, time_t t_e)
{
	time_t next;

	for (; t_s < t_e; t_s = next) {
		next = lic_next(view_licenses(office), licenses, t_s, 1);
		if (next == t_s)
			return t_s;
	}
	return t_e;
}

/*
 * A garq_profile_fn: split an interval of the nodes at each second at which the
 * licenses begin or cease to fit, and pass 0 nodes where they do not.
 */
static bool _cut_interval(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	const cut_t *c = arg;
	bool go_on = true;
	time_t at;

	while (go_on && (t_s < t_e)) {
		at = _short_from(c->office, c->licenses, t_s, t_e);
		if (at > t_s)
			go_on = c->fn(c->arg, t_s, at, num_free);
		t_s = _fits_from(c->office, c->licenses, at, t_e);
		if (go_on && (at < t_s))
			go_on = c->fn(c->arg, at, t_s, 0);
	}
	return go_on;
}

static int _profile(void *arg, time_t t_s, time_t t_e, garq_profile_fn fn,
		    void *fn_arg)
{
	admit_space_t *s = arg;
	cut_t cut = {
		.office = s->office, .licenses = s->licenses,
		.fn = fn, .arg = fn_arg,
	};

	return s->nodes.space.profile(s->nodes.space.arg, t_s, t_e,
				      _cut_interval, &cut);
}

void admit_space(office_t *office, const shape_t *shape, uint64_t group,
		 time_t end, admit_space_t *ret_space)
{
	garq_set_t *eligible = memory_there(garq_set_copy(shape->eligible));

	if (shape->pinned && (group == GARQ_NO_GROUP))
		group = VIEW_GROUP_OPEN;	/* as admit() */
	(void) memory_done(osp_space_machine(&ret_space->nodes,
					     view_machine(office), eligible,
					     group, end));
	ret_space->office = office;
	ret_space->eligible = eligible;
	ret_space->shape = shape;
	ret_space->licenses = &shape->licenses;
	ret_space->group = group;
	ret_space->whole = ret_space->nodes.space;
	if (shape->each || shape_is_tried(shape)) {
		ret_space->nodes.space.arg = ret_space;
		ret_space->nodes.space.most = _most_shared;
		ret_space->nodes.space.earliest = _earliest_shared;
		ret_space->nodes.space.profile = _profile_shared;
	}
	ret_space->space = ret_space->nodes.space;
	if (!shape->licenses.cnt)
		return;
	view_exclude_licenses(office, group);
	ret_space->space.arg = ret_space;
	ret_space->space.most = _most_free;
	ret_space->space.profile = _profile;
	ret_space->space.earliest = _earliest;
}

void admit_space_close(office_t *office, admit_space_t *space)
{
	osp_space_machine_close(&space->nodes);
	garq_set_destroy(space->eligible);
	if (space->licenses->cnt)
		view_include_licenses(office, space->group);
}

/* The times at which holders begin. */
typedef struct {
	time_t *list;	/* in order, each once */
	size_t cnt;
	size_t cap;
	time_t from;	/* those before it do not count */
} begins_t;

/* A garq_nodes_fn. */
static bool _note_begin(void *arg, uint64_t id, uint32_t node, time_t t_s,
			time_t t_e)
{
	begins_t *b = arg;

	(void) id;
	(void) node;
	(void) t_e;
	if ((t_s < b->from) || (b->cnt && (b->list[b->cnt - 1] == t_s)))
		return true;
	(void) memory_done(GARQ_GROW(b->list, b->cnt + 1, 64, &b->cap));
	b->list[b->cnt++] = t_s;
	return true;
}

/*
 * The last start up to which each fits, from one on that fits: a later start
 * can only fail where it reaches into another holder.
 */
static time_t _fits_until(admit_space_t *s, const garq_request_t *rq,
			  time_t start)
{
	begins_t begins = { .from = start + rq->duration };
	time_t last = rq->t_lsr;
	uint32_t cnt;

	garq_nodes_each(garq_machine_nodes(view_machine(s->office)),
			s->eligible, begins.from, rq->t_lsr + rq->duration,
			s->group, _note_begin, &begins);
	for (size_t i = 0; i < begins.cnt; i++) {
		time_t t = begins.list[i] - rq->duration + 1;

		(void) memory_done(s->nodes.space.most(s->nodes.space.arg, t,
						       t + rq->duration,
						       &cnt));
		if (cnt < rq->num_cn) {
			last = t - 1;
			break;
		}
	}
	free(begins.list);
	return last;
}

bool admit_space_starts(office_t *office, const shape_t *shape,
			const garq_request_t *rq, uint32_t *looks,
			time_t *ret_first, time_t *ret_last)
{
	admit_space_t s;
	int rc;

	admit_space(office, shape, GARQ_NO_GROUP, rq->t_lsr + rq->duration, &s);
	s.nodes.looks = looks;
	rc = memory_done(s.nodes.space.earliest(s.nodes.space.arg, rq->t_esr,
						rq->t_lsr, rq->duration,
						rq->num_cn, ret_first));
	*ret_last = rc ? _fits_until(&s, rq, *ret_first) :
		    *looks ? rq->t_lsr : rq->t_esr - 1;
	admit_space_close(office, &s);
	return rc;
}
