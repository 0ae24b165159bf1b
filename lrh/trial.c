/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "lrh/trial.h"

/* Maximum number of bookings in reach; those nearest the request come first. */
#define REACH_MAX 256

/* The bookings in reach */

struct span {
	time_t t_s;
	time_t t_e;
	uint64_t pools;		/* lrh_pools() */
};

extern int lrh_entry_by_position(const void *a, const void *b)
{
	const struct lrh_entry *x = a, *y = b;

	return (x->at > y->at) - (x->at < y->at);
}

static bool _has_booking(const struct lrh_reach *reach,
			 const struct lrh_booking *b)
{
	for (size_t i = 0; i < reach->cnt; i++)
		if (reach->entry[i].b == b)
			return true;
	return false;
}

/* Add a booking, if it may start at another time. */
static void _add_booking(const struct lrh_ask *ask, struct lrh_booking *b,
			 struct lrh_reach *reach)
{
	struct lrh_entry *e = &reach->entry[reach->cnt];
	struct lrh_key key = lrh_key(b);
	time_t from, to;

	if ((b->t_esr == b->t_lsr) || b->stays || (b->id == ask->self))
		return;
	lrh_window(ask->l, b, ask->options->freeze, b->t_esr, &from, &to);
	if (from == to)
		return;
	*e = (struct lrh_entry) {
		.b = b, .at = lrh_order_at(ask->l, &key), .t_esr = b->t_esr,
		.from = from, .to = to, .t_e = b->t_e, .num_cn = b->num_cn,
		.id = b->id,
	};
	reach->cnt++;
}

/*
 * Add all movable bookings that overlap a span, and have nodes of its pools.
 * IN/OUT ret_span - grows by their windows and pools
 */
static void _add_all(const struct lrh_ask *ask, const struct span *there,
		     struct lrh_reach *reach, struct span *ret_span)
{
	const struct lrh *l = ask->l;
	size_t had = reach->cnt;
	uint32_t i = lrh_start_at(l, there->t_s - l->longest_t_e);

	for (; (i < l->cnt) && (l->by_start[i]->start < there->t_e) &&
	       (reach->cnt < REACH_MAX); i++) {
		struct lrh_booking *b = l->by_start[i];

		lrh_step(ask->meter, 1);
		if ((garq_end(b->start, b->t_e) > there->t_s) &&
		    (lrh_pools(b->class, b->share) & there->pools) &&
		    !_has_booking(reach, b))
			_add_booking(ask, b, reach);
	}
	for (size_t j = had; j < reach->cnt; j++) {
		const struct lrh_entry *e = &reach->entry[j];

		ret_span->t_s = garq_sooner(ret_span->t_s, e->from);
		ret_span->t_e = garq_later(ret_span->t_e,
					  garq_end(e->to, e->t_e));
		ret_span->pools |= lrh_pools(e->b->class, NULL);
	}
}

int lrh_reach_find(const struct lrh_ask *ask, const struct lrh_task *task,
		   struct lrh_reach *reach)
{
	const lrh_request_t *rq = ask->rq;
	struct span own = {
		task->from, garq_end(task->to, rq->t_e),
		lrh_pools(ask->class, NULL)
	};
	struct span more = own, all = own;

	reach->cnt = 0;
	reach->entry = calloc(REACH_MAX + 1, sizeof(*reach->entry));
	if (!reach->entry)
		return -1;
	_add_all(ask, &own, reach, &more);
	reach->has_all = (reach->cnt < REACH_MAX);
	all = more;
	_add_all(ask, &more, reach, &all);
	qsort(reach->entry, reach->cnt, sizeof(*reach->entry),
	      lrh_entry_by_position);
	reach->entry[reach->cnt++] = (struct lrh_entry) {
		.b = NULL, .at = UINT32_MAX, .t_esr = rq->t_esr,
		.from = task->from, .to = task->to, .t_e = rq->t_e, .num_cn = rq->num_cn,
		.id = rq->id,
	};
	return 0;
}

void lrh_reach_free(struct lrh_reach *reach)
{
	free(reach->entry);
	reach->entry = NULL;
	reach->cnt = 0;
}

/* A trial */

/* The first position to take out, and the first time that can change. */
static void _find_range(const struct lrh_ask *ask, const struct lrh_task *task,
			const struct lrh_entry *entry, size_t cnt,
			uint32_t *first, time_t *lo)
{
	time_t now = garq_machine_now(ask->l->m);

	*first = ask->l->cnt;
	*lo = task->from;
	for (size_t i = 0; i < cnt; i++) {
		if (!entry[i].b)
			continue;
		*first = (entry[i].at < *first) ? entry[i].at : *first;
		*lo = garq_sooner(*lo, entry[i].from);
	}
	*lo = garq_later(*lo, now);
}

int lrh_trial_open(const struct lrh_ask *ask, const struct lrh_task *task,
		   const struct lrh_entry *entry, size_t cnt,
		   struct lrh_draft *d)
{
	uint32_t first;
	time_t lo;

	_find_range(ask, task, entry, cnt, &first, &lo);
	lrh_step(ask->meter, cnt);
	lrh_draft_open(d, ask->l, ask->options, ask->meter, ask->self, lo,
		       first);
	d->closed = true;
	for (size_t i = 0; i < cnt; ) {
		bool skip = entry[i].b && (first + d->taken < entry[i].at);
		int rc = lrh_go_on(ask->meter);

		if (rc != 1)
			return rc;
		if (skip && lrh_draft_skip(d))
			return -1;
		if (!skip && entry[i].b && (lrh_draft_next(d) < 0))
			return -1;
		i += !skip;
	}
	return 1;
}

int lrh_trial_place(struct lrh_draft *d, const struct lrh_task *task,
		    const struct lrh_entry *e, time_t from, time_t to)
{
	if (!e->b)
		return lrh_place_own(d, task->what, from, to);
	return lrh_place_item(d, e->at - d->first, from, to);
}

int lrh_trial_end(const struct lrh_ask *ask, const struct lrh_draft *d,
		  const struct lrh_change *freed, lrh_plan_t *plan)
{
	struct lrh_sketch s = { .not_before = NULL };
	int rc = lrh_settle(ask, d, freed, &s);

	if (!rc && !lrh_is_late(ask->meter))
		rc = lrh_sketch_bind(ask, &s, plan);
	lrh_sketch_free(&s);
	return rc;
}
