/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * list.c - List: all reservations in one linked list by starting time. Paper,
 * section 3.3.
 *
 *	head -> User1 [0,8) 1 -> User2 [10,12) 2 -> User3 [11,14) 1 -> ...
 *
 * Every operation begins at the head. Time is continuous: delta and horizon are
 * ignored.
 */
#include <errno.h>
#include <stdlib.h>

#include "contrib/eval/eval.h"
#include "contrib/eval/histogram.h"
#include "contrib/eval/queue.h"

struct list {
	struct eval_node *head;
	struct eval_histogram temp;
	uint32_t max_cn;
};

static void *_create(uint32_t max_cn, uint32_t delta, time_t horizon,
		     time_t now)
{
	struct list *s = calloc(1, sizeof(*s));

	(void) delta;
	(void) horizon;
	(void) now;
	if (s)
		s->max_cn = max_cn;
	return s;
}

static void _destroy(void *arg)
{
	struct list *s = arg;

	if (!s)
		return;
	eval_queue_free(&s->head);
	eval_histogram_free(&s->temp);
	free(s);
}

static int _advance(void *arg, time_t now)
{
	(void) arg;
	(void) now;
	return 0;
}

/*
 * Figure 7: the histogram of [t_s, t_e) with the new request in it. The nodes
 * are sorted by t_s, so the walk ends at the first node that starts too late.
 */
static int _histogram(struct list *s, time_t t_s, time_t t_e, uint32_t num_cn)
{
	if (eval_histogram_begin(&s->temp, t_s, t_e, num_cn) < 0)
		return -1;
	for (const struct eval_node *n = s->head; n; n = n->next) {
		EVAL_ACCESS(1);
		if (n->t_s >= t_e)
			break;
		if ((n->t_e > t_s) &&
		    (eval_histogram_add(&s->temp, n->t_s, n->t_e,
					n->num_cn) < 0))
			return -1;
	}
	return 0;
}

static int _search(void *arg, time_t t_s, time_t t_e, uint32_t num_cn)
{
	struct list *s = arg;

	if (_histogram(s, t_s, t_e, num_cn) < 0)
		return -1;
	return !eval_histogram_full(&s->temp, s->max_cn, NULL);
}

static int _add(void *arg, uint64_t id, time_t t_s, time_t t_e,
		uint32_t num_cn)
{
	struct list *s = arg;
	struct eval_node *node = eval_node_make(id, t_s, t_e, num_cn);

	if (!node)
		return -1;
	eval_queue_put(&s->head, EVAL_BY_START, node);
	return 0;
}

static int _delete(void *arg, uint64_t id, time_t t_s, time_t t_e,
		   uint32_t num_cn)
{
	struct list *s = arg;
	struct eval_node *node =
		eval_queue_take(&s->head, EVAL_BY_START, id, t_s, t_e);

	(void) num_cn;
	if (!node) {
		errno = ENOENT;
		return -1;
	}
	free(node);
	return 0;
}

/*
 * "The same approach", for [t_s + lambda, t_e + lambda]. lambda is the length
 * of the busy period that was found: up to the last second that is too full, as
 * no earlier start is feasible.
 */
static int _suggest(void *arg, time_t t_s, time_t t_e, uint32_t num_cn,
		    time_t max_limit, time_t *ret_start)
{
	struct list *s = arg;
	time_t duration = t_e - t_s, start = t_s;

	if (num_cn > s->max_cn)
		return 0;
	while (start + duration <= t_s + max_limit) {
		if (_histogram(s, start, start + duration, num_cn) < 0)
			return -1;
		if (!eval_histogram_full(&s->temp, s->max_cn, &start)) {
			*ret_start = start;
			return 1;
		}
	}
	return 0;
}

const struct eval_structure eval_list = {
	"List", _create, _destroy, _advance, _search, _add, _delete, _suggest,
};
