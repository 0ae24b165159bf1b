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
#include <errno.h>
#include <stdlib.h>

#include "contrib/eval/eval.h"
#include "contrib/eval/queue.h"

struct bucket {
	uint32_t rv;
	struct eval_node *queue;
};

struct plain {
	struct bucket *bucket;
	int64_t buckets;	/* the paper's M */
	uint32_t max_cn;
	uint32_t delta;
};

static void *_create(uint32_t max_cn, uint32_t delta, time_t horizon,
		     time_t now)
{
	struct plain *s = calloc(1, sizeof(*s));

	(void) now;
	if (!s)
		return NULL;
	s->max_cn = max_cn;
	s->delta = delta;
	s->buckets = (horizon + delta - 1) / delta;
	s->bucket = calloc((size_t) s->buckets, sizeof(*s->bucket));
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
	for (int64_t i = 0; i < s->buckets; i++)
		eval_queue_free(&s->bucket[i].queue);
	free(s->bucket);
	free(s);
}

static int _advance(void *arg, time_t now)
{
	(void) arg;
	(void) now;
	return 0;
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
static int _search(void *arg, time_t t_s, time_t t_e, uint32_t num_cn)
{
	const struct plain *s = arg;
	struct bucket *b = _get_bucket(s, t_s);			/* 1 */
	int64_t tot_req = (t_e - t_s) / s->delta;			/* 2 */

	for (int64_t i = 0; i < tot_req; i++) {				/* 3 */
		EVAL_ACCESS(1);
		if ((uint64_t) b->rv + num_cn > s->max_cn)		/* 5 */
			return 0;
		b = _next(s, b);			/* 4 */
	}
	return 1;							/* 7 */
}

/* Algorithm 3, lines 4 to 7. */
static void _apply(struct plain *s, time_t t_s, time_t t_e, uint32_t change)
{
	struct bucket *b = _get_bucket(s, t_s);
	int64_t tot_req = (t_e - t_s) / s->delta;

	EVAL_ACCESS(tot_req);
	for (int64_t i = 0; i < tot_req; i++) {
		b->rv += change;					/* 6 */
		b = _next(s, b);					/* 5 */
	}
}

static int _add(struct plain *s, enum eval_order order, uint64_t id,
		time_t t_s, time_t t_e, uint32_t num_cn)
{
	struct eval_node *node = eval_node_make(id, t_s, t_e, num_cn);

	if (!node)
		return -1;
	eval_queue_put(&_get_bucket(s, t_s)->queue, order, node);	/* 3 */
	_apply(s, t_s, t_e, num_cn);
	return 0;
}

/* "Removing from the starting bucket and decrementing rv throughout." */
static int _delete(struct plain *s, enum eval_order order, uint64_t id,
		   time_t t_s, time_t t_e, uint32_t num_cn)
{
	struct eval_node *node = eval_queue_take(&_get_bucket(s, t_s)->queue,
						 order, id, t_s, t_e);

	if (!node) {
		errno = ENOENT;
		return -1;
	}
	free(node);
	_apply(s, t_s, t_e, -num_cn);
	return 0;
}

/* Algorithm 4. */
static int _suggest(void *arg, time_t t_s, time_t t_e, uint32_t num_cn,
		    time_t max_limit, time_t *ret_start)
{
	const struct plain *s = arg;
	struct bucket *b = _get_bucket(s, t_s);			/* 1 */
	int64_t tot_req = (t_e - t_s) / s->delta;			/* 2, 3 */
	int64_t new_start = 0, count = 0;				/* 4, 5 */
	int64_t finish = max_limit / s->delta;				/* 6 */

	for (int64_t i = 0; (i < finish) && (count < tot_req); i++) {	/* 7 */
		EVAL_ACCESS(1);
		if ((uint64_t) b->rv + num_cn > s->max_cn) {		/* 9 */
			new_start = i + 1;				/* 10 */
			count = 0;					/* 11 */
		} else {
			count++;					/* 12 */
		}
		b = _next(s, b);			/* 8 */
	}
	if (count < tot_req)						/* 15 */
		return 0;
	*ret_start = t_s + new_start * s->delta;			/* 16 */
	return 1;
}

/*
 * Reservations of one slot have nearly the same t_s. The queue is sorted by t_e
 * as well, so that the next one to be deleted is in front (table 1: no k for
 * GarQ-S).
 */
static int _add_sorted(void *s, uint64_t id, time_t t_s, time_t t_e,
		       uint32_t num_cn)
{
	return _add(s, EVAL_BY_START_END, id, t_s, t_e, num_cn);
}

static int _delete_sorted(void *s, uint64_t id, time_t t_s, time_t t_e,
			  uint32_t num_cn)
{
	return _delete(s, EVAL_BY_START_END, id, t_s, t_e, num_cn);
}

static int _add_unsorted(void *s, uint64_t id, time_t t_s, time_t t_e,
			 uint32_t num_cn)
{
	return _add(s, EVAL_UNSORTED, id, t_s, t_e, num_cn);
}

static int _delete_unsorted(void *s, uint64_t id, time_t t_s, time_t t_e,
			    uint32_t num_cn)
{
	return _delete(s, EVAL_UNSORTED, id, t_s, t_e, num_cn);
}

const struct eval_structure eval_garq_s = {
	"GarQ-S", _create, _destroy, _advance, _search,
	_add_sorted, _delete_sorted, _suggest,
};

const struct eval_structure eval_garq_u = {
	"GarQ-U", _create, _destroy, _advance, _search,
	_add_unsorted, _delete_unsorted, _suggest,
};
