/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/park/park.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/share_cores.h"
#include "plugin/booking/place/share_shift.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/spent.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/invariant.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/park/reread.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/units_text.h"
#include "plugin/memory/memory.h"

/* The place of a booking before a move. */
typedef struct {
	time_t start;
	time_t end;
	time_t held_from;	/* the machine had it from here ... */
	time_t held_until;	/* ... to here */
	char *list;
	garq_set_t *nodes;
	bool linked;
} was_t;

static bool _is_longer_or_shorter(const booking_t *b, const was_t *was)
{
	return b->end - b->start != was->end - was->start;
}

static void _log_move(office_t *office, const view_resv_t *v, const was_t *was,
		      const char *why)
{
	const booking_t *b = v->booking;
	char from[TEXT_TIME], to[TEXT_TIME], end[TEXT_TIME], last[TEXT_TIME];
	char *length = NULL;

	if (_is_longer_or_shorter(b, was))
		text_add(&length, "end %s, was %s; ", text_time(b->end, end),
			 text_time(was->end, last));
	else if ((b->start == was->start) && text_same(b->nodes, was->list))
		return;
	say_moved(office,
		  "sched/garq: reservation %s: start %s, was %s; %snodes %s, was %s (%s)",
		  v->name, text_time(b->start, to), text_time(was->start, from),
		  length ? length : "", v->attrs.node_list, was->list, why);
	free(length);
}

/* IN resized - it has another number of nodes, or another length */
static void _tell_site(office_t *office, const view_resv_t *v, const was_t *was,
		       bool resized, const char *why)
{
	const booking_t *b = v->booking;
	notify_t n = {
		.event = resized ? "resized" : "shifted",
		.reservation = b->name,
		.old_start = was->start,
		.start = b->start,
		.end = b->end,
		.old_nodes = was->list,
		.nodes = b->nodes,
		.users = b->users,
		.reason = why,
	};

	if (resized || (b->start != was->start) ||
	    !text_same(b->nodes, was->list))
		(void) office->host->locks->notify(office, &n);
}

/* Add a move to the list, for the ledger and its history. */
static void _add_move(shifted_t *list, view_resv_t *v, was_t *was,
		      const char *why, time_t now)
{
	const booking_t *b = v->booking;

	list->moved = memory_grow(list->moved, list->cnt + 1,
				  sizeof(*list->moved));
	list->from = memory_grow(list->from, list->from_cnt + 1,
				 sizeof(*list->from));
	list->moved[list->cnt++] = (ledger_moved_t) {
		.booking = b, .time = now, .why = text_dup(why),
	};
	list->from[list->from_cnt++] = (shifted_from_t) {
		.id = v->id,
		.start = was->start,
		.nodes = was->list,
		.held_from = was->held_from,
		.held_until = was->held_until,
		.node_set = was->nodes,
	};
	was->list = NULL;
	was->nodes = NULL;
}

static void _free_moved(shifted_t *list)
{
	for (size_t i = 0; i < list->cnt; i++) {
		char *why = (char *) list->moved[i].why;

		free_null(why);
	}
	free_null(list->moved);
	list->cnt = 0;
}

options_shift_t shift_allowed(office_t *office)
{
	return office->shift_stopped ? OPTIONS_SHIFT_NO : office->options.shift;
}

void shift_settle(shifted_t *list)
{
	if (list->pending)
		view_pending_settle(list->pending);
	list->pending = NULL;
	unwritten_settle(list->unwritten);
	list->unwritten = NULL;
}

void shift_release(office_t *office, shifted_t *list)
{
	view_pending_release(office, list->pending);
	list->pending = NULL;
	unwritten_leave(list->unwritten);
	list->unwritten = NULL;
}

void shift_free(shifted_t *list)
{
	unwritten_leave(list->unwritten);
	list->unwritten = NULL;
	shift_settle(list);
	_free_moved(list);
	for (size_t i = 0; i < list->from_cnt; i++) {
		free_null(list->from[i].nodes);
		garq_set_destroy(list->from[i].node_set);
	}
	free_null(list->from);
	list->from_cnt = 0;
}

