/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/squeeze.h"
#include "plugin/booking/place/first.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/request/flags.h"
#include "plugin/memory/memory.h"

/* What an elastic booking gives to a request. */
typedef struct {
	const view_resv_t *v;
	garq_set_t *nodes;	/* that only v has then; owned */
	uint32_t cnt;		/* of these: as many as it can give */
	uint32_t taken;		/* as many as the request takes; 0: none */
	bool time;		/* it gives time, with all of its nodes; else
				 * nodes for all of its time */
	time_t start;		/* its new times */
	time_t end;
	uint64_t loss;		/* node-seconds: of each node; with time: of
				 * all */
} giver_t;

typedef struct {
	office_t *office;
	const shape_t *shape;
	time_t now;
	elastic_list_t list;	/* that may give */
	uint32_t looks;		/* nodes of givers so far */
	/* one start */
	time_t t_s;
	time_t t_e;
	garq_set_t *free;	/* eligible nodes that nobody has then */
	giver_t givers[ELASTIC_MAX];
	uint32_t cnt;
	uint64_t loss;		/* node-seconds that all of them give */
} squeeze_t;

static const garq_nodes_t *_nodes_of_all(const squeeze_t *s)
{
	return garq_machine_nodes(view_machine(s->office));
}

static uint64_t _node_seconds(uint32_t num_cn, time_t duration)
{
	return (uint64_t) num_cn * (uint64_t) duration;
}

/* The nodes of v that serve the request, and that nobody else has then. */
static garq_set_t *_only_its(const squeeze_t *s, const view_resv_t *v,
			     uint32_t *ret_cnt)
{
	garq_set_t *own = memory_there(garq_set_copy(v->nodes));
	garq_set_t *only = memory_there(garq_set_create(own->size));

	for (uint32_t i = garq_set_next(own, 0); i < own->size;
	     i = garq_set_next(own, i + 1))
		if (!garq_set_test(s->shape->eligible, i))
			garq_set_del(own, i);
	*ret_cnt = garq_nodes_free(_nodes_of_all(s), own, s->t_s, s->t_e,
				   v->id, only);
	garq_set_destroy(own);
	return only;
}

/* OUT g - v gives time at its end, or at its begin. RET false: it can't */
static bool _gives_time(const squeeze_t *s, const view_resv_t *v, giver_t *g)
{
	const booking_t *b = v->booking;
	time_t least = (time_t) b->least_minutes * 60;
	uint32_t num_cn = garq_set_count(v->nodes);

	g->time = true;
	g->start = v->start;
	g->end = v->end;
	if (least && (s->t_s - v->start >= least)) {
		g->end = v->start + ((s->t_s - v->start) / 60 * 60);
		g->loss = _node_seconds(num_cn, v->end - g->end);
		return true;
	}
	if (least && (v->end - s->t_e >= least) && (s->t_e <= b->t_lsr) &&
	    ((v->end - s->t_e) % 60 == 0)) {
		g->start = s->t_e;
		g->loss = _node_seconds(num_cn, s->t_e - v->start);
		return true;
	}
	return false;
}

/* OUT g - v gives nodes. RET false: it can't */
static bool _gives_nodes(const view_resv_t *v, giver_t *g)
{
	uint32_t num_cn = garq_set_count(v->nodes);
	uint32_t least = v->booking->least_cn;

	if (!least || (num_cn <= least))
		return false;
	g->time = false;
	g->start = v->start;
	g->end = v->end;
	g->cnt = MIN(g->cnt, num_cn - least);
	g->loss = (uint64_t) (v->end - v->start);
	return true;
}

/* The node-seconds that are lost for each node that the request can use. */
static uint64_t _loss_each(const giver_t *g, uint32_t missing)
{
	return g->time ? g->loss / MAX(MIN(g->cnt, missing), 1) : g->loss;
}

