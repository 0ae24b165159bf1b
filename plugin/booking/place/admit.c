/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/admit_space.h"
#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/place/share.h"
#include "plugin/booking/place/share_cores.h"
#include "plugin/booking/place/share_shift.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/place/try_starts.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/invariant.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"
#include "plugin/memory/memory.h"

void placement_free(placement_t *placement)
{
	garq_set_destroy(placement->nodes);
	placement->nodes = NULL;
	if (placement->units.cnt)
		units_free(&placement->units);
	lrh_plan_free(&placement->plan);
}

void refusal_free(refusal_t *refusal)
{
	garq_answer_free(&refusal->answer);
	free_null(refusal->licenses);
	free_null(refusal->beyond);
}

/* Preferred nodes, in this order; NULL: none. */
typedef struct {
	office_t *office;
	const garq_set_t *first;
	const garq_set_t *then;
	uint32_t switches;	/* of the shape */
} prefer_t;

/* IN/OUT chosen - num_cn nodes are added */
static void _pick_nodes(office_t *office, uint32_t num_cn,
			const garq_set_t *free_set, const prefer_t *prefer,
			garq_set_t *chosen)
{
	garq_set_t *kept = memory_there(garq_set_copy(chosen));
	uint32_t missing = num_cn;

	choose_of(office, prefer->first, free_set, chosen, &missing);
	choose_of(office, prefer->then, free_set, chosen, &missing);
	choose_within(office, prefer->switches, free_set, missing, chosen);
	if (prefer->switches &&
	    (choose_switches(office, chosen) > prefer->switches)) {
		choose_within(office, prefer->switches, free_set, num_cn, kept);
		if (choose_switches(office, kept) <
		    choose_switches(office, chosen)) {
			garq_set_zero(chosen);
			garq_set_add_all(chosen, kept);
		}
	}
	garq_set_destroy(kept);
}

/* RET owned by the caller */
static garq_set_t *_picked(office_t *office, const shape_t *shape,
			   const garq_answer_t *a, const prefer_t *prefer)
{
	garq_set_t *chosen;

	if (shape->group_cnt || shape->over_jobs)
		return try_starts_choose(office, shape, a->free, a->start);
	chosen = memory_there(garq_set_create(a->free->size));
	_pick_nodes(office, shape->num_cn, a->free, prefer, chosen);
	return chosen;
}

/* The same of nodes that others may share, for a start that was found. */
static garq_set_t *_picked_shared(office_t *office, const shape_t *shape,
				  const garq_request_t *rq,
				  const garq_answer_t *a,
				  const prefer_t *prefer)
{
	garq_set_t *chosen = memory_there(garq_set_create(a->free->size));
	view_span_t span = {
		.t_s = a->start, .t_e = a->start + rq->duration,
		.group = rq->group,
	};
	uint32_t missing = rq->num_cn;

	choose_of(office, prefer->first, a->free, chosen, &missing);
	choose_of(office, prefer->then, a->free, chosen, &missing);
	share_choose(office, shape, a->free, &span, missing, chosen);
	return chosen;
}

/*
 * A rigid request may begin up to REQUEST_PAST seconds ago, as in Slurm. Its
 * past seconds need no nodes: search from now to the same end.
 */
static void _to_request(const shape_t *shape, time_t now, garq_request_t *rq)
{
	rq->num_cn = shape->num_cn;
	rq->t_esr = shape->t_esr;
	rq->t_lsr = shape->t_lsr;
	rq->duration = shape->duration;
	if ((shape->t_esr == shape->t_lsr) && (shape->t_esr < now)) {
		rq->duration -= now - shape->t_esr;
		rq->t_esr = rq->t_lsr = now;
	}
}

/* Licenses */

static bool _licenses_fit(office_t *office, const lic_set_t *want, time_t t_s,
			  time_t duration)
{
	return lic_next(view_licenses(office), want, t_s, duration) == t_s;
}

bool admit_licenses(office_t *office, const lic_set_t *want, uint64_t group,
		    time_t t_s, time_t t_e)
{
	bool fit;

	if (!want->cnt || (t_s >= t_e))
		return true;
	view_exclude_licenses(office, group);
	fit = _licenses_fit(office, want, t_s, t_e - t_s);
	view_include_licenses(office, group);
	return fit;
}

