/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/offer/why_world.h"
#include "plugin/booking/request/flags.h"
#include "plugin/memory/memory.h"

#define CMP(x, y) (((x) > (y)) - ((x) < (y)))

/* A holder has a node in [t_s, t_e). */
typedef struct {
	uint64_t id;
	uint32_t node;
	view_kind_t kind;
	time_t t_s, t_e;
} hold_t;

typedef struct {
	office_t *office;
	const shape_t *shape;
	time_t now;
	time_t from, until;	/* the time that is looked at */
	hold_t *list;
	size_t cnt;
} holds_t;

/* A garq_nodes_fn */
static bool _add_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
		      time_t t_e)
{
	holds_t *h = arg;
	view_holder_t who = { .kind = VIEW_KINDS };

	if (h->cnt <= WHY_HOLDS) {
		(void) view_holder(h->office, id, &who);
		h->list[h->cnt++] = (hold_t) {
			.id = id, .node = node, .kind = who.kind,
			.t_s = MAX(t_s, h->from), .t_e = MIN(t_e, h->until),
		};
	}
	return h->cnt <= WHY_HOLDS;
}

/* RET false: there are too many */
static bool _collect(holds_t *h)
{
	h->cnt = 0;
	if (h->shape->pinned)	/* as admit() */
		view_open_away(h->office);
	garq_nodes_each(garq_machine_nodes(view_machine(h->office)),
			h->shape->eligible, h->from, h->until, GARQ_NO_GROUP,
			_add_hold, h);
	if (h->shape->pinned)
		view_open_back(h->office);
	return h->cnt <= WHY_HOLDS;
}

/* --- one holder at a second ----------------------------------------------- */

/* Of those that begin together a reservation comes first, before its jobs. */
static int _by_node(const void *x, const void *y)
{
	const hold_t *a = x, *b = y;

	if (a->node != b->node)
		return CMP(a->node, b->node);
	if (a->t_s != b->t_s)
		return CMP(a->t_s, b->t_s);
	return (a->kind != b->kind) ? CMP(a->kind, b->kind) :
				      CMP(a->id, b->id);
}

static int _by_holder(const void *x, const void *y)
{
	const hold_t *a = x, *b = y;

	if (a->id != b->id)
		return CMP(a->id, b->id);
	if (a->t_s != b->t_s)
		return CMP(a->t_s, b->t_s);
	return (a->t_e != b->t_e) ? CMP(a->t_e, b->t_e) :
				    CMP(a->node, b->node);
}

/* Drop what begins while another holder has the node. */
static void _keep_apart(holds_t *h)
{
	size_t cnt = 0;

	qsort(h->list, h->cnt, sizeof(*h->list), _by_node);
	for (size_t i = 0; i < h->cnt; i++)
		if (!cnt || (h->list[cnt - 1].node != h->list[i].node) ||
		    (h->list[cnt - 1].t_e <= h->list[i].t_s))
			h->list[cnt++] = h->list[i];
	h->cnt = cnt;
	qsort(h->list, h->cnt, sizeof(*h->list), _by_holder);
}

/* --- pieces --------------------------------------------------------------- */

/* Return true if v is a booking that may get another place. */
static bool _may_move(const view_resv_t *v, time_t now)
{
	return v && v->booking && v->nodes && !v->booking->stand_in &&
	       (v->start > now) && (v->start < v->end);
}

static bool _keeps_nodes(const view_resv_t *v)
{
	return v->booking->asked_nodes || (v->flags & BOOKING_FLAG_STATIC);
}

/*
 * The nodes of v, of those of the shape, that it can't do without.
 * IN cnt - its own of these; least - of all its nodes
 */
static uint32_t _least_inside(const holds_t *h, const view_resv_t *v,
			      uint32_t cnt, uint32_t least)
{
	const garq_set_t *can = view_lrh_eligible(h->office, v);
	garq_set_t *outside = memory_there(garq_set_copy(v->nodes));
	uint32_t lost;

	if (can)
		garq_set_add_all(outside, can);
	garq_set_del_all(outside, h->shape->eligible);
	lost = garq_set_count(outside);
	garq_set_destroy(outside);
	outside = memory_there(garq_set_copy(v->nodes));
	garq_set_del_all(outside, h->shape->eligible);
	/* those inside that it shares count as lost, too */
	lost += garq_set_count(v->nodes) - garq_set_count(outside) - cnt;
	garq_set_destroy(outside);
	return (least > lost) ? least - lost : 0;
}

/* Its window, from which it is not moved in its last seconds (garq_freeze). */
static void _set_window(const holds_t *h, const view_resv_t *v, lrh_piece_t *p)
{
	time_t near = h->now + (time_t) h->office->options.freeze;
	const booking_t *b = v->booking;

	if (!booking_is_flexible(b) || view_licenses_of(v) ||
	    (v->start < near))
		return;
	p->t_esr = MIN(MAX(b->t_esr, near), v->start);
	p->t_lsr = MAX(b->t_lsr, v->start);
}

/* A booking gives time at its begin only by a later start of its window. */
static void _set_least(const holds_t *h, const view_resv_t *v, lrh_piece_t *p)
{
	const booking_t *b = v->booking;
	uint32_t cnt = garq_set_count(v->nodes);
	time_t least = (time_t) b->least_minutes * 60;

	if (least && (least < p->t_e)) {
		p->least_t_e = least;
		p->t_lsr = MAX(b->t_lsr, p->t_lsr);
	}
	if (b->least_cn)
		cnt = MIN(cnt, b->least_cn);
	/* bookings of cores may share nodes, so that others are free */
	p->least_cn = _keeps_nodes(v) ? p->num_cn :
		      view_is_by_cores(v) ? 0 :
			     MIN(_least_inside(h, v, p->num_cn, cnt),
				 p->num_cn);
}