/* Add what v can give, the cheaper of its ways. IN missing - nodes in all */
static void _add_giver(squeeze_t *s, const view_resv_t *v, uint32_t missing)
{
	giver_t by_nodes = { .v = v }, by_time, *g = &s->givers[s->cnt];
	bool nodes, time;

	if ((v->start >= s->t_e) || (v->end <= s->t_s) ||
	    (s->looks >= SQUEEZE_NODES))
		return;
	s->looks += garq_set_count(v->nodes);
	by_nodes.nodes = _only_its(s, v, &by_nodes.cnt);
	by_time = by_nodes;
	time = by_time.cnt && _gives_time(s, v, &by_time);
	nodes = by_nodes.cnt && _gives_nodes(v, &by_nodes);
	if (!time && !nodes) {
		garq_set_destroy(by_nodes.nodes);
		return;
	}
	*g = (time && (!nodes || (_loss_each(&by_time, missing) <
				  _loss_each(&by_nodes, missing)))) ?
		     by_time : by_nodes;
	s->cnt++;
}

/* RET the giver that loses least, of those that give nothing yet; or NULL */
static giver_t *_cheapest(squeeze_t *s, uint32_t missing)
{
	giver_t *best = NULL;

	for (uint32_t i = 0; i < s->cnt; i++) {
		giver_t *g = &s->givers[i];

		if (!g->taken && (!best || (_loss_each(g, missing) <
					    _loss_each(best, missing))))
			best = g;
	}
	return best;
}

/* Take as many nodes as are missing. RET false: they can't be had for less than
 * the request has */
static bool _take_missing(squeeze_t *s, uint32_t missing)
{
	uint64_t most = _node_seconds(s->shape->num_cn, s->shape->duration);
	uint32_t moves = 0, limit = s->office->options.moves;

	s->loss = 0;
	while (missing) {
		giver_t *g = _cheapest(s, missing);

		if (!g || (limit && (moves++ >= limit)))
			return false;
		g->taken = MIN(g->cnt, missing);
		missing -= g->taken;
		s->loss += g->time ? g->loss : g->loss * g->taken;
		if (s->loss > most)
			return false;
	}
	return true;
}

static void _forget_givers(squeeze_t *s)
{
	for (uint32_t i = 0; i < s->cnt; i++)
		garq_set_destroy(s->givers[i].nodes);
	s->cnt = 0;
}

/* Find who gives what, so that the request begins at t. RET false: nobody */
static bool _try_start(squeeze_t *s, time_t t)
{
	uint32_t cnt, num_cn = s->shape->num_cn;

	_forget_givers(s);
	s->t_s = t;
	s->t_e = t + s->shape->duration;
	if (!admit_licenses(s->office, &s->shape->licenses, GARQ_NO_GROUP,
			    s->t_s, s->t_e))
		return false;
	cnt = garq_nodes_free(_nodes_of_all(s), s->shape->eligible, s->t_s,
			      s->t_e, GARQ_NO_GROUP, s->free);
	if (cnt >= num_cn)	/* its plan was cut short */
		return false;
	for (uint32_t i = 0; i < s->list.cnt; i++)
		_add_giver(s, s->list.list[i], num_cn - cnt);
	return _take_missing(s, num_cn - cnt);
}

/* --- the placement -------------------------------------------------------- */

/* Move as many nodes from one set to another as are asked for. */
static void _move_nodes(garq_set_t *from, garq_set_t *to, uint32_t cnt)
{
	for (uint32_t i = garq_set_next(from, 0); cnt && (i < from->size);
	     i = garq_set_next(from, i + 1), cnt--) {
		garq_set_del(from, i);
		garq_set_add(to, i);
	}
}

/* OUT nodes - those that are taken are added */
static lrh_move_t _move_of(giver_t *g, garq_set_t *nodes)
{
	const booking_t *b = g->v->booking;
	garq_set_t *taken = memory_there(garq_set_create(nodes->size));
	lrh_move_t m = {
		.id = g->v->id, .was = g->v->start, .start = g->start,
		.not_before = MAX(b->not_before, g->start), .end = g->end,
	};

	_move_nodes(g->nodes, taken, g->taken);
	garq_set_add_all(nodes, taken);
	if (!g->time) {
		m.nodes = memory_there(garq_set_copy(g->v->nodes));
		garq_set_del_all(m.nodes, taken);
	}
	garq_set_destroy(taken);
	return m;
}

static placement_t _placement(squeeze_t *s)
{
	placement_t p = { .start = s->t_s, .not_before = s->t_s };

	p.nodes = memory_there(garq_set_copy(s->free));
	p.plan.fits = true;
	p.plan.moves = memory_new(s->cnt, sizeof(*p.plan.moves));
	for (uint32_t i = 0; i < s->cnt; i++)
		if (s->givers[i].taken)
			p.plan.moves[p.plan.cnt++] =
				_move_of(&s->givers[i], p.nodes);
	return p;
}

