/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_measure.h - the figures of a run, from the results of its jobs. Paper,
 * section 4.3, figures 4 to 9.
 *
 * The period is the time of submissions, [jobs->begin, jobs->end): later run
 * time does not count as utilisation. All other figures are of all jobs.
 */
#pragma once

#include <stdint.h>

#include "contrib/eval/osp/osp_sim.h"
#include "osp/osp.h"

struct sim_figures {
	uint32_t asked;		/* jobs that asked for a reservation */
	uint32_t solutions;
	uint32_t alternatives;
	uint32_t refused;
	uint32_t queued;	/* jobs that did not ask */
	double utilisation;	/* busy node-seconds by all in the period */
	double utilisation_all;	/* the same, up to the end of the last job */
	double change;		/* mean |step| of busy nodes between slots */
	double revenue_ar;	/* revenue of reservations, equation 3 */
	double revenue_queue;	/* revenue of other jobs, equation 2 */
	double asked_work;	/* node-seconds that were asked to reserve */
	double given_work;	/* node-seconds that were reserved */
	double alternative_work;	/* part of alternatives */
	double shift;		/* mean start of a reservation - ti_s, s */
	double wait;		/* mean time in the queue of jobs that did not
				 * ask, also after preemptions, s */
	double wait_median;
	uint32_t preempted;	/* times that a job was preempted */
};

/* Number of slots in the period. */
extern uint32_t sim_slots(const struct sim_jobs *jobs);

/*
 * OUT ret_busy - mean busy nodes in each of the sim_slots() of the period
 * RET 0; or -1 with errno ENOMEM, or EPROTO if something was lost: see
 *	sim_conserved()
 */
extern int sim_measure(const struct sim_setup *setup,
		       const struct sim_result *result,
		       const osp_price_t *price,
		       struct sim_figures *ret_figures, double *ret_busy);

/*
 * Is every job accounted for? Each job asked or queued; each that asked has a
 * solution, an alternative or was refused; each that queued ran, on its nodes,
 * for its duration, in one run or in the pieces that preemptions left of it,
 * and so did refused jobs if they queue; busy node-seconds by job equal those
 * counted while running.
 * RET NULL, or a constant string that says what is wrong
 */
extern const char *sim_conserved(const struct sim_setup *setup,
				 const struct sim_result *result,
				 const struct sim_figures *figures);
