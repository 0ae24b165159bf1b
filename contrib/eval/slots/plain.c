/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plain.c - GarQ-S and GarQ-U: GarQ as in the paper, with a sorted or an
 * unsorted queue in each slot. Paper, section 4, algorithms 2 to 4.
 *
 *	 bucket   0	1      2      ...    M-1
 *	       +------+------+------+-----+------+
 *	 rv    |  3   |  5   |  5   |     |  0   |
 *	 queue |  o	  .      o	 .      .     reservations that start
 *	       +--|---+------+--|---+-----+------+    in this bucket
 *
 * get_bucket_index() is floor(t / delta) mod M, and the last bucket of an
 * interval is that of its last second, for the reasons given in garq/garq.h.
 * (Read to the letter, equation 2 and "to end_bucket" take one bucket more than
 * the interval has: reservations that only touch would conflict.)
 */
#include <stdlib.h>

#include "contrib/eval/slots/queue.h"

struct bucket {
	uint32_t rv;
	struct eval_node *queue;
};

struct plain {
	struct bucket *bucket;
	uint32_t buckets;	/* the paper's M */
	uint32_t max_cn;
	uint32_t delta;
	enum eval_order order;	/* of the queues */
};

static struct plain *_create(const struct eval_setup *setup,
			     enum eval_order order)
{
	struct plain *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->max_cn = setup->max_cn;
	s->delta = setup->delta;
	s->order = order;
	s->buckets = (uint32_t) ((setup->horizon + setup->delta - 1) /
				 setup->delta);
	s->bucket = calloc(s->buckets, sizeof(*s->bucket));
	if (!s->bucket) {
		free(s);
		return NULL;
	}
	return s;
}

static void _destroy(void *arg)
{
	struct plain *s = arg;

	if (!s)
		return;
	for (uint32_t i = 0; i < s->buckets; i++)
		eval_queue_free(&s->bucket[i].queue);
	free(s->bucket);
	free(s);
}

/*
 * Reservations of one slot have nearly the same t_s. The queue is sorted by t_e
 * as well, so that the next one to be deleted is in front (table 1: no k for
 * GarQ-S).
 */
static void *_create_sorted(const struct eval_setup *setup, time_t now)
{
	(void) now;
	return _create(setup, EVAL_BY_START_END);
}

static void *_create_unsorted(const struct eval_setup *setup, time_t now)
{
	(void) now;
	return _create(setup, EVAL_UNSORTED);
}

/* Equation 2. */
static struct bucket *_get_bucket(const struct plain *s, time_t t)
{
	return &s->bucket[t / s->delta % s->buckets];
}

/* Algorithms 2 to 4, "wrapping the array". */
static struct bucket *_next(const struct plain *s, struct bucket *b)
{
	return (++b == s->bucket + s->buckets) ? s->bucket : b;
}

/* Algorithm 2. */
static int _search(void *arg, const struct eval_booking *b)
{
	const struct plain *s = arg;
	struct bucket *at = _get_bucket(s, b->t_s);			/* 1 */
	int64_t tot_req = (b->t_e - b->t_s) / s->delta;			/* 2 */

	for (int64_t i = 0; i < tot_req; i++) {				/* 3 */
		EVAL_ACCESS(1);
		if ((uint64_t) at->rv + b->num_cn > s->max_cn)		/* 5 */
			return 0;
		at = _next(s, at);					/* 4 */
	}
	return 1;							/* 7 */
}

/* Algorithm 3, lines 4 to 7. */
static void _apply(struct plain *s, const struct eval_booking *b,
		   uint32_t change)
{
	struct bucket *at = _get_bucket(s, b->t_s);
	int64_t tot_req = (b->t_e - b->t_s) / s->delta;

	EVAL_ACCESS(tot_req);
	for (int64_t i = 0; i < tot_req; i++) {
		at->rv += change;					/* 6 */
		at = _next(s, at);					/* 5 */
	}
}

static int _add(void *arg, const struct eval_booking *b)
{
	struct plain *s = arg;
	struct eval_node *node = eval_node_make(b);

	if (!node)
		return -1;
	eval_queue_put(&_get_bucket(s, b->t_s)->queue, s->order, node);	/* 3 */
	_apply(s, b, b->num_cn);
	return 0;
}

/* "Removing from the starting bucket and decrementing rv throughout." */
static int _delete(void *arg, const struct eval_booking *b)
{
	struct plain *s = arg;

	if (eval_queue_delete(&_get_bucket(s, b->t_s)->queue, s->order, b) < 0)
		return -1;
	_apply(s, b, -b->num_cn);
	return 0;
}

/* Algorithm 4. */
static int _suggest(void *arg, const struct eval_booking *b, time_t max_limit,
		    time_t *ret_start)
{
	const struct plain *s = arg;
	struct bucket *at = _get_bucket(s, b->t_s);			/* 1 */
	int64_t tot_req = (b->t_e - b->t_s) / s->delta;			/* 2, 3 */
	int64_t new_start = 0, count = 0;				/* 4, 5 */
	int64_t finish = max_limit / s->delta;				/* 6 */

	for (int64_t i = 0; (i < finish) && (count < tot_req); i++) {	/* 7 */
		EVAL_ACCESS(1);
		if ((uint64_t) at->rv + b->num_cn > s->max_cn) {	/* 9 */
			new_start = i + 1;				/* 10 */
			count = 0;					/* 11 */
		} else {
			count++;					/* 12 */
		}
		at = _next(s, at);					/* 8 */
	}
	if (count < tot_req)						/* 15 */
		return 0;
	*ret_start = b->t_s + new_start * s->delta;			/* 16 */
	return 1;
}

const struct eval_structure eval_garq_s = {
	"GarQ-S", _create_sorted, _destroy, eval_no_advance, _search, _add,
	_delete, _suggest,
};

const struct eval_structure eval_garq_u = {
	"GarQ-U", _create_unsorted, _destroy, eval_no_advance, _search, _add,
	_delete, _suggest,
};
