/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/gap/gap_freedom.h"
#include "contrib/eval/lrh/lrh_audit.h"
#include "lrh/lrh.h"

#define HORIZON (30 * 86400)
#define SHAPES_MAX 7
#define NEVER INT64_MAX

/* Steps for a plan that makes room, or for a request that waits: about 2 ms. */
#define STEPS 64000

enum state { COMING, WAITING, REFUSED, BOOKED, STARTED, ENDED, CANCELLED };

/* What is asked for, and what a booking of it is worth. */
struct shape {
	uint32_t num_cn;
	time_t t_e;
	time_t t_run;
	uint64_t work;
};

struct guest {
	enum state state;
	struct shape shape;	/* from BOOKED on */
	time_t start;
};

/* Ids are numbers of requests + 1. */
struct house {
	const struct gap_world *world;
	const struct flex_work *w;
	uint32_t freedoms;
	garq_machine_t *m;
	lrh_t *l;
	garq_set_t *all;
	struct guest *guest;
	uint32_t next;		/* request that comes next */
	uint64_t tries;
};

/* Shapes of a request, in the order in which they are tried */

static uint64_t _div_up(uint64_t a, uint64_t b)
{
	return (a + b - 1) / b;
}

static time_t _whole_slots(const struct house *h, uint64_t seconds)
{
	return (time_t) (_div_up(seconds, h->w->delta) * h->w->delta);
}

/* The same work on other nodes. */
static void _mould(const struct house *h, const struct shape *as_asked,
		   uint32_t num_cn, struct shape *list, uint32_t *cnt)
{
	struct shape s = { .num_cn = num_cn, .work = as_asked->work };

	if ((num_cn == as_asked->num_cn) || (num_cn > h->w->max_cn))
		return;
	s.t_e = _whole_slots(h, _div_up(as_asked->work, num_cn));
	s.t_run = (time_t) _div_up((uint64_t) as_asked->t_run *
				   as_asked->num_cn, num_cn);
	if (s.t_run > s.t_e)
		s.t_run = s.t_e;
	list[(*cnt)++] = s;
}

/* So many quarters of the nodes and of the time. */
static void _reduce(const struct house *h, const struct shape *as_asked,
		    uint32_t nodes, uint32_t time, struct shape *list,
		    uint32_t *cnt)
{
	struct shape s = {
		.num_cn = (uint32_t) _div_up((uint64_t) as_asked->num_cn *
					     nodes, 4),
		.t_e = _whole_slots(h, _div_up((uint64_t) as_asked->t_e * time,
					       4)),
	};

	s.work = (uint64_t) s.num_cn * (uint64_t) s.t_e;
	s.t_run = (as_asked->t_run < s.t_e) ? as_asked->t_run : s.t_e;
	if (s.work < as_asked->work)
		list[(*cnt)++] = s;
}

/* OUT list - SHAPES_MAX of them. RET their number */
static uint32_t _shapes(const struct house *h, uint32_t i, struct shape *list)
{
	const struct flex_request *rq = &h->w->request[i];
	const struct shape asked = {
		.num_cn = rq->num_cn, .t_e = rq->t_e,
		.t_run = h->world->t_run[i],
		.work = (uint64_t) rq->num_cn * (uint64_t) rq->t_e,
	};
	uint32_t cnt = 0;

	list[cnt++] = asked;
	if (h->freedoms & GAP_SHAPES) {
		_mould(h, &asked, (rq->num_cn + 1) / 2, list, &cnt);
		_mould(h, &asked, rq->num_cn * 2, list, &cnt);
	}
	if (h->freedoms & GAP_MINIMA) {
		_reduce(h, &asked, 4, 3, list, &cnt);
		_reduce(h, &asked, 3, 4, list, &cnt);
		_reduce(h, &asked, 4, 2, list, &cnt);
		_reduce(h, &asked, 2, 4, list, &cnt);
	}
	return cnt;
}

/* Plans */

static void _note(struct house *h, const lrh_plan_t *plan)
{
	for (size_t k = 0; k < plan->cnt; k++)
		h->guest[plan->moves[k].id - 1].start = plan->moves[k].start;
}

