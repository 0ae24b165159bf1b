/* SPDX-License-Identifier: GPL-2.0-or-later */
/* look.h - what the clusters have of a co-reservation, part by part. */
#pragma once

#include "contrib/sresv/co/commit_args.h"

/* What is there of a part. */
typedef enum {
	LOOK_UNKNOWN,		/* the cluster does not answer */
	LOOK_MISSING,
	LOOK_ENDED,		/* it is not there, as its time is over */
	LOOK_HELD,
	LOOK_BOOKED,
	LOOK_DEGRADED,		/* booked, but some of its nodes are down */
	LOOK_MOVED,		/* booked for another time */
} look_state_t;

typedef struct {
	const journal_place_t *place;	/* NULL: it has none */
	look_state_t state;
	char *nodelist;		/* owned; NULL: none */
	int64_t job;		/* submitted last, or 0 */
	int64_t offset;		/* its component of that job; -1: none is known */
	char job_state[20];	/* Slurm's word; "" if its cluster knows it no more */
} look_part_t;

typedef struct {
	const commit_args_t *args;
	journal_t *journal;
	const journal_co_t *co;
	look_part_t parts[DECIDE_PARTS_MAX];
	lrs_cluster_t *clusters;
	size_t cluster_cnt;
} look_t;

extern const char *look_state_name(look_state_t state);

/*
 * Ask all clusters at once. args, journal and co are set, all else is zero. A cluster
 * that does not answer is told on args->err
 * RET false without memory; look_free() also then
 */
extern bool look_ask(look_t *l);
extern void look_free(look_t *l);
