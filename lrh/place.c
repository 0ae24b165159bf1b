/* SPDX-License-Identifier: GPL-2.0-or-later */
/* place.c - first fit in a window; see draft.h */

#include <stdlib.h>
#include <string.h>

#include "lrh/draft.h"

struct search {
	const struct lrh *l;
	struct lrh_draft *d;
	const struct lrh_what *w;
	uint32_t *share;
	time_t next;		/* the earliest start that may still fit */
	uint32_t use[GARQ_POOLS_MAX];	/* free nodes of each class->pool[i] */
};

/* Shares of pools */

/*
 * True if pool a is better than b to take nodes from: less demand; more nodes
 * of the class; the lower number. A booking with several pools so leaves the
 * pools on which other bookings depend.
 */
static bool _rather(const struct lrh *l, const struct lrh_class_pool *a,
		    const struct lrh_class_pool *b)
{
	if (l->demand[a->pool] != l->demand[b->pool])
		return l->demand[a->pool] < l->demand[b->pool];
	return (a->nodes != b->nodes) ? (a->nodes > b->nodes) :
					(a->pool < b->pool);
}

/* RET the best pool with nodes left, as index into class->pool */
static uint32_t _best_pool(const struct search *s)
{
	const struct lrh_class *class = s->w->class;
	uint32_t best = UINT32_MAX;

	for (uint32_t i = 0; i < class->cnt; i++)
		if (s->use[i] && ((best == UINT32_MAX) ||
				  _rather(s->l, &class->pool[i],
					  &class->pool[best])))
			best = i;
	return best;
}

static void _take_share(struct search *s, uint32_t i, uint32_t most,
			uint32_t *missing)
{
	uint32_t cnt = (s->use[i] < most) ? s->use[i] : most;

	cnt = (cnt < *missing) ? cnt : *missing;
	s->share[i] += cnt;
	s->use[i] -= cnt;
	*missing -= cnt;
}

/*
 * Divide num_cn among the pools, which have enough nodes: as preferred, as far
 * as these are free, so that a booking that moves keeps the kinds of its nodes.
 */
static void _share_out(struct search *s)
{
	const struct lrh_what *w = s->w;
	uint32_t missing = w->num_cn;

	for (uint32_t i = 0; i < w->class->cnt; i++) {
		s->share[i] = 0;
		if (w->share)
			_take_share(s, i, w->share[i], &missing);
	}
	while (missing)
		_take_share(s, _best_pool(s), missing, &missing);
}

/*
 * True if the preferred share is free for the whole time from t. Mostly it is,
 * and the counts of the other pools of the class are not read.
 */
static bool _enough_as_wished(struct search *s, time_t t, time_t end)
{
	const struct lrh_class *class = s->w->class;
	time_t after;

	if (!s->w->share)
		return false;
	for (uint32_t i = 0; i < class->cnt; i++)
		if (s->w->share[i] &&
		    (lrh_timeline_least(&s->d->tl, class->pool[i].pool, t, end,
					&after) < (int64_t) s->w->share[i]))
			return false;
	memcpy(s->share, s->w->share, class->cnt * sizeof(*s->share));
	return true;
}

/*
 * True if enough nodes are free, in all pools together, for the whole time from
 * t. If not, some pool must have more free nodes, which is possible only after
 * its last segment with the present minimum: no earlier start can fit.
 */
static bool _enough(struct search *s, time_t t)
{
	const struct lrh_class *class = s->w->class;
	time_t end = garq_end(t, s->w->t_e), after = 0;
	uint64_t sum = 0;

	if (_enough_as_wished(s, t, end))
		return true;
	s->next = GARQ_FOREVER;
	for (uint32_t i = 0; i < class->cnt; i++) {
		int64_t least = lrh_timeline_least(&s->d->tl,
						   class->pool[i].pool, t, end,
						   &after);
		uint32_t most = class->pool[i].nodes;

		if (least < (int64_t) most)
			s->next = garq_sooner(s->next, after);
		s->use[i] = (least < 0) ? 0 :
			    (least < (int64_t) most) ? (uint32_t) least : most;
		sum += s->use[i];
	}
	if (sum < s->w->num_cn)
		return false;
	_share_out(s);
	return true;
}

