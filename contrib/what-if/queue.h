/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * queue.h - the jobs that wait, and Slurm's backfill as far as it matters here.
 *
 * Jobs start in the order in which they came, on nodes that no other job and no
 * reservation has until their time limit. The first job that can't start gets the
 * earliest nodes that it can have, as it looks now; jobs behind it start now if
 * that does not delay the first (EASY). Slurm plans for each of up to
 * bf_max_job_test jobs, every bf_interval seconds; here the queue is looked at
 * whenever something has changed.
 */
#pragma once

#include "contrib/what-if/cluster.h"

#define QUEUE_DEPTH 500	/* jobs that are looked at: bf_max_job_test */

typedef struct {
	uint32_t number;
	uint32_t num_cn;	/* 1 .. nodes of the cluster */
	time_t limit;		/* seconds */
	time_t run;		/* seconds that it runs, >= 1 */
} queue_job_t;

extern void queue_add(const queue_job_t *job);

/* Start what can start now; the view has seen the cluster. Prints "ran NUMBER
 * START" for each. */
extern void queue_schedule(void);

extern void queue_free(void);
