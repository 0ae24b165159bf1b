/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_choose.c - a start of the window, chosen once: see lrh_choose.h.
 */
#include <errno.h>

#include "contrib/eval/lrh/lrh_choose.h"
#include "garq/machine.h"

#define HORIZON (30 * 86400)

struct choose {
	const struct flex_work *w;
	int rule;
	garq_machine_t *m;
	garq_set_t *all;
	struct flex_result *result;
};

/* A start, and the nodes that are free for the whole length from then on. */
struct choice {
	time_t start;
	garq_set_t *free;	/* owned; NULL: no start has been found */
};

/*
 * Look at one start, and keep it if it has more free nodes than the choice so
 * far. RET 0, or -1 with errno ENOMEM
 */
static int _try(struct choose *c, const struct flex_request *from, time_t start,
		struct choice *best)
{
	const garq_request_t rq = {
		.eligible = c->all, .num_cn = from->num_cn, .t_esr = start,
		.t_lsr = start, .duration = from->t_e, .group = GARQ_NO_GROUP,
	};
	garq_answer_t answer;

	if (garq_machine_place(c->m, &rq, &answer) < 0)
		return -1;
	if (answer.fits && (!best->free || (garq_set_count(answer.free) >
					    garq_set_count(best->free)))) {
		garq_set_destroy(best->free);
		*best = (struct choice) { start, answer.free };
		answer.free = NULL;
	}
	garq_answer_free(&answer);
	return 0;
}

static int _worst_fit(struct choose *c, const struct flex_request *rq,
		      time_t first, struct choice *best)
{
	for (time_t t = first; t <= rq->t_lsr; t += c->w->delta)
		if (_try(c, rq, t, best) < 0)
			return -1;
	return 0;
}

static int _latest(struct choose *c, const struct flex_request *rq,
		   time_t first, struct choice *best)
{
	for (time_t t = rq->t_lsr; !best->free && (t >= first);
	     t -= c->w->delta)
		if (_try(c, rq, t, best) < 0)
			return -1;
	return 0;
}

/* Remove the nodes with the highest numbers until num_cn are left. */
static void _cut(garq_set_t *nodes, uint32_t num_cn)
{
	uint32_t more = garq_set_count(nodes) - num_cn;

	for (uint32_t n = nodes->size; more && n--; ) {
		if (!garq_set_test(nodes, n))
			continue;
		garq_set_del(nodes, n);
		more--;
	}
}

static int _ask(struct choose *c, uint32_t k)
{
	const struct flex_request *rq = &c->w->request[k];
	struct flex_fate *f = &c->result->fate[k];
	time_t first = (rq->t_esr > rq->come) ? rq->t_esr : rq->come;
	struct choice best = { 0 };
	uint64_t id = (uint64_t) k + 1;

	if (garq_machine_advance(c->m, rq->come) < 0)
		return -1;
	if (((c->rule == FLEX_LATEST) ? _latest(c, rq, first, &best) :
	     _worst_fit(c, rq, first, &best)) < 0) {
		garq_set_destroy(best.free);
		return -1;
	}
	if (!best.free)
		return 0;
	_cut(best.free, rq->num_cn);
	*f = (struct flex_fate) { true, best.start, best.free };
	return garq_machine_hold(c->m, id, id, f->nodes, f->start,
				 f->start + rq->t_e);
}

extern int flex_choose(const struct flex_work *w,
		       const struct flex_method *method,
		       struct flex_result *result)
{
	struct choose c = { .w = w, .rule = method->rule, .result = result };
	const char *reason;
	int rc = -1;

	c.m = garq_machine_create(w->max_cn, NULL, w->delta, HORIZON,
				  w->cnt ? w->request[0].come : 0);
	c.all = garq_set_create(w->max_cn);
	if (!c.m || !c.all)
		goto cleanup;
	for (uint32_t n = 0; n < w->max_cn; n++)
		garq_set_add(c.all, n);
	rc = 0;
	for (uint32_t k = 0; !rc && (k < w->cnt); k++)
		rc = _ask(&c, k);
	if (!rc && !garq_machine_check(c.m, &reason)) {
		errno = EPROTO;
		rc = -1;
	}
cleanup:
	garq_machine_destroy(c.m);
	garq_set_destroy(c.all);
	return rc;
}
