/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * workload.h - requests for reservations out of the jobs of a trace. Paper,
 * section 5.1.
 *
 *	jobs of a trace --> requests, original or shuffled --> script.h
 *
 * A trace is in the Standard Workload Format of the Parallel Workloads Archive:
 * one line for each job, 18 fields, comments begin with a semicolon. Taken are
 * field 2 (submit time), 4 (run time) and 5 (processors; 8, those requested,
 * where 5 is unknown); and, where plans are made with it, 9 (requested time).
 * Jobs that never ran (run time unknown, or no processors) ask for nothing.
 *
 *  num_cn	processors, but maxCN at most ("we set this job to maxCN")
 *  t_s		submit time, "rounding up to the nearest time interval"
 *  duration	run time, within [5 minutes, 28 days], rounded up to whole slots
 *  submit	original: the submit time, so a request comes less than delta
 *		before its start. shuffled: the begin of its two weeks
 *
 * "We shuffled the starting time order of jobs for every 2-week period": the
 * starts of a period are permuted among its jobs; the jobs come in the order of
 * the log, all at the begin of the period.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#define EVAL_DURATION_MIN (5 * 60)
#define EVAL_DURATION_MAX (28 * 86400)
#define EVAL_PERIOD (14 * 86400)

struct eval_job {
	time_t submit;
	time_t dur;		/* run time, seconds */
	uint32_t num_cn;	/* processors; or the nodes that they become */
	time_t requested;	/* the user's time limit; 0: unknown, or the
				 * run time is known beforehand */
};

struct eval_jobs {
	struct eval_job *job;
	uint32_t cnt;
	size_t cap;
	uint32_t unusable;	/* lines of jobs that never ran */
};

/* How many jobs were changed. */
struct eval_fit {
	uint32_t too_wide;	/* cut to maxCN */
	uint32_t too_short;	/* made as long as the shortest may be */
	uint32_t too_long;	/* cut to EVAL_DURATION_MAX */
};

struct eval_request {
	time_t submit;		/* time of asking */
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

struct eval_workload {
	struct eval_request *request;	/* in order of submit */
	uint32_t cnt;
	struct eval_fit fit;
};

/*
 * Read at most max jobs, in the order of their submit times.
 * OUT ret_jobs - to be freed with eval_jobs_free()
 * RET 0, or -1 with errno EINVAL (a line that is not of the format) or ENOMEM
 */
extern int eval_jobs_read(FILE *f, uint32_t max, struct eval_jobs *ret_jobs);

/*
 * Make up cnt jobs: mostly small and short ones, like those of DAS2 fs0, the
 * trace of the paper with the shortest jobs. Mean run time near 12 minutes,
 * half of them below two; 1 to 64 processors, mostly 1, 2, 4 or 8; sent in
 * bursts, by day more than by night; 225,711 in a year.
 * OUT ret_jobs - to be freed with eval_jobs_free()
 * RET 0, or -1 with errno ENOMEM
 */
extern int eval_jobs_generate(uint32_t cnt, uint64_t seed,
			      struct eval_jobs *ret_jobs);

/*
 * Make up jobs, or read those of standard input; at most max.
 * IN name - what messages call the trace
 * IN generate - jobs to make up with this seed; 0: read them
 * OUT ret_jobs - to be freed with eval_jobs_free()
 * RET 0; or -1 with a message on stderr, also if there is no job
 */
extern int eval_jobs_get(const char *name, uint32_t generate, uint64_t seed,
			 uint32_t max, struct eval_jobs *ret_jobs);

extern void eval_jobs_free(struct eval_jobs *jobs);

/*
 * Make a job one of max_cn nodes at most, and of [least, EVAL_DURATION_MAX]
 * seconds; fit counts what was changed.
 */
extern void eval_job_fit(struct eval_job *job, uint32_t max_cn, time_t least,
			 struct eval_fit *fit);

/* Round t up to the begin of a slot. */
static inline time_t eval_round_up(time_t t, uint32_t delta)
{
	return (t + (time_t) delta - 1) / (time_t) delta * (time_t) delta;
}

/*
 * The requests of the jobs.
 * IN seed - of the shuffling
 * OUT ret_workload - to be freed with eval_workload_free()
 * RET 0, or -1 with errno ENOMEM
 */
extern int eval_workload_make(const struct eval_jobs *jobs, bool shuffled,
			      uint32_t max_cn, uint32_t delta, uint64_t seed,
			      struct eval_workload *ret_workload);

/*
 * Let each request be submitted some time of lead seconds before its start,
 * chosen at random, but not before the first one was.
 */
extern void eval_workload_lead(struct eval_workload *w, time_t lead,
			       uint64_t seed);

extern void eval_workload_free(struct eval_workload *w);