/* Hold what the moves have freed. */
static void _hold_left(office_t *office, shifted_t *list)
{
	for (size_t i = 0; i < list->from_cnt; i++) {
		const shifted_from_t *from = &list->from[i];
		const view_resv_t *v = view_find_id(office, from->id);

		if (v && from->node_set)
			view_pending_hold(office, &list->pending, v->name,
					  from->node_set, from->held_from,
					  from->held_until);
	}
}

/* Mark the records of moves that are being queued: unwritten.h. */
static void _mark_moved(office_t *office, const shifted_t *list)
{
	for (size_t i = list->from_cnt - list->cnt; i < list->from_cnt; i++) {
		view_resv_t *v = view_find_id(office, list->from[i].id);

		if (v && v->booking)
			unwritten_leave(unwritten_begin(office, v));
	}
}

static ledger_op_t *_queue_moves(office_t *office, shifted_t *list,
				 const booking_t *b, ledger_request_t *note)
{
	ledger_op_t *op = ledger_put_plan(office->ledger, b, note, list->moved,
					  list->cnt);

	_mark_moved(office, list);
	_free_moved(list);
	return op;
}

ledger_op_t *shift_queue(office_t *office, shifted_t *list, const booking_t *b,
			 ledger_request_t *note)
{
	ledger_op_t *op = _queue_moves(office, list, b, note);
	view_resv_t *v = b ? view_find(office, b->name) : NULL;

	_hold_left(office, list);
	if (v)
		list->unwritten = unwritten_begin(office, v);
	return op;
}

/* The moves of a list, from the old places to where the bookings are now. RET
 * their number */
static size_t _moved_again(office_t *office, const shifted_t *list, time_t now,
			   ledger_moved_t *moved)
{
	size_t cnt = 0;

	for (size_t i = 0; i < list->from_cnt; i++) {
		const shifted_from_t *from = &list->from[i];
		view_resv_t *v = view_find_id(office, from->id);

		if (!v || !v->booking)
			continue;
		moved[cnt++] = (ledger_moved_t) {
			.booking = v->booking, .time = now,
			.why = "made room for what could not be kept",
		};
	}
	return cnt;
}

void shift_queue_again(office_t *office, const shifted_t *list,
		       const booking_t *b, time_t now)
{
	ledger_moved_t *moved = memory_new(list->from_cnt, sizeof(*moved));
	size_t cnt = _moved_again(office, list, now, moved);

	if (office->ledger && (b || cnt))
		ledger_commit_later(office->ledger,
				    ledger_put_plan(office->ledger, b, NULL,
						    moved, cnt));
	free(moved);
}

void shift_queue_later(office_t *office, shifted_t *list)
{
	if (office->ledger && list->cnt)
		ledger_commit_later(office->ledger,
				    _queue_moves(office, list, NULL, NULL));
	_free_moved(list);
}

/* What a move changes. */
typedef struct {
	bool times;
	time_t start, end;	/* then; Slurm may have moved a start that has
				 * passed */
	bool binds;		/* to other nodes */
	units_t units;		/* its cores of these; owned */
} effect_t;

/* IN found - its cores of new nodes; none: it gets as many as it had */
static effect_t _effect_of(office_t *office, const view_resv_t *v,
			   const lrh_move_t *m, const units_t *found,
			   time_t now)
{
	const booking_t *b = v->booking;
	effect_t e = { .start = m->start, .end = b->end };

	/* v->start may be later than b->start */
	e.times = ((m->start != v->start) && (m->start != b->start)) ||
		  (m->end && (m->end != b->end));
	if (e.times)
		e.end = m->end ? m->end : m->start + (b->end - b->start);
	if (!m->nodes)
		return e;
	if (found && found->cnt)
		e.units = units_copy(found);
	else if (view_is_by_cores(v))
		e.units = share_moved(office, v, m->nodes, MAX(m->start, now),
				      e.end);
	e.binds = e.units.cnt || !view_is_by_cores(v);
	return e;
}

