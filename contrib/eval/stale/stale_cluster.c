/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/eval/base/events.h"
#include "contrib/eval/stale/stale_cluster.h"
#include "garq/grow.h"

/* At one second nodes are given back before somebody asks. */
enum { EVENT_END, EVENT_CANCEL };

typedef struct {
	garq_set_t *set;
	int64_t t_s, t_e;
	bool held;		/* not ended, not given back */
} booking_t;

/* A change of the machine: booking number was added or removed. */
typedef struct {
	int64_t time;
	uint32_t number;
	bool added;
} change_t;

struct stale_cluster {
	garq_machine_t *machine, *view;
	garq_set_t *all, *chosen;
	int64_t now, age;
	const stale_others_t *others;
	uint32_t next;		/* of the others */
	uint32_t denied;
	struct eval_events events;
	booking_t *bookings;	/* number i is bookings[i - 1] */
	uint32_t booking_cnt;
	size_t booking_cap;
	change_t *log;
	size_t log_cnt, log_cap;
	size_t seen;		/* changes that the view has */
};

void *stale_need(void *p)
{
	if (p)
		return p;
	fputs("co-stale-sim: there is no memory\n", stderr);
	exit(EXIT_FAILURE);
}

/* What can't fail but for memory. */
static void _must(int rc)
{
	if (rc < 0) {
		perror("co-stale-sim: a cluster");
		exit(EXIT_FAILURE);
	}
}

/* --- the machine and its log ------------------------------------------------ */

static void _apply(stale_cluster_t *c, garq_machine_t *m,
		   const change_t *change)
{
	const booking_t *b = &c->bookings[change->number - 1];

	if (change->added)
		_must(garq_machine_hold(m, change->number, change->number,
					b->set, b->t_s, b->t_e));
	else if ((garq_machine_release(m, change->number) < 0) &&
		 (errno != ENOENT))
		_must(-1);
}

static void _change(stale_cluster_t *c, uint32_t number, bool added)
{
	change_t *change;

	_must(GARQ_GROW(c->log, c->log_cnt + 1, 1024, &c->log_cap));
	change = &c->log[c->log_cnt++];
	*change = (change_t) { c->now, number, added };
	c->bookings[number - 1].held = added;
	_apply(c, c->machine, change);
}

/* The first of the nodes that are free, as many as are wanted. */
static void _choose(stale_cluster_t *c, const garq_set_t *free_nodes,
		    uint32_t nodes)
{
	garq_set_zero(c->chosen);
	GARQ_SET_EACH(i, free_nodes) {
		if (!nodes--)
			return;
		garq_set_add(c->chosen, i);
	}
}

static uint32_t _add(stale_cluster_t *c, int64_t start, int64_t length)
{
	uint32_t number = c->booking_cnt + 1;
	struct eval_event end = { start + length, EVENT_END, number };

	_must(GARQ_GROW(c->bookings, number, 256, &c->booking_cap));
	c->bookings[c->booking_cnt++] = (booking_t) {
		.set = stale_need(garq_set_copy(c->chosen)),
		.t_s = start, .t_e = start + length,
	};
	_change(c, number, true);
	_must(eval_events_push(&c->events, &end));
	return number;
}

/* RET the number of the booking, or 0 */
static uint32_t _book(stale_cluster_t *c, const garq_request_t *rq)
{
	garq_answer_t answer;
	uint32_t number = 0;

	_must(garq_machine_place(c->machine, rq, &answer));
	if (answer.fits) {
		_choose(c, answer.free, rq->num_cn);
		number = _add(c, answer.start, rq->duration);
	}
	garq_answer_free(&answer);
	return number;
}

/* --- the others --------------------------------------------------------------- */

static void _come(stale_cluster_t *c, const stale_other_t *o)
{
	const garq_request_t rq = {
		.eligible = c->all, .num_cn = o->nodes, .t_esr = o->ready,
		.t_lsr = o->ready + o->slack, .duration = o->length,
		.group = GARQ_NO_GROUP,
	};
	struct eval_event cancel = { o->cancel, EVENT_CANCEL, 0 };

	cancel.number = _book(c, &rq);
	c->denied += !cancel.number;
	if (cancel.number && o->cancel)
		_must(eval_events_push(&c->events, &cancel));
}

