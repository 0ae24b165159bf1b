/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "lrh/beside.h"
#include "lrh/sketch.h"
#include "lrh/yield.h"

/* RET the nodes that are free for the whole request from its first start, or NULL */
static garq_set_t *_find_free_nodes(const struct lrh_ask *ask,
				    const struct lrh_task *task)
{
	const garq_set_t *nodes = ask->class->nodes;
	garq_set_t *free_nodes = garq_set_create(nodes->size);

	if (!free_nodes)
		return NULL;
	lrh_step(ask->meter, GARQ_LOOK_STEPS(nodes->size));
	lrh_reads(ask->meter, task->from);
	garq_nodes_free(garq_machine_nodes(ask->l->m), nodes, task->from,
			garq_end(task->from, task->what->t_e), GARQ_NO_GROUP,
			free_nodes);
	return free_nodes;
}

/*
 * Have the host choose among all free nodes, of whichever pools: then earlier
 * requests make no difference.
 * IN/OUT free_nodes - of these only the choice is kept, if there is one
 * RET 1 if so; 0; -1 with errno ENOMEM
 */
static int _narrow_to_picked(const struct lrh_ask *ask, garq_set_t *free_nodes)
{
	const lrh_options_t *o = ask->options;
	uint32_t num_cn = ask->rq->num_cn;
	garq_set_t *picked;
	bool did;

	if (!o->pick || ask->rq->pinned ||
	    (garq_set_count(free_nodes) <= num_cn))
		return 0;
	picked = garq_set_create(free_nodes->size);
	if (!picked)
		return -1;
	lrh_step(ask->meter, free_nodes->size);
	did = o->pick(o->pick_arg, ask->rq->id, true, free_nodes, num_cn,
		      picked) &&
	      (garq_set_count(picked) == num_cn) &&
	      garq_set_is_subset(picked, free_nodes);
	if (did) {
		garq_set_zero(free_nodes);
		garq_set_add_all(free_nodes, picked);
	}
	garq_set_destroy(picked);
	return did;
}

/* IN wish - see lrh_lie. RET as lrh_beside_all() */
static int _bind_request(const struct lrh_ask *ask, const struct lrh_task *task,
			 const uint32_t *share, const garq_set_t *wish,
			 lrh_plan_t *plan)
{
	struct lrh_sketch s = { .not_before = NULL };
	int rc = lrh_sketch_own(&s, ask, task->from, share,
				ask->rq->not_before);

	if (!rc) {
		s.binding.lie[0].wish = wish;
		rc = lrh_sketch_bind(ask, &s, plan);
	}
	lrh_sketch_free(&s);
	return rc;
}

/*
 * When the request's own booking leaves nodes: all of the booking's time; or
 * only the time that the request is shorter by, if the request keeps the start
 * and the shares, and has no later place in the order. From a later place on,
 * bookings that have come before the request are placed as if the request were
 * not there.
 */
static struct lrh_change _freed_change(const struct lrh_ask *ask,
				       const struct lrh_task *task,
				       const uint32_t *share)
{
	const struct lrh_booking *old = lrh_find(ask->l, ask->rq->id);
	struct lrh_change freed = task->freed;
	struct lrh_key key;

	if (!old || old->odd)
		return freed;
	key = lrh_key(old);
	if ((old->class == ask->class) && (old->start == task->from) &&
	    !lrh_before(&key, &task->key) &&
	    !memcmp(share, old->share, old->class->cnt * sizeof(*share)))
		freed.t_s = garq_end(task->from, task->what->t_e);
	return freed;
}

/* True if another booking waits for nodes that the request's own one leaves. */
static bool _is_waited_for(const struct lrh_ask *ask,
			   const struct lrh_task *task, const uint32_t *share)
{
	struct lrh_change freed = _freed_change(ask, task, share);

	return lrh_is_waited_for(ask, &freed);
}

int lrh_beside_all(const struct lrh_ask *ask, const struct lrh_task *task,
		   lrh_plan_t *plan)
{
	garq_set_t *free_nodes;
	uint32_t *share;
	int rc = 0, picked = -1;

	if (task->from > task->to)
		return 0;
	share = calloc(ask->class->cnt + 1, sizeof(*share));
	free_nodes = _find_free_nodes(ask, task);
	if (free_nodes)
		picked = _narrow_to_picked(ask, free_nodes);
	if (!share || (picked < 0))
		rc = -1;
	else if (!lrh_share(ask->l, task->what, free_nodes, share))
		rc = lrh_yield(ask, task, free_nodes, plan);
	else if (!_is_waited_for(ask, task, share))
		rc = _bind_request(ask, task, share,
				   picked ? free_nodes : NULL, plan);
	if (rc == 1)
		plan->order = LRH_ORDER_INSERTED;
	free(share);
	garq_set_destroy(free_nodes);
	return rc;
}