/* IN had_cn - the nodes that b asked for before; it may lack failed ones */
static void _resize_charge(office_t *office, booking_t *b, const was_t *was,
			   uint32_t had_cn)
{
	spent_resize(office, b,
		     (double) had_cn * (double) (was->end - was->start),
		     (double) b->num_cn * (double) (b->end - b->start));
}

/* IN found - as _effect_of(). OUT ret_was - the caller frees its lists */
static void _move_booking(office_t *office, view_resv_t *v, const lrh_move_t *m,
			  const units_t *found, time_t now, was_t *ret_was)
{
	effect_t e = _effect_of(office, v, m, found, now);
	booking_t *b = v->booking;
	uint32_t had_cn = b->num_cn;

	*ret_was = (was_t) {
		.start = b->start,
		.end = b->end,
		.held_from = v->start,
		.held_until = v->end,
		.list = text_dup(v->attrs.node_list),
		.nodes = v->nodes ? memory_there(garq_set_copy(v->nodes)) :
				    NULL,
		.linked = view_is_unparked(v),
	};
	b->not_before = m->not_before;
	if (e.times)
		office->host->fields->shift(office, v->rec, e.start, e.end);
	if (e.binds)
		office->host->fields->bind(office, v->rec, m->nodes, &e.units);
	units_free(&e.units);
	booking_reread_moved(office, v);
	if (m->end && m->nodes)
		b->num_cn = garq_set_count(m->nodes);
	if (m->end)
		_resize_charge(office, b, ret_was, had_cn);
	office->host->list->refresh_moved(office, v, now);
	view_lrh_update(office, v);
	if (m->end)
		counts_add(office, COUNT_RESIZES, 1);
	else if (b->start != ret_was->start)
		counts_add(office, COUNT_SHIFTS, 1);
	else if (!text_same(b->nodes, ret_was->list))
		counts_add(office, COUNT_REBINDS, 1);
}

/* Moves that are made together, as many as a plan has by default: each time costs a
 * look at all records that are always linked. */
#define TOGETHER 64

static void _leave_place(office_t *office, const lrh_move_t *m)
{
	view_resv_t *v = view_find_id(office, m->id);

	if (v && v->booking && (m->nodes || m->end || (m->start != v->start)))
		view_leave(office, v);
}

/* Return true if these nodes are at more leaf switches than v wishes for. */
static bool _beyond_switches(office_t *office, const view_resv_t *v,
			     const garq_set_t *nodes)
{
	return v->booking->switches && nodes &&
	       (choose_switches(office, nodes) > v->booking->switches);
}

/* RET why, with a wish that its new nodes do not grant; free() */
static char *_with_wish(office_t *office, const view_resv_t *v, const char *why)
{
	char *text = text_dup(why);

	if (_beyond_switches(office, v, v->nodes))
		text_add(&text, "; at %"PRIu32" leaf switches, it wishes for %"PRIu32,
			 choose_switches(office, v->nodes),
			 v->booking->switches);
	return text;
}

/* Tell of a move, which was made. IN/OUT was - lists it no more */
static void _tell_move(office_t *office, view_resv_t *v, was_t *was,
		       bool resized, const char *why, time_t now,
		       shifted_t *list)
{
	char *told = _with_wish(office, v, why);

	_log_move(office, v, was, told);
	_tell_site(office, v, was, resized, told);
	_add_move(list, v, was, told, now);
	garq_set_destroy(was->nodes);
	free_null(was->list);
	free(told);
}

