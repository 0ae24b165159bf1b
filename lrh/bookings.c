/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bookings.c - the known bookings; see lrh.h
 *
 * Two arrays of pointers are kept in order. An insertion moves all pointers
 * behind it: with 10,000 bookings 80 KB, in some microseconds.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "garq/grow.h"
#include "lrh/lrh_private.h"
#include "lrh/meter.h"

#define ROOM_FIRST 64	/* bookings */

extern lrh_t *lrh_create(garq_machine_t *m)
{
	lrh_t *l = calloc(1, sizeof(*l));

	if (l) {
		l->m = m;
		l->pools = 1;
	}
	return l;
}

static void _free_booking(struct lrh *l, struct lrh_booking *b)
{
	lrh_class_leave(l, b->class);
	garq_set_destroy(b->nodes);
	free(b);
}

extern void lrh_destroy(lrh_t *l)
{
	if (!l)
		return;
	for (uint32_t i = 0; i < l->cnt; i++)
		_free_booking(l, l->by_order[i]);
	lrh_changed(l);
	garq_idmap_free(&l->class_of);
	garq_idmap_free(&l->by_id);
	free(l->by_order);
	free(l->by_start);
	free(l);
}

/* Positions in the two arrays */

bool lrh_before(const struct lrh_key *a, const struct lrh_key *b)
{
	if (a->not_before != b->not_before)
		return a->not_before < b->not_before;
	if (a->t_e != b->t_e)
		return a->t_e < b->t_e;
	if (a->num_cn != b->num_cn)
		return a->num_cn < b->num_cn;
	return a->id < b->id;
}

/* The order of by_start. */
static struct lrh_key _start_key(const struct lrh_booking *b)
{
	return (struct lrh_key) { .not_before = b->start, .id = b->id };
}

/*
 * The first position in an array whose key is not before this one. Always
 * inline, so that key_of is no call.
 */
