/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "garq/grow.h"
#include "lrh/draft.h"

#define ROOM_FIRST 8	/* items */

void lrh_draft_open(struct lrh_draft *d, const struct lrh *l,
		    const lrh_options_t *options, struct lrh_meter *meter,
		    uint64_t self, time_t lo, uint32_t first)
{
	const struct lrh_booking *b;

	memset(d, 0, sizeof(*d));
	d->l = l;
	d->options = options;
	d->meter = meter;
	d->self = self;
	d->first = first;
	b = lrh_find(l, self);
	if (b && lrh_is_hurt(l, b)) {
		d->hurt_from = b->start;
		d->hurt_to = garq_end(b->start, b->t_e);
	}
	lrh_timeline_open(&d->tl, l, meter, lo);
}

void lrh_draft_close(struct lrh_draft *d)
{
	for (size_t i = 0; i < d->taken; i++)
		free(d->item[i].share);
	free(d->item);
	free(d->own.share);
	lrh_timeline_close(&d->tl);
}

static int _count_share(struct lrh_draft *d, const struct lrh_class *class,
			const uint32_t *share, time_t t_s, time_t t_e,
			int64_t sign)
{
	for (uint32_t i = 0; i < class->cnt; i++)
		if (lrh_timeline_add(&d->tl, class->pool[i].pool, t_s, t_e,
				     sign * (int64_t) share[i]))
			return -1;
	return 0;
}

/* Count a booking at its present place, as the machine does. */
static int _count_old(struct lrh_draft *d, const struct lrh_booking *b,
		      time_t from, int64_t sign)
{
	time_t end = garq_end(b->start, b->t_e);

	return _count_share(d, b->class, b->share, garq_later(b->start, from),
			    end, sign);
}

static int _count_new(struct lrh_draft *d, const struct lrh_draft_item *item,
		      time_t from, int64_t sign)
{
	const struct lrh_class *class = item->b ? item->b->class :
						  d->own_class;
	time_t t_e = item->b ? item->b->t_e : d->own_t_e;

	return _count_share(d, class,
			    item->share ? item->share : item->b->share,
			    garq_later(item->start, from),
			    garq_end(item->start, t_e), sign);
}

int lrh_draft_put(struct lrh_draft *d, const struct lrh_draft_item *item)
{
	return _count_new(d, item, 0, -1);
}

int lrh_draft_take(struct lrh_draft *d, struct lrh_draft_item *item)
{
	if (_count_new(d, item, 0, 1))
		return -1;
	item->start = GARQ_FOREVER;
	return 0;
}

int lrh_draft_keep(struct lrh_draft *d, struct lrh_draft_item *item)
{
	free(item->share);
	item->share = NULL;
	item->start = item->b->start;
	return lrh_draft_put(d, item);
}

/* RET an item for the next booking, not counted; NULL with errno ENOMEM */
static struct lrh_draft_item *_append(struct lrh_draft *d)
{
	struct lrh_draft_item *item;

	if (GARQ_GROW(d->item, d->taken + 1, ROOM_FIRST, &d->room) < 0)
		return NULL;
	lrh_step(d->meter, 1);
	item = &d->item[d->taken];
	memset(item, 0, sizeof(*item));
	item->b = d->l->by_order[d->first + d->taken];
	item->start = GARQ_FOREVER;
	d->taken++;
	return item;
}

static bool _is_last(const struct lrh_draft *d)
{
	return d->first + d->taken >= d->l->cnt;
}

int lrh_draft_next(struct lrh_draft *d)
{
	struct lrh_draft_item *item;

	if (_is_last(d))
		return 0;
	item = _append(d);
	if (!item)
		return -1;
	lrh_step(d->meter, item->b->num_cn);
	item->fixed = (item->b->id == d->self) ||
		      lrh_has_started(d->l, item->b) ||
		      lrh_is_hurt(d->l, item->b);
	return (item->fixed || !_count_old(d, item->b, 0, 1)) ? 1 : -1;
}

int lrh_draft_skip(struct lrh_draft *d)
{
	struct lrh_draft_item *item = _append(d);

	if (!item)
		return -1;
	item->fixed = true;
	return 0;
}

/* As lrh_go_on(); if no step is left, the draft is of no use any more. */
static int _go_on(struct lrh_draft *d)
{
	int rc = lrh_go_on(d->meter);

	d->tl.cut |= (rc == 0);
	return rc;
}

/*
 * Correct the counts that were just read, from a time on: the machine counts
 * bookings at their old places. RET 0, or -1 with errno ENOMEM or ESTALE
 */
static int _correct(struct lrh_draft *d, time_t from)
{
	for (size_t i = 0; i < d->taken; i++) {
		const struct lrh_draft_item *item = &d->item[i];
		int rc;

		lrh_step(d->meter, 1);
		if (item->fixed)
			continue;
		if ((rc = _go_on(d)) != 1)
			return rc;
		if (_count_old(d, item->b, from, 1) ||
		    ((item->start < GARQ_FOREVER) &&
		     _count_new(d, item, from, -1)))
			return -1;
	}
	return d->own_placed ? _count_new(d, &d->own, from, -1) : 0;
}

int lrh_draft_reach(struct lrh_draft *d, time_t hi)
{
	time_t was = d->tl.hi, ahead = d->tl.hi - d->tl.lo;
	const struct lrh *l = d->l;

	if (hi > was) {
		/* Double the range, so that few extensions are needed. */
		hi = garq_sooner(garq_later(hi, garq_end(was, ahead)),
				GARQ_FOREVER);
		if (lrh_timeline_extend(&d->tl, hi) ||
		    lrh_timeline_recount(&d->tl, d->self,
					 garq_later(d->hurt_from, was),
					 d->hurt_to) ||
		    _correct(d, was))
			return -1;
	}
	while (!d->closed && !_is_last(d) &&
	       (l->by_order[d->first + d->taken]->not_before < d->tl.hi)) {
		int rc = _go_on(d);

		if (rc != 1)
			return rc;
		if (lrh_draft_next(d) < 0)
			return -1;
	}
	return 0;
}
