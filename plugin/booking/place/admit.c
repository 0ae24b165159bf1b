/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/admit_beside.h"
#include "plugin/booking/place/admit_space.h"
#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/place/share_cores.h"
#include "plugin/booking/place/share_shift.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/place/try_starts.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/invariant.h"
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

bool admit_licenses(office_t *office, const lic_set_t *want, uint64_t group,
		    time_t t_s, time_t t_e)
{
	bool fit;

	if (!want->cnt || (t_s >= t_e))
		return true;
	view_exclude_licenses(office, group);
	fit = lic_next(view_licenses(office), want, t_s, t_e - t_s) == t_s;
	view_include_licenses(office, group);
	return fit;
}

/*
 * A rigid request may begin up to REQUEST_PAST seconds ago, as in Slurm. Its
 * past seconds need no nodes: search from now to the same end.
 */
static garq_request_t _request_of(const shape_t *shape, uint64_t group,
				  time_t now)
{
	garq_request_t rq = {
		.eligible = shape->eligible, .group = group,
		.num_cn = shape->num_cn, .t_esr = shape->t_esr,
		.t_lsr = shape->t_lsr, .duration = shape->duration,
	};

	if ((shape->t_esr == shape->t_lsr) && (shape->t_esr < now)) {
		rq.duration -= now - shape->t_esr;
		rq.t_esr = rq.t_lsr = now;
	}
	return rq;
}

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

/* The same. IN arg - admission_t */
static bool _pick_for_plan(void *arg, uint64_t id, bool request,
			   const garq_set_t *free_set, uint32_t num_cn,
			   garq_set_t *ret_nodes)
{
	const admission_t *a = arg;

	if (!request)
		return _pick_for_other(a->office, id, request, free_set, num_cn,
				       ret_nodes);
	admit_pick(a, num_cn, free_set, ret_nodes);
	return true;
}

/* lrh_options_t.turn */
static uint64_t _turn_over(void *arg, uint64_t steps, time_t from)
{
	return turns_pause_from(arg, steps, from);
}

void admit_lrh_options(office_t *office, lrh_options_t *ret)
{
	options_shift_t shift = shift_allowed(office);
	uint64_t budget = (uint64_t) office->options.shift_budget *
			  LRH_STEPS_PER_MS;

	/* of the steps as many besides the budget as the default budget has */
	*ret = (lrh_options_t) {
		.policy = (shift == OPTIONS_SHIFT_NO) ? LRH_FIRST_FIT :
			  ((shift == OPTIONS_SHIFT_PAPER) ||
			   !office->options.shift_budget) ?
							LRH_PAPER :
							LRH_ALL,
		.freeze = office->options.freeze,
		.limit = turns_steps(office, budget + (OPTIONS_SHIFT_BUDGET *
						       LRH_STEPS_PER_MS)),
		.moves = office->options.moves,
		.pick = _pick_for_other,
		.pick_arg = office,
		.turn = turns_first(office) ? _turn_over : NULL,
		.turn_arg = office,
		.turn_at = turns_first(office) ? turns_first(office) :
						 turns_only(office),
	};
	ret->budget = MIN(budget, ret->limit);
}

/* RET false: the decision is stale */
static bool _make_plan(const admission_t *a, lrh_plan_t *ret_plan)
{
	const garq_request_t *rq = &a->rq;
	lrh_request_t what = {
		.id = (rq->group == GARQ_NO_GROUP) ? view_next_id(a->office) :
						     rq->group,
		.num_cn = rq->num_cn,
		.t_esr = rq->t_esr,
		.t_lsr = rq->t_lsr,
		.t_e = rq->duration,
		.not_before = rq->t_esr,
		.eligible = rq->eligible,
		.pinned = a->shape->pinned,
		.stays = (rq->t_esr == rq->t_lsr),
	};
	lrh_options_t options;
	phase_t before;
	int rc;

	admit_lrh_options(a->office, &options);
	options.pick = _pick_for_plan;
	options.pick_arg = (void *) a;
	before = phase_begin(a->office, PHASE_PLAN);
	rc = memory_done(lrh_plan(view_lrh(a->office), &what, &options,
				  ret_plan));
	phase_end(a->office, before, rc ? 0 : ret_plan->work);
	return !rc;
}