/* IN cnt - TOGETHER at most; found - of one alone, as _bind_to() */
static bool _move_some(office_t *office, const lrh_move_t *moves, size_t cnt,
		       const units_t *found, const char *why, time_t now,
		       shifted_t *list)
{
	park_change_t changes[TOGETHER];
	view_resv_t *moved[TOGETHER];
	size_t moved_cnt = 0, changed = 0;
	bool visible = false;
	was_t was[TOGETHER];

	for (size_t i = 0; i < cnt; i++)
		_leave_place(office, &moves[i]);
	for (size_t i = 0; i < cnt; i++) {
		view_resv_t *v = view_find_id(office, moves[i].id);
		was_t *from = &was[moved_cnt];

		if (!v || !v->booking)
			continue;
		_move_booking(office, v, &moves[i], found, now, from);
		if ((v->booking->start != from->start) || moves[i].nodes ||
		    moves[i].end)
			changes[changed++] = (park_change_t) {
				.v = v, .was_linked = from->linked,
				.before = from->nodes,
			};
		moved[moved_cnt++] = v;
	}
	if (changed)
		visible = park_update_many(office, changes, changed, now);
	for (size_t i = 0; i < moved_cnt; i++)
		_tell_move(office, moved[i], &was[i], moves[i].end != 0, why,
			   now, list);
	return visible;
}

bool shift_others(office_t *office, const lrh_plan_t *plan, const char *why,
		  time_t now, shifted_t *list)
{
	bool visible = false;

	for (size_t i = 0; i < plan->cnt; i += TOGETHER)
		visible |= _move_some(office, &plan->moves[i],
				      MIN(plan->cnt - i, TOGETHER), NULL, why,
				      now, list);
	return visible;
}

static lrh_move_t _move_to(const view_resv_t *v, const placement_t *place)
{
	return (lrh_move_t) {
		.id = v->id, .was = v->start, .start = place->start,
		.not_before = place->not_before, .nodes = place->nodes,
	};
}

bool shift_to(office_t *office, view_resv_t *v, const placement_t *place,
	      const char *why, time_t now, shifted_t *list)
{
	lrh_move_t m = _move_to(v, place);

	return _move_some(office, &m, 1, &place->units, why, now, list);
}

/* --- moves for a question --- */

/* IN found - as _effect_of() */
static void _try_move(office_t *office, const lrh_move_t *m,
		      const units_t *found, time_t now, view_lift_t *tried)
{
	view_resv_t *v = view_find_id(office, m->id);
	view_place_t to;
	effect_t e;

	if (!v || !v->booking)
		return;
	e = _effect_of(office, v, m, found, now);
	to = view_place(v);
	to.not_before = m->not_before;
	if (e.times) {
		to.start = to.first_start = to.booked_start = e.start;
		to.end = to.booked_end = e.end;
	}
	if (e.binds) {
		garq_set_destroy(to.nodes);
		units_free(&to.units);
		free(to.cores);
		to.nodes = memory_there(garq_set_copy(m->nodes));
		to.cores = units_text(office, &e.units);
		to.units = e.units;
	}
	if (m->end && m->nodes)
		to.num_cn = garq_set_count(m->nodes);
	view_move(office, tried, v, &to);
}

void shift_try(office_t *office, view_resv_t *v, const placement_t *place,
	       time_t now, view_lift_t *tried)
{
	const lrh_plan_t *plan = &place->plan;
	lrh_move_t m = _move_to(v, place);

	_try_move(office, &m, &place->units, now, tried);
	for (size_t i = 0; i < plan->cnt; i++)
		_leave_place(office, &plan->moves[i]);
	for (size_t i = 0; i < plan->cnt; i++)
		_try_move(office, &plan->moves[i], NULL, now, tried);
}

/* --- moves into free room --- */

/* RET true: the move takes a booking from switches that it wishes for. */
static bool _loses_switches(office_t *office, const lrh_move_t *m)
{
	const view_resv_t *v = view_find_id(office, m->id);

	return v && v->booking && _beyond_switches(office, v, m->nodes) &&
	       !_beyond_switches(office, v, v->nodes);
}

/*
 * Plan again, without those that would lose their switches: nobody needs them
 * to start earlier. IN/OUT plan - is replaced if there are any
 * RET as lrh_plan_room()
 */