/* RET one for each of want, free(); NULL: all fit at t_s */
static lic_short_t *_short_licenses(office_t *office, const lic_set_t *want,
				    time_t t_s, time_t duration)
{
	lic_short_t *found;

	if (_licenses_fit(office, want, t_s, duration))
		return NULL;
	found = memory_new(want->cnt, sizeof(*found));
	for (uint32_t i = 0; i < want->cnt; i++)
		found[i] = lic_short(view_licenses(office), &want->list[i], t_s,
				     t_s + duration);
	return found;
}

/* The seconds of a shape that passed before its request begins; 0: it is asked
 * for a later start. */
static time_t _passed(const shape_t *shape, const garq_request_t *rq)
{
	time_t passed = shape->duration - rq->duration;

	return (rq->t_esr - passed == shape->t_esr) ? passed : 0;
}

static void _place_tried(office_t *office, const shape_t *shape,
			 const garq_request_t *rq, garq_answer_t *ret_answer)
{
	garq_request_t own = *rq;
	time_t passed = _passed(shape, rq);

	own.duration = shape->duration - passed;
	try_starts_place(office, shape, &own, passed, true, ret_answer);
}

/* Find the earliest start of nodes. OUT ret_answer - as garq_machine_place() */
static void _place_nodes(office_t *office, const shape_t *shape,
			 const garq_request_t *rq, garq_answer_t *ret_answer)
{
	if (shape_is_tried(shape))
		_place_tried(office, shape, rq, ret_answer);
	else if (shape->each)
		share_place(office, shape, rq, NULL, ret_answer);
	else
		(void) memory_done(garq_machine_place(view_machine(office), rq,
						      ret_answer));
}

/*
 * Find the earliest start at which nodes and licenses both fit. The two
 * searches take turns: each moves the start on to its own next fit, and neither
 * skips a start at which both fit. The window is searched to its end; after the
 * window at most GARQ_LOOKS more starts are tried, as in garq_machine_place().
 * IN rq - t_esr is not before now
 * OUT ret_answer - as garq_machine_place()
 */
static void _take_turns(office_t *office, const shape_t *shape,
			const garq_request_t *rq, garq_answer_t *ret_answer)
{
	const lic_set_t *want = &shape->licenses;
	garq_answer_t refused = { .fits = false }, a = { .fits = false };
	garq_request_t from = *rq;
	time_t start, next = rq->t_esr;
	int looks = 0;

	do {
		garq_answer_free(&a);
		from.t_esr = next;
		from.t_lsr = MAX(rq->t_lsr, next);
		_place_nodes(office, shape, &from, &a);
		if (!a.fits && !a.has_later) {
			refused.none_before = a.none_before;
			refused.cut = a.cut;
			break;
		}
		start = a.fits ? a.start : a.later;
		next = lic_next(view_licenses(office), want, start,
				rq->duration);
		refused.none_before = next;
		if (next == start) {
			if (a.fits && (start <= rq->t_lsr)) {
				*ret_answer = a;
				return;
			}
			refused.has_later = true;
			refused.later = start;
			break;
		}
	} while ((next < GARQ_FOREVER) &&
		 ((next <= rq->t_lsr) || (looks++ < GARQ_LOOKS)));
	garq_answer_free(&a);
	*ret_answer = refused;
}

/* The same for licenses alone: the nodes of the answer are none. */
static void _place_alone(office_t *office, const garq_request_t *rq,
			 const lic_set_t *want, garq_answer_t *ret_answer)
{
	garq_answer_t a = { .none_before = rq->t_esr };
	time_t at = rq->t_esr - 1;

	for (int looks = 0; (at != a.none_before) &&
	     (a.none_before < GARQ_FOREVER) &&
	     ((a.none_before <= rq->t_lsr) || (looks++ < GARQ_LOOKS)); ) {
		at = a.none_before;
		a.none_before = lic_next(view_licenses(office), want, at,
					 rq->duration);
	}
	a.fits = (at == a.none_before) && (at <= rq->t_lsr);
	a.has_later = (at == a.none_before) && !a.fits;
	a.start = a.fits ? at : 0;
	a.later = a.has_later ? at : 0;
	if (a.fits)
		a.free = memory_there(garq_set_copy(rq->eligible));
	*ret_answer = a;
}

