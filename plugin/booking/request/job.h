/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job.h - values that describe a job with a deadline, and its booking. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* The prefix of the names of jobs' bookings; a number follows. */
#define JOBS_PREFIX "garq.job@"

/*
 * Seconds by which a booking is longer than its job. The host tests pending
 * jobs only now and then, so a job starts a moment after its booking, and has
 * to end in it.
 */
#define JOBS_LATE 60

/*
 * The request of a job; times in seconds since the epoch. Texts are owned by
 * the job.
 */
typedef struct {
	uint32_t uid;
	time_t begin;		/* --begin; 0: not given */
	time_t deadline;
	uint32_t minutes;	/* --time */
	uint32_t num_cn;	/* -N; the minimum of a range */
	uint32_t max_cn;	/* the maximum; 0: not given */
	uint32_t wanted_cn;	/* nodes that a new booking gets if there is
				 * room, else down to num_cn; 0: num_cn */
	uint32_t least_minutes;	/* --time-min: the same of its time; 0: not
				 * given */
	uint32_t switches;	/* --switches: leaf switches at most; 0: any
				 * number */
	const char *partition;	/* NULL: the default */
	const char *features;
	const char *account;	/* NULL: the default of the user */
	const char *qos;	/* one or several names; NULL: see qos_id */
	uint32_t qos_id;	/* 0: the default */
	bool any_minutes;	/* set by an operator: MaxTime does not apply */
} job_request_t;

/* The life of a job on its nodes, since it started last. */
typedef struct {
	time_t start;
	time_t end;		/* 0: it goes on */
	time_t paused;		/* seconds of it that it was suspended */
	uint32_t cpus;
} job_span_t;

/* A job of the host; opaque to the office. */
typedef struct job_record job_t;

/* The state of an unfinished job, as the office sees it. */
typedef struct {
	job_t *job;
	uint32_t job_id;
	uint32_t uid;
	const char *account;	/* or NULL; valid as booking */
	const char *booking;	/* asked for by the job, or NULL; valid until it
				 * is tied or untied */
	uint32_t minutes;	/* the time limit */
	bool waits;		/* pending */
	bool completing;	/* its last run still completes */
	bool held;		/* not allowed to start (scontrol hold) */
} job_seen_t;
