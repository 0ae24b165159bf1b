/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/first.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/place/share.h"
#include "plugin/booking/place/share_cores.h"
#include "plugin/booking/place/share_shift.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/view/host.h"
#include "plugin/memory/memory.h"

#define CMP(x, y) (((x) > (y)) - ((x) < (y)))

/* --- bookings that may move ----------------------------------------------- */

/* As in a plan of lrh/, a booking with licenses keeps its time. */
static bool _keeps_time(const view_resv_t *v)
{
	return !booking_is_flexible(v->booking) || view_licenses_of(v);
}

static bool _keeps_nodes(const view_resv_t *v)
{
	return v->booking->asked_nodes;
}

static bool _may_move(office_t *office, const view_resv_t *v, time_t now)
{
	const booking_t *b = v->booking;

	return v->nodes && !b->stand_in && !b->part && !v->lost_nodes &&
	       !(v->flags & BOOKING_FLAG_STATIC) &&
	       (v->start == b->start) && (v->end == b->end) &&
	       (garq_set_count(v->nodes) == v->attrs.units.cnt) &&
	       (v->start > now + (time_t) office->options.freeze);
}

typedef struct {
	view_resv_t *list[SHARE_SHIFT_MAX];	/* in the order of first.h */
	uint32_t cnt;
} movers_t;

/* The bookings by cores that hold nodes in [t_s, t_e), the first to begin. */
static void _collect(office_t *office, time_t t_s, time_t t_e, uint64_t group,
		     time_t now, movers_t *ret)
{
	uint32_t pos = 0;
	view_resv_t *v;

	ret->cnt = 0;
	while ((v = view_next_by_cores(office, &pos)))
		if ((v->start < t_e) && (v->end > t_s) && (v->id != group) &&
		    _may_move(office, v, now))
			(void) first_add(ret->list, &ret->cnt, SHARE_SHIFT_MAX,
					 v);
}

/* --- the place of one that moves ------------------------------------------ */

/* What a plan has so far. */
typedef struct {
	office_t *office;
	view_draft_t draft;
	lrh_plan_t plan;	/* its moves */
	uint32_t looks;		/* that are left for it */
} sketch_t;

static void _forget_sketch(sketch_t *s)
{
	view_draft_free(&s->draft);
	lrh_plan_free(&s->plan);
	s->plan = (lrh_plan_t) { .fits = false };
}

static void _hold_units(sketch_t *s, const units_t *units, time_t t_s,
			time_t t_e)
{
	for (uint32_t i = 0; i < units->cnt; i++) {
		view_hold_t hold = {
			.node = units->list[i].node, .t_s = t_s, .t_e = t_e,
			.cores = units->list[i].cores,
		};

		view_draft_hold(&s->draft, &hold);
	}
}

static void _hold_whole(sketch_t *s, const garq_set_t *nodes, time_t t_s,
			time_t t_e)
{
	GARQ_SET_EACH(i, nodes) {
		view_hold_t hold = {
			.node = i, .t_s = t_s, .t_e = t_e, .whole = true,
		};

		view_draft_hold(&s->draft, &hold);
	}
}

/* The shape of v as it is. RET shape_free() */
static shape_t _shape_of(office_t *office, const view_resv_t *v)
{
	const garq_set_t *nodes = _keeps_nodes(v) ? NULL :
				  view_lrh_eligible(office, v);
	shape_t shape = {
		.pinned = !nodes, .num_cn = garq_set_count(v->nodes),
		.eligible = memory_there(garq_set_copy(nodes ? nodes :
							       v->nodes)),
	};

	shape_each_of(&shape, &v->attrs.units);
	return shape;
}

/* Note that v begins at the start that was found. */
static void _add_move(sketch_t *s, const view_resv_t *v, const shape_t *shape,
		      const garq_answer_t *a)
{
	garq_set_t *nodes = memory_there(garq_set_create(a->free->size));
	view_span_t span = {
		.t_s = a->start, .t_e = a->start + (v->end - v->start),
		.group = v->id, .draft = &s->draft,
	};
	uint32_t missing = shape->num_cn;
	units_t units;

	choose_of(s->office, v->nodes, a->free, nodes, &missing);
	share_choose(s->office, shape, a->free, &span, missing, nodes);
	units = share_cores(s->office, shape, nodes, &v->attrs.units, &span);
	_hold_units(s, &units, span.t_s, span.t_e);
	units_free(&units);
	s->plan.moves = memory_grow(s->plan.moves, s->plan.cnt + 1,
				    sizeof(*s->plan.moves));
	s->plan.moves[s->plan.cnt++] = (lrh_move_t) {
		.id = v->id, .was = v->start, .start = a->start,
		.not_before = a->start, .nodes = nodes,
	};
}