/* --- the starts ----------------------------------------------------------- */

static void _add_start(const shape_t *shape, time_t t, time_t *starts,
		       uint32_t *cnt)
{
	if ((t < shape->t_esr) || (t > shape->t_lsr) ||
	    (*cnt == SQUEEZE_STARTS))
		return;
	for (uint32_t i = 0; i < *cnt; i++)
		if (starts[i] == t)
			return;
	starts[(*cnt)++] = t;
}

static bool _try_starts(squeeze_t *s)
{
	time_t starts[SQUEEZE_STARTS], best = -1;
	uint64_t loss = UINT64_MAX;
	uint32_t cnt = 0;

	_add_start(s->shape, s->shape->t_esr, starts, &cnt);
	_add_start(s->shape, s->shape->t_lsr, starts, &cnt);
	for (uint32_t i = 0; i < s->list.cnt; i++)
		_add_start(s->shape, s->list.list[i]->end, starts, &cnt);
	for (uint32_t i = 0; i < cnt; i++)
		if (_try_start(s, starts[i]) && (s->loss < loss)) {
			loss = s->loss;
			best = starts[i];
		}
	s->looks = 0;
	return (best >= 0) && _try_start(s, best);
}

bool squeeze_find(office_t *office, const shape_t *shape, time_t now,
		  placement_t *ret_placement)
{
	squeeze_t s = { .office = office, .shape = shape, .now = now };
	bool found;

	if (shape->alone || shape->each || !shape->num_cn ||
	    (shape->t_esr < now) ||
	    (shape->num_cn > garq_set_count(shape->eligible)) ||
	    (shift_allowed(office) == OPTIONS_SHIFT_NO))
		return false;
	elastic_collect(office, shape->eligible, shape->t_esr,
			shape->t_lsr + shape->duration, now, &s.list);
	if (!s.list.cnt)
		return false;
	s.free = memory_there(garq_set_create(view_size(office)));
	found = _try_starts(&s);
	if (found)
		*ret_placement = _placement(&s);
	_forget_givers(&s);
	garq_set_destroy(s.free);
	return found;
}

/* --- elastic bookings ----------------------------------------------------- */

/* Return true if the size of a booking may change. */
static bool _may_change_size(office_t *office, const view_resv_t *v, time_t now)
{
	const booking_t *b = v ? v->booking : NULL;

	return b && booking_is_elastic(b) && v->nodes && !b->asked_nodes &&
	       !b->stand_in && !b->part && !b->hold_until &&
	       !view_is_by_cores(v) &&
	       !(v->flags & BOOKING_FLAG_STATIC) && !v->lost_nodes &&
	       !v->unanswered && !v->requests &&
	       (garq_set_count(v->nodes) == b->num_cn) &&
	       (v->start == b->start) && (v->end == b->end) &&
	       (v->start > now + (time_t) office->options.freeze) &&
	       !view_has_jobs(office, v);
}

typedef struct {
	office_t *office;
	elastic_list_t *list;
	time_t now;
	uint32_t looks;
} collect_t;

static bool _is_listed(const elastic_list_t *list, const view_resv_t *v)
{
	for (uint32_t i = 0; i < list->cnt; i++)
		if (list->list[i] == v)
			return true;
	return false;
}

/* A garq_nodes_fn */
static bool _collect(void *arg, uint64_t id, uint32_t node, time_t t_s,
		     time_t t_e)
{
	collect_t *c = arg;
	view_resv_t *v = view_find_id(c->office, id);

	(void) node;
	(void) t_s;
	(void) t_e;
	if (v && !_is_listed(c->list, v) &&
	    _may_change_size(c->office, v, c->now))
		(void) first_add(c->list->list, &c->list->cnt, ELASTIC_MAX, v);
	return ++c->looks < ELASTIC_LOOKS;
}

void elastic_collect(office_t *office, const garq_set_t *nodes, time_t t_s,
		     time_t t_e, time_t now, elastic_list_t *ret)
{
	collect_t c = { .office = office, .list = ret, .now = now };

	ret->cnt = 0;
	garq_nodes_each(garq_machine_nodes(view_machine(office)), nodes, t_s,
			t_e, GARQ_NO_GROUP, _collect, &c);
}