static void _place_licensed(office_t *office, const shape_t *shape,
			    garq_request_t *rq, time_t now,
			    garq_answer_t *ret_answer, lic_short_t **ret_short)
{
	const lic_set_t *want = &shape->licenses;

	rq->t_esr = MAX(rq->t_esr, now);
	view_exclude_licenses(office, rq->group);
	if (rq->num_cn)
		_take_turns(office, shape, rq, ret_answer);
	else
		_place_alone(office, rq, want, ret_answer);
	if (!ret_answer->fits)
		*ret_short = _short_licenses(office, want, rq->t_esr,
					     rq->duration);
	view_include_licenses(office, rq->group);
}

/* Admission with a plan: other bookings may move */

/* lrh_options_t.pick, of a booking that is no request. IN arg - office_t */
static bool _pick_for_other(void *arg, uint64_t id, bool request,
			    const garq_set_t *free_set, uint32_t num_cn,
			    garq_set_t *ret_nodes)
{
	office_t *office = arg;
	const view_resv_t *v = view_find_id(office, id);

	(void) request;
	choose_within(office, (v && v->booking) ? v->booking->switches : 0,
		      free_set, num_cn, ret_nodes);
	return true;
}

/* The same. IN arg - prefer_t */
static bool _pick_for_plan(void *arg, uint64_t id, bool request,
			   const garq_set_t *free_set, uint32_t num_cn,
			   garq_set_t *ret_nodes)
{
	const prefer_t *prefer = arg;

	if (!request)
		return _pick_for_other(prefer->office, id, request, free_set,
				       num_cn, ret_nodes);
	_pick_nodes(prefer->office, num_cn, free_set, prefer, ret_nodes);
	return true;
}

/* lrh_options_t.turn */
static uint64_t _turn_over(void *arg, uint64_t steps, time_t from)
{
	return turns_pause_from(arg, steps, from);
}

/* The steps of further orders: garq_shift_budget. */
static uint64_t _steps_budget(const options_t *o)
{
	return (uint64_t) o->shift_budget * LRH_STEPS_PER_MS;
}

/* The steps of a plan; as many besides the budget as the default budget has. */
static uint64_t _steps_plan(const options_t *o)
{
	return _steps_budget(o) + (OPTIONS_SHIFT_BUDGET * LRH_STEPS_PER_MS);
}

void admit_lrh_options(office_t *office, lrh_options_t *ret)
{
	options_shift_t shift = shift_allowed(office);

	*ret = (lrh_options_t) {
		.policy = (shift == OPTIONS_SHIFT_NO) ? LRH_FIRST_FIT :
			  ((shift == OPTIONS_SHIFT_PAPER) ||
			   !office->options.shift_budget) ?
							LRH_PAPER :
							LRH_ALL,
		.freeze = office->options.freeze,
		.limit = turns_steps(office, _steps_plan(&office->options)),
		.moves = office->options.moves,
		.pick = _pick_for_other,
		.pick_arg = office,
		.turn = turns_first(office) ? _turn_over : NULL,
		.turn_arg = office,
		.turn_at = turns_first(office) ? turns_first(office) :
						 turns_only(office),
	};
	ret->budget = MIN(_steps_budget(&office->options), ret->limit);
}

/* RET false: the decision is stale */
static bool _make_plan(office_t *office, const shape_t *shape,
		       const garq_request_t *rq, const prefer_t *prefer,
		       lrh_plan_t *ret_plan)
{
	lrh_request_t what = {
		.id = (rq->group == GARQ_NO_GROUP) ? view_next_id(office) :
						     rq->group,
		.num_cn = rq->num_cn,
		.t_esr = rq->t_esr,
		.t_lsr = rq->t_lsr,
		.t_e = rq->duration,
		.not_before = rq->t_esr,
		.eligible = rq->eligible,
		.pinned = shape->pinned,
		.stays = (rq->t_esr == rq->t_lsr),
	};
	lrh_options_t options;
	phase_t before;
	int rc;

	admit_lrh_options(office, &options);
	options.pick = _pick_for_plan;
	options.pick_arg = (void *) prefer;
	before = phase_begin(office, PHASE_PLAN);
	rc = memory_done(lrh_plan(view_lrh(office), &what, &options,
				  ret_plan));
	phase_end(office, before, rc ? 0 : ret_plan->work);
	return !rc;
}

static void _from_plan(lrh_plan_t *plan, placement_t *ret_placement)
{
	ret_placement->start = plan->self.start;
	ret_placement->not_before = plan->self.not_before;
	ret_placement->nodes = memory_there(garq_set_copy(plan->self.nodes));
	ret_placement->plan = *plan;
}

