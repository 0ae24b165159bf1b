/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/recurrence.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/occurrence.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/records.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/memory/memory.h"

#define SHARES (BOOKING_FLAG_MAINT | BOOKING_FLAG_OVERLAP)

typedef struct {
	office_t *office;
	const garq_nodes_t *nodes;
	const garq_set_t *set;
	uint64_t group;	/* the reservation itself; or GARQ_NO_GROUP */
	time_t now;
	bool bookings;	/* only those of bookings count */
	bool named;	/* those that keep no named nodes off do not count */
	uint32_t spare;	/* nodes of the set that an occurrence does not need */
	/* the present occurrence */
	garq_set_t *taken;
	uint64_t first;	/* holder of the first taken node */
	/* the first occurrence with too few nodes */
	bool found;
	time_t start;
} search_t;

/* True if a holder leaves the cores that the reservation itself has. */
static bool _lies_beside(const search_t *s, uint64_t id, uint32_t node)
{
	cores_t own;

	return (s->group != GARQ_NO_GROUP) &&
	       view_cores_of(s->office, s->group, node, &own) &&
	       view_cores_left(s->office, id, node, &own);
}

/* A garq_nodes_fn: collect the nodes that reservations have. */
static bool _note_taken(void *arg, uint64_t id, uint32_t node, time_t t_s,
			time_t t_e)
{
	search_t *s = arg;
	const view_resv_t *v = view_find_id(s->office, id);
	view_holder_t who;

	(void) t_s;
	(void) t_e;
	/* A node that is down now may be up again at a later occurrence. */
	if (!view_holder(s->office, id, &who) ||
	    ((who.kind != VIEW_RESV) && (who.kind != VIEW_PENDING)) ||
	    (s->bookings && v && !v->booking) ||
	    (s->named && view_is_open(s->office, id)) ||
	    _lies_beside(s, id, node))
		return true;
	if (!garq_set_count(s->taken))
		s->first = id;
	garq_set_add(s->taken, node);
	return garq_set_count(s->taken) <= s->spare;
}

static void _look_at_occurrence(void *arg, time_t start, time_t end)
{
	search_t *s = arg;

	if (s->found || (end <= s->now))
		return;
	s->start = start;
	garq_set_zero(s->taken);
	garq_nodes_each(s->nodes, s->set, MAX(start, s->now), end, s->group,
			_note_taken, s);
	s->found = garq_set_count(s->taken) > s->spare;
}

/* IN num_cn - number of nodes that must be free at each occurrence */
static bool _collides(office_t *office, const occurrence_t *when,
		      const garq_set_t *nodes, uint32_t num_cn, uint64_t group,
		      bool bookings, time_t now, time_t horizon,
		      char **ret_text)
{
	search_t s = {
		.office = office,
		.nodes = garq_machine_nodes(view_machine(office)),
		.set = nodes,
		.group = group,
		.now = now,
		.spare = garq_set_count(nodes) - num_cn,
		.bookings = bookings,
		.named = when->flags & BOOKING_FLAG_SPEC_NODES,
	};
	char at[TEXT_TIME];
	view_holder_t who;

	if (num_cn > garq_set_count(nodes))
		return false;
	s.taken = memory_there(garq_set_create(nodes->size));
	occurrence_each(when, now, now + horizon, _look_at_occurrence, &s);
	garq_set_destroy(s.taken);
	if (!s.found || !view_holder(office, s.first, &who))
		return false;
	*ret_text = text_printf(
		"%s %s would take nodes of reservation %s: choose other nodes, or another time%s",
		(when->flags & BOOKING_FLAGS_RECURRING) ?
			"the occurrence of" : "what begins at",
		text_time(s.start, at), who.name,
		(when->flags & BOOKING_FLAGS_RECURRING) ?
			", or book a series, which has nodes for each date: also:DATE,...:NAME" :
			"");
	return true;
}

/* The search for the first occurrence with too few licenses. */
typedef struct {
	office_t *office;
	lic_set_t want;
	time_t now;
	bool found;
	time_t start;
} lacking_t;

