/* SPDX-License-Identifier: GPL-2.0-or-later */
/* admit.c - see admit.h */

#include <string.h>

#include "plugin/admit.h"

void admit_free(refusal_t *refusal)
{
	garq_answer_free(&refusal->answer);
}

/* Move up to *missing nodes of from (limited to those in free) to chosen. */
static void _take(const bitstr_t *from, bitstr_t *free_nodes, bitstr_t *chosen,
		  int *missing)
{
	bitstr_t *some, *cut;

	if (!from || (*missing <= 0))
		return;
	some = bit_copy((bitstr_t *) from);
	bit_and(some, free_nodes);
	if (bit_set_count(some) > *missing) {
		cut = bit_pick_cnt(some, *missing);
		FREE_NULL_BITMAP(some);
		some = cut;
	}
	if (some) {
		*missing -= bit_set_count(some);
		bit_or(chosen, some);
		bit_and_not(free_nodes, some);
	}
	FREE_NULL_BITMAP(some);
}

/*
 * The select plugin knows the topology and which nodes lie well together. It
 * may find no layout that it likes: then any free nodes do, the count is what
 * was asked for.
 */
static void _take_best(bitstr_t *free_nodes, bitstr_t *chosen, int *missing)
{
	bitstr_t *best;

	if (*missing <= 0)
		return;
	best = compat_select_nodes(free_nodes, *missing);
	_take(best, free_nodes, chosen, missing);
	_take(free_nodes, free_nodes, chosen, missing);
	FREE_NULL_BITMAP(best);
}

static bitstr_t *_pick(const shape_t *shape, const garq_set_t *free_set,
		       const bitstr_t *first, const bitstr_t *then)
{
	bitstr_t *free_nodes = view_bitmap(free_set);
	bitstr_t *chosen = bit_alloc(node_record_count);
	int missing = (int) shape->num_cn;

	_take(first, free_nodes, chosen, &missing);
	_take(then, free_nodes, chosen, &missing);
	_take_best(free_nodes, chosen, &missing);
	FREE_NULL_BITMAP(free_nodes);
	return chosen;
}

/*
 * A rigid request may begin a little in the past, as in Slurm: it takes its
 * nodes from now on, and ends when it said.
 */
static void _to_request(const shape_t *shape, time_t now, garq_request_t *rq)
{
	rq->num_cn = shape->num_cn;
	rq->t_esr = shape->t_esr;
	rq->t_lsr = shape->t_lsr;
	rq->duration = shape->duration;
	if ((shape->t_esr == shape->t_lsr) && (shape->t_esr < now)) {
		rq->duration -= now - shape->t_esr;
		rq->t_esr = rq->t_lsr = now;
	}
}

int admit(const shape_t *shape, uint64_t group, const bitstr_t *first,
	  const bitstr_t *then, time_t now, placement_t *ret_placement,
	  refusal_t *ret_refusal)
{
	garq_set_t *eligible = view_set(shape->eligible);
	garq_request_t rq = { .eligible = eligible, .group = group };
	garq_answer_t answer;
	int rc = ENOMEM;

	if (!eligible)
		return ENOMEM;
	_to_request(shape, now, &rq);
	if (garq_machine_place(view_machine(), &rq, &answer))
		goto done;
	if (answer.fits) {
		ret_placement->start = (rq.t_esr != shape->t_esr) &&
				       (shape->t_esr == shape->t_lsr) ?
				       shape->t_esr : answer.start;
		ret_placement->nodes = _pick(shape, answer.free, first, then);
		garq_answer_free(&answer);
		rc = SLURM_SUCCESS;
	} else {
		ret_refusal->t_s = MAX(rq.t_esr, now);
		ret_refusal->t_e = MAX(rq.t_esr, now) + rq.duration;
		ret_refusal->group = group;
		ret_refusal->answer = answer;
		rc = ESLURM_NODES_BUSY;
	}
done:
	garq_set_destroy(eligible);
	return rc;
}
