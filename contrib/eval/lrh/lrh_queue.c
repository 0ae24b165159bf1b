/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_queue.c - without reservations: see lrh_queue.h.
 */
#include <stdlib.h>

#include "contrib/eval/lrh/lrh_queue.h"
#include "contrib/eval/osp/osp_sim.h"

#define HORIZON (30 * 86400)

struct comer {
	time_t t_esr;
	uint32_t number;
};

static int _by_t_esr(const void *a, const void *b)
{
	const struct comer *x = a, *y = b;

	if (x->t_esr != y->t_esr)
		return (x->t_esr > y->t_esr) - (x->t_esr < y->t_esr);
	return (x->number > y->number) - (x->number < y->number);
}

/* RET the requests in the order in which they enter the queue, or NULL */
static struct comer *_comers(const struct flex_work *w)
{
	struct comer *comer = calloc((size_t) w->cnt + 1, sizeof(*comer));

	if (!comer)
		return NULL;
	for (uint32_t i = 0; i < w->cnt; i++)
		comer[i] = (struct comer) { w->request[i].t_esr, i };
	qsort(comer, w->cnt, sizeof(*comer), _by_t_esr);
	return comer;
}

static int _fill(const struct flex_work *w, const struct comer *comer,
		 struct sim_setup *setup, struct eval_job *job,
		 struct flex_result *result)
{
	struct sim_result sim;

	for (uint32_t i = 0; i < w->cnt; i++) {
		const struct flex_request *rq = &w->request[comer[i].number];

		job[i] = (struct eval_job) {
			rq->t_esr, rq->t_e, rq->num_cn, 0
		};
	}
	if (sim_run(setup, &sim) < 0)
		return -1;
	for (uint32_t i = 0; i < w->cnt; i++)
		result->fate[comer[i].number] = (struct flex_fate) {
			.in = true, .start = sim.fate[i].start,
		};
	sim_result_free(&sim);
	return 0;
}

extern int flex_queue(const struct flex_work *w,
		      const struct flex_method *method,
		      struct flex_result *result)
{
	struct comer *comer = _comers(w);
	struct eval_job *job = calloc((size_t) w->cnt + 1, sizeof(*job));
	bool *ar = calloc((size_t) w->cnt + 1, sizeof(*ar));
	struct sim_jobs jobs = {
		.job = job, .cnt = w->cnt, .max_cn = w->max_cn,
		.delta = w->delta, .begin = w->begin,
	};
	struct sim_setup setup = {
		.jobs = &jobs, .ar = ar, .horizon = HORIZON,
		.order = (enum sim_order) method->rule,
	};
	int rc = -1;

	if (comer && job && ar)
		rc = _fill(w, comer, &setup, job, result);
	free(comer);
	free(job);
	free(ar);
	return rc;
}

static int _promise(garq_t *g, const struct flex_work *w, uint32_t k,
		    struct flex_fate *f)
{
	const struct flex_request *rq = &w->request[k];
	time_t end = rq->t_esr + rq->t_e;
	uint32_t handle;	/* nothing is deleted */

	if ((garq_advance(g, rq->t_esr) < 0) ||
	    (garq_suggestInterval(g, rq->t_esr, end, rq->num_cn, -1,
				  &f->start) != 1))
		return -1;
	f->in = true;
	return garq_addReserv(g, f->start, f->start + rq->t_e, rq->num_cn,
			      &handle);
}

extern int flex_conservative(const struct flex_work *w,
			     const struct flex_method *method,
			     struct flex_result *result)
{
	garq_t *g = garq_create(w->max_cn, w->delta, HORIZON, w->begin);
	struct comer *comer = _comers(w);
	int rc = (g && comer) ? 0 : -1;

	(void) method;
	for (uint32_t i = 0; !rc && (i < w->cnt); i++)
		rc = _promise(g, w, comer[i].number,
			      &result->fate[comer[i].number]);
	garq_destroy(g);
	free(comer);
	return rc;
}