/* RET 1 if it is booked; 0 if it does not fit; or -1 */
static int _try(struct house *h, uint32_t i, const struct shape *shape,
		uint64_t limit)
{
	const struct flex_request *from = &h->w->request[i];
	const lrh_options_t options = { .policy = LRH_ALL, .limit = limit };
	const lrh_request_t rq = {
		.id = (uint64_t) i + 1, .num_cn = shape->num_cn,
		.t_esr = from->t_esr, .t_lsr = from->t_lsr, .t_e = shape->t_e,
		.not_before = from->t_esr, .eligible = h->all,
	};
	lrh_plan_t plan;
	int rc;

	h->tries++;
	if (lrh_plan(h->l, &rq, &options, &plan) < 0)
		return -1;
	rc = plan.fits ? 1 : 0;
	if (rc && (lrh_apply(h->l, h->m, &rq, &plan) < 0))
		rc = -1;
	if (rc == 1) {
		_note(h, &plan);
		h->guest[i] = (struct guest) { BOOKED, *shape,
					       plan.self.start };
	}
	lrh_plan_free(&plan);
	return rc;
}

/* RET as _try() */
static int _ask(struct house *h, uint32_t i, uint64_t limit)
{
	struct shape list[SHAPES_MAX];
	uint32_t cnt = _shapes(h, i, list);
	int rc = 0;

	for (uint32_t k = 0; !rc && (k < cnt); k++)
		rc = _try(h, i, &list[k], limit);
	return rc;
}

static int _come(struct house *h, uint32_t i)
{
	struct guest *g = &h->guest[i];
	int rc = _ask(h, i, 0);

	if (!rc)
		g->state = (h->freedoms & GAP_WAITING) ? WAITING : REFUSED;
	return (rc < 0) ? -1 : 0;
}

/* Room comes back */

static int _move_up(struct house *h, time_t from, time_t to)
{
	const lrh_options_t options = { .policy = LRH_ALL, .limit = STEPS };
	lrh_plan_t plan;
	int rc;

	if (lrh_plan_room(h->l, from, to, &options, &plan) < 0)
		return -1;
	rc = plan.fits ? lrh_apply(h->l, h->m, NULL, &plan) : 0;
	if (!rc)
		_note(h, &plan);
	lrh_plan_free(&plan);
	return rc;
}

static int _retry(struct house *h, time_t now, time_t from, time_t to)
{
	for (uint32_t i = 0; i < h->next; i++) {
		const struct flex_request *rq = &h->w->request[i];

		if (h->guest[i].state != WAITING)
			continue;
		if (rq->t_lsr < now)
			h->guest[i].state = REFUSED;
		else if ((rq->t_esr < to) && (rq->t_lsr + rq->t_e > from) &&
			 (_ask(h, i, STEPS) < 0))
			return -1;
	}
	return 0;
}

static int _freed(struct house *h, time_t now, time_t from, time_t to)
{
	if (from < now)
		from = now;
	if (_move_up(h, from, to) < 0)
		return -1;
	return _retry(h, now, from, to);
}

/* A booking ends early, or is cancelled before it starts. */
static int _end(struct house *h, uint32_t i, time_t now, enum state state)
{
	struct guest *g = &h->guest[i];
	bool was_booked = (g->state == BOOKED);
	bool had_nodes = was_booked || (g->state == STARTED);

	g->state = state;
	if (!had_nodes)
		return 0;
	if (was_booked)
		(void) lrh_drop(h->l, (uint64_t) i + 1);
	/* if all of its time has passed, the machine has forgotten it */
	if ((garq_machine_release(h->m, (uint64_t) i + 1) < 0) ||
	    (g->start + g->shape.t_e <= now))
		return 0;
	return _freed(h, now, g->start, g->start + g->shape.t_e);
}

/* Time */

static time_t _end_of(const struct guest *g)
{
	return ((g->state == BOOKED) || (g->state == STARTED)) ?
		g->start + g->shape.t_run : NEVER;
}

/* When the next thing happens; NEVER: no more requests can be accepted. */
static time_t _next(const struct house *h)
{
	time_t first = NEVER;
	bool is_open = false;

	if (h->next < h->w->cnt) {
		first = h->w->request[h->next].come;
		is_open = true;
	}
	for (uint32_t i = 0; i < h->next; i++) {
		const struct guest *g = &h->guest[i];
		time_t cancel = h->world->cancel[i];

		is_open |= (g->state == WAITING);
		if (_end_of(g) < first)
			first = _end_of(g);
		if (cancel && (cancel < first) &&
		    ((g->state == BOOKED) || (g->state == WAITING)))
			first = cancel;
	}
	return is_open ? first : NEVER;
}

