/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * room.c - single bookings that start earlier, now that nodes are free; see
 * room.h
 *
 * In the paper's order, each booking that may start earlier is placed beside
 * all others at their places so far. The booking starts earlier, or stays.
 */

#include <stdlib.h>

#include "lrh/room.h"
#include "lrh/trial.h"

/* Maximum number of candidates. */
#define ROOM_MAX 256

/* Maximum number of candidates that are bound one after the other. */
#define ALONE_MAX 16

static bool _is_waiting(const struct lrh_ask *ask, const struct lrh_booking *b,
			const struct lrh_change *freed, struct lrh_entry *ret)
{
	struct lrh_key key = lrh_key(b);
	time_t first = b->tight ? b->not_before : b->t_esr, from, to;

	lrh_step(ask->meter, 1);
	if ((first >= garq_sooner(b->start, freed->t_e)) ||
	    (garq_end(b->start, b->t_e) <= freed->t_s))
		return false;
	lrh_window(ask->l, b, ask->options->freeze, first, &from, &to);
	if (from >= garq_sooner(b->start, freed->t_e))
		return false;
	*ret = (struct lrh_entry) {
		.b = b, .at = lrh_order_at(ask->l, &key), .from = from,
	};
	return true;
}

static size_t _find_waiting(const struct lrh_ask *ask,
			    const struct lrh_change *freed,
			    struct lrh_entry *ret)
{
	const struct lrh *l = ask->l;
	time_t last = garq_end(freed->t_e, l->longest_window);
	uint32_t i = lrh_start_at(l, freed->t_s - l->longest_t_e);
	size_t cnt = 0;

	for (; (i < l->cnt) && (l->by_start[i]->start < last) &&
	       (cnt < ROOM_MAX); i++)
		cnt += _is_waiting(ask, l->by_start[i], freed, &ret[cnt]);
	qsort(ret, cnt, sizeof(*ret), lrh_entry_by_position);
	return cnt;
}

/*
 * Replace the plan by that of the draft, if the draft can be bound to nodes.
 * RET as lrh_sketch_bind()
 */
static int _bind_further(const struct lrh_ask *ask, const struct lrh_draft *d,
			 const struct lrh_change *freed, lrh_plan_t *plan)
{
	lrh_plan_t more = { .fits = false };
	int rc;

	/* the budget stops no binding of the result so far */
	lrh_limit(ask, LRH_PHASE_STILL);
	rc = lrh_trial_end(ask, d, freed, &more);
	lrh_limit(ask, LRH_PHASE_FURTHER);
	if (rc == 1) {
		lrh_plan_free(plan);
		*plan = more;
	} else {
		lrh_plan_free(&more);
	}
	return rc;
}

/* Put an item back at its old place. RET 0, or -1 with errno ENOMEM */
static int _put_back(struct lrh_draft *d, struct lrh_draft_item *item)
{
	if ((item->start < GARQ_FOREVER) && lrh_draft_take(d, item))
		return -1;
	return lrh_draft_keep(d, item);
}

/* RET 1: the booking starts earlier; 0: it stays; -1 with errno ENOMEM */
static int _earlier(struct lrh_draft *d, const struct lrh_entry *e)
{
	size_t at = e->at - d->first;
	int rc;

	if (lrh_draft_take(d, &d->item[at]))
		return -1;
	rc = lrh_place_item(d, at, e->from, e->b->start);
	if (rc < 0)
		return -1;
	if ((rc == 1) && (d->item[at].start < e->b->start))
		return 1;
	return _put_back(d, &d->item[at]);
}

/* Move all bookings that can, then bind all. RET as lrh_sketch_bind() */
static int _together(const struct lrh_ask *ask, struct lrh_draft *d,
		     const struct lrh_entry *e, size_t cnt,
		     const struct lrh_change *freed, lrh_plan_t *plan)
{
	size_t some = 0;

	for (size_t i = 0; i < cnt; i++)
		if (lrh_draft_keep(d, &d->item[e[i].at - d->first]))
			return -1;
	for (size_t i = 0; (i < cnt) && !lrh_is_late(ask->meter) &&
	     !lrh_is_too_many(ask->meter, some + 1); i++) {
		int rc = _earlier(d, &e[i]);

		if (rc < 0)
			return -1;
		some += (rc > 0);
	}
	/* without moves, mark bookings that the paper's order can't move */
	return (some || (freed->t_s < freed->t_e)) ?
	       _bind_further(ask, d, freed, plan) : 1;
}

/* Move and bind one booking after the other. RET as lrh_sketch_bind() */
static int _one_by_one(const struct lrh_ask *ask, struct lrh_draft *d,
		       const struct lrh_entry *e, size_t cnt,
		       const struct lrh_change *freed, lrh_plan_t *plan)
{
	bool some = false;
	int rc;

	for (size_t i = 0; i < cnt; i++)
		if (_put_back(d, &d->item[e[i].at - d->first]))
			return -1;
	for (size_t i = 0;
	     (i < cnt) && (i < ALONE_MAX) && !lrh_is_late(ask->meter); i++) {
		rc = _earlier(d, &e[i]);
		if (rc == 1) {
			rc = _bind_further(ask, d, freed, plan);
			some |= (rc > 0);
			if (rc == 0)
				rc = _put_back(d, &d->item[e[i].at - d->first]);
		}
		if (rc < 0)
			return -1;
	}
	return some ? 1 : _bind_further(ask, d, freed, plan);
}

int lrh_by_room(const struct lrh_ask *ask, const struct lrh_change *freed,
		bool settled, lrh_plan_t *plan)
{
	const struct lrh_change none = { .t_s = 0 };
	const struct lrh_change *more = settled ? &none : freed;
	struct lrh_entry *e = calloc(ROOM_MAX, sizeof(*e));
	struct lrh_task task = { .from = GARQ_FOREVER };
	struct lrh_draft d;
	size_t cnt;
	int rc;

	if (!e)
		return -1;
	cnt = _find_waiting(ask, freed, e);
	lrh_limit(ask, LRH_PHASE_STILL);
	rc = lrh_trial_open(ask, &task, e, cnt, &d);
	lrh_limit(ask, LRH_PHASE_FURTHER);
	if (rc == 1) {
		rc = _together(ask, &d, e, cnt, more, plan);
		if (!rc)
			rc = _one_by_one(ask, &d, e, cnt, more, plan);
	}
	lrh_draft_close(&d);
	free(e);
	return (rc < 0) ? -1 : 1;
}
