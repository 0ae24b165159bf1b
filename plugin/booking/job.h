/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job.h - a job with a deadline, as values: what it asks for, what becomes of it. */
#ifndef PLUGIN_JOB_H
#define PLUGIN_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/*
 * Seconds that a job may start after its booking does, and still end in it:
 * Slurm looks at the jobs that wait every now and then.
 */
#define JOBS_LATE 60

/* What a job asks for. Its texts are those of the job. */
typedef struct {
	uint32_t uid;
	time_t begin;		/* --begin; 0: not given */
	time_t deadline;
	uint32_t minutes;	/* --time */
	uint32_t num_cn;	/* -N; the lower one of two */
	uint32_t max_cn;	/* the higher one; 0: not given */
	const char *partition;	/* NULL: the default */
	const char *features;
	const char *account;
	const char *qos;	/* one or more; NULL: that of qos_id */
	uint32_t qos_id;	/* 0: the default */
	bool any_minutes;	/* an operator gave them: no MaxTime holds */
} job_request_t;

/* A job of the controller, which alone knows what is in it. */
typedef struct job_record job_t;

/* What the office sees of a job that has not finished. */
typedef struct {
	job_t *job;
	uint32_t job_id;
	uint32_t uid;
	const char *booking;	/* the reservations that it asks for, or NULL;
				 * only until it is tied or untied */
	uint32_t minutes;	/* its time limit */
	bool waits;		/* it is pending */
	bool completing;	/* what ran of it still ends */
	bool held;		/* it may not start */
} job_seen_t;

#endif
