/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_see.c - update a reservation to a view_seen_t; see view_feed.h */

#include <stdlib.h>

#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/occurrence.h"
#include "plugin/booking/view/use.h"
#include "plugin/booking/view/view_private.h"
#include "plugin/memory/memory.h"

static void _unsee_resv(view_resv_t *v, void *arg)
{
	view_licenses_release(arg, v, v->start, v->end);
	garq_set_destroy(v->nodes);
	v->nodes = NULL;
	v->start = v->end = 0;	/* as no record has: see _same_record() */
}

void view_see_reset(office_t *office)
{
	view_each(office, _unsee_resv, office);
}

/* True if the occurrences of v are held far enough until the next walk. */
static bool _far_enough(office_t *office, const view_resv_t *v, time_t now)
{
	return !(v->flags & BOOKING_FLAGS_RECURRING) ||
	       (v->held_until >= now + view_horizon(office) + (VIEW_AHEAD / 2));
}

/*
 * True if Slurm may change the record without a new stamp. A floating
 * reservation moves on, and a record whose nodes Slurm chose gets others when
 * one of them fails.
 */
static bool _drifts(uint64_t flags)
{
	return (flags & BOOKING_FLAG_TIME_FLOAT) ||
	       !(flags & (BOOKING_FLAG_SPEC_NODES | BOOKING_FLAG_STATIC));
}

static bool _same_record(office_t *office, const view_resv_t *v,
			 const view_seen_t *seen, time_t now)
{
	return !v->away && (v->rec == seen->rec) &&
	       (v->resv_id == seen->resv_id) && (v->start == seen->start) &&
	       (v->end == seen->end) && (v->flags == seen->flags) &&
	       (v->duration == seen->duration) && (!v->nodes == !seen->nodes) &&
	       (!v->nodes || garq_set_equal(v->nodes, seen->nodes)) &&
	       text_same(v->licenses, seen->licenses) &&
	       !(v->flags & BOOKING_FLAG_TIME_FLOAT) &&
	       _far_enough(office, v, now) &&
	       (v->drifts == _drifts(seen->flags));
}

static bool _is_open(const view_resv_t *v)
{
	return !v->booking && !booking_flags_keep_off(v->flags);
}

bool view_is_open(office_t *office, uint64_t id)
{
	const view_resv_t *v = view_find_id(office, id);

	return v && _is_open(v);
}

typedef struct {
	office_t *office;
	view_resv_t *v;
} hold_arg_t;

static void _hold_occurrence(void *arg, time_t start, time_t end)
{
	hold_arg_t *h = arg;
	office_t *office = h->office;
	uint64_t group = _is_open(h->v) ? VIEW_GROUP_OPEN : h->v->id;

	view_hold(office, h->v->id, group, h->v->nodes, start, end);
	view_licenses_hold(office, h->v, start, end);
}

static void _hold_resv(office_t *office, view_resv_t *v, time_t now)
{
	const uint64_t many = BOOKING_FLAGS_RECURRING | BOOKING_FLAG_TIME_FLOAT;
	hold_arg_t h = { .office = office, .v = v };
	occurrence_t when;

	v->held_until = now + view_horizon(office) + VIEW_AHEAD;
	if (v->flags & many) {
		when = occurrence_of(v);
		occurrence_each(&when, now, v->held_until, _hold_occurrence,
				&h);
	} else if (v->attrs.first_start < v->end) {
		_hold_occurrence(&h, v->attrs.first_start, v->end);
	}
}

/* Copy seen into v, which may own parts of it. */
static void _take_seen(office_t *office, view_resv_t *v,
		       const view_seen_t *seen)
{
	garq_set_t *nodes = seen->nodes ?
		memory_there(garq_set_copy(seen->nodes)) : NULL;
	char *licenses = text_dup(seen->licenses);

	view_table_set_resv_id(office, v, seen->resv_id);
	/* A first look at a record is no change, nor is a next occurrence. */
	if (v->end && !(v->flags & BOOKING_FLAGS_RECURRING) &&
	    ((v->start != seen->start) || (v->end != seen->end) ||
	     !v->nodes || !seen->nodes ||
	     !garq_set_equal(v->nodes, seen->nodes)))
		v->placed_at = view_now(office);
	garq_set_destroy(v->nodes);
	v->nodes = nodes;
	free(v->licenses);
	v->licenses = licenses;
	v->rec = seen->rec;
	v->duration = seen->duration;
	v->flags = seen->flags;
	v->start = seen->start;
	v->end = seen->end;
	v->away = false;
	view_table_set_drifts(office, v, _drifts(seen->flags));
	hits_add(office, v);	/* in the order of its new start */
}

void view_leave(office_t *office, view_resv_t *v)
{
	if (!view_machine(office))
		return;
	view_release(office, v->id, v->start, v->end);
	v->away = true;
}

