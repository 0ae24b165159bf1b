/* SPDX-License-Identifier: GPL-2.0-or-later */
/* beside.c - see beside.h */

#include <stdlib.h>

#include "lrh/beside.h"
#include "lrh/sketch.h"

/* RET the nodes that are free for the whole request from its first start, or NULL */
static garq_set_t *_free(const struct lrh_ask *ask, const struct lrh_task *task)
{
	const garq_set_t *nodes = ask->class->nodes;
	garq_set_t *free_nodes = garq_set_create(nodes->size);

	if (!free_nodes)
		return NULL;
	lrh_step(ask->meter, garq_set_count(nodes));
	lrh_reads(ask->meter, task->from);
	garq_nodes_free(garq_machine_nodes(ask->l->m), nodes, task->from,
			garq_end(task->from, task->what->t_e), GARQ_NO_GROUP,
			free_nodes);
	return free_nodes;
}

/* Is there room in the pools of the class? OUT ret_share - as lrh_place() */
static bool _share(const struct lrh_ask *ask, const struct lrh_task *task,
		   const garq_set_t *free_nodes, uint32_t *ret_share)
{
	struct lrh_draft d;
	bool ok;

	lrh_draft_open(&d, ask->l, ask->options, ask->meter, ask->self,
		       task->from, 0);
	ok = lrh_share(&d, task->what, free_nodes, ret_share);
	lrh_draft_close(&d);
	return ok;
}

/* RET as lrh_beside_all() */
static int _bind(const struct lrh_ask *ask, const struct lrh_task *task,
		 const uint32_t *share, lrh_plan_t *plan)
{
	struct lrh_sketch s = { .not_before = NULL };
	int rc = lrh_sketch_own(&s, ask, task->from, share,
				ask->rq->not_before);

	if (!rc)
		rc = lrh_sketch_bind(ask, &s, plan);
	lrh_sketch_free(&s);
	plan->order = LRH_ORDER_INSERTED;
	return rc;
}

/* RET as lrh_beside_all() */
static int _place(const struct lrh_ask *ask, const struct lrh_task *task,
		  lrh_plan_t *plan)
{
	uint32_t *share = calloc(ask->class->cnt + 1, sizeof(*share));
	garq_set_t *free_nodes = _free(ask, task);
	int rc = (share && free_nodes) ? 0 : -1;

	if (!rc && _share(ask, task, free_nodes, share))
		rc = _bind(ask, task, share, plan);
	free(share);
	garq_set_destroy(free_nodes);
	return rc;
}

int lrh_beside_all(const struct lrh_ask *ask, const struct lrh_task *task,
		   lrh_plan_t *plan)
{
	int rc;

	if ((task->from > task->to) ||
	    (lrh_first_reached(ask->l, ask->options->freeze, &task->freed,
			       ask->meter) < ask->l->cnt))
		return 0;
	rc = lrh_go_on(ask->meter);
	return (rc == 1) ? _place(ask, task, plan) : rc;
}
