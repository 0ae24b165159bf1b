/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/remake.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/booking/view/view_pending.h"

static bool _shares(uint64_t flags)
{
	return (flags & (BOOKING_FLAG_MAINT | BOOKING_FLAG_OVERLAP)) != 0;
}

typedef struct {
	office_t *office;
	units_t units;		/* of the booking, if it is by cores; owned */
	bool by_slurm;		/* one of Slurm's own reservations has nodes */
	bool by_booking;
} search_t;

/* True if a holder leaves the cores of a booking to it. */
static bool _leaves_cores(const search_t *s, uint64_t id, uint32_t node)
{
	const cores_t *own = units_on(&s->units, node);

	return own && view_cores_left(s->office, id, node, own);
}

/* A garq_nodes_fn: stop at a booking that keeps others out. */
static bool _keeps_out(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	search_t *s = arg;
	const view_resv_t *v = view_find_id(s->office, id);

	(void) t_s;
	(void) t_e;
	if (v && !_shares(v->flags) && !_leaves_cores(s, id, node)) {
		s->by_booking = v->booking;
		s->by_slurm |= !v->booking;
	}
	return !s->by_booking;
}

/* True if a node has fewer cores or GPUs by now than a booking has of it. */
static bool _lacks_cores(office_t *office, const units_t *units)
{
	for (uint32_t i = 0; i < units->cnt; i++) {
		const unit_t *u = &units->list[i];
		cores_t lacks = view_cores_lacking(office, u->node, &u->cores,
						   NULL);

		if (!cores_none(&lacks))
			return true;
	}
	return false;
}

/* RET what b has where it gets no other nodes */
static remake_room_t _own_room(office_t *office, const booking_t *b, time_t now)
{
	search_t s = {
		.office = office, .units = units_read(office, b->cores),
	};
	bool lacks = _lacks_cores(office, &s.units);
	garq_set_t *nodes = NULL;

	if (b->nodes && b->nodes[0] &&
	    !office->host->nodes->set(office, b->nodes, &nodes))
		garq_nodes_each(garq_machine_nodes(view_machine(office)), nodes,
				MAX(b->start, now), b->end, GARQ_NO_GROUP,
				_keeps_out, &s);
	garq_set_destroy(nodes);
	units_free(&s.units);
	if (s.by_booking)
		return REMAKE_TAKEN;
	return (s.by_slurm || lacks) ? REMAKE_BESIDE : REMAKE_OWN;
}

/*
 * Hold the nodes of the bookings that are made later. Where two of these
 * cross, each holds the nodes they share, since the first one to be made may
 * get others.
 */
static void _hold_later(office_t *office, remakes_t *r)
{
	for (size_t i = r->next; !r->holds && (i < r->cnt); i++) {
		const booking_t *b = r->list[i];
		garq_set_t *nodes = NULL;

		if (!_shares(b->flags) && b->nodes && b->nodes[0] &&
		    !office->host->nodes->set(office, b->nodes, &nodes))
			view_later_hold(office, i, nodes, b->start, b->end);
		garq_set_destroy(nodes);
	}
	r->holds = true;
}

/*
 * b is not alone on its nodes. A booking by count gets others for the same
 * time.
 * IN may - b may have others
 * RET true if b has other nodes now
 */
static bool _move_booking(office_t *office, booking_t *b, bool may, time_t now)
{
	shape_t shape = {
		.num_cn = b->num_cn, .switches = b->switches,
		.t_esr = MAX(b->start, now), .t_lsr = MAX(b->start, now),
		.duration = b->end - MAX(b->start, now),
		.alone = true,
	};
	units_t units = units_read(office, b->cores);
	placement_t p = { .nodes = NULL };
	refusal_t refusal;
	char *text = NULL, *list = NULL;
	int rc = REFUSED_BUSY;

	/* named nodes: other cores of these */
	shape.pinned = b->asked_nodes && b->cores;
	shape_each_of(&shape, &units);
	units_free(&units);
	if (may && (!b->asked_nodes || shape.pinned) &&
	    !office->host->nodes->eligible(office, b->asked_nodes, false,
					   b->partition,
					   shape.pinned ? NULL : b->features,
					   b->num_cn, &shape.eligible, &text)) {
		rc = admit(office, &shape, GARQ_NO_GROUP, NULL, NULL, now, &p,
			   &refusal);
		if (rc == REFUSED_BUSY)
			refusal_free(&refusal);
	}
	if (rc == 0) {
		list = office->host->nodes->list(office, p.nodes);
		say_info(office,
			 "sched/garq: reservation %s: its nodes %s were taken meanwhile, it is on %s now",
			 b->name, b->nodes, list);
		booking_set(&b->nodes, list);
		free_null(list);
		list = units_text(office, &p.units);
		booking_set(&b->cores, list);
	} else {
		say_error(office,
			  "sched/garq: reservation %s is not alone on %s, or these have fewer cores or GPUs now, and no others are free",
			  b->name, b->nodes);
	}
	placement_free(&p);
	shape_free(&shape);
	free_null(list);
	free_null(text);
	return rc == 0;
}

remake_room_t remake_find_room(office_t *office, remakes_t *r, booking_t *b,
			       bool idle, time_t now)
{
	remake_room_t own = _own_room(office, b, now);

	if (own == REMAKE_OWN)
		return REMAKE_OWN;
	_hold_later(office, r);
	return _move_booking(office, b, idle || (b->start > now), now) ?
	       REMAKE_MOVED : own;
}

static int _in_order(const void *a, const void *b)
{
	const booking_t *x = *(booking_t *const *) a;
	const booking_t *y = *(booking_t *const *) b;

	if (!x->asked_nodes != !y->asked_nodes)
		return x->asked_nodes ? -1 : 1;
	return (x->start > y->start) - (x->start < y->start);
}

void remakes_begin(office_t *office, remakes_t *r, booking_t **list, size_t cnt,
		   time_t now)
{
	size_t ready = 0;

	*r = (remakes_t) { .list = list, .cnt = cnt };
	for (size_t i = 0; i < cnt; i++) {
		booking_t *b = list[i];

		if (_own_room(office, b, now) != REMAKE_OWN)
			continue;
		list[i] = list[ready];
		list[ready++] = b;
	}
	if (!cnt)
		return;
	qsort(list, ready, sizeof(*list), _in_order);
	qsort(list + ready, cnt - ready, sizeof(*list), _in_order);
}

booking_t *remakes_next(office_t *office, remakes_t *r)
{
	booking_t *b;

	if (r->next == r->cnt)
		return NULL;
	b = r->list[r->next];
	if (r->holds)
		view_later_release(office, r->next, b->start, b->end);
	r->next++;
	return b;
}
