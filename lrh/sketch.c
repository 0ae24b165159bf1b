/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sketch.c - pass a logical placement to the binder, and make a plan of the
 * binder's answer; see sketch.h
 */

#include <stdlib.h>
#include <string.h>

#include "garq/grow.h"
#include "lrh/bind.h"
#include "lrh/sketch.h"

#define ROOM_FIRST 4

/* The question */

static int _add_lie(struct lrh_sketch *s, const struct lrh_lie *lie,
		    time_t not_before)
{
	struct lrh_binding *b = &s->binding;

	if ((GARQ_GROW(s->not_before, b->cnt + 1, ROOM_FIRST, &s->room) < 0) ||
	    (GARQ_GROW(b->lie, b->cnt + 1, ROOM_FIRST, &b->room) < 0))
		return -1;
	s->not_before[b->cnt] = not_before;
	b->lie[b->cnt++] = *lie;
	b->cnt_asked = b->cnt;
	return 0;
}

int lrh_sketch_own(struct lrh_sketch *s, const struct lrh_ask *ask,
		   time_t start, const uint32_t *share, time_t not_before)
{
	struct lrh_lie lie = {
		.id = ask->rq->id, .booking = lrh_find(ask->l, ask->rq->id),
		.class = ask->class, .pinned = ask->rq->pinned,
		.t_s = start, .t_e = garq_end(start, ask->rq->t_e),
		.share = share,
	};

	return _add_lie(s, &lie, not_before);
}

int lrh_sketch_booking(struct lrh_sketch *s, const struct lrh_booking *b,
		       time_t start, const uint32_t *share, time_t not_before)
{
	struct lrh_lie lie = {
		.id = b->id, .booking = b, .class = b->class,
		.pinned = b->pinned, .t_s = start,
		.t_e = garq_end(start, b->t_e),
		.share = share ? share : b->share,
	};

	return _add_lie(s, &lie, not_before);
}

int lrh_sketch_mark(struct lrh_sketch *s, const struct lrh_booking *b,
		    time_t not_before)
{
	if (GARQ_GROW(s->mark, s->marks + 1, ROOM_FIRST, &s->mark_room) < 0)
		return -1;
	s->mark[s->marks++] = (struct lrh_mark) { b, not_before };
	return 0;
}

void lrh_sketch_free(struct lrh_sketch *s)
{
	lrh_binding_free(&s->binding);
	free(s->not_before);
	free(s->mark);
	memset(s, 0, sizeof(*s));
}

/* The answer */

