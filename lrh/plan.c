/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plan.c - a plan, from the request to the nodes; see lrh.h */

#include <errno.h>
#include <stdlib.h>

#include "lrh/beside.h"
#include "lrh/combine.h"
#include "lrh/first_fit.h"
#include "lrh/orders.h"
#include "lrh/room.h"
#include "lrh/sketch.h"
#include "lrh/turn.h"

/* The paper's order */

static int _sketch_draft(const struct lrh_draft *d, const struct lrh_ask *ask,
			 struct lrh_sketch *s)
{
	if (ask->rq && lrh_sketch_own(s, ask, d->own.start, d->own.share,
				      ask->rq->not_before))
		return -1;
	for (size_t i = 0; i < d->taken; i++) {
		const struct lrh_draft_item *item = &d->item[i];

		if (!item->fixed && lrh_draft_item_moved(item) &&
		    lrh_sketch_booking(s, item->b, item->start, item->share,
				       item->b->not_before))
			return -1;
	}
	return 0;
}

/* The position and time at which a draft begins: the first change reaches. */
static void _find_draft_begin(const struct lrh_ask *ask,
			      const struct lrh_task *task, uint32_t *ret_first,
			      time_t *ret_lo)
{
	const struct lrh *l = ask->l;
	time_t lo = GARQ_FOREVER;
	uint32_t first;

	first = lrh_first_reached(l, ask->options->freeze, &task->freed,
				  ask->meter);
	if (task->what) {
		uint32_t at = lrh_order_at(l, &task->key);

		first = (at < first) ? at : first;
		lo = task->key.not_before;
	}
	if (first < l->cnt)
		lo = garq_sooner(lo, l->by_order[first]->not_before);
	*ret_first = first;
	*ret_lo = garq_later(lo, garq_machine_now(l->m));
}

static int _by_paper(const struct lrh_ask *ask, const struct lrh_task *task,
		    lrh_plan_t *plan)
{
	struct lrh_sketch s = { .not_before = NULL };
	struct lrh_draft d;
	uint32_t first;
	time_t lo;
	int rc;

	lrh_limit(ask, LRH_PHASE_PAPER);
	_find_draft_begin(ask, task, &first, &lo);
	if (!task->what && (first >= ask->l->cnt))
		return 1;
	lrh_draft_open(&d, ask->l, ask->options, ask->meter, ask->self, lo,
		       first);
	rc = lrh_paper_order(&d, task, &plan->blocked);
	if ((rc == 1) && _sketch_draft(&d, ask, &s))
		rc = -1;
	if (rc == 1)
		rc = lrh_sketch_bind(ask, &s, plan);
	lrh_sketch_free(&s);
	lrh_draft_close(&d);
	return rc;
}

/* Verifying the plan */

/* IN b - the booking that m moves. RET as _unsound() */
static const char *_unsound_start(const struct lrh_ask *ask,
				  const struct lrh_booking *b,
				  const lrh_move_t *m)
{
	const struct lrh *l = ask->l;
	time_t near = garq_end(garq_machine_now(l->m), ask->options->freeze);

	if (b->stays)
		return "a booking that keeps its time has another start";
	if ((b->start < near) || lrh_has_started(l, b))
		return "a booking that has started or is frozen has another start";
	if (m->start < near)
		return "a booking has a new start that is past or within the freeze";
	if ((m->start < b->t_esr) ||
	    (m->start > garq_later(b->t_lsr, b->start)))
		return "a booking has a start outside of its window";
	return NULL;
}

/* RET as _unsound() */
static const char *_unsound_move(const struct lrh_ask *ask,
				 const lrh_move_t *m)
{
	const struct lrh_booking *b = lrh_find(ask->l, m->id);

	if (!b || (m->id == ask->self))
		return "what moves is no other booking";
	if (m->was != b->start)
		return "a booking moves from a start that it does not have";
	if (m->not_before > m->start)
		return "a booking has a start before its not_before";
	if (m->start != b->start)
		return _unsound_start(ask, b, m);
	if (m->nodes && (lrh_has_started(ask->l, b) || b->pinned))
		return "a booking that keeps its nodes has others";
	return NULL;
}

