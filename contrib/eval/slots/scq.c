/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scq.c - SCQ: a static calendar queue with buckets of one hour. Paper, section
 * 3.2.
 *
 *	hour	  0	 1	 2    ...   719
 *	      +------+-------+------+-----+------+
 *	      |  A   |  A B  |  B   |     |      |    a copy of a reservation in
 *	      +------+-------+------+-----+------+    each bucket that it touches
 *
 * The buckets are not slots: a search adds up the reservations that lie in
 * them, as List does, so the answers are exact to the second. Lists are sorted
 * by t_s. "Deleting removes the reservations in the current bucket as time
 * progresses": when an hour has passed, its bucket is emptied without a search;
 * a deletion has to search the bucket of now and, if the reservation has not
 * ended, those after it.
 */
#include <errno.h>
#include <stdlib.h>

#include "contrib/eval/slots/histogram.h"

#define HOUR 3600

struct scq {
	struct eval_node **bucket;
	struct eval_histogram temp;
	int64_t buckets;	/* the paper's M */
	int64_t current;	/* the hour of now */
	uint32_t max_cn;
};

static struct eval_node **_bucket(const struct scq *s, int64_t hour)
{
	EVAL_ACCESS(1);
	return &s->bucket[hour % s->buckets];
}

/*
 * One more bucket than the horizon needs: the horizon may begin inside an hour.
 */
static void *_create(const struct eval_setup *setup, time_t now)
{
	struct scq *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->max_cn = setup->max_cn;
	s->buckets = (setup->horizon + HOUR - 1) / HOUR + 1;
	s->current = now / HOUR;
	s->bucket = calloc((size_t) s->buckets, sizeof(struct eval_node *));
	if (!s->bucket) {
		free(s);
		return NULL;
	}
	return s;
}

static void _destroy(void *arg)
{
	struct scq *s = arg;

	if (!s)
		return;
	for (int64_t i = 0; i < s->buckets; i++)
		eval_queue_free(&s->bucket[i]);
	free(s->bucket);
	eval_histogram_free(&s->temp);
	free(s);
}

/* Empty the buckets of passed hours before they are reused. */
static int _advance(void *arg, time_t now)
{
	struct scq *s = arg;

	for (; s->current < now / HOUR; s->current++)
		eval_queue_free(_bucket(s, s->current));
	return 0;
}

/* Is the part of [t_s, t_e) in any bucket too full? The first answers. */
static int _full(void *arg, const struct eval_booking *b, time_t *ret_end)
{
	struct scq *s = arg;
	int rc = 0;

	for (int64_t h = b->t_s / HOUR; !rc && (h * HOUR < b->t_e); h++) {
		struct eval_booking part = *b;

		if (part.t_s < h * HOUR)
			part.t_s = h * HOUR;
		if (part.t_e > (h + 1) * HOUR)
			part.t_e = (h + 1) * HOUR;
		rc = eval_histogram_full(&s->temp, *_bucket(s, h), &part,
					 s->max_cn, ret_end);
	}
	return rc;
}

static int _search(void *s, const struct eval_booking *b)
{
	int rc = _full(s, b, NULL);

	return (rc < 0) ? -1 : !rc;
}

static int _add(void *arg, const struct eval_booking *b)
{
	struct scq *s = arg;
	int64_t hour = b->t_s / HOUR;

	for (; hour * HOUR < b->t_e; hour++) {
		struct eval_node *node = eval_node_make(b);

		if (!node)
			break;
		eval_queue_put(_bucket(s, hour), EVAL_BY_START, node);
	}
	if (hour * HOUR >= b->t_e)
		return 0;
	while (hour-- > b->t_s / HOUR)
		eval_queue_delete(_bucket(s, hour), EVAL_BY_START, b);
	errno = ENOMEM;
	return -1;
}

static int _delete(void *arg, const struct eval_booking *b)
{
	struct scq *s = arg;
	int64_t hour = b->t_s / HOUR;

	if (hour < s->current)
		hour = s->current;
	for (; hour * HOUR < b->t_e; hour++)
		if (eval_queue_delete(_bucket(s, hour), EVAL_BY_START, b) < 0)
			return -1;
	return 0;
}

static int _suggest(void *s, const struct eval_booking *b, time_t max_limit,
		    time_t *ret_start)
{
	return eval_histogram_suggest(s, _full, b, max_limit, ret_start);
}

const struct eval_structure eval_scq = {
	"SCQ", _create, _destroy, _advance, _search, _add, _delete, _suggest,
};
