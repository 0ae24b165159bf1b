/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/place/admit_beside.h"
#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/share.h"
#include "plugin/booking/place/share_cores.h"
#include "plugin/booking/place/try_starts.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/view/turns.h"
#include "plugin/memory/memory.h"

void admit_pick(const admission_t *a, uint32_t num_cn,
		const garq_set_t *free_set, garq_set_t *chosen)
{
	office_t *office = a->office;
	uint32_t missing = num_cn, switches = a->shape->switches;
	garq_set_t *kept = memory_there(garq_set_copy(chosen));

	choose_of(office, a->first, free_set, chosen, &missing);
	choose_of(office, a->then, free_set, chosen, &missing);
	choose_within(office, switches, free_set, missing, chosen);
	if (switches && (choose_switches(office, chosen) > switches)) {
		choose_within(office, switches, free_set, num_cn, kept);
		if (choose_switches(office, kept) <
		    choose_switches(office, chosen)) {
			garq_set_zero(chosen);
			garq_set_add_all(chosen, kept);
		}
	}
	garq_set_destroy(kept);
}

/* Nodes that others may share, for a start that was found. */
static void _pick_shared(const admission_t *a, const garq_answer_t *answer,
			 garq_set_t *chosen)
{
	view_span_t span = {
		.t_s = answer->start, .t_e = answer->start + a->rq.duration,
		.group = a->rq.group,
	};
	uint32_t missing = a->rq.num_cn;

	choose_of(a->office, a->first, answer->free, chosen, &missing);
	choose_of(a->office, a->then, answer->free, chosen, &missing);
	share_choose(a->office, a->shape, answer->free, &span, missing, chosen);
}

/* RET owned by the caller */
static garq_set_t *_picked(const admission_t *a, const garq_answer_t *answer)
{
	const shape_t *shape = a->shape;
	garq_set_t *chosen;

	if (!shape->each && (shape->group_cnt || shape->over_jobs))
		return try_starts_choose(a->office, shape, answer->free,
					 answer->start);
	chosen = memory_there(garq_set_create(answer->free->size));
	if (shape->each)
		_pick_shared(a, answer, chosen);
	else
		admit_pick(a, shape->num_cn, answer->free, chosen);
	return chosen;
}

/* --- licenses --- */

static bool _licenses_fit(office_t *office, const lic_set_t *want, time_t t_s,
			  time_t duration)
{
	return lic_next(view_licenses(office), want, t_s, duration) == t_s;
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

static void _place_licensed(admission_t *a, garq_answer_t *ret_answer,
			    lic_short_t **ret_short)
{
	const lic_set_t *want = &a->shape->licenses;
	garq_request_t *rq = &a->rq;

	rq->t_esr = MAX(rq->t_esr, a->now);
	view_exclude_licenses(a->office, rq->group);
	if (rq->num_cn)
		_take_turns(a->office, a->shape, rq, ret_answer);
	else
		_place_alone(a->office, rq, want, ret_answer);
	if (!ret_answer->fits)
		*ret_short = _short_licenses(a->office, want, rq->t_esr,
					     rq->duration);
	view_include_licenses(a->office, rq->group);
}

/* --- nodes and licenses --- */

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
static bool _search(admission_t *a, garq_answer_t *ret_answer,
		    lic_short_t **ret_short)
{
	bool licensed = a->shape->licenses.cnt || !a->shape->num_cn;
	turns_looks_t turns = turns_looks(a->office, STEPS_PLACE,
					  a->rq.eligible->size);
	phase_t before = phase_begin(a->office, PHASE_PLAN);

	a->rq.looks = &turns.looks;
	if (licensed)
		_place_licensed(a, ret_answer, ret_short);
	else
		_search_nodes(a->office, a->shape, &a->rq, &turns, ret_answer);
	a->rq.looks = NULL;
	phase_end(a->office, before, turns_looks_steps(&turns));
	return licensed || !turns_are_stale(a->office);
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

refusal_t admit_refusal(const admission_t *a)
{
	time_t start = MAX(a->rq.t_esr, a->now);

	return (refusal_t) {
		.t_s = start, .t_e = start + a->rq.duration,
		.group = a->rq.group, .rc = REFUSED_BUSY,
	};
}

int admit_beside(admission_t *a)
{
	lic_short_t *licenses = NULL;
	garq_answer_t answer = { .fits = false };

	if (!_search(a, &answer, &licenses)) {
		garq_answer_free(&answer);
		return ESTALE;
	}
	if (answer.fits) {
		a->placement->start = a->placement->not_before = answer.start;
		a->placement->nodes = _picked(a, &answer);
		garq_answer_free(&answer);
		return 0;
	}
	*a->refusal = admit_refusal(a);
	a->refusal->answer = answer;
	a->refusal->licenses = licenses;
	_find_shortage(a->office, a->shape, &a->rq, a->refusal);
	return REFUSED_BUSY;
}
