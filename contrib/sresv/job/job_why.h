/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_why.h - why a job waits: what Slurm says of it, its own reservation, the
 * reservations that leave it no room (job_way.h), its deadline.
 *
 * Nothing here asks the controller or reads a clock.
 */
#pragma once

#include <slurm/slurm.h>

#include "contrib/sresv/job/job_way.h"

/* A job without a time limit runs for this long, as far as reservations matter:
 * recurring ones are looked at this far ahead. Seconds */
#define JOB_WHY_ENDLESS (366 * 86400)

/* What the controller shows. */
typedef struct {
	const gantt_input_t *input;
	const partition_info_msg_t *partitions;	/* NULL: not known */
	const reserve_info_t *inside;	/* of job_why_inside(); NULL: none, or
					 * not shown */
	bool hides;			/* reservations may not be shown */
	time_t now;
} job_why_seen_t;

typedef struct {
	const char *kind;	/* slurm, reservation, nodes, in-the-way,
				 * shorter, from, deadline, late */
	char text[192];
	time_t at;		/* a time that belongs to the text; 0: none */
	int64_t seconds;	/* the same of a length */
	const char *names[JOB_WAY_NAMES];	/* reservations; of job or seen */
	uint32_t name_cnt;
} job_why_line_t;

#define JOB_WHY_LINES 10

typedef struct {
	job_why_line_t lines[JOB_WHY_LINES];
	size_t cnt;		/* 0: it does not wait */
} job_why_t;

/* Return true if a job waits or runs. Slurm also tells of jobs that ended
 * a moment ago. */
extern bool job_why_is_alive(const slurm_job_info_t *j);

/* Its time limit in seconds, or JOB_WHY_ENDLESS. */
extern int64_t job_why_limit(const slurm_job_info_t *j);

/* The only reservation that a job names; NULL: none, or several. */
extern const char *job_why_inside(const slurm_job_info_t *j);

/*
 * Slurm's word for why a job waits, as scontrol show job prints it: "Resources", or
 * what slurmctld says of it, each blank a "_".
 * RET for free(); NULL: Slurm's library knows no word, or memory is short
 */
extern char *job_why_reason(const slurm_job_info_t *j);

/* "17", or "17_[1-4]" and "17_3" of an array. RET free(); NULL: memory is short */
extern char *job_why_id(const slurm_job_info_t *j);

/* IN reason - of job_why_reason(). RET false: memory is short */
extern bool job_why(const slurm_job_info_t *j, const char *reason,
		    const job_why_seen_t *seen, job_why_t *ret);