static bool _may_move_others(office_t *office, const shape_t *shape)
{
	return !shape->alone && !shape_is_tried(shape) &&
	       !shape->licenses.cnt && shape->num_cn &&
	       (shape->num_cn <= garq_set_count(shape->eligible)) &&
	       (shift_allowed(office) != OPTIONS_SHIFT_NO);
}

/* True if looks ran out before the time from a->none_before on was searched. */
static bool _is_unfinished(const garq_answer_t *a)
{
	return !a->fits && !a->has_later && (a->none_before < GARQ_FOREVER);
}

/* Search the nodes, in turns: each goes on where the last one stopped. */
static void _search_nodes(office_t *office, const shape_t *shape,
			  const garq_request_t *rq, turns_looks_t *turns,
			  garq_answer_t *ret_answer)
{
	garq_request_t from = *rq;
	garq_answer_t first = { .fits = false };

	do {
		_place_nodes(office, shape, &from, ret_answer);
		if (from.t_esr == rq->t_esr)
			first = *ret_answer;
		from.t_esr = ret_answer->none_before;
		from.t_lsr = MAX(rq->t_lsr, from.t_esr);
	} while (_is_unfinished(ret_answer) && turns_looks_more(office, turns));
	if (ret_answer->fits && (ret_answer->start > rq->t_lsr)) {
		ret_answer->fits = false;
		ret_answer->has_later = true;
		ret_answer->later = ret_answer->none_before = ret_answer->start;
		garq_answer_free(ret_answer);
	}
	ret_answer->missing = first.missing;
	ret_answer->short_at = first.short_at;
	ret_answer->cut = _is_unfinished(ret_answer) && !turns->looks &&
			  (ret_answer->none_before <= rq->t_lsr);
}

/*
 * Search the nodes and licenses, STEPS_PLACE at most; licenses in one turn,
 * since others must not find the machine without the licenses of rq's group.
 * RET false: the decision is stale
 */
static bool _search(office_t *office, const shape_t *shape, garq_request_t *rq,
		    time_t now, garq_answer_t *ret_answer,
		    lic_short_t **ret_short)
{
	bool licensed = shape->licenses.cnt || !shape->num_cn;
	turns_looks_t turns = turns_looks(office, STEPS_PLACE,
					  rq->eligible->size);
	phase_t before = phase_begin(office, PHASE_PLAN);

	rq->looks = &turns.looks;
	if (licensed)
		_place_licensed(office, shape, rq, now, ret_answer, ret_short);
	else
		_search_nodes(office, shape, rq, &turns, ret_answer);
	rq->looks = NULL;
	phase_end(office, before, turns_looks_steps(&turns));
	return licensed || !turns_are_stale(office);
}

/* Find the shortage, and the reason. IN/OUT r - with the answer */
static void _find_shortage(office_t *office, const shape_t *shape,
			   const garq_request_t *rq, refusal_t *r)
{
	if (shape_is_tried(shape)) {
		try_starts_shortage(office, shape, rq, _passed(shape, rq),
				    &r->answer, &r->t_s, &r->t_e);
		free(r->licenses);
		r->licenses = _short_licenses(office, &shape->licenses, r->t_s,
					      r->t_e - r->t_s);
	} else if (rq->num_cn && !shape->each) {
		garq_machine_shortage(view_machine(office), rq, &r->answer);
	}
	r->rc = (r->licenses && !r->answer.missing) ? REFUSED_LICENSES :
						      REFUSED_BUSY;
}

/*
 * Place without a plan: no booking moves.
 * RET 0: placed; REFUSED_BUSY: refused; ESTALE
 */
static int _place_without_plan(office_t *office, const shape_t *shape,
			       garq_request_t *rq, const prefer_t *prefer,
			       time_t now, placement_t *ret_placement,
			       refusal_t *ret_refusal)
{
	lic_short_t *licenses = NULL;
	garq_answer_t answer = { .fits = false };

	if (!_search(office, shape, rq, now, &answer, &licenses)) {
		garq_answer_free(&answer);
		return ESTALE;
	}
	if (answer.fits) {
		ret_placement->start = ret_placement->not_before =
			answer.start;
		ret_placement->nodes = shape->each ?
			_picked_shared(office, shape, rq, &answer, prefer) :
			_picked(office, shape, &answer, prefer);
		garq_answer_free(&answer);
		return 0;
	}
	*ret_refusal = (refusal_t) {
		.t_s = MAX(rq->t_esr, now),
		.t_e = MAX(rq->t_esr, now) + rq->duration,
		.group = rq->group,
		.answer = answer,
		.licenses = licenses,
	};
	_find_shortage(office, shape, rq, ret_refusal);
	return REFUSED_BUSY;
}

