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

#include "contrib/eval/eval.h"
#include "contrib/eval/histogram.h"
#include "contrib/eval/queue.h"

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
static void *_create(uint32_t max_cn, uint32_t delta, time_t horizon,
		     time_t now)
{
	struct scq *s = calloc(1, sizeof(*s));

	(void) delta;
	if (!s)
		return NULL;
	s->max_cn = max_cn;
	s->buckets = (horizon + HOUR - 1) / HOUR + 1;
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

	for (; s->current < now / HOUR; s->current++) {
		struct eval_node **head = _bucket(s, s->current);

		while (*head) {
			struct eval_node *node = *head;

			EVAL_ACCESS(1);
			*head = node->next;
			free(node);
		}
	}
	return 0;
}

/*
 * Is the part of [t_s, t_e) in one bucket too full? OUT ret_end - see
 * eval_histogram_full(). RET 1, 0, or -1
 */
static int _bucket_full(struct scq *s, int64_t hour, time_t t_s, time_t t_e,
			uint32_t num_cn, time_t *ret_end)
{
	struct eval_node *n = *_bucket(s, hour);

	if (t_s < hour * HOUR)
		t_s = hour * HOUR;
	if (t_e > (hour + 1) * HOUR)
		t_e = (hour + 1) * HOUR;
	if (eval_histogram_begin(&s->temp, t_s, t_e, num_cn) < 0)
		return -1;
	for (; n; n = n->next) {
		EVAL_ACCESS(1);
		if (n->t_s >= t_e)
			break;
		if ((n->t_e > t_s) &&
		    (eval_histogram_add(&s->temp, n->t_s, n->t_e,
					n->num_cn) < 0))
			return -1;
	}
	return eval_histogram_full(&s->temp, s->max_cn, ret_end);
}

/* As _bucket_full(), for each bucket up to the first that is too full. */
static int _full(struct scq *s, time_t t_s, time_t t_e, uint32_t num_cn,
		 time_t *ret_end)
{
	int rc = 0;

	for (int64_t hour = t_s / HOUR; !rc && (hour * HOUR < t_e); hour++)
		rc = _bucket_full(s, hour, t_s, t_e, num_cn, ret_end);
	return rc;
}

static int _search(void *arg, time_t t_s, time_t t_e, uint32_t num_cn)
{
	int rc = _full(arg, t_s, t_e, num_cn, NULL);

	return (rc < 0) ? -1 : !rc;
}

static int _delete_from(struct scq *s, int64_t hour, uint64_t id, time_t t_s,
			time_t t_e)
{
	struct eval_node *node = eval_queue_take(_bucket(s, hour),
						 EVAL_BY_START, id, t_s, t_e);

	if (!node) {
		errno = ENOENT;
		return -1;
	}
	free(node);
	return 0;
}

static int _add(void *arg, uint64_t id, time_t t_s, time_t t_e,
		uint32_t num_cn)
{
	struct scq *s = arg;
	int64_t hour = t_s / HOUR;

	for (; hour * HOUR < t_e; hour++) {
		struct eval_node *node = eval_node_make(id, t_s, t_e, num_cn);

		if (!node)
			break;
		eval_queue_put(_bucket(s, hour), EVAL_BY_START, node);
	}
	if (hour * HOUR >= t_e)
		return 0;
	while (hour-- > t_s / HOUR)
		_delete_from(s, hour, id, t_s, t_e);
	errno = ENOMEM;
	return -1;
}

static int _delete(void *arg, uint64_t id, time_t t_s, time_t t_e,
		   uint32_t num_cn)
{
	struct scq *s = arg;
	int64_t hour = t_s / HOUR;

	(void) num_cn;
	if (hour < s->current)
		hour = s->current;
	for (; hour * HOUR < t_e; hour++)
		if (_delete_from(s, hour, id, t_s, t_e) < 0)
			return -1;
	return 0;
}

/*
 * As in List: move the interval behind the time that was too full, and search.
 */
static int _suggest(void *arg, time_t t_s, time_t t_e, uint32_t num_cn,
		    time_t max_limit, time_t *ret_start)
{
	struct scq *s = arg;
	time_t duration = t_e - t_s, start = t_s;

	if (num_cn > s->max_cn)
		return 0;
	while (start + duration <= t_s + max_limit) {
		int rc = _full(s, start, start + duration, num_cn, &start);

		if (rc < 0)
			return -1;
		if (!rc) {
			*ret_start = start;
			return 1;
		}
	}
	return 0;
}

const struct eval_structure eval_scq = {
	"SCQ", _create, _destroy, _advance, _search, _add, _delete, _suggest,
};