/*
 * Find a start for v in [t_esr, t_lsr] on some nodes, beside the draft.
 * RET false: none
 */
static bool _place_on(sketch_t *s, const view_resv_t *v, const shape_t *shape,
		      const garq_set_t *nodes, time_t t_esr, time_t t_lsr)
{
	garq_request_t rq = {
		.eligible = nodes, .num_cn = shape->num_cn,
		.t_esr = t_esr, .t_lsr = t_lsr, .duration = v->end - v->start,
		.group = v->id, .looks = &s->looks,
	};
	garq_answer_t a = { .fits = false };
	bool fits;

	share_place_in(s->office, shape, &rq, &s->draft, &a);
	fits = a.fits;
	if (fits)
		_add_move(s, v, shape, &a);
	garq_answer_free(&a);
	return fits;
}

/* The same; its own nodes are tried first, as few others have these. */
static bool _place_in(sketch_t *s, const view_resv_t *v, const shape_t *shape,
		      time_t t_esr, time_t t_lsr)
{
	return (t_esr <= t_lsr) &&
	       (_place_on(s, v, shape, v->nodes, t_esr, t_lsr) ||
		(!shape->pinned &&
		 _place_on(s, v, shape, shape->eligible, t_esr, t_lsr)));
}

/* The earliest start to which v may move. */
static time_t _earliest(office_t *office, const view_resv_t *v, time_t now)
{
	return MAX(v->booking->t_esr, now + (time_t) office->options.freeze);
}

/* --- room for a request --------------------------------------------------- */

/* A node that serves if some leave. */
typedef struct {
	uint32_t node;
	uint32_t leave;		/* how many */
} cost_t;

typedef struct {
	office_t *office;
	const shape_t *shape;
	const garq_request_t *rq;
	time_t now;
	want_t *wanted;		/* by node; no cores: the whole node; owned */
	movers_t movers;
	bool stays[SHARE_SHIFT_MAX];	/* there is no other place for it */
	bool leaves[SHARE_SHIFT_MAX];
	uint32_t holds;		/* that may be looked at */
	sketch_t sketch;
	/* one start */
	time_t t_s;
	time_t t_e;
	view_rest_t rest;	/* once all leave that may; owned */
	garq_set_t *nodes;	/* that serve; owned */
	units_t units;		/* of these; owned */
} search_t;

/* RET false: there are too many holders */
static bool _read_rest(search_t *s)
{
	view_draft_t draft = { .out_cnt = 0 };
	view_span_t span = {
		.t_s = s->t_s, .t_e = s->t_e, .group = s->rq->group,
		.draft = &draft, .gpu_type = s->shape->gpu_type,
		.most = s->holds,
	};

	for (uint32_t i = 0; i < s->movers.cnt; i++)
		if (!s->stays[i])
			view_draft_leave(&draft, s->movers.list[i]->id);
	view_rest_free(&s->rest);
	s->rest = view_rest(s->office, s->rq->eligible, &span);
	s->holds -= s->rest.holds;
	view_draft_free(&draft);
	return s->holds > 0;
}

/* RET true if a node serves the request with these cores. */
static bool _suffices(const search_t *s, uint32_t node, const cores_t *cores)
{
	return share_suffices(s->office, node, s->rq->group, s->wanted[node],
			      cores);
}

/*
 * Find the bookings that leave a node: as many stay as may beside the request.
 * OUT leaves - of those, true; or NULL
 * RET how many leave
 */
static uint32_t _who_leaves(const search_t *s, uint32_t node, bool *leaves)
{
	cores_t left = view_rest_on(&s->rest, node);
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < s->movers.cnt; i++) {
		const view_resv_t *v = s->movers.list[i];
		const cores_t *has;
		cores_t beside = left;

		if (s->stays[i] || (v->start >= s->t_e) || (v->end <= s->t_s) ||
		    !(has = units_on(&v->attrs.units, node)))
			continue;
		cores_del_all(&beside, has);
		if (s->wanted[node].cores && _suffices(s, node, &beside)) {
			left = beside;
			continue;
		}
		cnt++;
		if (leaves)
			leaves[i] = true;
	}
	return cnt;
}

