/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * queue.h - a linked list of reservations: the whole of List, a bucket of SCQ,
 * a slot of GarQ-S and GarQ-U, a node of Tree.
 *
 *	head -> (t_s, t_e, num_cn, id) -> ... -> NULL
 *
 * Positions are found from the head, one access for each node on the way.
 */
#ifndef EVAL_QUEUE_H
#define EVAL_QUEUE_H

#include <stdint.h>
#include <time.h>

struct eval_node {
	struct eval_node *next;
	uint64_t id;		/* for the paper's "user" */
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

enum eval_order {
	EVAL_UNSORTED,		/* the newest first */
	EVAL_BY_START,		/* by t_s, then by arrival */
	EVAL_BY_START_END,	/* by t_s, then t_e, then by arrival */
};

/* RET owned by the caller, to be freed with free(); or NULL, errno ENOMEM */
extern struct eval_node *eval_node_make(uint64_t id, time_t t_s, time_t t_e,
					uint32_t num_cn);

/* Link node in; *head becomes its owner. */
extern void eval_queue_put(struct eval_node **head, enum eval_order order,
			   struct eval_node *node);

/*
 * Unlink reservation id, [t_s, t_e).
 * RET owned by the caller, or NULL if it is not in the queue
 */
extern struct eval_node *eval_queue_take(struct eval_node **head,
					 enum eval_order order, uint64_t id,
					 time_t t_s, time_t t_e);

/* Free all nodes; leaves an empty list. */
extern void eval_queue_free(struct eval_node **head);

#endif
