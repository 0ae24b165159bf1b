/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stale_try.h - one co-reservation, by one of several methods.
 *
 *	hold	  probe, plan, hold, confirm; what is denied is probed again, and
 *		  solved again with what is held: the planner and the protocol of
 *		  sresv co (decide.h), as they are linked there
 *	hold-all  the same, but all is probed again, not only what was denied
 *	hold-old  as hold, but what is denied is answered from a view as old as
 *		  the first, as by an information service that refreshes it
 *	book	  probe, plan, book all parts at once; if one is denied all are
 *		  cancelled, and all clusters are probed again
 *	guess	  no probes: the parts are booked one after another, at the earliest
 *		  start, then at the next one, step seconds later; each on the
 *		  first of its clusters that has room. What was booked for a start
 *		  is cancelled if a part has no room
 *
 * The first probe of all but guess is answered from a view that is as old as the
 * world has it. Each message takes the world's time; those of one moment go at
 * once. A method gives up after so many rounds, guess at the end of the window.
 */
#pragma once

#include "contrib/eval/stale/stale_work.h"
#include "contrib/eval/stale/stale_world.h"
#include "contrib/sresv/co/plan/planner.h"

typedef struct {
	uint32_t rounds;	/* >= 1 */
	int64_t step;		/* of guess, seconds, > 0 */
} stale_rules_t;

typedef struct {
	bool booked;		/* all parts, else nothing */
	int64_t begin;		/* of part 0, if booked; epoch seconds */
	uint32_t denials;	/* of single parts */
	uint32_t rounds;	/* plans, or starts that were tried */
	uint64_t messages;
	double vain;		/* node-seconds booked or held, and given back */
	double kept;		/* nodes of these, times the seconds until then */
	int64_t took;		/* milliseconds */
} stale_outcome_t;

/* Of a part: what it has on a cluster. */
typedef struct {
	uint32_t cluster;
	uint32_t booking;	/* 0: nothing */
	int64_t start;
	int64_t since;		/* milliseconds */
	int64_t until;		/* the same: a hold ends then */
} stale_part_t;

typedef struct {
	stale_world_t *world;
	const stale_ask_t *ask;
	const stale_rules_t *rules;
	srl_t *srl;
	stale_part_t parts[STALE_KINDS];
	stale_outcome_t out;
} stale_try_t;

typedef void stale_method_t(stale_try_t *t);
extern stale_method_t stale_hold, stale_hold_all, stale_hold_old, stale_book, stale_guess;

/*
 * Carry out a method. Ends the program if a promise is broken: all parts are
 * booked, on nodes of their own and at the times that belong together, or none.
 */
extern stale_outcome_t stale_run(stale_world_t *w, const stale_ask_t *ask,
				 const stale_rules_t *rules,
				 stale_method_t *method);

/*
 * The best start that there is: an exact search on what is free at this moment.
 * RET the begin of part 0, or -1: there is none
 */
extern int64_t stale_best(stale_world_t *w, const stale_ask_t *ask);

/* --- for the methods ---------------------------------------------------------- */

/* A part is booked on a cluster, or denied. */
extern bool stale_take(stale_try_t *t, uint32_t part, uint32_t cluster,
		       int64_t start);

/* The cluster ends what a part has, without a message. */
extern void stale_expire(stale_try_t *t, uint32_t part);

/* It is given back. RET false: it has nothing */
extern bool stale_give_back(stale_try_t *t, uint32_t part);

/* All that was taken is given back at once, which takes a message's time. */
extern void stale_give_all_back(stale_try_t *t);

/* A planner for the request. planner_close(), then lrs_close() of ret_lrs */
extern planner_t *stale_planner(stale_try_t *t, lrs_t **ret_lrs);

/* Probe what is to be probed, and solve. RET false: there is no plan */
extern bool stale_plan(stale_try_t *t, planner_t *planner,
		       stale_source_t source);
