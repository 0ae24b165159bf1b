/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * steps.h - the most steps that each phase of a request may take.
 *
 * A search has a bound, and slurmctld does not wait for all of it: after
 * STEPS_PAUSE others have their turn (turns.h), or the search ends after
 * STEPS_TURN where it can't pause. A step is that of lrh/lrh.h, about 30
 * nanoseconds; a search of the machine's nodes counts for GARQ_LOOK_STEPS().
 * Steps are counted and no clock is read, so that the same request gets the
 * same answer however busy the controller is. Each phase goes on to the end of
 * the unit of work in which it finds its steps used up.
 *
 *	phase				steps
 *	plan: the paper's order		half of its steps; all of them with
 *					garq_shift=paper
 *	plan: further orders that	garq_shift_budget, with the steps so far
 *	  shift bookings
 *	plan: all of it, binding and	the steps of a plan
 *	  exchanges of nodes, too
 *	a place beside all others	STEPS_PLACE
 *	offers, and those of a query	STEPS_OFFERS
 *	probe				PROBE_WORK, PROBE_LOOKS, PROBE_STEPS,
 *					PROBE_SEGMENTS (probe_find.h)
 *	repair in one look		STEPS_PAUSE, and the last booking's plan,
 *					which has as many where it can't pause;
 *					a quarter once one has moved; STEPS_PAUSE
 *					to collect bookings
 *
 * A search cut short is never reported as proof: a refusal says that not all
 * was tried (refusal_t), and office->untried_cnt counts it; fewer offers are
 * made; a probe says how far its starts are known; repair goes on with the
 * next look.
 */
#pragma once

#include "garq/machine.h"
#include "plugin/booking/request/options.h"

#define STEPS_PLACE (16 * LRH_STEPS_PER_MS)
#define STEPS_OFFERS (16 * LRH_STEPS_PER_MS)

/*
 * The steps for which one holder of the locks searches, where it pauses then,
 * and where it can't. A unit of work is finished after that, and the effects
 * of the decision follow. In a machine whose memory is not in the caches a
 * step takes some times longer.
 */
#ifndef STEPS_TURN	/* a test may have shorter turns */
#define STEPS_TURN (4 * LRH_STEPS_PER_MS)
#endif
#define STEPS_PAUSE (STEPS_TURN / 4)

/*
 * The cost in steps of a record in a walk through Slurm's reservations, and of
 * a job in a walk through all jobs, where memory is not in the caches
 * (turns_synced()).
 */
#define STEPS_RECORD 16
#define STEPS_JOB 4

/* The number of searches of nodes that these steps allow, at least one. */
static inline uint32_t steps_to_looks(uint64_t steps, uint32_t nodes)
{
	uint64_t looks = steps / GARQ_LOOK_STEPS((uint64_t) nodes);

	return looks ? (uint32_t) looks : 1;
}

/*
 * Take a look, and one more for each GARQ_LOOK_STEPS(), from those of a search.
 * IN rq - its looks; NULL: there is no bound
 * RET false: none is left
 */
static inline bool steps_take_looks(const garq_request_t *rq, uint64_t steps)
{
	uint64_t looks = 1 + (steps / GARQ_LOOK_STEPS(rq->eligible->size));
	bool left = !rq->looks || *rq->looks;

	if (rq->looks)
		*rq->looks -= (looks < *rq->looks) ? (uint32_t) looks :
						     *rq->looks;
	return left;
}
