/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes_search.c - which nodes are free, when are enough of them free.
 *
 * The structure, its picture and its invariants are in holds.h.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/holds.h"

/* Where to stop going along set: no node of n is at or after it. */
static uint32_t _stop(const garq_nodes_t *n, const garq_set_t *set)
{
	return (set->size < n->size) ? set->size : n->size;
}

/*
 * The first second of [t_s, t_e) at which the node is held by another group.
 * RET t_e if there is none
 */
static time_t _first_busy(const struct garq_node *node, time_t t_s, time_t t_e,
			  uint64_t group)
{
	for (uint32_t i = garq_first_after(node, t_s); i < node->cnt; i++) {
		const struct garq_hold *h = &node->hold[i];

		if (h->t_s >= t_e)
			break;
		if ((h->t_e > t_s) && (h->group != group))
			return garq_later(h->t_s, t_s);
	}
	return t_e;
}

extern uint32_t garq_nodes_free(const garq_nodes_t *n,
				const garq_set_t *eligible, time_t t_s,
				time_t t_e, uint64_t group,
				garq_set_t *ret_free)
{
	uint32_t i, cnt = 0, stop = _stop(n, eligible);

	if (ret_free && (ret_free != eligible))
		garq_set_zero(ret_free);
	for (i = garq_set_next(eligible, 0); i < stop;
	     i = garq_set_next(eligible, i + 1)) {
		bool is_free = (t_s >= t_e) ||
			(_first_busy(&n->node[i], t_s, t_e, group) == t_e);

		cnt += is_free;
		if (ret_free && is_free)
			garq_set_add(ret_free, i);
		else if (ret_free)
			garq_set_del(ret_free, i);
	}
	return cnt;
}

/* Where it fails */

static int _cmp_time(const void *a, const void *b)
{
	time_t x = *(const time_t *) a, y = *(const time_t *) b;

	return (x > y) - (x < y);
}

/*
 * In order, the seconds at which the eligible nodes cease to be free from t_s
 * on; t_e for one that does not. RET how many, busy has room for all
 */
static uint32_t _cease(const garq_nodes_t *n, const garq_set_t *eligible,
		       time_t t_s, time_t t_e, uint64_t group, time_t *busy)
{
	uint32_t i, cnt = 0, stop = _stop(n, eligible);

	for (i = garq_set_next(eligible, 0); i < stop;
	     i = garq_set_next(eligible, i + 1))
		busy[cnt++] = _first_busy(&n->node[i], t_s, t_e, group);
	qsort(busy, cnt, sizeof(*busy), _cmp_time);
	return cnt;
}

/* Fewer than num_cn are left as soon as all but num_cn - 1 have ceased. */
extern int garq_nodes_shortage(const garq_nodes_t *n,
			       const garq_set_t *eligible, uint32_t num_cn,
			       time_t t_s, time_t t_e, uint64_t group,
			       time_t *ret_at, uint32_t *ret_missing)
{
	uint32_t cnt, ceased = 0;
	time_t at, *busy;

	if ((t_s >= t_e) || !num_cn)
		return 0;
	busy = malloc(((size_t) garq_set_count(eligible) + 1) * sizeof(*busy));
	if (!busy)
		return -1;
	cnt = _cease(n, eligible, t_s, t_e, group, busy);
	at = (cnt < num_cn) ? t_s : busy[cnt - num_cn];
	while ((ceased < cnt) && (busy[ceased] <= at))
		ceased++;
	free(busy);
	if (at == t_e)
		return 0;
	*ret_at = at;
	*ret_missing = num_cn - (cnt - ceased);
	return 1;
}

/* The earliest start */

/* Which starts are looked at; the same for all nodes. */
struct window {
	time_t duration;
	time_t latest;
	uint64_t group;
};

/*
 * One node on its way through time. A start is open from the second at which
 * the node becomes free up to the last one from which the gap is long enough:
 *
 *	|--hold--|                         |--hold--|
 *	         ^ free_from               ^ hold
 *	         |---- open -----|-duration|
 */
struct cursor {
	const struct garq_node *node;
	uint32_t hold;		/* next one to look at */
	bool open;
	time_t t;		/* when open changes next */
	time_t free_from;	/* the node is free from here up to hold */
};

/*
 * From a closed start to the next open one.
 * RET false if there is none up to the latest start
 */
static bool _open_next(struct cursor *c, const struct window *w)
{
	for (; (c->hold < c->node->cnt) && (c->free_from <= w->latest);
	     c->hold++) {
		const struct garq_hold *h = &c->node->hold[c->hold];

		if (h->group == w->group)
			continue;
		if (garq_end(c->free_from, w->duration) <= h->t_s)
			break;
		c->free_from = garq_later(c->free_from, h->t_e);
	}
	c->open = false;
	c->t = c->free_from;
	return c->free_from <= w->latest;
}

