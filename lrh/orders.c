/* SPDX-License-Identifier: GPL-2.0-or-later */
/* orders.c - further orders, if the paper's finds no plan; see lrh.h */

#include <stdlib.h>
#include <string.h>

#include "lrh/first_fit.h"
#include "lrh/orders.h"
#include "lrh/repair.h"
#include "lrh/trial.h"

/*
 * Keep the present placement, and add the request at its first fit. With this
 * start the request conflicts with no booking before it in the order, and
 * bookings behind it find no free nodes that they did not have before.
 */
static int _inserted(const struct lrh_ask *ask, const struct lrh_task *task,
		     lrh_plan_t *plan)
{
	struct lrh_draft d;
	int rc;

	/* no booking is taken out */
	rc = lrh_trial_open(ask, task, NULL, 0, &d);
	if (rc == 1)
		rc = lrh_place_own(&d, task->what, task->from, task->to);
	if (rc == 1)
		rc = lrh_trial_end(ask, &d, &task->freed, plan);
	lrh_draft_close(&d);
	return rc;
}

/* As _inserted(), without changing the nodes of other bookings. */
static int _inserted_as_is(const struct lrh_ask *ask,
			   const struct lrh_task *task, lrh_plan_t *plan)
{
	(void) task;
	return lrh_by_first_fit(ask, plan);
}

/*
 * Check whether the request finds no start even with all bookings in reach out
 * of its way. Then no further order finds one, since others keep their shares
 * of the pools there: the paper's order alone gives rigid bookings nodes of
 * other pools.
 * RET 1: none; 0; -1 with errno ENOMEM or ESTALE
 */
static int _is_hopeless(const struct lrh_ask *ask, const struct lrh_task *task,
			const struct lrh_reach *reach)
{
	struct lrh_draft d;
	int rc;

	if (!reach->has_all)
		return 0;
	rc = lrh_trial_open(ask, task, reach->entry, reach->cnt, &d);
	if (rc == 1)
		rc = lrh_place_own(&d, task->what, task->from, task->to);
	lrh_draft_close(&d);
	return (rc < 0) ? -1 : !rc && !lrh_is_late(ask->meter);
}

/* Orders of the bookings in reach */

#define DIFFER(x, y)				\
	do {					\
		if ((x) != (y))			\
			return ((x) < (y)) ? -1 : 1; \
	} while (0)

/* The paper's order, by the windows that were asked for. */
static int _by_asked_window(const void *p, const void *q)
{
	const struct lrh_entry *a = p, *b = q;

	DIFFER(a->t_esr, b->t_esr);
	DIFFER(a->t_e, b->t_e);
	DIFFER(a->num_cn, b->num_cn);
	DIFFER(a->id, b->id);
	return 0;
}

/* By the latest start. */
static int _latest(const void *p, const void *q)
{
	const struct lrh_entry *a = p, *b = q;

	DIFFER(a->to, b->to);
	return _by_asked_window(p, q);
}

/* By the number of starts, the fewest first. */
static int _tightest(const void *p, const void *q)
{
	const struct lrh_entry *a = p, *b = q;

	DIFFER(a->to - a->from, b->to - b->from);
	return _by_asked_window(p, q);
}

/* Place all of them, one after the other. RET as lrh_sketch_bind() */
static int _in_order(const struct lrh_ask *ask, const struct lrh_task *task,
		     const struct lrh_reach *reach,
		     int (*order)(const void *, const void *),
		     lrh_plan_t *plan)
{
	struct lrh_entry *e = calloc(reach->cnt, sizeof(*e));
	struct lrh_draft d;
	int rc;

	if (!e)
		return -1;
	memcpy(e, reach->entry, reach->cnt * sizeof(*e));
	rc = lrh_trial_open(ask, task, e, reach->cnt, &d);
	qsort(e, reach->cnt, sizeof(*e), order);
	for (size_t i = 0; (rc == 1) && (i < reach->cnt); i++)
		rc = lrh_is_late(ask->meter) ? 0 :
		     lrh_trial_place(&d, task, &e[i], e[i].from, e[i].to);
	if (rc == 1)
		rc = lrh_trial_end(ask, &d, &task->freed, plan);
	lrh_draft_close(&d);
	free(e);
	return rc;
}

/*
 * The orders, in the sequence of attempts; those that are alone shift no
 * booking. Further orders would gain little: these admit nearly what an
 * exhaustive search of all placements admits (contrib/eval/GAP.md, small
 * instances). The first plan that is found is taken: going on for one with
 * fewer moves admits fewer requests later, since the moves of these orders
 * leave the others a tidier placement.
 */

static const struct {
	lrh_order_t order;
	int (*alone)(const struct lrh_ask *ask, const struct lrh_task *task,
		     lrh_plan_t *plan);
	int (*compare)(const void *p, const void *q);
} orders[] = {
	{ LRH_ORDER_INSERTED, _inserted, NULL },
	{ LRH_ORDER_INSERTED, _inserted_as_is, NULL },
	{ LRH_ORDER_ANEW, NULL, _by_asked_window },
	{ LRH_ORDER_LATEST, NULL, _latest },
	{ LRH_ORDER_LATEST, NULL, _tightest },
	{ LRH_ORDER_REPAIRED, NULL, NULL },
};
#define ORDERS (sizeof(orders) / sizeof(orders[0]))

static int _by_order(const struct lrh_ask *ask, const struct lrh_task *task,
		     struct lrh_reach *reach, size_t i, lrh_plan_t *plan)
{
	int rc;

	lrh_limit(ask, orders[i].alone ? LRH_PHASE_STILL : LRH_PHASE_FURTHER);
	if (lrh_is_late(ask->meter))
		return 0;
	if (!orders[i].alone && !reach->entry) {
		if (lrh_reach_find(ask, task, reach))
			return -1;
		rc = _is_hopeless(ask, task, reach);
		if (rc < 0)
			return -1;
		reach->hopeless = rc;
	}
	if (reach->hopeless)
		return 0;
	rc = orders[i].alone ? orders[i].alone(ask, task, plan) :
	     orders[i].compare ?
	     _in_order(ask, task, reach, orders[i].compare, plan) :
	     lrh_by_repair(ask, task, reach, plan);
	plan->order = orders[i].order;
	return rc;
}

int lrh_by_orders(const struct lrh_ask *ask, const struct lrh_task *task,
		  lrh_plan_t *plan)
{
	struct lrh_reach reach = { .entry = NULL };
	struct lrh_task wide = *task;
	int rc = 0;

	wide.from = garq_later(ask->rq->t_esr, garq_machine_now(ask->l->m));
	for (size_t i = 0; !rc && !reach.hopeless && (i < ORDERS); i++)
		rc = _by_order(ask, &wide, &reach, i, plan);
	lrh_reach_free(&reach);
	return rc;
}
