/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * queue.c - a linked list of reservations: see queue.h.
 */
#include <errno.h>
#include <stdlib.h>

#include "contrib/eval/slots/queue.h"

extern struct eval_node *eval_node_make(const struct eval_booking *b)
{
	struct eval_node *node = malloc(sizeof(*node));

	if (node)
		*node = (struct eval_node) { NULL, *b };
	return node;
}

/* Does a node stay in front of a new reservation b? */
static bool _before(const struct eval_node *node, enum eval_order order,
		    const struct eval_booking *b)
{
	if (order == EVAL_UNSORTED)
		return false;
	if ((order == EVAL_BY_START_END) && (node->b.t_s == b->t_s))
		return node->b.t_e <= b->t_e;
	return node->b.t_s <= b->t_s;
}

extern void eval_queue_put(struct eval_node **head, enum eval_order order,
			   struct eval_node *node)
{
	while (*head && _before(*head, order, &node->b)) {
		EVAL_ACCESS(1);
		head = &(*head)->next;
	}
	EVAL_ACCESS(1);
	node->next = *head;
	*head = node;
}

extern int eval_queue_delete(struct eval_node **head, enum eval_order order,
			     const struct eval_booking *b)
{
	struct eval_node *node;

	while ((node = *head)) {
		EVAL_ACCESS(1);
		if (node->b.id == b->id) {
			*head = node->next;
			free(node);
			return 0;
		}
		if ((order != EVAL_UNSORTED) && !_before(node, order, b))
			break;
		head = &node->next;
	}
	errno = ENOENT;
	return -1;
}

extern void eval_queue_free(struct eval_node **head)
{
	while (*head) {
		struct eval_node *node = *head;

		EVAL_ACCESS(1);
		*head = node->next;
		free(node);
	}
}
