/* SPDX-License-Identifier: GPL-2.0-or-later */
/* apply.c - apply a plan, and verify the known bookings; see lrh.h */

#include <errno.h>
#include <string.h>

#include "lrh/lrh_private.h"

/* Place a booking, in the machine and among the known bookings. */
static int _place_booking(lrh_t *l, garq_machine_t *m, const lrh_request_t *rq,
			  time_t start, const garq_set_t *nodes)
{
	(void) garq_machine_release(m, rq->id);
	if (garq_machine_hold(m, rq->id, rq->id, nodes, start,
			      garq_end(start, rq->t_e)))
		return -1;
	return lrh_put(l, rq, start, nodes);
}

static int _apply_move(lrh_t *l, garq_machine_t *m, const lrh_move_t *move)
{
	const struct lrh_booking *b = lrh_find(l, move->id);
	lrh_request_t rq;
	garq_set_t *nodes;
	int rc = -1;

	if (!b) {
		errno = EINVAL;
		return -1;
	}
	rq = (lrh_request_t) {
		.id = b->id, .num_cn = b->num_cn, .t_esr = b->t_esr,
		.t_lsr = b->t_lsr, .t_e = b->t_e,
		/* A known booking may lie outside its window. */
		.not_before = garq_sooner(
			garq_later(move->not_before, b->t_esr), b->t_lsr),
		.pinned = b->pinned, .stays = b->stays,
		.choosy = b->choosy, .tight = b->tight,
	};
	/* lrh_put() frees the known booking with its sets: copy these. */
	rq.eligible = garq_set_copy(b->class->nodes);
	nodes = garq_set_copy(move->nodes ? move->nodes : b->nodes);
	if (rq.eligible && nodes)
		rc = _place_booking(l, m, &rq, move->start, nodes);
	garq_set_destroy((garq_set_t *) rq.eligible);
	garq_set_destroy(nodes);
	return rc;
}

extern int lrh_apply(lrh_t *l, garq_machine_t *m, const lrh_request_t *rq,
		     const lrh_plan_t *plan)
{
	lrh_request_t self;

	/* Bookings leave before the first one is placed again: for each node
	 * that two of them share the machine would make a piece
	 * (garq/claims.h). */
	for (size_t i = 0; i < plan->cnt; i++)
		(void) garq_machine_release(m, plan->moves[i].id);
	for (size_t i = 0; i < plan->cnt; i++)
		if (_apply_move(l, m, &plan->moves[i]))
			return -1;
	if (!rq)
		return 0;
	self = *rq;
	self.not_before = plan->self.not_before;
	return _place_booking(l, m, &self, plan->self.start, plan->self.nodes);
}

/* Verifying */

struct look {
	const lrh_t *l;
	const struct lrh_booking *b;
	uint32_t held;
	const char *reason;
};

/* A garq_nodes_fn: each hold that meets the time of a booking on its nodes. */
static bool _look_at_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
			  time_t t_e)
{
	struct look *look = arg;
	const struct lrh_booking *b = look->b;
	time_t now = garq_machine_now(look->l->m);

	(void) node;
	if (id != b->id) {
		if (lrh_find(look->l, id))
			look->reason = "two bookings have a node at a time";
		return !look->reason;
	}
	if ((t_s > garq_later(b->start, now)) ||
	    (t_e != garq_end(b->start, b->t_e)))
		look->reason = "the machine has a booking at another time";
	look->held++;
	return !look->reason;
}

static const char *_check_booking(const lrh_t *l, const struct lrh_booking *b)
{
	time_t end = garq_end(b->start, b->t_e);
	struct look look = { .l = l, .b = b };

	if ((b->start < b->t_esr) || (b->start > b->t_lsr))
		return "a booking is outside its window";
	if (b->start < b->not_before)
		return "a booking is where the order does not have it";
	if (end <= garq_machine_now(l->m))
		return NULL;
	garq_nodes_each(garq_machine_nodes(l->m), b->nodes,
			garq_later(b->start, garq_machine_now(l->m)), end,
			GARQ_NO_GROUP, _look_at_hold, &look);
	if (!look.reason && (look.held != garq_set_count(b->nodes)))
		look.reason = "the machine has a booking on other nodes";
	return look.reason;
}

/* True if each pool has the demand of the bookings whose classes have it. */
static bool _demand_is_right(const lrh_t *l)
{
	uint32_t demand[GARQ_POOLS_MAX] = { 0 };

	for (uint32_t i = 0; i < l->cnt; i++) {
		const struct lrh_class *class = l->by_order[i]->class;

		for (uint32_t k = 0; k < class->cnt; k++)
			demand[class->pool[k].pool]++;
	}
	return !memcmp(demand, l->demand, sizeof(demand));
}

extern bool lrh_check(const lrh_t *l, const char **ret_reason)
{
	if (!_demand_is_right(l)) {
		*ret_reason = "the demand of a pool is not that of its bookings";
		return false;
	}
	for (uint32_t i = 0; i < l->cnt; i++) {
		const char *reason = _check_booking(l, l->by_order[i]);

		if (reason) {
			*ret_reason = reason;
			return false;
		}
	}
	return true;
}
