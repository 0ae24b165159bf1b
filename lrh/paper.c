/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * paper.c - the paper's order, from the first change on; see draft.h
 *
 * Each booking in turn is placed beside the bookings before it. If no change
 * lies in the range of its search, a booking would find the start that it has,
 * and the search is skipped. When all bookings that follow begin after the last
 * change, these stay.
 */

#include "lrh/draft.h"

/* RET as lrh_paper_order() */
static int _replace(struct lrh_draft *d, size_t at, time_t from, time_t to,
		    struct lrh_changes *c)
{
	const struct lrh_booking *b = d->item[at].b;
	int rc = lrh_place_item(d, at, from, to);
	uint64_t pools;
	time_t start;

	if ((rc != 1) || !lrh_draft_item_moved(&d->item[at]))
		return rc;
	if (lrh_is_too_many(d->meter, ++d->moved))
		return 0;
	start = d->item[at].start;
	pools = lrh_pools(b->class, b->share) |
		lrh_pools(b->class, d->item[at].share);
	if (lrh_changes_add(c, b->start, garq_end(b->start, b->t_e), pools) ||
	    lrh_changes_add(c, start, garq_end(start, b->t_e), pools))
		return -1;
	return 1;
}

static int _place_item(struct lrh_draft *d, size_t at, struct lrh_changes *c)
{
	struct lrh_draft_item *item = &d->item[at];
	const struct lrh_booking *b = item->b;
	time_t from, to;

	if (item->fixed)
		return 1;
	lrh_step(d->meter, 1 + c->cnt);
	lrh_window(d->l, b, d->options->freeze, b->not_before, &from, &to);
	if (!lrh_changes_meet(c, from, garq_end(b->start, b->t_e), b->class))
		return lrh_draft_keep(d, item) ? -1 : 1;
	return _replace(d, at, from, to, c);
}

static int _place_own(struct lrh_draft *d, const struct lrh_task *task,
		      struct lrh_changes *c)
{
	const struct lrh_what *w = task->what;
	int rc = lrh_place_own(d, w, task->from, task->to);

	if (rc != 1)
		return rc;
	return lrh_changes_add(c, d->own.start, garq_end(d->own.start, w->t_e),
			       lrh_pools(w->class, d->own.share)) ? -1 : 1;
}

/* True if the request is next in the order. */
static bool _own_is_next(const struct lrh_draft *d,
			 const struct lrh_task *task, size_t done)
{
	struct lrh_key key;

	if (!task->what || d->own_placed)
		return false;
	if (d->first + done >= d->l->cnt)
		return true;
	key = lrh_key(d->l->by_order[d->first + done]);
	return lrh_before(&task->key, &key);
}

/* True if the rest of the order is out of reach of all changes. */
static bool _is_over(const struct lrh_draft *d, const struct lrh_task *task,
		     size_t done, const struct lrh_changes *c)
{
	if (task->what && !d->own_placed)
		return false;
	return (d->first + done >= d->l->cnt) ||
	       (d->l->by_order[d->first + done]->not_before >= c->end);
}

static int _place_all_items(struct lrh_draft *d, const struct lrh_task *task,
			    struct lrh_changes *c, uint64_t *ret_blocked)
{
	size_t done = 0;
	int rc = 1;

	while ((rc == 1) && !_is_over(d, task, done, c)) {
		if (lrh_pause(d->meter))
			return -1;
		if (lrh_is_late(d->meter))
			return 0;
		if (_own_is_next(d, task, done)) {
			*ret_blocked = task->what->id;
			rc = _place_own(d, task, c);
			continue;
		}
		if ((done == d->taken) && (lrh_draft_next(d) < 0))
			return -1;
		*ret_blocked = d->item[done].b->id;
		rc = _place_item(d, done, c);
		done++;
	}
	return rc;
}

int lrh_paper_order(struct lrh_draft *d, const struct lrh_task *task,
	     uint64_t *ret_blocked)
{
	struct lrh_changes c = { .cnt = 0 };
	int rc = lrh_changes_add(&c, task->freed.t_s, task->freed.t_e,
				 task->freed.pools);

	if (!rc)
		rc = _place_all_items(d, task, &c, ret_blocked);
	lrh_changes_free(&c);
	return rc;
}

/*
 * True if a booking waits for nodes, as its not_before is before its start, and
 * the freed nodes may let it start earlier. With several pools even a booking
 * that starts before the nodes are free may gain: the freed pool may now give
 * nodes for the whole booking, in place of nodes that other pools lack at its
 * begin.
 */
static bool _is_reached(const struct lrh *l, const struct lrh_booking *b,
			time_t freeze, const struct lrh_change *freed)
{
	time_t from, to;

	if ((b->not_before >= garq_sooner(b->start, freed->t_e)) ||
	    (garq_end(b->start, b->t_e) <= freed->t_s) ||
	    !(lrh_pools(b->class, NULL) & freed->pools))
		return false;
	lrh_window(l, b, freeze, b->not_before, &from, &to);
	return from < garq_sooner(b->start, freed->t_e);
}

uint32_t lrh_first_reached(const struct lrh *l, time_t freeze,
			   const struct lrh_change *freed,
			   struct lrh_meter *meter)
{
	time_t last = garq_end(freed->t_e, l->longest_window);
	uint32_t first = UINT32_MAX, i;

	if (freed->t_s >= freed->t_e)
		return first;
	for (i = lrh_start_at(l, freed->t_s - l->longest_t_e);
	     (i < l->cnt) && (l->by_start[i]->start < last); i++) {
		const struct lrh_booking *b = l->by_start[i];
		struct lrh_key key = lrh_key(b);
		uint32_t at;

		lrh_step(meter, 1);
		if (!_is_reached(l, b, freeze, freed))
			continue;
		at = lrh_order_at(l, &key);
		if (at < first)
			first = at;
	}
	return first;
}
