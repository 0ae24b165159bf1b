/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * search.h - the best plan, by exact branch and bound.
 *
 * Parts whose begins are tied by equations are one group, with one variable:
 * the running example of the paper has five parts and one variable.
 *
 *	begin of part p  =  start of its group + offset of p
 *
 * For given runs and a given order in shared pools, the rest of a request is a
 * set of lower bounds, upper bounds and differences of starts, and a linear
 * objective: its optimum lies on a corner, where each start is a bound of a
 * run, window or pool step plus the differences on a way through other groups.
 * Only these breakpoints are therefore tried, and the answer is exact to the
 * second, without a grid.
 *
 *	0 a first plan, soon: one group after the other, at its first start that has
 *	  room (greedy.c); with many groups again after step 1, the cheapest start first
 *	1 breakpoints of each group; the cheapest candidate of each part at each
 *	2 branch over the groups, each in the order of its bound, and keep the
 *	  differences; a start is cut if what the parts so far take wherever they
 *	  are is not there
 *	3 with all starts fixed, branch over the resources, links as soon as
 *	  their ends are chosen
 *
 * The bound of the first group's breakpoint in step 2 bounds all that is left,
 * so "optimal", or the gap, is known at each moment. Step 1 can be long, too
 * (many parts in long windows): all that is looked at is counted, in all
 * steps, and told.
 *
 * Beyond what the search can do (ENOTSUP, with the constraint): constraints
 * that mix begins with prices, or have begins of different groups other than
 * as a difference of two.
 */
#pragma once

#include "srl/plan.h"

typedef enum {
	SRL_OPTIMAL,		/* no plan is better, by more than SRL_EXACT */
	SRL_STOPPED,		/* the plan is right, but a better one may exist:
				 * stopped, or too many breakpoints to try all */
	SRL_NO_PLAN,		/* proven: there is none */
	SRL_UNKNOWN,		/* no plan was found, but one may exist */
} srl_verdict_t;

#define SRL_NO_VALUE 2	/* more than any plan has */

/*
 * The rule of the gap holds at each moment, wherever the search is stopped:
 *
 *	0 <= bound <= value,
 *
 * and no plan has less than the bound, by more than SRL_EXACT. The bound is
 * the least of a set that contains all plans. Where that set is found to be
 * empty its least is infinite, never the sum of the known values of some
 * groups. The bound reaches the value, to SRL_EXACT, exactly when the answer is
 * proven: SRL_OPTIMAL, or SRL_NO_PLAN, in which case both are SRL_NO_VALUE.
 */
typedef struct {
	uint64_t steps;		/* places and starts that were looked at */
	uint64_t work;		/* all that was looked at, of any kind */
	double value;		/* of the best plan so far, or SRL_NO_VALUE */
	double bound;
} srl_progress_t;

typedef struct {
	uint64_t steps_max;	/* 0: without limit */
	uint64_t work_max;	/* the same */

	/*
	 * Called each SRL_TELL_WORK units of work, some milliseconds, and for each
	 * better plan. RET false to stop. May be NULL
	 */
	bool (*tell)(void *arg, const srl_progress_t *progress);
	void *arg;

	/*
	 * Constraint i is left out if ignore[i], to find the conflicting one.
	 * NULL: none is left out
	 */
	const bool *ignore;
} srl_limits_t;

#ifndef SRL_TELL_WORK
#define SRL_TELL_WORK 262144
#endif

typedef struct {
	srl_verdict_t verdict;
	srl_progress_t progress;	/* at the end; bound = value if proven */
	size_t groups;		/* variables of time */
	size_t breakpoints;	/* of all groups */
	bool stopped;		/* by the limits. Without that an answer that is not
				 * proven left starts out, as there are too many */
	srl_place_of_part_t places[SRL_PARTS_MAX];	/* of the plan, if any */
} srl_answer_t;

/*
 * Search.
 *
 * world - as srl_world_check() wants it
 * ret_constraint - the constraint that the search can't do, at ENOTSUP only
 * RET 0, or -1 with errno: ENOTSUP; ENOMEM; E2BIG, more breakpoints than
 *	SRL_BREAKPOINTS_MAX. ret_answer is untouched on failure
 */
#define SRL_BREAKPOINTS_MAX 4000000
extern int srl_search(const srl_t *srl, const srl_world_t *world,
		      const srl_limits_t *limits, srl_answer_t *ret_answer,
		      size_t *ret_constraint);

/*
 * Find the constraints that prevent a plan, for a request without one. Searches
 * again without each, at most limits->steps_max steps each.
 *
 * ret_guilty - constraint_cnt answers: without this one there is a plan
 * ret_open - number of the others that are not proven to be innocent
 * RET the number of guilty constraints, or -1 with errno as srl_search()
 */
extern int srl_explain(const srl_t *srl, const srl_world_t *world,
		       const srl_limits_t *limits, bool *ret_guilty,
		       size_t *ret_open);
