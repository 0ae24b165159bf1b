/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs.h - what a job with a deadline asks for, as a value.
 */
#ifndef PLUGIN_BOOKING_JOBS_H
#define PLUGIN_BOOKING_JOBS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/*
 * Seconds that a job may start after its booking does, and still end in it:
 * Slurm looks at the jobs that wait every now and then.
 */
#define JOBS_LATE 60

/* The names of the bookings of jobs begin so, and go on with a number. */
#define JOBS_PREFIX "garq.job@"

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
} jobs_ask_t;

#endif