static int _by_cost(const void *a, const void *b)
{
	const cost_t *x = a, *y = b;

	return (x->leave != y->leave) ? CMP(x->leave, y->leave) :
					CMP(x->node, y->node);
}

/* Choose the nodes at which fewest leave. RET false: too few can serve */
static bool _choose_spots(search_t *s)
{
	const garq_set_t *eligible = s->rq->eligible;
	cost_t *costs = memory_new(garq_set_count(eligible), sizeof(*costs));
	uint32_t cnt = 0;

	GARQ_SET_EACH(i, eligible) {
		cores_t most = view_rest_on(&s->rest, i);

		if (s->wanted[i].cores ? _suffices(s, i, &most) :
					 !s->rest.at[i])
			costs[cnt++] = (cost_t) { i, _who_leaves(s, i, NULL) };
	}
	qsort(costs, cnt, sizeof(*costs), _by_cost);
	for (uint32_t i = 0; (cnt >= s->rq->num_cn) && (i < s->rq->num_cn);
	     i++) {
		garq_set_add(s->nodes, costs[i].node);
		(void) _who_leaves(s, costs[i].node, s->leaves);
	}
	free(costs);
	return cnt >= s->rq->num_cn;
}

/* Give the request its place. RET false: too many would move for it */
static bool _begin_sketch(search_t *s)
{
	const view_resv_t *own = view_find_id(s->office, s->rq->group);
	uint32_t most = s->office->options.moves;
	view_span_t span = {
		.t_s = s->t_s, .t_e = s->t_e, .group = s->rq->group,
		.draft = &s->sketch.draft,
	};

	for (uint32_t i = 0; i < s->movers.cnt; i++)
		if (s->leaves[i])
			view_draft_leave(&s->sketch.draft,
					 s->movers.list[i]->id);
	if (most && (s->sketch.draft.out_cnt > most))
		return false;
	if (!s->shape->each) {
		_hold_whole(&s->sketch, s->nodes, s->t_s, s->t_e);
		return true;
	}
	s->units = share_cores(s->office, s->shape, s->nodes,
			       own ? &own->attrs.units : NULL, &span);
	_hold_units(&s->sketch, &s->units, s->t_s, s->t_e);
	return true;
}

/* RET false: there is no other place for v */
static bool _place_again(search_t *s, const view_resv_t *v)
{
	shape_t shape = _shape_of(s->office, v);
	bool placed = _place_in(&s->sketch, v, &shape, v->start, v->start);

	if (!placed && !_keeps_time(v))
		placed = _place_in(&s->sketch, v, &shape,
				   _earliest(s->office, v, s->now),
				   v->booking->t_lsr);
	shape_free(&shape);
	return placed;
}

static void _forget_try(search_t *s)
{
	_forget_sketch(&s->sketch);
	units_free(&s->units);
	garq_set_destroy(s->nodes);
	s->nodes = memory_there(garq_set_create(s->rq->eligible->size));
	for (uint32_t i = 0; i < s->movers.cnt; i++)
		s->leaves[i] = false;
}

/*
 * Try the start with those that may leave now.
 * OUT ret_again - there is no place for one of them: it stays
 */
static bool _try_once(search_t *s, bool *ret_again)
{
	*ret_again = false;
	_forget_try(s);
	if (!_read_rest(s) || !_choose_spots(s) || !_begin_sketch(s))
		return false;
	for (uint32_t i = 0; i < s->movers.cnt; i++)
		if (s->leaves[i] && !_place_again(s, s->movers.list[i])) {
			s->stays[i] = *ret_again = true;
			return false;
		}
	return true;
}

static bool _try_start(search_t *s, time_t start)
{
	bool again = true, found = false;

	s->t_s = start;
	s->t_e = start + s->rq->duration;
	for (uint32_t i = 0; i < s->movers.cnt; i++)
		s->stays[i] = false;
	while (again && !found && s->holds && s->sketch.looks)
		found = _try_once(s, &again);
	return found;
}

