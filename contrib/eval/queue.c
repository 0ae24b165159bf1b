/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * queue.c - a linked list of reservations: see queue.h.
 */
#include <stdlib.h>

#include "contrib/eval/eval.h"
#include "contrib/eval/queue.h"

extern struct eval_node *eval_node_make(uint64_t id, time_t t_s, time_t t_e,
					uint32_t num_cn)
{
	struct eval_node *node = malloc(sizeof(*node));

	if (!node)
		return NULL;
	node->next = NULL;
	node->id = id;
	node->t_s = t_s;
	node->t_e = t_e;
	node->num_cn = num_cn;
	return node;
}

/* Does a node stay in front of a new reservation [t_s, t_e)? */
static bool _before(const struct eval_node *node, enum eval_order order,
		    time_t t_s, time_t t_e)
{
	if (order == EVAL_UNSORTED)
		return false;
	if ((order == EVAL_BY_START_END) && (node->t_s == t_s))
		return node->t_e <= t_e;
	return node->t_s <= t_s;
}

extern void eval_queue_put(struct eval_node **head, enum eval_order order,
			   struct eval_node *node)
{
	while (*head && _before(*head, order, node->t_s, node->t_e)) {
		EVAL_ACCESS(1);
		head = &(*head)->next;
	}
	EVAL_ACCESS(1);
	node->next = *head;
	*head = node;
}

extern struct eval_node *eval_queue_take(struct eval_node **head,
					 enum eval_order order, uint64_t id,
					 time_t t_s, time_t t_e)
{
	struct eval_node *node;

	while ((node = *head)) {
		EVAL_ACCESS(1);
		if (node->id == id) {
			*head = node->next;
			return node;
		}
		if ((order != EVAL_UNSORTED) && !_before(node, order, t_s, t_e))
			return NULL;
		head = &node->next;
	}
	return NULL;
}

extern void eval_queue_free(struct eval_node **head)
{
	while (*head) {
		struct eval_node *node = *head;

		*head = node->next;
		free(node);
	}
}