/* RET as _unsound() */
static const char *_unsound_self(const lrh_request_t *rq, const lrh_move_t *m)
{
	if (!m->nodes || (garq_set_count(m->nodes) != rq->num_cn))
		return "the request has another number of nodes than it asks for";
	if (!garq_set_is_subset(m->nodes, rq->eligible))
		return "the request has nodes that are not eligible";
	if ((m->start < rq->t_esr) || (m->start > rq->t_lsr))
		return "the request has a start outside of its window";
	if ((m->not_before < rq->t_esr) || (m->not_before > m->start))
		return "the request has a not_before outside of its window";
	return NULL;
}

/*
 * Check a plan once more: its bookings may move, their starts are in their
 * windows, and no start that changes is past or within options->freeze.
 * RET the rule that the plan breaks; NULL: none
 */
static const char *_unsound(const struct lrh_ask *ask, const lrh_plan_t *plan)
{
	const char *why = NULL;

	for (size_t i = 0; !why && (i < plan->cnt); i++)
		why = _unsound_move(ask, &plan->moves[i]);
	if (!why && ask->rq)
		why = _unsound_self(ask->rq, &plan->self);
	return why;
}

/* The whole plan */

static const uint32_t *_own_share(const struct lrh_ask *ask)
{
	const struct lrh_booking *old = lrh_find(ask->l, ask->rq->id);

	return (old && !old->odd && (old->class == ask->class) &&
		(old->num_cn == ask->rq->num_cn)) ? old->share : NULL;
}

static void _set_task(const struct lrh_ask *ask, struct lrh_what *what,
		      struct lrh_task *task)
{
	const lrh_request_t *rq = ask->rq;
	const struct lrh_booking *old = lrh_find(ask->l, rq->id);

	*what = (struct lrh_what) {
		.id = rq->id, .num_cn = rq->num_cn, .t_e = rq->t_e,
		.class = ask->class, .pinned = rq->pinned,
		.share = _own_share(ask),
	};
	*task = (struct lrh_task) {
		.what = what,
		.key = { rq->not_before, rq->t_e, rq->num_cn, rq->id },
		.from = garq_later(rq->not_before,
				  garq_machine_now(ask->l->m)),
		.to = rq->t_lsr,
	};
	if (old)
		task->freed = (struct lrh_change) {
			old->start, garq_end(old->start, old->t_e),
			old->odd ? UINT64_MAX :
				   lrh_pools(old->class, old->share)
		};
}

static int _make_plan(struct lrh_ask *ask, lrh_plan_t *plan)
{
	struct lrh_what what;
	struct lrh_task task;
	uint64_t blocked;
	int rc;

	if (ask->options->policy == LRH_FIRST_FIT) {
		lrh_limit(ask, LRH_PHASE_STILL);
		return lrh_by_first_fit(ask, plan);
	}
	_set_task(ask, &what, &task);
	lrh_limit(ask, LRH_PHASE_PAPER);
	rc = (ask->options->policy == LRH_ALL) ?
	     lrh_beside_all(ask, &task, plan) : 0;
	if ((rc == 0) && (ask->options->policy == LRH_ALL))
		rc = lrh_combine_still(ask, &task, plan);
	if (rc == 0) {
		lrh_limit(ask, LRH_PHASE_PAPER);
		plan->order = LRH_ORDER_PAPER;
		rc = _by_paper(ask, &task, plan);
	}
	/* an order that was given up has not told who would find no place */
	blocked = (ask->meter->cut || ask->meter->capped || ask->meter->met) ?
		  ask->rq->id : plan->blocked;
	if ((rc == 0) && (ask->options->policy == LRH_ALL))
		rc = lrh_by_orders(ask, &task, plan);
	if ((rc == 0) && (ask->options->policy == LRH_ALL)) {
		lrh_limit(ask, LRH_PHASE_FURTHER);
		rc = lrh_combine(ask, &task, plan);
	}
	plan->blocked = blocked;
	return rc;
}

/* Make a plan; if plans met jobs of the request's own, one without moves. */
static int _make_any_plan(struct lrh_ask *ask, lrh_plan_t *plan)
{
	int rc = _make_plan(ask, plan);

	if (rc || !ask->meter->met)
		return rc;
	lrh_limit(ask, LRH_PHASE_STILL);
	return lrh_by_first_fit(ask, plan);
}

