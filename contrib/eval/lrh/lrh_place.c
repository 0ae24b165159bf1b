/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_place.c - lrh/ on a garq_machine_t: see lrh_place.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/eval/lrh/lrh_place.h"
#include "contrib/eval/lrh/lrh_work.h"

#define HORIZON (30 * 86400)
#define POLICY 15	/* bits of a rule that are an lrh_policy_t */
#define CHECK_EVERY 256	/* requests between checks, which are slow */

/* Ids are numbers of requests + 1. */
struct place {
	const struct flex_work *w;
	int rule;
	garq_machine_t *m;
	lrh_t *l;
	garq_set_t *all;
	uint32_t *known;	/* requests known to l: not started yet */
	uint32_t known_cnt;
	struct flex_result *result;
};

static int _wrong(const char *what)
{
	fprintf(stderr, "%s\n", what);
	errno = EPROTO;
	return -1;
}

static int _check(const struct place *p)
{
	const char *reason;

	if (!lrh_check(p->l, &reason) || !garq_machine_check(p->m, &reason))
		return _wrong(reason);
	for (uint32_t i = 0; i < p->known_cnt; i++) {
		time_t start;

		if (!lrh_start(p->l, p->known[i] + 1, &start) ||
		    (start != p->result->fate[p->known[i]].start))
			return _wrong("a booking lies where no plan put it");
	}
	return 0;
}

/* Drop requests that have started from l; the machine keeps their nodes. */
static int _advance(struct place *p, time_t now)
{
	uint32_t n = 0;

	if (now <= garq_machine_now(p->m))
		return 0;
	if (garq_machine_advance(p->m, now) < 0)
		return -1;
	for (uint32_t i = 0; i < p->known_cnt; i++)
		if (p->result->fate[p->known[i]].start > now)
			p->known[n++] = p->known[i];
		else if (!lrh_drop(p->l, p->known[i] + 1))
			return _wrong("a booking is not known");
	p->known_cnt = n;
	return 0;
}

static int _note(struct place *p, const lrh_move_t *move)
{
	struct flex_fate *f = &p->result->fate[move->id - 1];

	f->start = move->start;
	if (!move->nodes)
		return 0;
	garq_set_destroy(f->nodes);
	f->nodes = garq_set_copy(move->nodes);
	return f->nodes ? 0 : -1;
}

static int _book(struct place *p, const lrh_request_t *rq,
		 const lrh_plan_t *plan)
{
	struct flex_result *r = p->result;

	if (lrh_apply(p->l, p->m, rq, plan) < 0)
		return -1;
	for (size_t i = 0; i < plan->cnt; i++) {
		const lrh_move_t *move = &plan->moves[i];

		if (move->was <= garq_machine_now(p->m))
			return _wrong("what had started is moved");
		r->moved += (move->start != move->was);
		r->rebound += (move->nodes != NULL);
		if (_note(p, move) < 0)
			return -1;
	}
	r->fate[rq->id - 1].in = true;
	r->order[plan->order]++;
	p->known[p->known_cnt++] = (uint32_t) (rq->id - 1);
	return _note(p, &plan->self);
}

static int _ask(struct place *p, uint32_t k)
{
	const struct flex_request *from = &p->w->request[k];
	const lrh_options_t options = {
		.policy = (lrh_policy_t) (p->rule & POLICY),
		.moves = p->w->moves, .budget = p->w->budget,
		.limit = p->w->limit,
	};
	lrh_request_t rq = {
		.id = (uint64_t) k + 1, .num_cn = from->num_cn,
		.t_esr = from->t_esr, .t_lsr = from->t_lsr, .t_e = from->t_e,
		.not_before = from->t_esr, .eligible = p->all,
	};
	lrh_plan_t plan;
	int rc;

	if (p->rule & FLEX_RIGID)
		rq.t_lsr = rq.t_esr;
	if (_advance(p, from->come) < 0)
		return -1;
	if (lrh_plan(p->l, &rq, &options, &plan) < 0)
		return -1;
	rc = plan.fits ? _book(p, &rq, &plan) : 0;
	lrh_plan_free(&plan);
	return rc;
}

/* Ask by arrival; of those that come in one slot, in the paper's order. */
static int _place(struct place *p, uint32_t *order)
{
	for (uint32_t i = 0; i < p->w->cnt; i++)
		order[i] = i;
	if (p->rule & FLEX_SORTED)
		flex_table2_order(p->w, order);
	for (uint32_t i = 0; i < p->w->cnt; i++)
		if ((_ask(p, order[i]) < 0) ||
		    (!(i % CHECK_EVERY) && (_check(p) < 0)))
			return -1;
	return _check(p);
}

extern int flex_place(const struct flex_work *w,
		      const struct flex_method *method,
		      struct flex_result *result)
{
	struct place p = { .w = w, .rule = method->rule, .result = result };
	uint32_t *order = calloc((size_t) w->cnt + 1, sizeof(*order));
	int rc = -1;

	p.m = garq_machine_create(w->max_cn, NULL, w->delta, HORIZON,
				  w->cnt ? w->request[0].come : 0);
	p.l = p.m ? lrh_create(p.m) : NULL;
	p.all = garq_set_create(w->max_cn);
	p.known = calloc((size_t) w->cnt + 1, sizeof(*p.known));
	if (order && p.l && p.all && p.known) {
		for (uint32_t n = 0; n < w->max_cn; n++)
			garq_set_add(p.all, n);
		rc = _place(&p, order);
	}
	lrh_destroy(p.l);
	garq_machine_destroy(p.m);
	garq_set_destroy(p.all);
	free(p.known);
	free(order);
	return rc;
}
