/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commit_private.h - private to commit*.c */
#pragma once

#include "contrib/sresv/co/book/commit.h"

/* A request for one place: at most one at a time. */
typedef struct {
	commit_t *commit;
	size_t place;		/* of co->places */
	uint32_t part;
	decide_op_t op;
	int64_t ttl;		/* ms */
	bool queued;		/* it is to be sent */
} commit_ask_t;

/* Requests that are one DECIDE_SEND, and the worst of their answers. */
typedef struct {
	uint32_t asked, answered;
	decide_outcome_t worst;
	int64_t wait;		/* ms, with DECIDE_LATER: the longest */
} commit_part_t;

#define COMMIT_UNTOLD_MAX 8	/* phases between two commits of the journal */

struct commit {
	commit_host_t host;
	journal_co_t *co;
	commit_plan_t plan;
	decide_t d;
	commit_ask_t *asks;	/* one for each place */
	commit_part_t parts[DECIDE_PARTS_MAX];
	int64_t ranks[DECIDE_PARTS_MAX];	/* of the last plan */
	bool begun;		/* and nothing is in the journal yet */
	bool resumed;
	bool leased;		/* by this process */
	bool broken;		/* the journal can't be written */
	bool over;		/* answers are of no use any more */
	size_t places_written;
	decide_phase_t untold[COMMIT_UNTOLD_MAX];	/* noted, and not on the disk yet */
	size_t untold_cnt;
	char said[400];		/* by a controller that refused, last */
};

/* The effect DECIDE_PLAN. */
extern void commit_plan_again(commit_t *c);

/* e - the last effect, or any if the journal is broken */
extern void commit_tell_result(const commit_t *c, const decide_effect_t *e,
			       commit_result_t *ret);