static int _keep_switches(office_t *office, time_t t_s, time_t t_e,
			  const lrh_options_t *options, lrh_plan_t *plan)
{
	lrh_plan_t without;
	size_t lose = 0;
	int rc = 0;

	for (size_t i = 0; plan->fits && (i < plan->cnt); i++)
		if (_loses_switches(office, &plan->moves[i])) {
			lose++;
			(void) lrh_drop(view_lrh(office), plan->moves[i].id);
		}
	if (!lose)
		return 0;
	rc = memory_done(lrh_plan_room(view_lrh(office), t_s, t_e, options,
				       &without));
	for (size_t i = 0; i < plan->cnt; i++) {
		view_resv_t *v = view_find_id(office, plan->moves[i].id);

		if (v)
			view_lrh_update(office, v);
	}
	lrh_plan_free(plan);
	if (!rc)
		*plan = without;
	return rc;
}

/*
 * Plan who starts earlier.
 * OUT ret - lrh_plan_free(); overwritten
 * RET false: there is no plan, and the nodes stay to be looked at
 */
static bool _plan_room(office_t *office, time_t t_s, time_t t_e,
		       lrh_plan_t *ret)
{
	lrh_options_t options;
	phase_t before;
	int rc;

	admit_lrh_options(office, &options);
	before = phase_begin(office, PHASE_PLAN);
	rc = memory_done(lrh_plan_room(view_lrh(office), t_s, t_e, &options,
				       ret));
	if (!rc)
		rc = _keep_switches(office, t_s, t_e, &options, ret);
	phase_end(office, before, rc ? 0 : ret->work);
	if (rc)
		return false;
	if (ret->unsound)
		invariant_broken(office, "a plan to use room was dropped",
				 ret->unsound);
	else
		share_shift_earlier(office, t_s, t_e, view_now(office), ret);
	return true;
}

/* True if bookings may start earlier in [t_s, t_e) at all. */
static bool _may_use_room(office_t *office, time_t t_s, time_t t_e)
{
	return (shift_allowed(office) != OPTIONS_SHIFT_NO) && (t_s < t_e) &&
	       view_lrh(office);
}

bool shift_foresee(office_t *office, view_resv_t *v, time_t now,
		   lrh_plan_t *ret)
{
	view_lift_t lift = { .cnt = 0 };
	time_t t_s = MAX(v->start, now);
	bool planned;

	if (!_may_use_room(office, t_s, v->end))
		return false;
	view_lift(office, &lift, v);
	planned = _plan_room(office, t_s, v->end, ret);
	view_return(office, &lift);
	return planned;
}

/* Carry out a plan of _plan_room(): those by cores one after the other. */
static bool _move_in_turn(office_t *office, const lrh_plan_t *plan,
			  const char *why, time_t now, shifted_t *list)
{
	lrh_plan_t part = { .moves = plan->moves };
	bool visible = false;

	for (size_t i = 0; i < plan->cnt; i++) {
		const view_resv_t *v = view_find_id(office, plan->moves[i].id);

		part.cnt++;
		if ((i + 1 < plan->cnt) && !(v && view_is_by_cores(v)))
			continue;
		visible |= shift_others(office, &part, why, now, list);
		part.moves = &plan->moves[i + 1];
		part.cnt = 0;
	}
	return visible;
}

bool shift_earlier(office_t *office, time_t t_s, time_t t_e, const char *why,
		   time_t now, shifted_t *list)
{
	shifted_t own = { .cnt = 0 };
	lrh_plan_t plan;
	bool visible;

	t_s = MAX(t_s, now);
	if (!_may_use_room(office, t_s, t_e))
		return false;
	if (!_plan_room(office, t_s, t_e, &plan)) {
		view_freed_add(office, t_s, t_e);
		return false;
	}
	visible = plan.fits && _move_in_turn(office, &plan, why, now,
					     list ? list : &own);
	shift_queue_later(office, &own);
	shift_free(&own);
	lrh_plan_free(&plan);
	return visible;
}
