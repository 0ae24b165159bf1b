/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gap_search.h - a good schedule, with all requests known beforehand, found by
 * large-neighbourhood search.
 *
 * The objective is that of gap_bound.h. From a valid schedule on, again and
 * again: take a refused request, remove some of the requests that are in its
 * window, and insert these and other refused ones in a random order, each at its
 * first or last free start. A schedule that is worse is kept with a probability
 * that falls with the loss and with time (simulated annealing); the best one
 * seen is the answer. The same seed and steps give the same schedule.
 */
#pragma once

#include "contrib/eval/lrh/lrh_method.h"

struct gap_limits {
	uint64_t seed;
	uint64_t steps;		/* removals, 0: any number */
	double seconds;		/* of a processor, 0: any; one of both is set */
	uint64_t enough;	/* node-seconds that none exceeds, 0: unknown. The
				   search ends when it has found so many */
};

/*
 * IN/OUT fate - by number of the request: a valid schedule, of which only in and
 *	start are looked at; and the best one. Nodes are not touched
 * OUT ret_steps - removals done
 * RET 0, or -1 with errno ENOMEM
 */
extern int gap_search(const struct flex_work *w, const struct gap_limits *limits,
		      struct flex_fate *fate, uint64_t *ret_steps);

/* The node-seconds of a schedule. */
extern uint64_t gap_value(const struct flex_work *w,
			  const struct flex_fate *fate);