static void _look_at_licenses(void *arg, time_t start, time_t end)
{
	lacking_t *l = arg;

	if (l->found || admit_licenses(l->office, &l->want, GARQ_NO_GROUP,
				       MAX(start, l->now), end))
		return;
	l->found = true;
	l->start = start;
}

/*
 * Check all occurrences: Slurm checks the licenses of the first one only. Those
 * that v has are excluded once, as they are as many as its occurrences.
 */
static bool _lacks_licenses(office_t *office, const view_resv_t *v,
			    const occurrence_t *when, time_t now,
			    time_t horizon, char **ret_text)
{
	lacking_t l = {
		.office = office, .now = now,
		.want = request_licenses_of(office, &v->attrs.licenses),
	};
	char at[TEXT_TIME];

	view_exclude_licenses(office, v->id);
	if (l.want.cnt)
		occurrence_each(when, now, now + horizon, _look_at_licenses,
				&l);
	view_include_licenses(office, v->id);
	lic_set_free(&l.want);
	if (l.found)
		*ret_text = text_printf(
			"the occurrence of %s would take licenses that other reservations have: ask for fewer, or for another time",
			text_time(l.start, at));
	return l.found;
}

/*
 * Slurm refuses what overlaps others at its only time, but for cores: neither
 * whole nodes over cores of others nor cores over theirs; and, from 23.11 on,
 * but for reservations that float. Bookings over which one floats later are
 * repaired (taken.h).
 * IN when - the occurrences of v, as they are or after a change
 */
static bool _is_in_the_way(office_t *office, const view_resv_t *v,
			   const occurrence_t *when, time_t now, time_t horizon,
			   char **ret_text)
{
	bool recurs = when->flags & BOOKING_FLAGS_RECURRING;
	bool shares = when->flags & SHARES;
	bool refuse = shares && (office->options.maint == OPTIONS_MAINT_REFUSE);
	occurrence_t at = refuse ? *when : occurrence_present(when, now);

	if ((recurs || refuse) &&
	    _lacks_licenses(office, v, when, now, horizon, ret_text))
		return true;
	if (!v->nodes || (shares && !refuse) ||
	    (!recurs && !refuse && v->booking))
		return false;
	return _collides(office, &at, v->nodes, garq_set_count(v->nodes),
			 v->id, shares || !recurs || !v->attrs.whole_nodes, now,
			 horizon, ret_text);
}

bool recurrence_conflicts(office_t *office, const view_resv_t *v, time_t now,
			  time_t horizon, char **ret_text)
{
	occurrence_t when = occurrence_of(v);

	return _is_in_the_way(office, v, &when, now, horizon, ret_text);
}

/* --- failed nodes --- */

pin_t recurrence_pin(uint64_t recurs, bool by_cores)
{
	return (recurs && by_cores) ? PIN_COUNTED : PIN_NOT;
}

typedef struct {
	office_t *office;
	time_t now;
	view_resv_t *v;		/* the first that is due; or NULL */
} due_t;

/* Find a reservation that is due, and pin what plain Slurm has made. */
static void _note_due(view_resv_t *v, void *arg)
{
	due_t *due = arg;
	office_t *office = due->office;

	if (v->booking || !view_is_by_cores(v) || !v->nodes ||
	    !(v->flags & BOOKING_FLAGS_RECURRING) ||
	    (v->flags & (BOOKING_FLAG_SPEC_NODES | BOOKING_FLAG_STATIC)))
		return;
	office->host->fields->pin(office, v->rec, PIN_COUNTED);
	if (!due->v && (v->start > due->now) &&
	    !view_are_up(office, v->nodes) && ((due->now >= v->repair_at) ||
	     (v->repair_at > due->now + REPAIR_AGAIN)))
		due->v = v;
}

static void _del_down(office_t *office, garq_set_t *nodes)
{
	GARQ_SET_EACH(i, nodes)
		if (view_down_since(office, i))
			garq_set_del(nodes, i);
}

