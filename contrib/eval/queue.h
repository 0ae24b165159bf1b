/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * queue.h - a linked list of reservations: all of List, and what is in a bucket
 * of SCQ, in a slot of GarQ-S and GarQ-U and in a node of Tree.
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
	EVAL_BY_START,		/* t_s, then as they came */
	EVAL_BY_START_END,	/* t_s, then t_e, then as they came */
};

/* RET owned by the caller, to be freed with free(); or NULL, errno ENOMEM */
extern struct eval_node *eval_node_make(uint64_t id, time_t t_s, time_t t_e,
					uint32_t num_cn);

/* Link node in; *head owns it then. */
extern void eval_queue_put(struct eval_node **head, enum eval_order order,
			   struct eval_node *node);

/*
 * Unlink reservation id, [t_s, t_e).
 * RET owned by the caller, or NULL if it is not there
 */
extern struct eval_node *eval_queue_take(struct eval_node **head,
					 enum eval_order order, uint64_t id,
					 time_t t_s, time_t t_e);

/* Free all nodes; leaves an empty list. */
extern void eval_queue_free(struct eval_node **head);

#endif
