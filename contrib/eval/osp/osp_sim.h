/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_sim.h - a cluster on which some jobs ask for reservations and the others
 * queue: a simulator of discrete events. Paper, section 4.
 *
 *	job --chosen--> ask --policy--> reservation -----------.
 *	   \                     \----> refused: gone, or       v
 *	    \                            |                   garq_t
 *	     `--------> queue <----------'                     ^
 *			  `------------------------------------'
 *
 * One garq_t holds the reservations and the running jobs, and answers every
 * question of both sides. A reservation is requested at the submit time of its
 * job, and the job begins when the reservation does. A reservation keeps its
 * nodes to its end, also if its job ends earlier.
 *
 * Or admission is against reservations alone: one garq_t holds all of them and
 * answers the policy; another one holds what runs, jobs and reservations that
 * have begun, and answers the queue, which does not see what is to come. When a
 * reservation begins and nodes are missing, jobs are preempted: see
 * osp_running.h. They queue again, as the last ones.
 *
 * A run ends with EPROTO, and says why, if it violates an invariant: more nodes
 * promised or in use than there are, a reservation that does not begin on the
 * second with all its nodes, a node with two jobs, a head of the queue that is
 * delayed by a job behind it, an invariant of the garq_t that does not hold.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "contrib/eval/osp/osp_admit.h"
#include "contrib/eval/osp/osp_jobs.h"
#include "contrib/eval/osp/osp_queue.h"
#include "contrib/eval/osp/osp_running.h"

struct sim_setup {
	const struct sim_jobs *jobs;
	const bool *ar;			/* by job: asks to reserve? */
	sim_policy *policy;
	enum sim_order order;
	time_t bt;			/* seconds, multiples of delta */
	time_t slt;
	time_t horizon;			/* of the slots, seconds */
	bool requeue;			/* a refused job queues */
	bool alone;			/* reservations are admitted against
					 * reservations alone */
};

/* The result of a job. */
struct sim_fate {
	bool ar;
	enum sim_kind kind;		/* of a job that asked */
	time_t start;			/* all 0 for a job that did not run;
					 * after preemptions the last one */
	time_t run_end;
	time_t hold_end;		/* run_end, or the reservation's */
	time_t done;			/* seconds run before start */
	uint32_t num_cn;
};

struct sim_result {
	struct sim_fate *fate;		/* by job */
	uint64_t busy;			/* node-seconds, kept while running */
	time_t end;			/* when the last nodes were freed */
	struct sim_piece *piece;	/* runs that preemptions ended */
	uint32_t pieces;
};

/*
 * OUT ret_result - to be freed with sim_result_free()
 * RET 0; or -1 with errno ENOMEM or EPROTO
 */
extern int sim_run(const struct sim_setup *setup,
		   struct sim_result *ret_result);

extern void sim_result_free(struct sim_result *result);