static void _advance(stale_cluster_t *c, int64_t t)
{
	c->now = t;
	_must(garq_machine_advance(c->machine, t));
}

void stale_cluster_pass(stale_cluster_t *c, int64_t t)
{
	const stale_others_t *others = c->others;

	for (;;) {
		const struct eval_event *e = eval_events_first(&c->events);
		bool event = e && (e->t <= t);
		int64_t at = event ? e->t : t;

		if ((c->next < others->cnt) &&
		    (others->list[c->next].come < at + !event)) {
			_advance(c, others->list[c->next].come);
			_come(c, &others->list[c->next++]);
			continue;
		}
		_advance(c, at);
		if (!event)
			return;
		stale_cluster_drop(c, eval_events_pop(&c->events).number);
	}
}

/* --- parts of co-reservations -------------------------------------------------- */

uint32_t stale_cluster_book(stale_cluster_t *c, int64_t start, int64_t length,
			    uint32_t nodes)
{
	const garq_request_t rq = {
		.eligible = c->all, .num_cn = nodes, .t_esr = start,
		.t_lsr = start, .duration = length, .group = GARQ_NO_GROUP,
	};

	return (start < c->now) ? 0 : _book(c, &rq);
}

bool stale_cluster_drop(stale_cluster_t *c, uint32_t booking)
{
	if (!c->bookings[booking - 1].held)
		return false;
	_change(c, booking, false);
	return true;
}

bool stale_cluster_holds(const stale_cluster_t *c, uint32_t booking)
{
	return c->bookings[booking - 1].held &&
	       !garq_machine_overlaps(c->machine, booking, NULL);
}

/* --- what is known --------------------------------------------------------------- */

const garq_machine_t *stale_cluster_now(const stale_cluster_t *c)
{
	return c->machine;
}

const garq_machine_t *stale_cluster_view(stale_cluster_t *c)
{
	int64_t until = c->now - c->age;

	for (; (c->seen < c->log_cnt) && (c->log[c->seen].time <= until);
	     c->seen++) {
		_must(garq_machine_advance(c->view, c->log[c->seen].time));
		_apply(c, c->view, &c->log[c->seen]);
	}
	if (until > garq_machine_now(c->view))
		_must(garq_machine_advance(c->view, until));
	return c->view;
}

uint32_t stale_cluster_others(const stale_cluster_t *c, uint32_t *ret_denied)
{
	*ret_denied = c->denied;
	return c->next;
}

bool stale_cluster_check(const stale_cluster_t *c, const char **ret_reason)
{
	return garq_machine_check(c->machine, ret_reason);
}

/* --- beginning and end ------------------------------------------------------------ */

static garq_machine_t *_machine(uint32_t nodes, int64_t now)
{
	return stale_need(garq_machine_create(nodes, NULL, STALE_DELTA,
					      STALE_HORIZON, now));
}

stale_cluster_t *stale_cluster_create(uint32_t nodes, int64_t now, int64_t age,
				      const stale_others_t *others)
{
	stale_cluster_t *c = stale_need(calloc(1, sizeof(*c)));

	c->machine = _machine(nodes, now);
	c->view = _machine(nodes, now);
	c->all = stale_need(garq_set_create(nodes));
	c->chosen = stale_need(garq_set_create(nodes));
	for (uint32_t i = 0; i < nodes; i++)
		garq_set_add(c->all, i);
	c->now = now;
	c->age = age;
	c->others = others;
	return c;
}

void stale_cluster_destroy(stale_cluster_t *c)
{
	if (!c)
		return;
	for (uint32_t i = 0; i < c->booking_cnt; i++)
		garq_set_destroy(c->bookings[i].set);
	garq_machine_destroy(c->machine);
	garq_machine_destroy(c->view);
	garq_set_destroy(c->all);
	garq_set_destroy(c->chosen);
	eval_events_free(&c->events);
	free(c->bookings);
	free(c->log);
	free(c);
}