static inline __attribute__((always_inline)) uint32_t _at(
	struct lrh_booking *const *array, uint32_t cnt,
	struct lrh_key (*key_of)(const struct lrh_booking *),
	const struct lrh_key *key)
{
	uint32_t low = 0, high = cnt;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		struct lrh_key k = key_of(array[mid]);

		if (lrh_before(&k, key))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

uint32_t lrh_order_at(const struct lrh *l, const struct lrh_key *key)
{
	return _at(l->by_order, l->cnt, lrh_key, key);
}

static uint32_t _start_at(const struct lrh *l, struct lrh_key key)
{
	return _at(l->by_start, l->cnt, _start_key, &key);
}

uint32_t lrh_start_at(const struct lrh *l, time_t t)
{
	return _start_at(l, (struct lrh_key) { .not_before = t });
}

static void _insert(struct lrh_booking **array, uint32_t cnt, uint32_t at,
		    struct lrh_booking *b)
{
	memmove(array + at + 1, array + at, (cnt - at) * sizeof(*array));
	array[at] = b;
}

static void _remove(struct lrh_booking **array, uint32_t cnt, uint32_t at)
{
	memmove(array + at, array + at + 1, (cnt - at - 1) * sizeof(*array));
}

static void _enter_booking(struct lrh *l, struct lrh_booking *b)
{
	struct lrh_key key = lrh_key(b);

	_insert(l->by_order, l->cnt, lrh_order_at(l, &key), b);
	_insert(l->by_start, l->cnt, _start_at(l, _start_key(b)), b);
	l->cnt++;
	garq_idmap_put(&l->by_id, b->id, b);
	l->longest_window = garq_later(l->longest_window, b->t_lsr - b->t_esr);
	l->longest_t_e = garq_later(l->longest_t_e, b->t_e);
}

static struct lrh_booking *_remove_booking(struct lrh *l, uint64_t id)
{
	struct lrh_booking *b = garq_idmap_del(&l->by_id, id);
	struct lrh_key key;

	if (!b)
		return NULL;
	key = lrh_key(b);
	_remove(l->by_order, l->cnt, lrh_order_at(l, &key));
	_remove(l->by_start, l->cnt, _start_at(l, _start_key(b)));
	l->cnt--;
	return b;
}

/*
 * Make room for another booking in the map and both arrays.
 * RET 0, or -1 with errno ENOMEM
 */
static int _reserve(struct lrh *l)
{
	size_t by_order = l->room, by_start = l->room;
	size_t want = (size_t) l->cnt + 1;

	if (garq_idmap_reserve(&l->by_id))
		return -1;
	if (GARQ_GROW(l->by_order, want, ROOM_FIRST, &by_order) ||
	    GARQ_GROW(l->by_start, want, ROOM_FIRST, &by_start))
		return -1;
	l->room = by_start;
	return 0;
}

/* Known bookings */

int lrh_request_valid(const struct lrh *l, const lrh_request_t *rq)
{
	if ((rq->id != GARQ_NO_GROUP) && rq->num_cn && (rq->t_e >= 1) &&
	    (rq->t_esr >= 0) && (rq->t_esr <= rq->t_lsr) &&
	    (rq->not_before >= rq->t_esr) && (rq->not_before <= rq->t_lsr) &&
	    (rq->eligible->size ==
	     garq_nodes_size(garq_machine_nodes(l->m))))
		return 0;
	errno = EINVAL;
	return -1;
}

static struct lrh_booking *_make_booking(struct lrh *l, const lrh_request_t *rq,
					 time_t start, const garq_set_t *nodes)
{
	struct lrh_class *class = lrh_class_get(l, rq->eligible,
						rq->pinned);
	struct lrh_booking *b;

	if (!class)
		return NULL;
	b = calloc(1, sizeof(*b) + class->room * sizeof(b->share[0]));
	if (!b || !(b->nodes = garq_set_copy(nodes))) {
		lrh_class_leave(l, class);
		free(b);
		errno = ENOMEM;
		return NULL;
	}
	b->id = rq->id;
	b->num_cn = rq->num_cn;
	b->t_esr = rq->t_esr;
	b->t_lsr = rq->t_lsr;
	b->t_e = rq->t_e;
	/* Its start is allowed, even before the requested not_before. */
	b->not_before = garq_sooner(rq->not_before, start);
	b->start = start;
	b->class = class;
	b->pinned = rq->pinned;
	b->stays = rq->stays;
	b->choosy = rq->choosy;
	b->tight = rq->tight;
	lrh_set_share(l, b);
	b->odd = (garq_set_count(nodes) != rq->num_cn) ||
		 !garq_set_is_subset(nodes, class->nodes);
	return b;
}

extern int lrh_put(lrh_t *l, const lrh_request_t *rq, time_t start,
		   const garq_set_t *nodes)
{
	struct lrh_booking *b, *old;

	if (lrh_request_valid(l, rq))
		return -1;
	if ((start < 0) || (nodes->size != rq->eligible->size)) {
		errno = EINVAL;
		return -1;
	}
	b = _reserve(l) ? NULL : _make_booking(l, rq, start, nodes);
	if (!b)
		return -1;
	old = _remove_booking(l, rq->id);
	if (old)
		_free_booking(l, old);
	_enter_booking(l, b);
	lrh_changed(l);
	return 0;
}

extern bool lrh_drop(lrh_t *l, uint64_t id)
{
	struct lrh_booking *b = _remove_booking(l, id);

	if (!b)
		return false;
	_free_booking(l, b);
	lrh_changed(l);
	return true;
}

struct lrh_booking *lrh_find(const struct lrh *l, uint64_t id)
{
	return garq_idmap_get(&l->by_id, id);
}

extern uint32_t lrh_count(const lrh_t *l)
{
	return l->cnt;
}

extern bool lrh_start(const lrh_t *l, uint64_t id, time_t *ret_start)
{
	const struct lrh_booking *b = lrh_find(l, id);

	if (b)
		*ret_start = b->start;
	return b != NULL;
}

void lrh_window(const struct lrh *l, const struct lrh_booking *b,
		time_t freeze, time_t earliest, time_t *ret_from,
		time_t *ret_to)
{
	time_t near = garq_end(garq_machine_now(l->m), freeze);

	*ret_from = *ret_to = b->start;
	if (b->stays || lrh_has_started(l, b) || (b->start < near) ||
	    lrh_is_hurt(l, b))
		return;
	*ret_from = garq_sooner(garq_later(earliest, near), b->start);
	*ret_to = garq_later(b->t_lsr, b->start);
}

/* A booking is asked for often, and nothing changes while a plan is made. */
bool lrh_is_hurt(const struct lrh *l, const struct lrh_booking *b)
{
	struct lrh_booking *memo = (struct lrh_booking *) b;
	uint64_t walks = 0;

	if (b->odd)
		return true;
	if (!l->plan || (b->looked != l->plan)) {
		memo->hurt = garq_machine_overlaps(l->m, b->id, &walks);
		memo->looked = l->plan;
	}
	if (l->meter) {
		lrh_walks(l->meter, walks);
		lrh_reads(l->meter, b->start);
	}
	return b->hurt;
}
