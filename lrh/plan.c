/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plan.c - a plan, from the request to the nodes; see lrh.h */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lrh/plan.h"

extern void lrh_plan_free(lrh_plan_t *plan)
{
	for (size_t i = 0; i < plan->cnt; i++)
		garq_set_destroy(plan->moves[i].nodes);
	free(plan->moves);
	garq_set_destroy(plan->self.nodes);
	memset(plan, 0, sizeof(*plan));
}

/* The seed's order */

static int _sketch_draft(const struct lrh_draft *d, const struct lrh_ask *ask,
			 struct lrh_sketch *s)
{
	if (ask->rq && lrh_sketch_own(s, ask, d->own.start, d->own.share,
				      ask->rq->not_before))
		return -1;
	for (size_t i = 0; i < d->taken; i++) {
		const struct lrh_item *item = &d->item[i];

		if (!item->fixed && lrh_item_moved(item) &&
		    lrh_sketch_booking(s, item->b, item->start, item->share,
				       item->b->not_before))
			return -1;
	}
	return 0;
}

/* Where the draft has to begin: before whom the change can reach. */
static void _begin(const struct lrh_ask *ask, const struct lrh_task *task,
		   uint32_t *ret_first, time_t *ret_lo)
{
	const struct lrh *l = ask->l;
	time_t lo = GARQ_FOREVER;
	uint32_t first;

	first = lrh_first_reached(l, ask->options->freeze, &task->freed);
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

static int _by_seed(const struct lrh_ask *ask, const struct lrh_task *task,
		    lrh_plan_t *plan)
{
	struct lrh_sketch s = { .not_before = NULL };
	struct lrh_draft d;
	uint32_t first;
	time_t lo;
	int rc;

	_begin(ask, task, &first, &lo);
	if (!task->what && (first >= ask->l->cnt))
		return 1;
	lrh_draft_open(&d, ask->l, ask->options, ask->self, lo, first);
	rc = lrh_seed(&d, task, &plan->blocked);
	if ((rc == 1) && _sketch_draft(&d, ask, &s))
		rc = -1;
	if (rc == 1)
		rc = lrh_sketch_bind(ask, &s, plan);
	plan->placed += (uint32_t) d.placed;
	lrh_sketch_free(&s);
	lrh_draft_close(&d);
	return rc;
}

/* Nobody moves. */

/* Some of a set, as many as are missing. RET how many still are */
static uint32_t _some(const garq_set_t *of, const garq_set_t *in,
		      uint32_t missing, garq_set_t *nodes)
{
	for (uint32_t i = garq_set_next(of, 0); missing && (i < of->size);
	     i = garq_set_next(of, i + 1)) {
		if (garq_set_test(nodes, i) || (in && !garq_set_test(in, i)))
			continue;
		garq_set_add(nodes, i);
		missing--;
	}
	return missing;
}

static void _choose(const struct lrh_ask *ask, const garq_set_t *free_nodes,
		    garq_set_t *nodes)
{
	const struct lrh_booking *old = lrh_find(ask->l, ask->rq->id);
	const lrh_options_t *options = ask->options;
	uint32_t num_cn = ask->rq->num_cn;

	if (options->pick && (garq_set_count(free_nodes) > num_cn) &&
	    options->pick(options->pick_arg, free_nodes, num_cn, nodes) &&
	    (garq_set_count(nodes) == num_cn) && lrh_is_subset(nodes, free_nodes))
		return;
	garq_set_zero(nodes);
	if (old)
		num_cn = _some(free_nodes, old->nodes, num_cn, nodes);
	(void) _some(free_nodes, NULL, num_cn, nodes);
}

int lrh_by_first_fit(const struct lrh_ask *ask, lrh_plan_t *plan)
{
	const lrh_request_t *rq = ask->rq;
	garq_request_t q = {
		.eligible = rq->eligible, .num_cn = rq->num_cn,
		.t_esr = rq->t_esr, .t_lsr = rq->t_lsr, .duration = rq->t_e,
		.group = GARQ_NO_GROUP,	/* it is away */
	};
	garq_answer_t a;
	garq_set_t *nodes;

	plan->placed++;
	plan->order = LRH_ORDER_INSERTED;
	if (garq_machine_place(ask->l->m, &q, &a))
		return -1;
	if (!a.fits) {
		garq_answer_free(&a);
		return 0;
	}
	nodes = garq_set_create(rq->eligible->size);
	if (nodes)
		_choose(ask, a.free, nodes);
	plan->self = (lrh_move_t) {
		.id = rq->id, .was = ask->was, .start = a.start,
		.not_before = a.start, .nodes = nodes,
	};
	garq_answer_free(&a);
	return nodes ? 1 : -1;
}

/* Is it a plan? */

/*
 * What was found is looked at once more: who moves is in his window, has not
 * started, and is not nearer than may be.
 */
static bool _is_sound_move(const struct lrh_ask *ask, const lrh_move_t *m)
{
	const struct lrh *l = ask->l;
	const struct lrh_booking *b = lrh_find(l, m->id);
	time_t near = garq_end(garq_machine_now(l->m), ask->options->freeze);

	if (!b || (m->was != b->start) || (m->id == ask->self) ||
	    (m->not_before > m->start))
		return false;
	if (m->start != b->start)
		return !b->stays && (b->start >= near) && (m->start >= near) &&
		       !lrh_has_started(l, b) && (m->start >= b->t_esr) &&
		       (m->start <= garq_later(b->t_lsr, b->start));
	return !m->nodes || (!lrh_has_started(l, b) && !b->pinned);
}

static bool _is_sound_self(const struct lrh_ask *ask, const lrh_move_t *m)
{
	const lrh_request_t *rq = ask->rq;

	return m->nodes && (garq_set_count(m->nodes) == rq->num_cn) &&
	       lrh_is_subset(m->nodes, rq->eligible) && (m->start >= rq->t_esr) &&
	       (m->start <= rq->t_lsr) && (m->not_before >= rq->t_esr) &&
	       (m->not_before <= m->start);
}

static bool _is_sound(const struct lrh_ask *ask, const lrh_plan_t *plan)
{
	for (size_t i = 0; i < plan->cnt; i++)
		if (!_is_sound_move(ask, &plan->moves[i]))
			return false;
	return !ask->rq || _is_sound_self(ask, &plan->self);
}

/* All of it */

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
			old->start, garq_end(old->start, old->t_e)
		};
}