static bool _try_starts(search_t *s)
{
	const garq_request_t *rq = s->rq;
	time_t tried[SHARE_SHIFT_STARTS] = { rq->t_esr };
	uint32_t cnt = 1;

	if (_try_start(s, rq->t_esr))
		return true;
	for (uint32_t i = 0; i < s->movers.cnt; i++) {
		time_t end = s->movers.list[i]->end;
		bool known = (end <= rq->t_esr) || (end > rq->t_lsr);

		for (uint32_t k = 0; k < cnt; k++)
			known |= (tried[k] == end);
		if (known || (cnt == SHARE_SHIFT_STARTS))
			continue;
		tried[cnt++] = end;
		if (_try_start(s, end))
			return true;
	}
	return (rq->t_lsr > rq->t_esr) && _try_start(s, rq->t_lsr);
}

/* As many looks as SHARE_HOLDS holders take. */
static uint32_t _looks_for(office_t *office)
{
	return 4 + (SHARE_HOLDS / GARQ_LOOK_STEPS(view_size(office)));
}

/* The place that was found, moved out of s. */
static placement_t _take_found(search_t *s)
{
	placement_t p = {
		.start = s->t_s, .not_before = s->t_s, .nodes = s->nodes,
		.units = s->units, .plan = s->sketch.plan,
	};

	p.plan.fits = true;
	s->nodes = NULL;
	s->units = (units_t) { .cnt = 0 };
	s->sketch.plan = (lrh_plan_t) { .fits = false };
	return p;
}

bool share_shift_find(office_t *office, const shape_t *shape,
		      const garq_request_t *rq, time_t now,
		      placement_t *ret_placement)
{
	search_t s = {
		.office = office, .shape = shape, .rq = rq, .now = now,
		.holds = SHARE_HOLDS,
		.sketch = { .office = office, .looks = _looks_for(office) },
	};
	bool found;

	_collect(office, rq->t_esr, garq_end(rq->t_lsr, rq->duration),
		 rq->group, now, &s.movers);
	if (!s.movers.cnt)
		return false;
	s.wanted = shape->each ?
		shape_wanted(shape, rq->eligible->size) :
		memory_new(rq->eligible->size, sizeof(*s.wanted));
	found = _try_starts(&s);
	if (found)
		*ret_placement = _take_found(&s);
	_forget_try(&s);
	garq_set_destroy(s.nodes);
	free(s.wanted);
	view_rest_free(&s.rest);
	return found;
}

/* --- earlier starts ------------------------------------------------------- */

/* What others have by a plan. */
static void _draft_plan(sketch_t *s)
{
	for (size_t i = 0; i < s->plan.cnt; i++) {
		const lrh_move_t *m = &s->plan.moves[i];
		const view_resv_t *v = view_find_id(s->office, m->id);
		const garq_set_t *nodes = m->nodes ? m->nodes :
					  v ? v->nodes : NULL;

		if (!v || !nodes)
			continue;
		view_draft_leave(&s->draft, m->id);
		_hold_whole(s, nodes, m->start,
			    m->end ? m->end : m->start + (v->end - v->start));
	}
}

void share_shift_earlier(office_t *office, time_t t_s, time_t t_e, time_t now,
			 lrh_plan_t *plan)
{
	sketch_t s = { .office = office, .looks = _looks_for(office) };
	uint32_t most = office->options.moves;
	movers_t movers;

	_collect(office, t_s, GARQ_FOREVER, GARQ_NO_GROUP, now, &movers);
	if (!movers.cnt)
		return;
	s.plan = *plan;
	_draft_plan(&s);
	for (uint32_t i = 0; (i < movers.cnt) && (!most || (s.plan.cnt < most));
	     i++) {
		const view_resv_t *v = movers.list[i];
		time_t first = MAX(_earliest(office, v, now),
				   t_s - (v->end - v->start) + 1);
		shape_t shape;

		if (_keeps_time(v))
			continue;
		shape = _shape_of(office, v);
		view_draft_leave(&s.draft, v->id);
		if (!_place_in(&s, v, &shape, first,
			       MIN(v->start - 1, t_e - 1)))
			s.draft.out_cnt--;
		shape_free(&shape);
	}
	view_draft_free(&s.draft);
	*plan = s.plan;
}
