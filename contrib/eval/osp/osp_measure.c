/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_measure.c - the figures of a run: see osp_measure.h.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/osp/osp_measure.h"
#include "contrib/eval/base/quartile.h"

extern uint32_t sim_slots(const struct sim_jobs *jobs)
{
	return (uint32_t) ((jobs->end - jobs->begin) / jobs->delta);
}

/* Nodes */

/* Add num_cn for the part of each slot that [start, end) covers. */
static void _cover(const struct sim_jobs *jobs, time_t start, time_t end,
		   uint32_t num_cn, double *busy)
{
	time_t t = start, next;

	if (end > jobs->end)
		end = jobs->end;
	for (; t < end; t = next) {
		int64_t k = (t - jobs->begin) / jobs->delta;

		next = jobs->begin + (k + 1) * jobs->delta;
		if (next > end)
			next = end;
		busy[k] += (double) (next - t) / jobs->delta * num_cn;
	}
}

static void _nodes(const struct sim_jobs *jobs, const struct sim_result *result,
		   struct sim_figures *f, double *busy)
{
	uint32_t slots = sim_slots(jobs);
	double sum = 0, change = 0;

	memset(busy, 0, slots * sizeof(*busy));
	for (uint32_t i = 0; i < jobs->cnt; i++) {
		const struct sim_fate *fate = &result->fate[i];

		_cover(jobs, fate->start, fate->run_end, fate->num_cn, busy);
	}
	for (uint32_t i = 0; i < result->pieces; i++) {
		const struct sim_piece *piece = &result->piece[i];

		_cover(jobs, piece->start, piece->end, piece->num_cn, busy);
	}
	for (uint32_t k = 0; k < slots; k++) {
		sum += busy[k];
		if (k)
			change += fabs(busy[k] - busy[k - 1]);
	}
	f->utilisation = sum / slots / jobs->max_cn;
	f->change = (slots > 1) ? change / (slots - 1) : 0;
	if (result->end > jobs->begin)
		f->utilisation_all = (double) result->busy /
			(double) (result->end - jobs->begin) / jobs->max_cn;
}

/* Jobs */

static void _waits(double *wait, uint32_t cnt, struct sim_figures *f)
{
	double sum = 0;

	if (!cnt)
		return;
	eval_sort(wait, cnt);
	for (uint32_t i = 0; i < cnt; i++)
		sum += wait[i];
	f->wait = sum / cnt;
	f->wait_median = eval_quartile(wait, cnt, 2);
}

static void _reservation(const struct sim_setup *setup, uint32_t i,
			 const struct sim_fate *fate, const osp_price_t *price,
			 struct sim_figures *f)
{
	struct sim_ask ask = sim_ask_of(setup->jobs, &setup->jobs->job[i],
					setup->bt, setup->slt);
	double work;

	f->asked++;
	f->asked_work += (double) ask.dur * ask.num_cn;
	f->refused += (fate->kind == SIM_REFUSED);
	f->solutions += (fate->kind == SIM_SOLUTION);
	f->alternatives += (fate->kind == SIM_ALTERNATIVE);
	if (fate->kind == SIM_REFUSED)
		return;
	work = (double) (fate->hold_end - fate->start) * fate->num_cn;
	f->given_work += work;
	if (fate->kind == SIM_ALTERNATIVE)
		f->alternative_work += work;
	f->shift += (double) (fate->start - ask.ti_s);
	f->revenue_ar += osp_cost(price, fate->start, fate->hold_end,
				  fate->num_cn);
}

/* wait: room for a number for each job */
static void _jobs(const struct sim_setup *setup,
		  const struct sim_result *result, const osp_price_t *price,
		  struct sim_figures *f, double *wait)
{
	for (uint32_t i = 0; i < setup->jobs->cnt; i++) {
		const struct sim_fate *fate = &result->fate[i];
		const struct eval_job *job = &setup->jobs->job[i];

		if (fate->ar) {
			_reservation(setup, i, fate, price, f);
			continue;
		}
		wait[f->queued++] = (double) (fate->start - fate->done -
					      job->submit);
		f->revenue_queue += osp_cost_job(price, job->dur, job->num_cn);
	}
	if (f->solutions + f->alternatives)
		f->shift /= f->solutions + f->alternatives;
	_waits(wait, f->queued, f);
}

/* Conservation */

static const char *_fate_conserved(const struct eval_job *job,
				   const struct sim_fate *f, bool requeue)
{
	time_t run = f->run_end - f->start + f->done;

	if (!f->ar || (requeue && (f->kind == SIM_REFUSED))) {
		if ((run != job->dur) || (f->num_cn != job->num_cn) ||
		    (f->hold_end != f->run_end))
			return "a job of the queue did not run as it had to";
		if (f->start < job->submit)
			return "a job of the queue ran before it came";
	} else if (f->kind == SIM_REFUSED) {
		if (run || f->num_cn)
			return "a refused job ran";
	} else if (f->kind == SIM_SOLUTION) {
		if ((run != job->dur) || (f->num_cn != job->num_cn))
			return "a job with a solution was cut";
	}
	return NULL;
}

extern const char *sim_conserved(const struct sim_setup *setup,
				 const struct sim_result *result,
				 const struct sim_figures *figures)
{
	const struct sim_jobs *jobs = setup->jobs;
	uint64_t busy = 0;
	uint32_t asked = 0;

	for (uint32_t i = 0; i < jobs->cnt; i++) {
		const struct sim_fate *f = &result->fate[i];
		const char *lost = _fate_conserved(&jobs->job[i], f,
						   setup->requeue);

		if (lost)
			return lost;
		asked += setup->ar[i];
		busy += (uint64_t) (f->run_end - f->start) * f->num_cn;
	}
	for (uint32_t i = 0; i < result->pieces; i++) {
		const struct sim_piece *p = &result->piece[i];

		busy += (uint64_t) (p->end - p->start) * p->num_cn;
	}
	if (busy != result->busy)
		return "node-seconds by job are not those by time";
	if ((figures->asked != asked) ||
	    (figures->asked + figures->queued != jobs->cnt))
		return "jobs were lost";
	if (figures->solutions + figures->alternatives + figures->refused !=
	    figures->asked)
		return "answers were lost";
	return NULL;
}

extern int sim_measure(const struct sim_setup *setup,
		       const struct sim_result *result,
		       const osp_price_t *price,
		       struct sim_figures *ret_figures, double *ret_busy)
{
	struct sim_figures f = { .preempted = result->pieces };
	double *wait = calloc((size_t) setup->jobs->cnt + 1, sizeof(*wait));
	const char *lost;

	if (!wait)
		return -1;
	_nodes(setup->jobs, result, &f, ret_busy);
	_jobs(setup, result, price, &f, wait);
	free(wait);
	lost = sim_conserved(setup, result, &f);
	if (lost) {
		fprintf(stderr, "%s\n", lost);
		errno = EPROTO;
		return -1;
	}
	*ret_figures = f;
	return 0;
}