/* Past the change at c->t. RET false if there is no other to come */
static bool _change(struct cursor *c, const struct window *w)
{
	const struct garq_hold *h;

	if (c->hold == c->node->cnt)
		return false;	/* open, and it stays so */
	h = &c->node->hold[c->hold];
	if (!c->open) {
		c->open = true;
		c->t = h->t_s - w->duration + 1;
		return true;
	}
	c->free_from = garq_later(c->free_from, h->t_e);
	c->hold++;
	return _open_next(c, w);
}

/* Put the cursor at i of a heap by t where it belongs. */
static void _sift(struct cursor *heap, uint32_t cnt, uint32_t i)
{
	struct cursor c = heap[i];
	size_t child;

	while ((child = 2 * (size_t) i + 1) < cnt) {
		if ((child + 1 < cnt) && (heap[child + 1].t < heap[child].t))
			child++;
		if (heap[child].t >= c.t)
			break;
		heap[i] = heap[child];
		i = (uint32_t) child;
	}
	heap[i] = c;
}

/* A heap of the nodes that have an open start. RET how many */
static uint32_t _start(const garq_nodes_t *n, const garq_set_t *eligible,
		       const struct window *w, time_t from,
		       struct cursor *heap)
{
	uint32_t i, cnt = 0;

	for (i = garq_set_next(eligible, 0); i < eligible->size;
	     i = garq_set_next(eligible, i + 1)) {
		heap[cnt] = (struct cursor) {
			.node = &n->node[i],
			.hold = garq_first_after(&n->node[i], from),
			.free_from = from,
		};
		if (_open_next(&heap[cnt], w))
			cnt++;
	}
	for (i = cnt / 2; i > 0; i--)
		_sift(heap, cnt, i - 1);
	return cnt;
}

/* Go from change to change until num_cn starts are open. RET 1 or 0 */
static int _sweep(struct cursor *heap, uint32_t cnt, const struct window *w,
		  uint32_t num_cn, time_t *ret_start)
{
	uint32_t open = 0;

	while (cnt && (heap[0].t <= w->latest)) {
		time_t t = heap[0].t;

		while (cnt && (heap[0].t == t)) {
			open += heap[0].open ? -1 : 1;
			if (!_change(&heap[0], w))
				heap[0] = heap[--cnt];
			if (cnt)
				_sift(heap, cnt, 0);
		}
		if (open >= num_cn) {
			*ret_start = t;
			return 1;
		}
	}
	return 0;
}

/*
 * A sweep over the open starts of all eligible nodes at once; it reads no
 * further than the answer.
 */
extern int garq_nodes_earliest(const garq_nodes_t *n,
			       const garq_set_t *eligible, uint32_t num_cn,
			       time_t duration, time_t from, time_t latest,
			       uint64_t group, time_t *ret_start)
{
	struct window w = {
		.duration = duration,
		.latest = garq_sooner(latest, GARQ_FOREVER - 1),
		.group = group,
	};
	struct cursor *heap;
	uint32_t cnt = garq_set_count(eligible);
	int rc;

	if (!num_cn || (duration < 1) || (eligible->size != n->size)) {
		errno = EINVAL;
		return -1;
	}
	if ((num_cn > cnt) || (from > w.latest))
		return 0;
	heap = malloc(cnt * sizeof(*heap));
	if (!heap)
		return -1;
	cnt = _start(n, eligible, &w, from, heap);
	rc = _sweep(heap, cnt, &w, num_cn, ret_start);
	free(heap);
	return rc;
}

/* Who is in the way */

extern void garq_nodes_each(const garq_nodes_t *n, const garq_set_t *set,
			    time_t t_s, time_t t_e, uint64_t group,
			    garq_nodes_fn fn, void *arg)
{
	uint32_t i, j, stop = (t_s < t_e) ? _stop(n, set) : 0;

	for (i = garq_set_next(set, 0); i < stop;
	     i = garq_set_next(set, i + 1)) {
		const struct garq_node *node = &n->node[i];

		for (j = garq_first_after(node, t_s); j < node->cnt; j++) {
			const struct garq_hold *h = &node->hold[j];

			if (h->t_s >= t_e)
				break;
			if ((h->t_e <= t_s) || (h->group == group))
				continue;
			if (!fn(arg, h->id, i, h->t_s, h->t_e))
				return;
		}
	}
}

extern void garq_nodes_each_on(const garq_nodes_t *n, uint32_t node,
			       time_t from, garq_nodes_fn fn, void *arg)
{
	const struct garq_node *of;

	if (node >= n->size)
		return;
	of = &n->node[node];
	for (uint32_t i = garq_first_after(of, from); i < of->cnt; i++) {
		const struct garq_hold *h = &of->hold[i];

		if ((h->t_e > from) && !fn(arg, h->id, node, h->t_s, h->t_e))
			return;
	}
}
