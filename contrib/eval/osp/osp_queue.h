/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_queue.h - the queue of jobs without a reservation: first come, first
 * served, or with EASY backfilling (Mu'alem and Feitelson; OSP paper, section
 * 4).
 *
 *	submit --> | job job job ... head | --pass--> running
 *
 * A job is planned for its run time, if that is known, or for the time that its
 * user requested. While it runs it holds its nodes in the garq_t to the planned
 * end, as reservations do, or until it is removed earlier; it may begin where
 * garq_searchReserv() finds its nodes free for all of that time. Queued jobs
 * hold nothing.
 *
 *	FCFS	the head begins as soon as it can, and no other job before it
 *	EASY	the head's shadow time is what garq_suggestInterval() answers
 *		for it; it is reserved while the jobs behind are tried, in
 *		their order: a job that fits beside it begins. So none of them
 *		delays the head. A reservation that is accepted later may: no
 *		start was promised to a job in the queue
 *	greedy	each job that fits begins, in their order, whichever job waits
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "contrib/eval/osp/osp_jobs.h"
#include "garq/garq.h"

enum sim_order { SIM_FCFS, SIM_EASY, SIM_GREEDY };

struct sim_queue {
	enum sim_order order;
	const struct sim_jobs *jobs;
	uint32_t *job;		/* numbers, by submit */
	uint32_t cnt;
	uint32_t *started;	/* jobs started by the last pass */
	uint32_t started_cnt;
	uint32_t *handle;	/* by job: in the garq_t that the queue asks */
	time_t *left;		/* by job: planned seconds that are left; less
				 * than at first for a job that comes again */
	time_t *fails;		/* by nodes: durations that failed */
	uint32_t head;		/* the job that promised is of; only if known */
	time_t promised;
	bool known;		/* to be set to false when a reservation is
				 * accepted: the head may begin later then */
};

/* RET 0, or -1 with errno ENOMEM; to be freed with sim_queue_free() */
extern int sim_queue_init(struct sim_queue *q, enum sim_order order,
			  const struct sim_jobs *jobs);
extern void sim_queue_free(struct sim_queue *q);

/* A job enters the queue, by its number. */
extern void sim_queue_push(struct sim_queue *q, uint32_t job);

/*
 * Start the jobs that can begin at now. They are in q->started, and in g, by
 * their q->handle, for [now, now + left).
 * RET 0; or -1 with errno ENOMEM, or EPROTO if the head would begin later than
 *	promised, though no reservation was accepted
 */
extern int sim_queue_pass(struct sim_queue *q, garq_t *g, time_t now);