/*
 * garq_shift=paper keeps to the order of the FCFS-LRH paper: refuse a shape
 * that fits beside the present bookings but not in that order. RET REFUSED_BUSY
 */
static int _not_in_order(const garq_request_t *rq, uint64_t blocked,
			 time_t now, placement_t *placement,
			 refusal_t *ret_refusal)
{
	placement_free(placement);
	*ret_refusal = (refusal_t) {
		.t_s = MAX(rq->t_esr, now),
		.t_e = MAX(rq->t_esr, now) + rq->duration,
		.group = rq->group,
		.rc = REFUSED_BUSY,
		.blocked = blocked,
	};
	return REFUSED_BUSY;
}

/*
 * Say and count that not all ways to make room were tried: garq_machine_place()
 * or the plan gave up.
 */
static void _say_untried(office_t *office, const lrh_plan_t *plan,
			 refusal_t *refusal)
{
	refusal->cut = plan->cut;
	refusal->capped = plan->capped ? office->options.moves : 0;
	if (refusal->cut || refusal->capped || refusal->answer.cut)
		turns_count(office, &office->untried_cnt);
}

/*
 * The plan was unsound, and without it there is no room: whether the shape fits
 * is not known, so lack of room is not given as the reason.
 */
static void _blame_plan(refusal_t *refusal)
{
	refusal->unsound = true;
	refusal->rc = REFUSED_FAILED;
}

typedef struct {
	office_t *office;
	bool found;
} open_t;

/* A garq_nodes_fn: stop at a reservation on which named nodes may lie. */
static bool _find_open(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	open_t *open = arg;

	(void) node;
	(void) t_s;
	(void) t_e;
	open->found = view_is_open(open->office, id);
	return !open->found;
}

static bool _is_open_there(office_t *office, const garq_request_t *rq)
{
	open_t open = { .office = office };

	garq_nodes_each(garq_machine_nodes(view_machine(office)), rq->eligible,
			rq->t_esr, garq_end(rq->t_lsr, rq->duration),
			GARQ_NO_GROUP, _find_open, &open);
	return open.found;
}

/*
 * Place a new booking that names its nodes, and was refused, where
 * reservations lie that do not keep it off (booking_flags_keep_off()). No
 * booking moves for it, since a plan would take these nodes for free.
 * IN/OUT refusal - freed if it is placed; else that with the open nodes
 * RET as admit()
 */
static int _place_on_open(office_t *office, const shape_t *shape,
			  garq_request_t *rq, const prefer_t *prefer,
			  time_t now, placement_t *ret_placement,
			  refusal_t *refusal)
{
	refusal_t second;
	int rc;

	if (!shape_is_tried(shape) && !_is_open_there(office, rq))
		return REFUSED_BUSY;
	rq->group = VIEW_GROUP_OPEN;
	rc = _place_without_plan(office, shape, rq, prefer, now, ret_placement,
				 &second);
	if (rc == REFUSED_BUSY) {
		second.cut = refusal->cut;
		second.capped = refusal->capped;
	}
	refusal_free(refusal);
	if (rc == REFUSED_BUSY)
		*refusal = second;
	else
		*refusal = (refusal_t) { .rc = 0 };
	return rc;
}

/* --- room for a refused shape --------------------------------------------- */

/* Bookings of whole nodes move for a shape by cores. RET as admit() */
static int _free_whole(office_t *office, const shape_t *shape,
		       const garq_request_t *rq, const prefer_t *prefer,
		       placement_t *ret_placement, refusal_t *refusal)
{
	garq_set_t *nodes = memory_there(garq_set_copy(shape->eligible));
	garq_request_t whole = *rq;
	lrh_plan_t plan;
	int rc = REFUSED_BUSY;

	shape_leave_small(office, shape, nodes);
	whole.eligible = nodes;
	if (garq_set_count(nodes) < rq->num_cn) {
		garq_set_destroy(nodes);
		return rc;
	}
	if (!_make_plan(office, shape, &whole, prefer, &plan)) {
		rc = ESTALE;
	} else if (plan.fits) {
		_from_plan(&plan, ret_placement);
		rc = 0;
	} else {
		if (plan.unsound)
			invariant_broken(office, "a plan to make room was dropped",
					 plan.unsound);
		_say_untried(office, &plan, refusal);
		lrh_plan_free(&plan);
	}
	garq_set_destroy(nodes);
	return rc;
}

