/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_way.h - which reservations keep a job that waits from starting now.
 *
 * Slurm starts a job on nodes that no reservation needs before the time limit of
 * the job is over, unless the job runs in that reservation:
 *
 *	n1  |-------[ course ]----	a job of 2 nodes that may run until T
 *	n2  |-------[ course ]----	can't start now: only n3 is left to it.
 *	n3  |---------------------	With a limit up to the start of course
 *	   now           T		it could.
 *
 * Only reservations are counted: other jobs, priorities, features, memory and
 * licenses are Slurm's to tell. Nothing here asks the controller or reads a
 * clock.
 */
#pragma once

#include "contrib/sresv/gantt/gantt.h"

/* How many names of reservations are told. */
#define JOB_WAY_NAMES 20

/* How many later starts are tried. */
#define JOB_WAY_STARTS 64

typedef struct {
	const bool *usable;	/* by index of a node: may the job run on it? */
	const bool *needed;	/* the job names these nodes; NULL: none */
	uint32_t nodes;		/* how many it wants, at least 1 */
	int64_t seconds;	/* its time limit, at least 1 */
	const char *inside;	/* its reservations, with commas; or NULL */
} job_wish_t;

typedef struct {
	uint32_t usable;	/* nodes that it may run on, and that are up */
	uint32_t left;		/* of these the ones that no reservation needs */
	bool blocked;		/* left is too few: reservations are in the way */
	const char *names[JOB_WAY_NAMES];	/* of these, by start; of the input */
	uint32_t name_cnt;
	int64_t shorter;	/* with a limit of so many seconds it is not
				 * blocked, in whole minutes; 0: with none */
	time_t from;		/* it is not blocked from then on; 0: not found */
} job_way_t;

/*
 * IN in - with nodes
 * OUT ret - names refer to in
 * RET false: memory is short
 */
extern bool job_way(const gantt_input_t *in, const job_wish_t *wish, time_t now,
		    job_way_t *ret);
