/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_audit.c - is a schedule valid? See lrh_audit.h.
 */
#include "contrib/eval/lrh/lrh_audit.h"

static const char *_window(const struct flex_request *rq,
			   const struct flex_fate *f, bool queues)
{
	if (!f->in)
		return queues ? "one that queues never starts" : NULL;
	if (f->start < rq->t_esr)
		return "one starts before t_esr";
	if (!queues && (f->start > rq->t_lsr))
		return "one starts after t_lsr";
	if (!queues && (f->start < rq->come))
		return "one starts before he came";
	return NULL;
}

/* The number of used nodes peaks at a start, so only starts are checked. */
static const char *_counts(const struct flex_work *w,
			   const struct flex_result *r, time_t t)
{
	uint64_t taken = 0;

	for (uint32_t i = 0; i < w->cnt; i++) {
		const struct flex_fate *f = &r->fate[i];

		if (f->in && (f->start <= t) &&
		    (t < f->start + w->request[i].t_e))
			taken += w->request[i].num_cn;
	}
	return (taken > w->max_cn) ? "more nodes are taken than there are" :
		NULL;
}

static const char *_nodes(const struct flex_work *w,
			  const struct flex_result *r, uint32_t i)
{
	const struct flex_fate *f = &r->fate[i];
	time_t end = f->start + w->request[i].t_e;

	if (!f->nodes)
		return NULL;
	if ((f->nodes->size != w->max_cn) ||
	    (garq_set_count(f->nodes) != w->request[i].num_cn))
		return "one has more or fewer nodes than he asked for";
	for (uint32_t j = 0; j < i; j++) {
		const struct flex_fate *g = &r->fate[j];

		if (g->in && g->nodes && (g->start < end) &&
		    (f->start < g->start + w->request[j].t_e) &&
		    garq_set_meets(f->nodes, g->nodes))
			return "a node has two bookings at a time";
	}
	return NULL;
}

extern const char *flex_audit(const struct flex_work *w,
			      const struct flex_result *result, bool queues)
{
	const char *wrong = NULL;

	for (uint32_t i = 0; !wrong && (i < w->cnt); i++) {
		wrong = _window(&w->request[i], &result->fate[i], queues);
		if (!wrong && result->fate[i].in)
			wrong = _counts(w, result, result->fate[i].start);
		if (!wrong && result->fate[i].in)
			wrong = _nodes(w, result, i);
	}
	return wrong;
}
