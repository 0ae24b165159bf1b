/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_measure.c - the figures of a run: see lrh_measure.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/lrh/lrh_measure.h"
#include "contrib/eval/lrh/lrh_work.h"

extern void flex_busy(const struct flex_work *w, const struct flex_result *r,
		      time_t t, uint32_t cnt, uint32_t *ret_busy)
{
	memset(ret_busy, 0, cnt * sizeof(*ret_busy));
	for (uint32_t i = 0; i < w->cnt; i++) {
		const struct flex_request *rq = &w->request[i];
		int64_t k = (r->fate[i].start - t) / w->delta;
		int64_t end = k + rq->t_e / w->delta;

		if (!r->fate[i].in)
			continue;
		for (k = (k < 0) ? 0 : k; (k < end) && (k < cnt); k++)
			ret_busy[k] += rq->num_cn;
	}
}

extern void flex_table5(const uint32_t *busy, uint32_t cnt, uint32_t max_cn,
			double *ret_percent)
{
	uint64_t sum = 0, percents = 0;

	for (uint32_t k = 0; k < cnt; k++) {
		sum += busy[k];
		percents += 100 * sum / ((uint64_t) (k + 1) * max_cn);
		ret_percent[k] = (double) percents / (k + 1);
	}
}

/* A sliding window of 12 slots; a shorter period is one window. */
static double _sliding(const uint32_t *busy, uint32_t cnt, uint32_t max_cn)
{
	uint32_t width = (cnt < FLEX_HOUR) ? cnt : FLEX_HOUR;
	uint64_t in_window = 0, sum = 0;

	for (uint32_t k = 0; k < cnt; k++) {
		in_window += busy[k];
		if (k >= width)
			in_window -= busy[k - width];
		if (k + 1 >= width)
			sum += in_window;
	}
	return (double) sum / (cnt - width + 1) / width / max_cn;
}

static int _use(const struct flex_work *w, const struct flex_result *r,
		struct flex_figures *f)
{
	uint32_t cnt = (uint32_t) ((w->to - w->from) / w->delta);
	uint32_t *busy = calloc((size_t) cnt + 1, sizeof(*busy));
	double *percent = calloc((size_t) cnt + 1, sizeof(*percent));
	int rc = (busy && percent) ? 0 : -1;

	if (!rc && cnt) {
		flex_busy(w, r, w->from, cnt, busy);
		flex_table5(busy, cnt, w->max_cn, percent);
		f->use = _sliding(busy, cnt, w->max_cn);
		f->use_table5 = percent[cnt - 1] / 100;
	}
	free(busy);
	free(percent);
	return rc;
}

/* The time T of equation 1: from the first start to the last end. */
static time_t _total(const struct flex_work *w, const struct flex_result *r)
{
	time_t from = 0, to = 0;
	bool any = false;

	for (uint32_t i = 0; i < w->cnt; i++) {
		const struct flex_fate *f = &r->fate[i];

		if (!f->in)
			continue;
		if (!any || (f->start < from))
			from = f->start;
		if (!any || (f->start + w->request[i].t_e > to))
			to = f->start + w->request[i].t_e;
		any = true;
	}
	return to - from;
}

extern void flex_ru(const struct flex_work *w, const struct flex_result *r,
		    double *ret_use)
{
	double total = (double) _total(w, r);

	memset(ret_use, 0, w->max_cn * sizeof(*ret_use));
	for (uint32_t i = 0; i < w->cnt; i++)
		for (uint32_t n = 0; r->fate[i].in && (n < w->max_cn); n++)
			if (garq_set_test(r->fate[i].nodes, n))
				ret_use[n] += (double) w->request[i].t_e / total;
}

static int _resources(const struct flex_work *w, const struct flex_result *r,
		      struct flex_figures *f)
{
	double *use = calloc(w->max_cn, sizeof(*use));

	if (!use)
		return -1;
	flex_ru(w, r, use);
	f->ru_least = use[0];
	for (uint32_t n = 0; n < w->max_cn; n++) {
		f->ru += use[n] / w->max_cn;
		f->ru_least = (use[n] < f->ru_least) ? use[n] : f->ru_least;
		f->ru_most = (use[n] > f->ru_most) ? use[n] : f->ru_most;
	}
	free(use);
	return 0;
}

static double _per(double a, double b)
{
	return (b > 0) ? a / b : 0;
}

extern int flex_measure(const struct flex_work *w, const struct flex_result *r,
			struct flex_figures *ret_figures)
{
	struct flex_figures f = { .asked = w->cnt };
	double wait = 0, t_e = 0, t_e_waits = 0;

	for (uint32_t i = 0; i < w->cnt; i++) {
		const struct flex_request *rq = &w->request[i];
		double work = (double) rq->t_e * rq->num_cn;

		f.work_asked += work;
		f.flex_asked += (rq->t_lsr > rq->t_esr);
		if (!r->fate[i].in)
			continue;
		f.accepted++;
		f.flex_accepted += (rq->t_lsr > rq->t_esr);
		f.work += work;
		wait += (double) (r->fate[i].start - rq->t_esr);
		t_e += (double) rq->t_e;
		if (r->fate[i].start > rq->t_esr)
			t_e_waits += (double) rq->t_e;
	}
	f.wait = _per(wait, f.accepted);
	f.awt = _per(wait, t_e_waits);
	f.awt_all = _per(wait, t_e);
	if ((_use(w, r, &f) < 0) || (_resources(w, r, &f) < 0))
		return -1;
	*ret_figures = f;
	return 0;
}