/* True if as many nodes are free in each pool as the pinned class has there. */
static bool _enough_pinned(struct search *s, time_t t)
{
	const struct lrh_class *class = s->w->class;
	time_t end = garq_end(t, s->w->t_e), after = 0;

	for (uint32_t i = 0; i < class->cnt; i++) {
		int64_t least = lrh_timeline_least(&s->d->tl,
						   class->pool[i].pool, t, end,
						   &after);

		s->share[i] = class->pool[i].nodes;
		s->next = after;
		if (least < (int64_t) class->pool[i].nodes)
			return false;
	}
	return true;
}

bool lrh_share(const struct lrh *l, const struct lrh_what *w,
	       const garq_set_t *free_nodes, uint32_t *ret_share)
{
	struct search s = { .l = l, .w = w, .share = ret_share };
	uint32_t in_pool[GARQ_POOLS_MAX] = { 0 };

	if (garq_set_count(free_nodes) < w->num_cn)
		return false;
	GARQ_SET_EACH(i, free_nodes)
		in_pool[lrh_pool(l, i)]++;
	for (uint32_t i = 0; i < w->class->cnt; i++)
		s.use[i] = in_pool[w->class->pool[i].pool];
	_share_out(&s);
	return true;
}

/* Pinned bookings: holds on their nodes that can't move away */

/* A start that is tried: a conflicting hold moves the start to its own end. */
struct block {
	const struct search *s;
	time_t t;
	time_t end;
};

/* Move the start to until, because all starts in between are blocked. */
static void _block_until(struct block *block, time_t until)
{
	if (until <= block->t)
		return;
	block->t = until;
	block->end = garq_end(until, block->s->w->t_e);
}

/* RET the item of a booking, or NULL: the draft has none */
static const struct lrh_draft_item *_find_item(const struct lrh_draft *d,
					       const struct lrh_booking *b)
{
	struct lrh_key key = lrh_key(b);
	uint32_t at = lrh_order_at(d->l, &key);

	if ((at < d->first) || (at - d->first >= d->taken))
		return NULL;
	return &d->item[at - d->first];
}

/* A garq_nodes_fn: holds of one node. */
static bool _blocks(void *arg, uint64_t id, uint32_t node, time_t t_s,
		    time_t t_e)
{
	struct block *block = arg;
	const struct lrh_draft *d = block->s->d;
	const struct lrh_booking *b = lrh_find(d->l, id);
	const struct lrh_draft_item *item = b ? _find_item(d, b) : NULL;

	(void) node;
	lrh_step(d->meter, 1);
	/* Bookings that start after tl.hi may still be taken out. */
	if (t_s >= garq_sooner(block->end, d->tl.hi))
		return false;
	if ((id == d->self) || (item && !item->fixed) ||
	    (b && lrh_may_rebind(d->l, b)))
		return true;
	_block_until(block, t_e);
	return true;
}

/*
 * Pinned bookings block at their new places in this draft. Items are mostly in
 * order of start, so one pass skips most bookings that follow one another.
 */
static void _blocked_by_placed(struct block *block)
{
	const struct search *s = block->s;

	lrh_step(s->d->meter, s->d->taken);
	for (size_t i = 0; i < s->d->taken; i++) {
		const struct lrh_draft_item *item = &s->d->item[i];
		time_t end;

		if (item->fixed || !item->b->pinned ||
		    (item->start >= block->end))
			continue;
		end = garq_end(item->start, item->b->t_e);
		if ((end > block->t) &&
		    garq_set_meets(item->b->class->nodes, s->w->class->nodes))
			_block_until(block, end);
	}
	if (s->d->own_placed && (s->w->id != s->d->self) &&
	    s->d->own.fixed && (s->d->own.start < block->end)) {
		time_t end = garq_end(s->d->own.start, s->d->own_t_e);

		if ((end > block->t) &&
		    garq_set_meets(s->d->own_class->nodes, s->w->class->nodes))
			_block_until(block, end);
	}
}

