/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_jobs.h - the jobs of the simulator: two weeks of a trace, some of them
 * chosen to use advance reservations.
 *
 * Paper: Sulistio, Kim, Buyya, "On Incorporating an On-line Strip Packing
 * Algorithm into Elastic Grid Reservation-based Systems", section 4.1.
 *
 *  num_cn	processors, or those divided by per_cn and rounded up; maxCN at
 *		most ("we set this job to the maximum number of CNs")
 *  dur		run time in seconds, within [4 minutes, 28 days]
 *  requested	0, or the user's time limit, if plans are made with that; then
 *		dur is cut to it
 *  submit	as in the trace, seconds
 *
 * What a job asks for as a reservation is derived from it by sim_ask_of().
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "contrib/eval/base/workload.h"

#define SIM_DURATION_MIN (4 * 60)

struct sim_jobs {
	struct eval_job *job;	/* in order of submit; their nodes */
	uint32_t cnt;
	uint32_t max_cn;
	uint32_t delta;		/* seconds */
	time_t begin;		/* of the period, a multiple of delta */
	time_t end;		/* no job is submitted at or after it */
	struct eval_fit fit;
};

/* What is taken of a log, and how. */
struct sim_selection {
	uint32_t max_cn;
	uint32_t per_cn;	/* processors that are one node, >= 1 */
	uint32_t delta;		/* seconds */
	uint32_t days;		/* >= 1 */
	bool from_log;		/* the days count from second 0 of the log, and
				 * not from the first job that ran */
	bool requested;		/* plans are made with requested times */
};

/* queryReserv(ti_s, ti_e, dur, numCN); times are multiples of delta. */
struct sim_ask {
	time_t ti_s;
	time_t ti_e;
	time_t dur;
	uint32_t num_cn;
};

/*
 * The jobs of the first days of a log, counted from the first job that ran.
 * IN per_cn - processors that are one node, >= 1
 * IN days - >= 1
 * OUT ret_jobs - to be freed with sim_jobs_free()
 * RET 0, or -1 with errno ENOMEM
 */
extern int sim_jobs_make(const struct eval_jobs *log, uint32_t max_cn,
			 uint32_t per_cn, uint32_t delta, uint32_t days,
			 struct sim_jobs *ret_jobs);

/*
 * The jobs of the first days of a log. The period begins with the slot of the
 * first job in either case.
 * OUT ret_jobs - to be freed with sim_jobs_free()
 * RET 0, or -1 with errno ENOMEM
 */
extern int sim_jobs_select(const struct eval_jobs *log,
			   const struct sim_selection *selection,
			   struct sim_jobs *ret_jobs);

extern void sim_jobs_free(struct sim_jobs *jobs);

/* RET the node-seconds of all jobs, relative to all that the period has */
extern double sim_jobs_load(const struct sim_jobs *jobs);

/*
 * Choose percent of a hundred of the jobs, rounded to a whole number of jobs;
 * each choice is equally likely.
 * OUT ret_ar - jobs->cnt flags, by number of the job
 * RET the number of chosen jobs; or -1 with errno ENOMEM
 */
extern int64_t sim_jobs_choose(const struct sim_jobs *jobs, uint32_t percent,
			       uint64_t seed, bool *ret_ar);

/* The time that a job is planned to run: not less than it does. */
static inline time_t sim_planned(const struct eval_job *job)
{
	return (job->requested > job->dur) ? job->requested : job->dur;
}

/*
 * Section 4.1: what a job asks for at its submit time, with a book-ahead time
 * b_t and a search limit time sl_t, both in seconds and multiples of delta.
 */
extern struct sim_ask sim_ask_of(const struct sim_jobs *jobs,
				 const struct eval_job *job, time_t bt,
				 time_t slt);
