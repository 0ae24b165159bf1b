/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_recombine.c - from counts to nodes: see lrh_recombine.h.
 */
#include <errno.h>
#include <stdlib.h>

#include "contrib/eval/lrh/lrh_recombine.h"

struct starter {
	time_t start;
	uint32_t number;
};

static int _by_start(const void *a, const void *b)
{
	const struct starter *x = a, *y = b;

	if (x->start != y->start)
		return (x->start > y->start) - (x->start < y->start);
	return (x->number > y->number) - (x->number < y->number);
}

/* IN/OUT until - when each node is free again */
static int _bind(const struct flex_request *rq, struct flex_fate *f,
		 time_t *until, uint32_t max_cn)
{
	uint32_t missing = rq->num_cn;

	f->nodes = garq_set_create(max_cn);
	if (!f->nodes)
		return -1;
	for (uint32_t n = 0; missing && (n < max_cn); n++) {
		if (until[n] > f->start)
			continue;
		until[n] = f->start + rq->t_e;
		garq_set_add(f->nodes, n);
		missing--;
	}
	if (missing)
		errno = EPROTO;
	return missing ? -1 : 0;
}

/* OUT ret - requests without nodes, in order of start. RET how many */
static uint32_t _starters(const struct flex_result *r, struct starter *ret)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < r->cnt; i++)
		if (r->fate[i].in && !r->fate[i].nodes)
			ret[cnt++] = (struct starter) { r->fate[i].start, i };
	qsort(ret, cnt, sizeof(*ret), _by_start);
	return cnt;
}

extern int flex_recombine(const struct flex_work *w, struct flex_result *result)
{
	struct starter *order = calloc((size_t) w->cnt + 1, sizeof(*order));
	time_t *until = calloc(w->max_cn, sizeof(*until));
	int rc = (order && until) ? 0 : -1;
	uint32_t cnt = rc ? 0 : _starters(result, order);

	for (uint32_t k = 0; !rc && (k < cnt); k++)
		rc = _bind(&w->request[order[k].number],
			   &result->fate[order[k].number], until, w->max_cn);
	free(order);
	free(until);
	return rc;
}