/* RET the place of v, whose parts v still owns */
static view_place_t _place_of(const view_resv_t *v)
{
	const booking_t *b = v->booking;

	return (view_place_t) {
		.start = v->start, .end = v->end,
		.first_start = v->attrs.first_start,
		.booked_start = b->start, .booked_end = b->end,
		.not_before = b->not_before, .num_cn = b->num_cn,
		.nodes = v->nodes, .units = v->attrs.units, .cores = b->cores,
	};
}

view_place_t view_place(const view_resv_t *v)
{
	view_place_t place = _place_of(v);

	if (place.nodes)
		place.nodes = memory_there(garq_set_copy(place.nodes));
	place.units = units_copy(&place.units);
	place.cores = text_dup(place.cores);
	return place;
}

void view_place_free(view_place_t *place)
{
	garq_set_destroy(place->nodes);
	units_free(&place->units);
	free(place->cores);
	*place = (view_place_t) { .nodes = NULL };
}

/* RET where v was; v owns to */
static view_place_t _replace_place(view_resv_t *v, const view_place_t *to)
{
	booking_t *b = v->booking;
	view_place_t was = _place_of(v);

	v->start = to->start;
	v->end = to->end;
	v->attrs.first_start = to->first_start;
	v->nodes = to->nodes;
	v->attrs.units = to->units;
	b->start = to->booked_start;
	b->end = to->booked_end;
	b->not_before = to->not_before;
	b->num_cn = to->num_cn;
	b->cores = to->cores;
	return was;
}

static view_lifted_t *_add_lifted(office_t *office, view_lift_t *lift,
				  const view_resv_t *v)
{
	if (!lift->cnt)
		(void) view_freed(office, &lift->freed_from,
				  &lift->freed_until);
	lift->list = memory_grow(lift->list, lift->cnt + 1,
				 sizeof(*lift->list));
	lift->list[lift->cnt] = (view_lifted_t) { .id = v->id };
	return &lift->list[lift->cnt++];
}

void view_lift(office_t *office, view_lift_t *lift, view_resv_t *v)
{
	(void) _add_lifted(office, lift, v);
	view_leave(office, v);
	view_licenses_exclude(office, v);
	view_lrh_forget(office, v->id);
}

static void _hold_place(office_t *office, view_resv_t *v)
{
	v->away = false;
	view_hold(office, v->id, v->id, v->nodes, v->start, v->end);
	view_lrh_update(office, v);
}

void view_move(office_t *office, view_lift_t *lift, view_resv_t *v,
	       const view_place_t *to)
{
	view_lifted_t *one = _add_lifted(office, lift, v);

	view_leave(office, v);
	one->moved = true;
	one->was = _replace_place(v, to);
	_hold_place(office, v);
}

/* Undo one of a list, which leaves its place. */
static void _undo_move(office_t *office, view_lifted_t *one)
{
	view_resv_t *v = view_find_id(office, one->id);
	view_place_t tried = one->was;

	if (v && v->booking) {
		view_leave(office, v);
		tried = _replace_place(v, &one->was);
	}
	view_place_free(&tried);
}

void view_return(office_t *office, view_lift_t *lift)
{
	time_t from, until;

	for (size_t i = lift->cnt; i-- > 0;)
		if (lift->list[i].moved)
			_undo_move(office, &lift->list[i]);
	for (size_t i = 0; i < lift->cnt; i++) {
		view_resv_t *v = view_find_id(office, lift->list[i].id);

		if (!v || !view_machine(office))
			continue;
		if (!lift->list[i].moved)
			view_licenses_include(office, v);
		if (v->away)
			_hold_place(office, v);
	}
	if (lift->cnt)
		(void) view_freed_take(office, &from, &until);
	if (lift->cnt && lift->freed_until)
		view_freed_add(office, lift->freed_from, lift->freed_until);
	free(lift->list);
	*lift = (view_lift_t) { .cnt = 0 };
}

void view_see(office_t *office, view_resv_t *v, const view_seen_t *seen,
	      time_t now)
{
	time_t start = v->start, end = v->end;
	const units_t *had = &v->attrs.units, *has = &seen->attrs.units;
	bool same_units = (!had->cnt && !has->cnt) || units_equal(had, has);

	record_attrs_update(office, &v->attrs, &seen->attrs);
	use_see(office, v, seen->cpus, now);
	if (!view_machine(office) ||
	    (same_units && _same_record(office, v, seen, now)))
		return;
	/* The jobs of v may end at another time now. */
	if (v->nodes && view_has_jobs(office, v))
		view_jobs_set_stale(office);
	_take_seen(office, v, seen);
	if (!v->booking && !(seen->flags & BOOKING_FLAG_TIME_FLOAT))
		hits_relieve(office);
	view_release(office, v->id, start, end);
	view_licenses_release(office, v, start, end);
	_hold_resv(office, v, now);
	view_lrh_update(office, v);
}
