/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lrs_talk.h - what is asked of a cluster, and answered: see lrs.h. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contrib/sresv/ctl/status.h"

#define LRS_WAIT_MAX 60	/* seconds; a controller counts requests by the minute */
#define LRS_LINE_MAX (16 * 1024 * 1024)	/* bytes of an answer */

/*
 * How to reach a cluster. Exactly one of conf, ssh and command is set, or none:
 * then it is the cluster of the environment.
 */
typedef struct {
	const char *name;	/* for messages, RVC.cluster and the journal */
	const char *conf;	/* path of its slurm.conf */
	const char *ssh;	/* [USER@]HOST, where "sresv co-lrs" can be run */
	const char *command;	/* for sh -c: a command that acts as sresv co-lrs */
} lrs_cluster_t;

typedef enum {
	LRS_PING,
	LRS_PROBE,	/* shape */
	LRS_HOLD,	/* name, ttl, shape without delay; the same again extends */
	LRS_CONFIRM,	/* name */
	LRS_DROP,	/* name */
	LRS_SHOW,	/* name: the prefix of the names to show */
	LRS_SUBMIT,	/* name, run, job: a batch job into a reservation */
	LRS_JOBS,	/* name: the jobs of LRS_SUBMIT in a reservation */
	LRS_CANCEL_JOBS,	/* name, run: end those of a run; 0: of all runs */
} lrs_op_t;

/* A reservation as it is asked for. Seconds; texts may be NULL. */
typedef struct {
	int64_t start;		/* since the epoch, on the controller's clock */
	int64_t length;
	int64_t delay;		/* how much later it may start */
	int64_t nodes;		/* 0: licenses alone */
	const char *partition;
	const char *features;
	const char *licenses;
	const char *list;	/* the nodes themselves, with commas, as many as
				 * nodes; NULL: any of partition and features */
} lrs_shape_t;

typedef struct {
	lrs_op_t op;
	const char *name;
	int64_t ttl;		/* seconds */
	lrs_shape_t shape;
	int64_t run;		/* 1 and up: by it a job is found again */
	const json_t *job;	/* what to submit: "job" in doc/CO.md */
} lrs_ask_t;

typedef struct {
	status_t status;	/* STATUS_DONE, or why not */
	bool unknown;		/* see above */
	const char *why;	/* lines for people, which do not name the
				 * cluster; "" if there are none */
	int64_t wait;		/* seconds to wait before it is asked again; 0: none.
				 * The user asks too often, and it was not served */
	int64_t now;		/* the controller's clock, or -1 */
	int64_t until;		/* of LRS_HOLD: the end of the hold; of LRS_PROBE:
				 * all starts before it are told; or -1 */
	int64_t asked;		/* lrs_clock() at lrs_ask(), before it was sent */
	int64_t answered;	/* lrs_clock() when the answer was read */
	int64_t asked_at;	/* seconds since the epoch here, as asked */
	int64_t answered_at;	/* the same, as answered */
	const json_t *body;	/* the whole answer, or NULL if there is none */
} lrs_answer_t;

/* One reservation of an answer to LRS_SHOW. The texts are the answer's. */
typedef struct {
	const char *name;
	bool held;		/* a hold; else a booking */
	int64_t start, end;	/* seconds since the epoch */
	int64_t nodes;
	const char *nodelist;	/* "" if it has none */
	bool degraded;		/* some of its nodes are down */
} lrs_member_t;

/* What became of a job. */
typedef enum {
	LRS_JOB_PENDING,
	LRS_JOB_RUNNING,	/* also suspended */
	LRS_JOB_COMPLETED,
	LRS_JOB_FAILED,		/* cancelled, out of time, lost its nodes, ... */
} lrs_job_state_t;

/* One job of an answer to LRS_JOBS. */
typedef struct {
	int64_t job;		/* its id; of a component that of the whole
				 * heterogeneous job */
	int64_t offset;		/* which component it is; -1: it is none */
	int64_t run;
	lrs_job_state_t state;
	const char *word;	/* Slurm's: "TIMEOUT"; the answer's */
} lrs_job_t;

/* The jobs of an answer to LRS_JOBS. As lrs_members() */
extern int lrs_jobs(const lrs_answer_t *answer, lrs_job_t **ret,
		    size_t *ret_cnt);

/*
 * RET the id of the job that an answer to LRS_SUBMIT tells; 0: it tells none, or not
 * of so many components (0: an ordinary job)
 */
extern int64_t lrs_submitted(const lrs_answer_t *answer, size_t components);

/*
 * The reservations of an answer to LRS_SHOW.
 *
 * ret - cnt of them, for free(); NULL if there are none
 * RET 0, or -1 with errno: ENOMEM; EBADMSG, the answer is not as it should be
 */
extern int lrs_members(const lrs_answer_t *answer, lrs_member_t **ret,
		       size_t *ret_cnt);