/*
 * Check that no node of a pinned request has a conflicting hold that can't move
 * away.
 * RET 1; 0: no, or no step is left; -1 with errno ESTALE
 */
static int _nodes_free(struct search *s, time_t t)
{
	struct block block = {
		.s = s, .t = t, .end = garq_end(t, s->w->t_e)
	};
	const garq_nodes_t *nodes = garq_machine_nodes(s->d->l->m);
	const garq_set_t *set = s->w->class->nodes;

	lrh_step(s->d->meter, garq_set_count(set));
	lrh_reads(s->d->meter, t);
	GARQ_SET_EACH(i, set) {
		int rc = lrh_go_on(s->d->meter);

		if (rc != 1)
			return rc;
		lrh_walks(s->d->meter, 1);
		garq_nodes_each_on(nodes, i, block.t, _blocks, &block);
	}
	_blocked_by_placed(&block);
	s->next = block.t;
	return block.t == t;
}

/* RET 1; 0: it does not fit, or no step is left; -1 with errno ENOMEM or ESTALE */
static int _fits_at_start(struct search *s, time_t t)
{
	struct lrh_draft *d = s->d;

	if (lrh_pause(d->meter) ||
	    lrh_draft_reach(d, garq_end(t, s->w->t_e)))
		return -1;
	if (d->tl.cut)
		return 0;
	if (!s->w->pinned)
		return _enough(s, t);
	return _enough_pinned(s, t) ? _nodes_free(s, t) : 0;
}

int lrh_place(struct lrh_draft *d, const struct lrh_what *w, time_t from,
	      time_t to, time_t *ret_start, uint32_t *ret_share)
{
	struct search s = { .l = d->l, .d = d, .w = w, .share = ret_share };

	for (time_t t = from; t <= to; t = s.next) {
		int rc;

		if ((t >= GARQ_FOREVER) || d->tl.cut || lrh_is_late(d->meter))
			return 0;
		if (!(rc = _fits_at_start(&s, t)))
			continue;
		*ret_start = t;
		return rc;
	}
	return 0;
}

/* Items of a draft */

static uint32_t *_new_share(const struct lrh_class *class)
{
	return calloc(class->cnt ? class->cnt : 1, sizeof(uint32_t));
}

bool lrh_draft_item_moved(const struct lrh_draft_item *item)
{
	return item->share != NULL;
}

static bool _is_as_before(const struct lrh_draft_item *item,
			  const uint32_t *share)
{
	const struct lrh_booking *b = item->b;

	return (item->start == b->start) &&
	       !memcmp(share, b->share, b->class->cnt * sizeof(*share));
}

int lrh_place_item(struct lrh_draft *d, size_t at, time_t from, time_t to)
{
	const struct lrh_booking *b = d->item[at].b;
	struct lrh_what w = lrh_what(b);
	uint32_t *share = _new_share(b->class);
	struct lrh_draft_item *item;
	time_t start;
	int rc;

	if (!share)
		return -1;
	rc = lrh_place(d, &w, from, to, &start, share);
	if (rc != 1) {
		free(share);
		return rc;
	}
	item = &d->item[at];
	free(item->share);
	item->share = NULL;
	item->start = start;
	if (_is_as_before(item, share))
		free(share);
	else
		item->share = share;
	return lrh_draft_put(d, item) ? -1 : 1;
}

int lrh_place_own(struct lrh_draft *d, const struct lrh_what *w, time_t from,
		  time_t to)
{
	int rc;

	if (!d->own.share && !(d->own.share = _new_share(w->class)))
		return -1;
	d->own_class = w->class;
	d->own_t_e = w->t_e;
	d->own.fixed = w->pinned;
	rc = lrh_place(d, w, from, to, &d->own.start, d->own.share);
	if (rc != 1)
		return rc;
	d->own_placed = true;
	return lrh_draft_put(d, &d->own) ? -1 : 1;
}