/*
 * Turn the result of a search into the answer. An unsound plan is dropped.
 * RET 0, or -1 with errno ENOMEM or ESTALE
 */
static int _answer(const struct lrh_ask *ask, int rc, lrh_plan_t *plan,
		   lrh_plan_t *ret_plan)
{
	uint64_t blocked = plan->blocked;
	const char *unsound = (rc == 1) ? _unsound(ask, plan) : NULL;

	if ((rc != 1) || unsound) {
		lrh_plan_free(plan);
		plan->blocked = blocked;
		plan->fits = !ask->rq && !unsound;
		plan->unsound = unsound;
	} else {
		plan->fits = true;
		plan->blocked = 0;
	}
	if (rc < 0) {
		errno = ask->meter->stale ? ESTALE : ENOMEM;
		return -1;
	}
	plan->steps = ask->meter->steps;
	plan->work = ask->meter->steps + ask->meter->beside;
	lrh_unit_ends(ask->meter);
	plan->unit = ask->meter->unit;
	plan->cut = ask->meter->cut || ask->meter->met;
	plan->capped = ask->meter->capped;
	*ret_plan = *plan;
	return 0;
}

extern int lrh_plan(lrh_t *l, const lrh_request_t *rq,
		    const lrh_options_t *options, lrh_plan_t *ret_plan)
{
	struct lrh_meter meter = {
		.limit = UINT64_MAX, .moves = options->moves,
		.from = GARQ_FOREVER,
	};
	struct lrh_ask ask = {
		.l = l, .rq = rq, .options = options, .self = rq->id,
		.meter = &meter,
	};
	struct lrh_turn turn = { .l = l, .self = rq->id, .options = options };
	lrh_plan_t plan = { .blocked = rq->id };
	int rc;

	if (lrh_request_valid(l, rq))
		return -1;
	if (!(ask.class = lrh_class_get(l, rq->eligible, rq->pinned)))
		return -1;
	if (!lrh_start(l, rq->id, &ask.was))
		ask.was = 0;
	turn.class = ask.class;
	lrh_turn_begin(&meter, &turn);
	garq_machine_away(l->m, rq->id);
	rc = _make_any_plan(&ask, &plan);
	if (!meter.stale)
		garq_machine_back(l->m, rq->id);
	rc = _answer(&ask, rc, &plan, ret_plan);
	if (!meter.stale)
		lrh_class_leave(l, ask.class);
	lrh_turn_end(&meter, &turn);
	return rc;
}

static int _plan_room(const struct lrh_ask *ask, const struct lrh_change *freed,
		      lrh_plan_t *plan)
{
	struct lrh_task task = { .freed = *freed };
	int rc = _by_paper(ask, &task, plan);

	if ((rc < 0) || ((rc == 1) && plan->cnt))
		return rc;
	lrh_plan_free(plan);
	return lrh_by_room(ask, freed, rc == 1, plan);
}

extern int lrh_plan_room(lrh_t *l, time_t t_s, time_t t_e,
			 const lrh_options_t *options, lrh_plan_t *ret_plan)
{
	struct lrh_meter meter = {
		.limit = UINT64_MAX, .moves = options->moves,
		.from = GARQ_FOREVER,
	};
	struct lrh_ask ask = {
		.l = l, .options = options, .self = GARQ_NO_GROUP,
		.meter = &meter,
	};
	struct lrh_change freed = {
		garq_later(t_s, garq_machine_now(l->m)),
		garq_sooner(t_e, GARQ_FOREVER), UINT64_MAX
	};
	struct lrh_turn turn = {
		.l = l, .self = GARQ_NO_GROUP, .options = options,
	};
	lrh_plan_t plan = { .blocked = 0 };
	int rc = 1;

	lrh_turn_begin(&meter, &turn);
	if (freed.t_s < freed.t_e)
		rc = _plan_room(&ask, &freed, &plan);
	rc = _answer(&ask, rc, &plan, ret_plan);
	lrh_turn_end(&meter, &turn);
	return rc;
}