/*
 * Others move for a shape that is refused.
 * IN/OUT refusal - freed unless it stays refused
 * RET as admit()
 */
static int _make_room(office_t *office, const shape_t *shape,
		      const garq_request_t *rq, const prefer_t *prefer,
		      time_t now, placement_t *ret_placement,
		      refusal_t *refusal)
{
	int rc = REFUSED_BUSY;

	if (!_may_move_others(office, shape) ||
	    (shift_allowed(office) == OPTIONS_SHIFT_PAPER))
		return rc;
	if (share_shift_find(office, shape, rq, now, ret_placement))
		rc = 0;
	else if (shape->each)
		rc = _free_whole(office, shape, rq, prefer, ret_placement,
				 refusal);
	if (rc != REFUSED_BUSY) {
		refusal_free(refusal);
		*refusal = (refusal_t) { .rc = 0 };
	}
	return rc;
}

/*
 * Place a shape that wishes for few leaf switches at the first start that has
 * them beside all others. Not where the order of the paper would not have it.
 * OUT ret_later - the first such start behind the window; 0: not known
 * RET as _place_without_plan()
 */
static int _place_on_switches(office_t *office, const shape_t *shape,
			      const garq_request_t *rq, const prefer_t *prefer,
			      time_t now, placement_t *ret_placement,
			      time_t *ret_later)
{
	shape_t strict = *shape;	/* shallow */
	garq_request_t own = *rq;
	refusal_t refusal;
	int rc;

	if (shape->pinned || shape->each ||
	    (shift_allowed(office) == OPTIONS_SHIFT_PAPER) ||
	    (choose_fewest(office, shape->eligible, shape->num_cn) >
	     shape->switches))
		return REFUSED_BUSY;
	strict.on_switches = true;
	rc = _place_without_plan(office, &strict, &own, prefer, now,
				 ret_placement, &refusal);
	if (rc == REFUSED_BUSY) {
		*ret_later = refusal.answer.has_later ?
				     refusal.answer.later : 0;
		refusal_free(&refusal);
	}
	return rc;
}

/* A refused shape that wishes for few switches has a later start with them. */
static void _say_later_on_switches(time_t later, refusal_t *refusal)
{
	refusal->answer.has_later = refusal->on_switches = true;
	refusal->answer.later = later;
}

/*
 * The start in the window that leaves the smallest rests (osp_tightest()), in
 * one turn of STEPS_TURN at most. RET false: none was found
 */
static bool _find_tightest(office_t *office, const shape_t *shape,
			   const garq_request_t *rq, time_t *ret_start)
{
	const osp_query_t query = {
		.ti_s = rq->t_esr, .ti_e = rq->t_lsr + rq->duration,
		.dur = rq->duration, .num_cn = rq->num_cn,
	};
	uint32_t had = steps_to_looks(STEPS_TURN, shape->eligible->size);
	uint32_t looks = had;
	phase_t before = phase_begin(office, PHASE_PLAN);
	admit_space_t space;
	int rc;

	admit_space(office, shape, rq->group, query.ti_e, &space);
	space.nodes.looks = &looks;
	rc = memory_done(osp_tightest(&space.space, &query, ret_start));
	admit_space_close(office, &space);
	phase_end(office, before,
		  (had - looks) * GARQ_LOOK_STEPS(shape->eligible->size));
	return rc == 1;
}

/*
 * Place a tight shape there, beside all others. Without such a start a plan may
 * move others for it. Not in the paper's order, by which it begins first.
 * RET as _place_without_plan()
 */
