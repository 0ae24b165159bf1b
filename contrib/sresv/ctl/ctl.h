/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ctl.h - requests to the controller: Slurm's own RPCs, through libslurm.
 *
 * It can do what scontrol can, and needs no port and no rights of its own.
 */
#pragma once

#include <slurm/slurm.h>
#include <stdbool.h>

#include "contrib/sresv/answer/offer.h"
#include "contrib/sresv/ctl/site.h"
#include "contrib/sresv/ctl/status.h"
#include "plugin/booking/request/wishes.h"

/* A request. Values that are not given are NULL or, for numbers, below 0. */
typedef struct {
	const char *name;
	time_t start;
	time_t end;
	int64_t duration;	/* seconds, or WHEN_FOREVER */
	int64_t delay;		/* MaxStartDelay, seconds */
	int64_t nodes;
	int64_t cores;		/* of these nodes, in all */
	const char *gpus;	/* the same: N or TYPE:N (gpus.h) */
	const char *gpus_per_node;	/* the same, of each node */
	const char *nodelist;
	const char *partition;
	const char *features;
	const char *licenses;
	const char *users;
	const char *groups;
	const char *accounts;
	const char *comment;	/* Slurm 23.02 and later */
	uint64_t flags;		/* BOOKING_FLAG_*; 0: none */
	bool gives;		/* nodes, cores or gpus is what is given back
				 * (give.h) */

	/* A series (contrib/sresv/ctl/every.h). */
	const char *every;
	const char *except;

	/* What stands in front of the name. */
	wishes_t wishes;	/* all zero: none */
} wish_t;

/* A request in which nothing is given. */
#define WISH_NONE { .start = -1, .end = -1, .duration = -1, .delay = -1, \
		    .nodes = -1, .cores = -1 }

typedef struct {
	status_t status;
	bool unsent;		/* the controller has certainly not got it */
	char *why;		/* lines for people, or NULL */
	char *name;		/* of the new reservation, or NULL */
	char *said;		/* the whole answer to a program, whose reasons
				 * reasons.h reads; or NULL */
	char *lines;		/* a look: the whole answer, for plan.h; or NULL */
	offers_t offers;
} answer_t;

extern void answer_free(answer_t *a);

/* Append a line to why; the line is lost if memory is short. */
extern void answer_say(answer_t *a, const char *line);

/* Read slurm.conf. Call it once, before the other functions. */
extern void ctl_init(void);

/*
 * These fill in *ret, for answer_free(). A request with wishes_look() is told, and
 * not carried out: STATUS_DONE, with ret->lines. A request with a comment is not
 * sent where Slurm has none: STATUS_BAD.
 */

/*
 * Book a reservation. STATUS_DONE: ret->name is set. A request with wishes and
 * without a name gets one of the user and the time.
 */
extern void ctl_create(const wish_t *w, answer_t *ret);

/* Query offers; a query does not stand by. STATUS_DONE: ret->offers are set */
extern void ctl_query(const wish_t *w, answer_t *ret);

/*
 * Ask why there is no room, as plugin/booking/offer/why.h tells it. STATUS_DONE:
 * ret->why has the lines for people, ret->said all lines
 * IN name - of a request that stands by, w has nothing then; or NULL
 */
extern void ctl_why(const char *name, const wish_t *w, answer_t *ret);

/*
 * Query whom a reservation of Slurm's own would hit, by w->flags and w->nodelist.
 * STATUS_DONE: ret->why has the lines for people, and *ret_text all lines, for
 * free(); else it is NULL
 */
extern void ctl_query_hits(const wish_t *w, char **ret_text, answer_t *ret);

/*
 * Accept an offer, or less of it; or change a reservation. STATUS_DONE:
 * ret->name is not set
 */
extern void ctl_update(const wish_t *w, answer_t *ret);

/* Delete a reservation, or withdraw an offer. */
extern void ctl_delete(const char *name, answer_t *ret);

/* The same, as w->wishes say; nothing else of w but the name is looked at. */
extern void ctl_delete_as(const wish_t *w, answer_t *ret);

/* The jobs that this user may see. OUT ret_all - slurm_free_job_info_msg(); NULL
 * on failure */
extern void ctl_load_jobs(job_info_msg_t **ret_all, answer_t *ret);

/* The same of one job, with the tasks of an array. STATUS_UNKNOWN: there is none,
 * or this user may not see it */
extern void ctl_load_job(uint32_t job, job_info_msg_t **ret_all, answer_t *ret);

/*
 * Create a reservation of a name that asks sched/garq, which answers a program
 * in the place of a name: answer.h of the office. Refused on a controller
 * without it. STATUS_DONE: *ret_text has the lines, for free(); else it is NULL
 */
extern void ctl_ask(const wish_t *w, const char *name, char **ret_text,
		    answer_t *ret);

/* Update a reservation, with no attribute: so a hold is confirmed. */
extern void ctl_confirm(const char *name, answer_t *ret);

/* What is known of a controller. */
typedef struct {
	time_t now;		/* its clock */
	char *cluster;		/* ClusterName, for free() */
	bool garq;
	bool hides;		/* PrivateData=reservations */
	site_t site;
} ctl_about_t;

/* STATUS_DONE: ret_about is set; else it is untouched */
extern void ctl_about(ctl_about_t *ret_about, answer_t *ret);

/*
 * Does the controller run sched/garq? RET false if that is unknown; then ret says
 * why
 */
extern bool ctl_has_garq(bool *ret_garq, answer_t *ret);

/*
 * Ask sched/garq for all open offers that this user may see. STATUS_DONE:
 * ret->offers are set
 */
extern void ctl_offers(answer_t *ret);

/*
 * The records of all reservations that this user may see.
 * OUT ret_all - slurm_free_reservation_info_msg(); NULL on failure
 */
extern void ctl_load(reserve_info_msg_t **ret_all, answer_t *ret);

/* OUT ret_all - slurm_free_node_info_msg(); NULL on failure */
extern void ctl_load_nodes(node_info_msg_t **ret_all, answer_t *ret);

/*
 * The partitions that this user may see.
 * OUT ret_all - slurm_free_partition_info_msg(); NULL on failure
 */
extern void ctl_load_partitions(partition_info_msg_t **ret_all, answer_t *ret);

/* Number of nodes of the cluster. OUT ret_cnt - 0 on failure */
extern void ctl_count_nodes(uint32_t *ret_cnt, answer_t *ret);

/*
 * What sched/garq says of a reservation, in front of the user's own comment or instead
 * of it: in another field where this Slurm has no comments. RET never NULL
 */
extern const char *ctl_remark(const reserve_info_t *r);

/* What a reservation is before, in and after its time. */
typedef enum { PHASE_PENDING, PHASE_ACTIVE, PHASE_ENDED } phase_t;

static inline phase_t ctl_phase(time_t start, time_t end, time_t now)
{
	return (now < start) ? PHASE_PENDING :
	       (now < end) ? PHASE_ACTIVE : PHASE_ENDED;
}

/* The status of a Slurm error; offers - true if there are offers. */
extern status_t ctl_status(int rc, bool offers);
