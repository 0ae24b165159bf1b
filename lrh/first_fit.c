/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "lrh/first_fit.h"

/*
 * Add missing nodes from a set to nodes.
 * IN in - take only nodes of this set, too; NULL: any
 * RET number of nodes that are still missing
 */
static uint32_t _add_missing(const garq_set_t *of, const garq_set_t *in,
			     uint32_t missing, garq_set_t *nodes)
{
	for (uint32_t i = garq_set_next(of, 0); missing && (i < of->size);
	     i = garq_set_next(of, i + 1)) {
		if (garq_set_test(nodes, i) || (in && !garq_set_test(in, i)))
			continue;
		garq_set_add(nodes, i);
		missing--;
	}
	return missing;
}

static void _choose(const struct lrh_ask *ask, const garq_set_t *free_nodes,
		    garq_set_t *nodes)
{
	const struct lrh_booking *old = lrh_find(ask->l, ask->rq->id);
	const lrh_options_t *options = ask->options;
	uint32_t num_cn = ask->rq->num_cn;

	if (options->pick && (garq_set_count(free_nodes) > num_cn) &&
	    options->pick(options->pick_arg, ask->rq->id, true, free_nodes,
			  num_cn, nodes) &&
	    (garq_set_count(nodes) == num_cn) &&
	    garq_set_is_subset(nodes, free_nodes))
		return;
	garq_set_zero(nodes);
	if (old)
		num_cn = _add_missing(free_nodes, old->nodes, num_cn, nodes);
	(void) _add_missing(free_nodes, NULL, num_cn, nodes);
}

/* The node searches that the steps up to there suffice for. */
static uint32_t _looks_left(const struct lrh_meter *meter, uint64_t to,
			    uint64_t each)
{
	uint64_t most = (to > meter->steps) ? (to - meter->steps) / each : 0;

	return (most < UINT32_MAX) ? (uint32_t) most : UINT32_MAX;
}

/* The steps at which the turn ends. */
static uint64_t _turn_at(const struct lrh_meter *meter)
{
	return (meter->turn_at > meter->beside) ?
	       meter->turn_at - meter->beside : 0;
}

/*
 * Search the machine, with the node searches that the steps suffice for. In one
 * turn at least one is made, so that the next turn begins later in the window.
 * RET 0, or -1 with errno ENOMEM or ESTALE
 */
static int _search(const struct lrh_ask *ask, garq_answer_t *ret_answer)
{
	const lrh_request_t *rq = ask->rq;
	struct lrh_meter *meter = ask->meter;
	uint64_t each = GARQ_LOOK_STEPS(rq->eligible->size);
	uint32_t all, had, looks;
	garq_request_t q = {
		.eligible = rq->eligible, .num_cn = rq->num_cn,
		.t_esr = rq->t_esr, .t_lsr = rq->t_lsr, .duration = rq->t_e,
		.group = GARQ_NO_GROUP,	/* its own booking is away */
		.looks = &looks,
	};

	for (;; q.t_esr = ret_answer->none_before) {
		if (lrh_pause(meter))
			return -1;
		all = _looks_left(meter, meter->limit, each);
		had = meter->turn_at ?
		      1 + _looks_left(meter, _turn_at(meter), each) : all;
		had = (had < all) ? had : all;
		looks = had;
		lrh_reads(meter, q.t_esr);
		if (garq_machine_place(ask->l->m, &q, ret_answer))
			return -1;
		lrh_step(meter, each * (had - looks));
		lrh_units_end(meter, each);
		if (!ret_answer->cut || (had == all) || !meter->turn)
			break;
	}
	lrh_step(meter, garq_set_count(rq->eligible));
	meter->cut |= ret_answer->cut;
	return 0;
}

int lrh_by_first_fit(const struct lrh_ask *ask, lrh_plan_t *plan)
{
	const lrh_request_t *rq = ask->rq;
	garq_answer_t a;
	garq_set_t *nodes;

	plan->order = LRH_ORDER_INSERTED;
	if (lrh_is_late(ask->meter))
		return 0;
	if (_search(ask, &a))
		return -1;
	if (!a.fits) {
		garq_answer_free(&a);
		return 0;
	}
	nodes = garq_set_create(rq->eligible->size);
	if (nodes)
		_choose(ask, a.free, nodes);
	plan->self = (lrh_move_t) {
		.id = rq->id, .was = ask->was, .start = a.start,
		.not_before = a.start, .nodes = nodes,
	};
	garq_answer_free(&a);
	return nodes ? 1 : -1;
}
