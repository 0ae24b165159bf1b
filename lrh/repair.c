/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * repair.c - place the request at some start, and the bookings in its way
 * elsewhere; see repair.h
 *
 * The request is tried at starts where it would begin or end together with
 * another booking. For each start, all movable conflicting bookings are taken
 * out. Then these are placed again, bookings with the fewest other starts
 * first: at their old places if possible, the rest at their first fit.
 */

#include <stdlib.h>

#include "garq/times.h"
#include "lrh/repair.h"

/* Maximum number of starts to try. */
#define STARTS_MAX 64

static size_t _drop_repeats(time_t *t, size_t cnt)
{
	size_t to = 0;

	for (size_t i = 0; i < cnt; i++)
		if (!to || (t[to - 1] != t[i]))
			t[to++] = t[i];
	return to;
}

/*
 * Collect starts at which the request begins where another booking ends, or
 * ends where another begins, and both ends of its window.
 * OUT ret_start - sorted, without duplicates; room is at least 2
 * RET number of starts
 */
static size_t _starts(const struct lrh_ask *ask, const struct lrh_task *task,
		      time_t *ret_start, size_t room)
{
	const struct lrh *l = ask->l;
	time_t t_e = ask->rq->t_e, end = garq_end(task->to, t_e);
	uint32_t i = lrh_start_at(l, task->from - l->longest_t_e);
	size_t cnt = 0;

	ret_start[cnt++] = task->from;
	ret_start[cnt++] = task->to;
	for (; (i < l->cnt) && (l->by_start[i]->start <= end) &&
	       (cnt + 2 <= room); i++) {
		const struct lrh_booking *b = l->by_start[i];
		time_t at[2] = { garq_end(b->start, b->t_e), b->start - t_e };

		lrh_step(ask->meter, 1);
		for (int j = 0; j < 2; j++)
			if ((at[j] > task->from) && (at[j] < task->to))
				ret_start[cnt++] = at[j];
	}
	qsort(ret_start, cnt, sizeof(*ret_start), garq_by_time);
	return _drop_repeats(ret_start, cnt);
}

static int _by_slack(const void *p, const void *q)
{
	const struct lrh_entry *a = p, *b = q;
	time_t x = a->to - a->from, y = b->to - b->from;

	return (x != y) ? ((x < y) ? -1 : 1) : (a->at > b->at) - (a->at < b->at);
}

/* The bookings in reach that overlap [t_s, t_e). RET their number */
static size_t _in_the_way(const struct lrh_reach *reach, time_t t_s,
			  time_t t_e, struct lrh_entry *ret)
{
	size_t cnt = 0;

	for (size_t i = 0; i < reach->cnt; i++) {
		const struct lrh_booking *b = reach->entry[i].b;

		if (b && (b->start < t_e) && (garq_end(b->start, b->t_e) > t_s))
			ret[cnt++] = reach->entry[i];
	}
	return cnt;
}

/* Place bookings at their old starts, or else elsewhere. RET as lrh_place() */
static int _put_bookings_back(struct lrh_draft *d, const struct lrh_task *task,
			      struct lrh_entry *e, size_t cnt)
{
	size_t left = 0;
	int rc = 1;

	qsort(e, cnt, sizeof(*e), _by_slack);
	for (size_t i = 0; (rc >= 0) && (i < cnt); i++) {
		rc = lrh_trial_place(d, task, &e[i], e[i].b->start,
				     e[i].b->start);
		if (rc == 0)
			e[left++] = e[i];
	}
	if (rc >= 0)
		rc = 1;
	for (size_t i = 0; (rc == 1) && (i < left); i++)
		rc = lrh_trial_place(d, task, &e[i], e[i].from, e[i].to);
	return rc;
}

static int _try_start(const struct lrh_ask *ask, const struct lrh_task *task,
		      const struct lrh_reach *reach, struct lrh_entry *e,
		      time_t t, lrh_plan_t *plan)
{
	size_t cnt = _in_the_way(reach, t, garq_end(t, ask->rq->t_e), e);
	struct lrh_draft d;
	int rc;

	lrh_step(ask->meter, reach->cnt);
	rc = lrh_trial_open(ask, task, e, cnt, &d);
	if (rc == 1)
		rc = lrh_place_own(&d, task->what, t, t);
	if (rc == 1)
		rc = _put_bookings_back(&d, task, e, cnt);
	if (rc == 1)
		rc = lrh_trial_end(ask, &d, &task->freed, plan);
	lrh_draft_close(&d);
	return rc;
}

int lrh_by_repair(const struct lrh_ask *ask, const struct lrh_task *task,
		  const struct lrh_reach *reach, lrh_plan_t *plan)
{
	struct lrh_entry *e = calloc(reach->cnt, sizeof(*e));
	time_t start[STARTS_MAX];
	size_t cnt;
	int rc = 0;

	if (!e)
		return -1;
	cnt = (task->from <= task->to) ?
	      _starts(ask, task, start, STARTS_MAX) : 0;
	for (size_t i = 0; !rc && (i < cnt) && !lrh_is_late(ask->meter); i++)
		rc = _try_start(ask, task, reach, e, start[i], plan);
	free(e);
	return rc;
}
