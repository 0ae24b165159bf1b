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
#include <stdlib.h>

#include "contrib/eval/slots/histogram.h"

struct list {
	struct eval_node *head;
	struct eval_histogram temp;
	uint32_t max_cn;
};

static void *_create(const struct eval_setup *setup, time_t now)
{
	struct list *s = calloc(1, sizeof(*s));

	(void) now;
	if (s)
		s->max_cn = setup->max_cn;
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

static int _full(void *arg, const struct eval_booking *b, time_t *ret_end)
{
	struct list *s = arg;

	return eval_histogram_full(&s->temp, s->head, b, s->max_cn, ret_end);
}

static int _search(void *s, const struct eval_booking *b)
{
	int rc = _full(s, b, NULL);

	return (rc < 0) ? -1 : !rc;
}

static int _add(void *arg, const struct eval_booking *b)
{
	struct list *s = arg;
	struct eval_node *node = eval_node_make(b);

	if (!node)
		return -1;
	eval_queue_put(&s->head, EVAL_BY_START, node);
	return 0;
}

static int _delete(void *arg, const struct eval_booking *b)
{
	struct list *s = arg;

	return eval_queue_delete(&s->head, EVAL_BY_START, b);
}

/*
 * "The same approach", for [t_s + lambda, t_e + lambda]. lambda is the length
 * of the busy period that was found.
 */
static int _suggest(void *s, const struct eval_booking *b, time_t max_limit,
		    time_t *ret_start)
{
	return eval_histogram_suggest(s, _full, b, max_limit, ret_start);
}

const struct eval_structure eval_list = {
	"List", _create, _destroy, eval_no_advance, _search, _add, _delete,
	_suggest,
};