static int _advance(struct house *h, time_t now)
{
	if ((now > garq_machine_now(h->m)) &&
	    (garq_machine_advance(h->m, now) < 0))
		return -1;
	for (uint32_t i = 0; i < h->next; i++) {
		struct guest *g = &h->guest[i];

		if ((g->state != BOOKED) || (g->start > now))
			continue;
		g->state = STARTED;
		(void) lrh_drop(h->l, (uint64_t) i + 1);
	}
	return 0;
}

/* Everything that happens now: what makes room goes first. */
static int _happen(struct house *h, time_t now)
{
	int rc = _advance(h, now);

	for (uint32_t i = 0; !rc && (i < h->next); i++) {
		struct guest *g = &h->guest[i];
		time_t cancel = h->world->cancel[i];

		if (_end_of(g) <= now)
			rc = _end(h, i, now, ENDED);
		else if (cancel && (cancel <= now) &&
			 (g->state < STARTED))
			rc = _end(h, i, now, CANCELLED);
	}
	for (; !rc && (h->next < h->w->cnt) &&
	     (h->w->request[h->next].come <= now); )
		rc = _come(h, h->next++);
	return rc;
}

/* Results */

/*
 * Is the schedule valid? By lrh_audit.h, of what each booking has used: those
 * that have ended until then, others until the end that they were promised.
 */
static int _audit(const struct house *h)
{
	struct flex_work w = *h->w;
	struct flex_result r = { .cnt = w.cnt };
	const char *wrong = NULL;

	w.request = calloc((size_t) w.cnt + 1, sizeof(*w.request));
	r.fate = calloc((size_t) w.cnt + 1, sizeof(*r.fate));
	for (uint32_t i = 0; w.request && r.fate && (i < w.cnt); i++) {
		const struct guest *g = &h->guest[i];

		w.request[i] = h->w->request[i];
		if ((g->state < BOOKED) || (g->state == CANCELLED))
			continue;
		w.request[i].num_cn = g->shape.num_cn;
		w.request[i].t_e = (g->state == ENDED) ? g->shape.t_run :
			g->shape.t_e;
		r.fate[i] = (struct flex_fate) { true, g->start, NULL };
	}
	if (w.request && r.fate)
		wrong = flex_audit(&w, &r, false);
	if (wrong) {
		fprintf(stderr, "freedom: %s\n", wrong);
		errno = EPROTO;
	}
	if (!w.request || !r.fate)
		wrong = "";
	free(w.request);
	free(r.fate);
	return wrong ? -1 : 0;
}

static void _count(const struct house *h, struct gap_freedom_result *ret)
{
	*ret = (struct gap_freedom_result) { .tries = h->tries };
	for (uint32_t i = 0; i < h->w->cnt; i++) {
		const struct flex_request *rq = &h->w->request[i];
		const struct guest *g = &h->guest[i];

		if (h->world->cancel[i])
			continue;
		ret->asked++;
		ret->work_asked += (uint64_t) rq->num_cn * (uint64_t) rq->t_e;
		if (g->state < BOOKED)
			continue;
		ret->accepted++;
		ret->work += g->shape.work;
	}
}

static int _open(struct house *h)
{
	h->m = garq_machine_create(h->w->max_cn, NULL, h->w->delta, HORIZON,
				   h->w->cnt ? h->w->request[0].come : 0);
	h->l = h->m ? lrh_create(h->m) : NULL;
	h->all = garq_set_create(h->w->max_cn);
	h->guest = calloc((size_t) h->w->cnt + 1, sizeof(*h->guest));
	if (!h->l || !h->all || !h->guest)
		return -1;
	for (uint32_t n = 0; n < h->w->max_cn; n++)
		garq_set_add(h->all, n);
	return 0;
}

extern int gap_freedom(const struct gap_world *world, uint32_t freedoms,
		       struct gap_freedom_result *ret)
{
	struct house h = {
		.world = world, .w = world->work, .freedoms = freedoms,
	};
	int rc = _open(&h);
	time_t now;

	while (!rc && ((now = _next(&h)) != NEVER))
		rc = _happen(&h, now);
	if (!rc)
		rc = _audit(&h);
	if (!rc)
		_count(&h, ret);
	lrh_destroy(h.l);
	garq_machine_destroy(h.m);
	garq_set_destroy(h.all);
	free(h.guest);
	return rc;
}