/* As many cores of as many nodes as v has. IN fit - eligible nodes */
static shape_t _shape_of(office_t *office, const view_resv_t *v,
			 const garq_set_t *fit)
{
	shape_t shape = {
		.eligible = memory_there(garq_set_copy(fit)),
		.num_cn = garq_set_count(v->nodes),
		.t_esr = v->start, .t_lsr = v->start,
		.duration = v->end - v->start,
		.recurs = v->flags & BOOKING_FLAGS_RECURRING,
	};

	_del_down(office, shape.eligible);
	shape_each_of(&shape, &v->attrs.units);
	shape_leave_small(office, &shape, shape.eligible);
	return shape;
}

/* RET as admit(). OUT ret - placement_free() */
static int _find_place(office_t *office, const view_resv_t *v,
		       const garq_set_t *fit, time_t now, placement_t *ret)
{
	shape_t shape = _shape_of(office, v, fit);
	garq_set_t *good = memory_there(garq_set_copy(v->nodes));
	refusal_t refusal;
	int rc;

	_del_down(office, good);
	rc = admit(office, &shape, v->id, good, NULL, now, ret, &refusal);
	if (rc == REFUSED_BUSY)
		refusal_free(&refusal);
	garq_set_destroy(good);
	shape_free(&shape);
	return rc;
}

/* The same, in one turn. The code that places a booking reads one here, too,
 * until there is a place. */
static int _find_as_booking(office_t *office, view_resv_t *v, time_t now,
			    placement_t *ret)
{
	const garq_set_t *fit;
	int rc = REFUSED_BUSY;

	turns_only_begin(office, STEPS_TURN);
	v->booking = record_to_booking(office, v->rec, now);
	fit = view_lrh_eligible(office, v);
	if (fit)
		rc = _find_place(office, v, fit, now, ret);
	booking_destroy(v->booking);
	v->booking = NULL;
	turns_only_end(office);
	return rc;
}

bool recurrence_repair(office_t *office, time_t now)
{
	due_t due = { .office = office, .now = now };
	placement_t place = { .nodes = NULL };
	view_resv_t *v;

	/* A record of Slurm's own is never parked. */
	view_each_linked(office, _note_due, &due);
	v = due.v;
	if (!v)
		return false;
	v->repair_at = now + REPAIR_AGAIN;
	if (_find_as_booking(office, v, now, &place))
		return false;
	office->host->fields->bind(office, v->rec, place.nodes, &place.units);
	office->host->list->refresh(office, v->rec, now);
	office->host->saved->save(office);
	say_info(office,
		 "sched/garq: reservation %s lost nodes, it is on %s now",
		 v->name, v->attrs.node_list);
	placement_free(&place);
	return true;
}

void recurrence_explain(office_t *office, const shape_t *shape, uint64_t flags,
			time_t now, time_t horizon, char **ret_text)
{
	occurrence_t when = {
		.start = shape->t_esr,
		.end = shape->t_esr + shape->duration,
		.flags = flags & ~BOOKING_FLAG_TIME_FLOAT,
	};

	/* A record that floats has nodes without end: occurrence_each(). */
	if (flags & BOOKING_FLAG_TIME_FLOAT)
		when.end = GARQ_FOREVER;
	(void) _collides(office, &when, shape->eligible, shape->num_cn,
			 GARQ_NO_GROUP, flags & SHARES, now, horizon,
			 ret_text);
}

void recurrence_explain_change(office_t *office, const view_resv_t *v,
			       const request_t *request, time_t now,
			       time_t horizon, char **ret_text)
{
	occurrence_t when = occurrence_of(v);
	time_t length = v->end - v->attrs.first_start;

	when.flags |= request->flags & BOOKING_FLAGS_RECURRING;
	if (request->has_start)
		when.start = request->start;
	if (request->has_minutes)
		(void) request_duration(request, when.start, &length);
	when.end = request->has_end ? request->end : when.start + length;
	(void) _is_in_the_way(office, v, &when, now, horizon, ret_text);
}
