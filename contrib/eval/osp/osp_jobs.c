/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_jobs.c - the jobs of the simulator: see osp_jobs.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/osp/osp_jobs.h"
#include "contrib/eval/base/random.h"

extern void sim_jobs_free(struct sim_jobs *jobs)
{
	free(jobs->job);
	memset(jobs, 0, sizeof(*jobs));
}

/* Section 4.1, the modifications of the trace. */
static struct eval_job _job(struct sim_jobs *jobs, const struct eval_job *from,
			    const struct sim_selection *sel)
{
	struct eval_job job = *from;

	job.num_cn = from->num_cn / sel->per_cn +
		(from->num_cn % sel->per_cn > 0);
	eval_job_fit(&job, jobs->max_cn, SIM_DURATION_MIN, &jobs->fit);
	if (!sel->requested || !job.requested) {
		job.requested = 0;
		return job;
	}
	if (job.requested < SIM_DURATION_MIN)
		job.requested = SIM_DURATION_MIN;
	if (job.requested > EVAL_DURATION_MAX)
		job.requested = EVAL_DURATION_MAX;
	if (job.dur > job.requested)
		job.dur = job.requested;
	return job;
}

extern int sim_jobs_select(const struct eval_jobs *log,
			   const struct sim_selection *selection,
			   struct sim_jobs *ret_jobs)
{
	uint32_t delta = selection->delta;
	struct sim_jobs jobs = {
		.max_cn = selection->max_cn, .delta = delta,
	};

	jobs.job = calloc((size_t) log->cnt + 1, sizeof(*jobs.job));
	if (!jobs.job)
		return -1;
	if (log->cnt)
		jobs.begin = log->job[0].submit / delta * delta;
	jobs.end = (selection->from_log ? 0 : jobs.begin) +
		(time_t) selection->days * 86400;
	for (uint32_t i = 0; i < log->cnt; i++)
		if (log->job[i].submit < jobs.end)
			jobs.job[jobs.cnt++] = _job(&jobs, &log->job[i],
						    selection);
	*ret_jobs = jobs;
	return 0;
}

extern int sim_jobs_make(const struct eval_jobs *log, uint32_t max_cn,
			 uint32_t per_cn, uint32_t delta, uint32_t days,
			 struct sim_jobs *ret_jobs)
{
	struct sim_selection selection = {
		.max_cn = max_cn, .per_cn = per_cn, .delta = delta,
		.days = days,
	};

	return sim_jobs_select(log, &selection, ret_jobs);
}

extern double sim_jobs_load(const struct sim_jobs *jobs)
{
	double work = 0;

	for (uint32_t i = 0; i < jobs->cnt; i++)
		work += (double) jobs->job[i].dur * jobs->job[i].num_cn;
	return work / ((double) (jobs->end - jobs->begin) * jobs->max_cn);
}

extern int64_t sim_jobs_choose(const struct sim_jobs *jobs, uint32_t percent,
			       uint64_t seed, bool *ret_ar)
{
	uint64_t want = ((uint64_t) jobs->cnt * percent + 50) / 100;
	uint32_t *order = calloc((size_t) jobs->cnt + 1, sizeof(*order));

	if (!order)
		return -1;
	for (uint32_t i = 0; i < jobs->cnt; i++)
		order[i] = i;
	memset(ret_ar, 0, jobs->cnt * sizeof(*ret_ar));
	/* the first want cards of a shuffled deck */
	for (uint32_t i = 0; i < want; i++) {
		uint32_t j = i + (uint32_t) eval_random_below(&seed,
							      jobs->cnt - i);
		uint32_t chosen = order[j];

		order[j] = order[i];
		ret_ar[chosen] = true;
	}
	free(order);
	return (int64_t) want;
}

extern struct sim_ask sim_ask_of(const struct sim_jobs *jobs,
				 const struct eval_job *job, time_t bt,
				 time_t slt)
{
	struct sim_ask ask = {
		.ti_s = eval_round_up(job->submit, jobs->delta) + bt,
		.dur = eval_round_up(sim_planned(job), jobs->delta),
		.num_cn = job->num_cn,
	};

	ask.ti_e = ask.ti_s + ask.dur + slt;
	return ask;
}