/* A plan that is unsound is dropped. */
static void _tell_unsound(office_t *office, const lrh_plan_t *plan)
{
	if (plan->unsound)
		invariant_broken(office, "a plan to make room was dropped",
				 plan->unsound);
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

/*
 * Say and count that not all ways to make room were tried: garq_machine_place()
 * or the plan gave up.
 */
static void _say_untried(const admission_t *a, const lrh_plan_t *plan)
{
	office_t *office = a->office;
	refusal_t *refusal = a->refusal;

	refusal->cut = plan->cut;
	refusal->capped = plan->capped ? office->options.moves : 0;
	if (refusal->cut || refusal->capped || refusal->answer.cut)
		turns_count(office, &office->untried_cnt);
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
static int _place_on_open(admission_t *a)
{
	refusal_t first = *a->refusal;
	int rc;

	if (!shape_is_tried(a->shape) && !_is_open_there(a->office, &a->rq))
		return REFUSED_BUSY;
	a->rq.group = VIEW_GROUP_OPEN;
	*a->refusal = (refusal_t) { .rc = 0 };
	rc = admit_beside(a);
	if (rc == REFUSED_BUSY) {
		a->refusal->cut = first.cut;
		a->refusal->capped = first.capped;
	}
	refusal_free(&first);
	return rc;
}

/* --- room for a refused shape --------------------------------------------- */

/* Bookings of whole nodes move for a shape by cores. RET as admit() */
static int _free_whole(const admission_t *a)
{
	garq_set_t *nodes = memory_there(garq_set_copy(a->shape->eligible));
	admission_t whole = *a;
	lrh_plan_t plan = { .fits = false };
	int rc = REFUSED_BUSY;
	bool enough;

	shape_leave_small(a->office, a->shape, nodes);
	enough = garq_set_count(nodes) >= a->rq.num_cn;
	whole.rq.eligible = nodes;
	if (enough && !_make_plan(&whole, &plan)) {
		rc = ESTALE;
	} else if (plan.fits) {
		_from_plan(&plan, a->placement);
		rc = 0;
	} else if (enough) {
		_tell_unsound(a->office, &plan);
		_say_untried(a, &plan);
		lrh_plan_free(&plan);
	}
	garq_set_destroy(nodes);
	return rc;
}

/* Others move for a shape that is refused. RET as admit() */
static int _make_room(const admission_t *a)
{
	int rc = REFUSED_BUSY;

	if (!_may_move_others(a->office, a->shape) ||
	    (shift_allowed(a->office) == OPTIONS_SHIFT_PAPER))
		return rc;
	if (share_shift_find(a->office, a->shape, &a->rq, a->now, a->placement))
		rc = 0;
	else if (a->shape->each)
		rc = _free_whole(a);
	if (rc != REFUSED_BUSY) {
		refusal_free(a->refusal);
		*a->refusal = (refusal_t) { .rc = 0 };
	}
	return rc;
}

/* --- a place that is better than the first -------------------------------- */

/*
 * Place a shape that wishes for few leaf switches at the first start that has
 * them beside all others. Not where the order of the paper would not have it.
 * OUT ret_later - the first such start behind the window; untouched: not known
 * RET as admit(), without a refusal
 */
static int _place_on_switches(const admission_t *a, time_t *ret_later)
{
	shape_t shape = *a->shape;	/* shallow */
	admission_t strict = *a;
	refusal_t refusal;
	int rc;

	if (shape.pinned || shape.each ||
	    (shift_allowed(a->office) == OPTIONS_SHIFT_PAPER) ||
	    (choose_fewest(a->office, shape.eligible, shape.num_cn) >
	     shape.switches))
		return REFUSED_BUSY;
	shape.on_switches = true;
	strict.shape = &shape;
	strict.refusal = &refusal;
	rc = admit_beside(&strict);
	if (rc != REFUSED_BUSY)
		return rc;
	if (refusal.answer.has_later)
		*ret_later = refusal.answer.later;
	refusal_free(&refusal);
	return rc;
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
 * RET as admit(), without a refusal
 */
static int _place_tight(const admission_t *a)
{
	const shape_t *shape = a->shape;
	const garq_request_t *rq = &a->rq;
	admission_t at = *a;
	refusal_t refusal;
	int rc;

	if (shape->pinned || shape->each || shape_is_tried(shape) ||
	    (rq->t_esr == rq->t_lsr) || (rq->t_lsr < a->now) ||
	    (rq->num_cn > garq_set_count(shape->eligible)) ||
	    (shift_allowed(a->office) == OPTIONS_SHIFT_PAPER) ||
	    !_find_tightest(a->office, shape, rq, &at.rq.t_esr))
		return REFUSED_BUSY;
	at.rq.t_lsr = at.rq.t_esr;
	at.refusal = &refusal;
	rc = admit_beside(&at);
	if (rc == REFUSED_BUSY)
		refusal_free(&refusal);
	return rc;
}

/* --- the whole ------------------------------------------------------------ */

/* The cores of a shape by cores; a booking that is changed keeps its own. */
static void _choose_cores(const admission_t *a)
{
	office_t *office = a->office;
	const shape_t *shape = a->shape;
	placement_t *placement = a->placement;
	const view_resv_t *v = view_find_id(office, a->rq.group);
	view_span_t span = {
		.t_s = placement->start,
		.t_e = placement->start + a->rq.duration, .group = a->rq.group,
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
static void _keep_start(const admission_t *a)
{
	const shape_t *shape = a->shape;

	if ((a->rq.t_esr != shape->t_esr) && (shape->t_esr == shape->t_lsr))
		a->placement->start = a->placement->not_before = shape->t_esr;
}

/* A plan has no room. RET as admit() */
static int _place_unplanned(admission_t *a, const lrh_plan_t *plan)
{
	int rc = admit_beside(a);

	if (plan->unsound) {
		/* it may have had room: lack of room is not the reason */
		if (rc == REFUSED_BUSY) {
			a->refusal->unsound = true;
			a->refusal->rc = REFUSED_FAILED;
		}
		return rc;
	}
	if (!rc && plan->blocked &&
	    (a->office->options.shift == OPTIONS_SHIFT_PAPER)) {
		/* it fits, but not in the order of the FCFS-LRH paper */
		placement_free(a->placement);
		*a->refusal = admit_refusal(a);
		a->refusal->blocked = plan->blocked;
		rc = REFUSED_BUSY;
	}
	if (rc == REFUSED_BUSY) {
		_say_untried(a, plan);
		rc = _make_room(a);
	}
	if ((rc == REFUSED_BUSY) && a->shape->pinned &&
	    (a->rq.group == GARQ_NO_GROUP))
		rc = _place_on_open(a);
	return rc;
}

/* Place the shape where it makes room, or beside all others. RET as admit() */
static int _place_planned(admission_t *a)
{
	lrh_plan_t plan = { .fits = false };
	int rc = 0;

	if (!a->shape->each && _may_move_others(a->office, a->shape) &&
	    !_make_plan(a, &plan))
		return ESTALE;
	_tell_unsound(a->office, &plan);
	if (plan.fits) {
		_from_plan(&plan, a->placement);
	} else {
		rc = _place_unplanned(a, &plan);
		lrh_plan_free(&plan);
	}
	if (!rc && a->shape->each && !a->placement->units.cnt)
		_choose_cores(a);
	return rc;
}

int admit(office_t *office, const shape_t *shape, uint64_t group,
	  const garq_set_t *first, const garq_set_t *then, time_t now,
	  placement_t *ret_placement, refusal_t *ret_refusal)
{
	admission_t a = {
		.office = office, .shape = shape, .first = first, .then = then,
		.rq = _request_of(shape, group, now),
		.now = now, .placement = ret_placement, .refusal = ret_refusal,
	};
	time_t later = 0;
	int rc = REFUSED_BUSY;

	memset(ret_placement, 0, sizeof(*ret_placement));
	if (shape->switches)
		rc = _place_on_switches(&a, &later);
	if ((rc == REFUSED_BUSY) && shape->tight)
		rc = _place_tight(&a);
	if (rc == REFUSED_BUSY)
		rc = _place_planned(&a);
	if ((rc == REFUSED_BUSY) && later) {
		ret_refusal->answer.has_later = ret_refusal->on_switches = true;
		ret_refusal->answer.later = later;
	}
	if (!rc)
		_keep_start(&a);
	return rc;
}