static int _place_tight(office_t *office, const shape_t *shape,
			const garq_request_t *rq, const prefer_t *prefer,
			time_t now, placement_t *ret_placement)
{
	garq_request_t at = *rq;
	refusal_t refusal;
	int rc;

	if (shape->pinned || shape->each || shape_is_tried(shape) ||
	    (rq->t_esr == rq->t_lsr) || (rq->t_lsr < now) ||
	    (rq->num_cn > garq_set_count(shape->eligible)) ||
	    (shift_allowed(office) == OPTIONS_SHIFT_PAPER) ||
	    !_find_tightest(office, shape, rq, &at.t_esr))
		return REFUSED_BUSY;
	at.t_lsr = at.t_esr;
	rc = _place_without_plan(office, shape, &at, prefer, now,
				 ret_placement, &refusal);
	if (rc == REFUSED_BUSY)
		refusal_free(&refusal);
	return rc;
}

/* The cores of a shape by cores; a booking that is changed keeps its own. */
static void _choose_cores(office_t *office, const shape_t *shape,
			  const garq_request_t *rq, placement_t *placement)
{
	const view_resv_t *v = view_find_id(office, rq->group);
	view_span_t span = {
		.t_s = placement->start,
		.t_e = placement->start + rq->duration, .group = rq->group,
	};
	view_draft_t draft = { .in_cnt = 0 };

	if (shape_is_tried(shape))
		draft = try_starts_others(office, shape, placement->nodes,
					  &span);
	span.draft = &draft;
	placement->units = share_cores(office, shape, placement->nodes,
				       v ? &v->attrs.units : NULL, &span);
	view_draft_free(&draft);
}

/* A start that has just passed stays, without a window. */
static void _keep_start(const shape_t *shape, const garq_request_t *rq,
			placement_t *placement)
{
	if ((rq->t_esr != shape->t_esr) && (shape->t_esr == shape->t_lsr))
		placement->start = placement->not_before = shape->t_esr;
}

int admit(office_t *office, const shape_t *shape, uint64_t group,
	  const garq_set_t *first, const garq_set_t *then, time_t now,
	  placement_t *ret_placement, refusal_t *ret_refusal)
{
	garq_request_t rq = { .eligible = shape->eligible, .group = group };
	prefer_t prefer = { .office = office, .first = first, .then = then,
			    .switches = shape->switches };
	lrh_plan_t plan = { .fits = false };
	time_t later = 0;
	int rc;

	memset(ret_placement, 0, sizeof(*ret_placement));
	_to_request(shape, now, &rq);
	rc = !shape->switches ? REFUSED_BUSY :
		_place_on_switches(office, shape, &rq, &prefer, now,
				   ret_placement, &later);
	if ((rc == REFUSED_BUSY) && shape->tight)
		rc = _place_tight(office, shape, &rq, &prefer, now,
				  ret_placement);
	if (!rc)
		_keep_start(shape, &rq, ret_placement);
	if (rc != REFUSED_BUSY)
		return rc;
	rc = 0;
	if (!shape->each && _may_move_others(office, shape) &&
	    !_make_plan(office, shape, &rq, &prefer, &plan))
		return ESTALE;
	if (plan.unsound)
		invariant_broken(office, "a plan to make room was dropped",
				 plan.unsound);
	if (plan.fits) {
		_from_plan(&plan, ret_placement);
	} else {
		rc = _place_without_plan(office, shape, &rq, &prefer, now,
					 ret_placement, ret_refusal);
		if (!rc && plan.blocked && !plan.unsound &&
		    (office->options.shift == OPTIONS_SHIFT_PAPER))
			rc = _not_in_order(&rq, plan.blocked, now,
					   ret_placement, ret_refusal);
		else if ((rc == REFUSED_BUSY) && plan.unsound)
			_blame_plan(ret_refusal);
		if ((rc == REFUSED_BUSY) && !plan.unsound)
			_say_untried(office, &plan, ret_refusal);
		if ((rc == REFUSED_BUSY) && !plan.unsound)
			rc = _make_room(office, shape, &rq, &prefer, now,
					ret_placement, ret_refusal);
		if ((rc == REFUSED_BUSY) && shape->pinned && !plan.unsound &&
		    (group == GARQ_NO_GROUP))
			rc = _place_on_open(office, shape, &rq, &prefer, now,
					    ret_placement, ret_refusal);
		lrh_plan_free(&plan);
	}
	if ((rc == REFUSED_BUSY) && later)
		_say_later_on_switches(later, ret_refusal);
	if (!rc && shape->each && !ret_placement->units.cnt)
		_choose_cores(office, shape, &rq, ret_placement);
	if (!rc)
		_keep_start(shape, &rq, ret_placement);
	return rc;
}