static int _plan(struct lrh_ask *ask, lrh_plan_t *plan)
{
	struct lrh_what what;
	struct lrh_task task;
	uint64_t blocked;
	int rc;

	if (ask->options->policy == LRH_FIRST_FIT)
		return lrh_by_first_fit(ask, plan);
	_set_task(ask, &what, &task);
	rc = _by_seed(ask, &task, plan);
	blocked = plan->blocked;
	if ((rc == 0) && (ask->options->policy == LRH_ALL))
		rc = lrh_by_orders(ask, &task, plan);
	plan->blocked = blocked;
	return rc;
}

/*
 * What has become of it: it fits, or it does not, or there is no memory. What is
 * not sound does not fit; it is an error in here.
 */
static int _answer(const struct lrh_ask *ask, int rc, lrh_plan_t *plan,
		   lrh_plan_t *ret_plan)
{
	uint64_t blocked = plan->blocked;
	uint32_t placed = plan->placed;

	if ((rc != 1) || !_is_sound(ask, plan)) {
		lrh_plan_free(plan);
		plan->blocked = blocked;
		plan->placed = placed;
		plan->fits = !ask->rq;
	} else {
		plan->fits = true;
		plan->blocked = 0;
	}
	if (rc < 0) {
		errno = ENOMEM;
		return -1;
	}
	*ret_plan = *plan;
	return 0;
}

static void _set_until(const lrh_options_t *options, struct lrh_ask *ask)
{
	struct timespec t;

	if (!options->budget)
		return;
	clock_gettime(CLOCK_MONOTONIC, &t);
	if (__builtin_add_overflow((uint64_t) t.tv_sec * 1000000000 +
				   (uint64_t) t.tv_nsec, options->budget,
				   &ask->until))
		ask->until = 0;
}

extern int lrh_plan(lrh_t *l, const lrh_request_t *rq,
		    const lrh_options_t *options, lrh_plan_t *ret_plan)
{
	struct lrh_ask ask = {
		.l = l, .rq = rq, .options = options, .self = rq->id
	};
	lrh_plan_t plan = { .blocked = rq->id };
	int rc;

	if (lrh_request_valid(l, rq))
		return -1;
	if (!(ask.class = lrh_class_get(l, rq->eligible, rq->pinned)))
		return -1;
	if (!lrh_start(l, rq->id, &ask.was))
		ask.was = 0;
	_set_until(options, &ask);
	garq_machine_away(l->m, rq->id);
	rc = _plan(&ask, &plan);
	garq_machine_back(l->m, rq->id);
	rc = _answer(&ask, rc, &plan, ret_plan);
	lrh_class_leave(l, ask.class);
	return rc;
}

static int _plan_room(const struct lrh_ask *ask, const struct lrh_change *freed,
		      lrh_plan_t *plan)
{
	struct lrh_task task = { .freed = *freed };
	int rc = _by_seed(ask, &task, plan);

	if ((rc < 0) || ((rc == 1) && plan->cnt))
		return rc;
	lrh_plan_free(plan);
	return lrh_by_room(ask, freed, rc == 1, plan);
}

extern int lrh_plan_room(lrh_t *l, time_t t_s, time_t t_e,
			 const lrh_options_t *options, lrh_plan_t *ret_plan)
{
	struct lrh_ask ask = {
		.l = l, .options = options, .self = GARQ_NO_GROUP
	};
	struct lrh_change freed = {
		garq_later(t_s, garq_machine_now(l->m)),
		garq_sooner(t_e, GARQ_FOREVER)
	};
	lrh_plan_t plan = { .blocked = 0 };
	int rc = 1;

	_set_until(options, &ask);
	if (freed.t_s < freed.t_e)
		rc = _plan_room(&ask, &freed, &plan);
	return _answer(&ask, rc, &plan, ret_plan);
}
