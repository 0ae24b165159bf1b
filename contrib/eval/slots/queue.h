/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * queue.h - a linked list of reservations: the whole of List, a bucket of SCQ,
 * a slot of GarQ-S and GarQ-U, a node of Tree.
 *
 *	head -> (t_s, t_e, num_cn, id) -> ... -> NULL
 *
 * Positions are found from the head, one access for each node on the way.
 */
#pragma once

#include "contrib/eval/slots/eval.h"

struct eval_node {
	struct eval_node *next;
	struct eval_booking b;
};

enum eval_order {
	EVAL_UNSORTED,		/* the newest first */
	EVAL_BY_START,		/* by t_s, then by arrival */
	EVAL_BY_START_END,	/* by t_s, then t_e, then by arrival */
};

/* RET owned by the caller, to be freed with free(); or NULL, errno ENOMEM */
extern struct eval_node *eval_node_make(const struct eval_booking *b);

/* Link node in; *head becomes its owner. */
extern void eval_queue_put(struct eval_node **head, enum eval_order order,
			   struct eval_node *node);

/*
 * Unlink and free the node of b, which is found by its id.
 * RET 0, or -1 with errno ENOENT
 */
extern int eval_queue_delete(struct eval_node **head, enum eval_order order,
			     const struct eval_booking *b);

/* Free all nodes; leaves an empty list. */
extern void eval_queue_free(struct eval_node **head);