int lrh_move_by_id(const void *a, const void *b)
{
	const lrh_move_t *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

/* Move the nodes from the binding to the move, if they differ. */
static void _take_nodes(struct lrh_lie *lie, lrh_move_t *move)
{
	if (garq_set_equal(lie->nodes, lie->booking->nodes))
		return;
	move->nodes = lie->nodes;
	lie->nodes = NULL;
}

/* Use up a booking's mark. RET the mark's not_before, or the booking's */
static time_t _marked(struct lrh_sketch *s, const struct lrh_booking *b)
{
	for (size_t i = 0; i < s->marks; i++) {
		if (s->mark[i].b != b)
			continue;
		s->mark[i].b = NULL;
		return s->mark[i].not_before;
	}
	return b->not_before;
}

static void _to_move(struct lrh_sketch *s, size_t i, lrh_plan_t *plan)
{
	struct lrh_lie *lie = &s->binding.lie[i];
	const struct lrh_booking *b = lie->booking;
	lrh_move_t *m = &plan->moves[plan->cnt];

	m->id = b->id;
	m->was = b->start;
	m->start = lie->t_s;
	m->not_before = (i < s->binding.cnt_asked) ? s->not_before[i] :
						     _marked(s, b);
	_take_nodes(lie, m);
	plan->cnt += m->nodes || (m->start != m->was) ||
		     (m->not_before != b->not_before);
}

static void _marks_to_moves(const struct lrh_sketch *s, lrh_plan_t *plan)
{
	for (size_t i = 0; i < s->marks; i++) {
		const struct lrh_booking *b = s->mark[i].b;

		if (!b || (b->not_before == s->mark[i].not_before))
			continue;
		plan->moves[plan->cnt++] = (lrh_move_t) {
			.id = b->id, .was = b->start, .start = b->start,
			.not_before = s->mark[i].not_before,
		};
	}
}

static void _to_self(const struct lrh_ask *ask, struct lrh_sketch *s,
		     lrh_plan_t *plan)
{
	struct lrh_lie *lie = &s->binding.lie[0];

	plan->self = (lrh_move_t) {
		.id = ask->rq->id, .was = ask->was, .start = lie->t_s,
		.not_before = s->not_before[0], .nodes = lie->nodes,
	};
	lie->nodes = NULL;
}

struct meeting {
	const struct lrh_ask *ask;
	const lrh_plan_t *plan;
	bool found;
};

/* True if the move takes the booking to a node in [t_s, t_e). */
static bool _move_meets(const struct lrh_ask *ask, const lrh_move_t *m,
			uint32_t node, time_t t_s, time_t t_e)
{
	const struct lrh_booking *b = lrh_find(ask->l, m->id);
	bool had = garq_set_test(b->nodes, node);

	return (m->nodes ? garq_set_test(m->nodes, node) : had) &&
	       !(had && (m->start == m->was)) && (m->start < t_e) &&
	       (garq_end(m->start, b->t_e) > t_s);
}

/* A garq_nodes_fn: a node where a job of the request's own runs. */
static bool _meets_moves(void *arg, uint64_t id, uint32_t node, time_t t_s,
			 time_t t_e)
{
	struct meeting *meeting = arg;
	const lrh_plan_t *plan = meeting->plan;

	(void) id;
	lrh_step(meeting->ask->meter, 1 + plan->cnt);
	for (size_t i = 0; !meeting->found && (i < plan->cnt); i++)
		meeting->found = _move_meets(meeting->ask, &plan->moves[i],
					     node, t_s, t_e);
	return !meeting->found;
}

/*
 * True if a plan moves another booking onto a job of the request's own. The
 * whole group is excluded, so the search sees no such job.
 */
static bool _plan_meets_jobs(const struct lrh_ask *ask, const lrh_plan_t *plan)
{
	struct meeting meeting = { .ask = ask, .plan = plan };

	if (plan->cnt)
		garq_nodes_each_in(garq_machine_nodes(ask->l->m), ask->self,
				   ask->self, _meets_moves, &meeting);
	ask->meter->met |= meeting.found;
	return meeting.found;
}

int lrh_plan_keep(const struct lrh_ask *ask, lrh_plan_t *plan)
{
	uint64_t blocked = plan->blocked;

	if (!lrh_is_too_many(ask->meter, plan->cnt) &&
	    !_plan_meets_jobs(ask, plan))
		return 1;
	lrh_plan_free(plan);
	plan->blocked = blocked;
	return 0;
}

int lrh_sketch_tell(const struct lrh_ask *ask, struct lrh_sketch *s,
		    lrh_plan_t *plan)
{
	struct lrh_binding *b = &s->binding;
	size_t own = ask->rq ? 1 : 0;

	plan->moves = calloc(b->cnt + s->marks + 1, sizeof(*plan->moves));
	if (!plan->moves)
		return -1;
	if (own)
		_to_self(ask, s, plan);
	for (size_t i = own; i < b->cnt; i++)
		_to_move(s, i, plan);
	_marks_to_moves(s, plan);
	qsort(plan->moves, plan->cnt, sizeof(*plan->moves), lrh_move_by_id);
	return lrh_plan_keep(ask, plan);
}

int lrh_sketch_bind(const struct lrh_ask *ask, struct lrh_sketch *s,
		    lrh_plan_t *plan)
{
	struct lrh_binding *b = &s->binding;
	size_t own = ask->rq ? 1 : 0;
	int rc;

	/* the binder can only add to these */
	if (lrh_is_too_many(ask->meter, b->cnt_asked - own + s->marks))
		return 0;
	rc = lrh_bind(ask->l, ask->self, ask->options, ask->meter, b);
	return (rc == 1) ? lrh_sketch_tell(ask, s, plan) : rc;
}

extern void lrh_plan_free(lrh_plan_t *plan)
{
	for (size_t i = 0; i < plan->cnt; i++)
		garq_set_destroy(plan->moves[i].nodes);
	free(plan->moves);
	garq_set_destroy(plan->self.nodes);
	memset(plan, 0, sizeof(*plan));
}