/* The piece of list[first .. end - 1], which are of one holder. */
static lrh_piece_t _make_piece(const holds_t *h, size_t first, size_t end,
			  const view_resv_t *moves)
{
	const hold_t *one = &h->list[first];
	lrh_piece_t p = {
		.num_cn = (uint32_t) (end - first), .start = one->t_s,
		.t_e = one->t_e - one->t_s,
	};

	if (moves) {
		p.start = moves->start;
		p.t_e = moves->end - moves->start;
	}
	p.t_esr = p.t_lsr = p.start;
	p.least_cn = p.num_cn;
	p.least_t_e = p.t_e;
	if (moves) {
		_set_window(h, moves, &p);
		_set_least(h, moves, &p);
	}
	return p;
}

static void _add_holder(why_world_t *w, uint64_t id, const view_resv_t *v)
{
	w->may_leave[w->world.holders] = v && v->booking;
	w->id[w->world.holders++] = id;
}

/* RET false: there are too many */
static bool _make_pieces(const holds_t *h, why_world_t *w)
{
	for (size_t i = 0, end; i < h->cnt; i = end) {
		const hold_t *one = &h->list[i];
		const view_resv_t *v = view_find_id(h->office, one->id);
		bool moves = _may_move(v, h->now);

		for (end = i + 1; (end < h->cnt) &&
		     (h->list[end].id == one->id) &&
		     (moves || ((h->list[end].t_s == one->t_s) &&
				(h->list[end].t_e == one->t_e))); )
			end++;
		if (w->world.cnt == WHY_PIECES)
			return false;
		if (!i || (h->list[i - 1].id != one->id))
			_add_holder(w, one->id, v);
		w->piece[w->world.cnt] = _make_piece(h, i, end,
						     moves ? v : NULL);
		w->piece[w->world.cnt++].holder = w->world.holders - 1;
	}
	return true;
}

/* --- */

void why_world_free(why_world_t *world)
{
	free(world->piece);
	free(world->may_leave);
	free(world->id);
	*world = (why_world_t) { .piece = NULL };
}

/* The request, as admit() searches it. RET false: its window has passed */
static bool _set_request(const shape_t *shape, time_t now, lrh_world_t *w)
{
	bool rigid = (shape->t_esr == shape->t_lsr);

	w->nodes = garq_set_count(shape->eligible);
	w->num_cn = shape->num_cn;
	w->t_esr = MAX(shape->t_esr, now);
	w->t_lsr = rigid ? w->t_esr : shape->t_lsr;
	w->t_e = shape->duration - (rigid ? w->t_esr - shape->t_esr : 0);
	return (w->t_esr <= w->t_lsr) && (w->t_e > 0);
}

static why_world_t _new_world(void)
{
	why_world_t w = {
		.piece = memory_new(WHY_PIECES, sizeof(*w.piece)),
		.may_leave = memory_new(WHY_PIECES, sizeof(*w.may_leave)),
		.id = memory_new(WHY_PIECES, sizeof(*w.id)),
	};

	w.world.piece = w.piece;
	w.world.may_leave = w.may_leave;
	return w;
}

/* OUT ret - untouched if false. RET false: there are too many */
static bool _build_world(holds_t *h, const lrh_world_t *request,
			 why_world_t *ret)
{
	why_world_t w = _new_world();
	bool ok = _collect(h);

	w.world.nodes = request->nodes;
	w.world.num_cn = request->num_cn;
	w.world.t_esr = request->t_esr;
	w.world.t_lsr = request->t_lsr;
	w.world.t_e = request->t_e;
	if (ok) {
		_keep_apart(h);
		ok = _make_pieces(h, &w);
	}
	if (ok)
		*ret = w;
	else
		why_world_free(&w);
	return ok;
}

/*
 * Look at the whole windows of the bookings that may move: others crowd them
 * there.
 * RET false: that is no more than before
 */
static bool _widen_time(holds_t *h, const why_world_t *w)
{
	time_t from = h->from, until = h->until;

	for (size_t i = 0; i < w->world.cnt; i++) {
		const lrh_piece_t *p = &w->piece[i];

		if (p->t_esr == p->t_lsr)
			continue;
		h->from = MIN(h->from, p->t_esr);
		h->until = MAX(h->until, p->t_lsr + p->t_e);
	}
	return (h->from < from) || (h->until > until);
}

bool why_world(office_t *office, const shape_t *shape, time_t now,
	       why_world_t *ret)
{
	holds_t h = { .office = office, .shape = shape, .now = now };
	lrh_world_t request = { .cnt = 0 };
	bool ok = _set_request(shape, now, &request);
	why_world_t wide;

	h.list = memory_new(WHY_HOLDS + 1, sizeof(*h.list));
	h.from = request.t_esr;
	h.until = request.t_lsr + request.t_e;
	ok = ok && _build_world(&h, &request, ret);
	if (ok && _widen_time(&h, ret) && _build_world(&h, &request, &wide)) {
		why_world_free(ret);
		*ret = wide;
	}
	free(h.list);
	return ok;
}
