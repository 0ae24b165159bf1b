/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gap_freedom.h - what is accepted if requests have more freedom.
 *
 * The requests of lrh_method.h, admitted by lrh/ (LRH_ALL) as they come, in a
 * world where room comes back: a job may end before its booking does, which
 * frees the rest, and some requests are cancelled between coming and t_esr.
 * Bookings start earlier where they can then (lrh_plan_room()). Freedoms, each
 * of which applies where a request would be refused as it is:
 *
 *  shapes	half the nodes for twice the time, then twice the nodes for half
 *		of it: the same node-seconds, the same window for the start
 *  minima	the user takes less: 3/4 of the time, 3/4 of the nodes, half of
 *		the time, half of the nodes
 *  waiting	the request waits until its window closes, and is tried again when
 *		room comes back in it, earlier requests first
 */
#pragma once

#include "contrib/eval/lrh/lrh_method.h"

enum gap_freedom {
	GAP_SHAPES = 1,
	GAP_MINIMA = 2,
	GAP_WAITING = 4,
};

struct gap_world {
	const struct flex_work *work;
	const time_t *t_run;	/* seconds that the job runs, 1 .. t_e */
	const time_t *cancel;	/* when it is cancelled, come .. t_esr - 1; or 0 */
};

/* Of requests that are not cancelled. */
struct gap_freedom_result {
	uint32_t asked;
	uint32_t accepted;
	uint64_t work_asked;	/* node-seconds */
	uint64_t work;		/* ... that the accepted ones have */
	uint64_t tries;		/* plans made */
};

/*
 * IN freedoms - the sum of some enum gap_freedom
 * RET 0; or -1 with errno ENOMEM, or EPROTO if the schedule is not valid: then
 *	stderr says what is wrong
 */
extern int gap_freedom(const struct gap_world *world, uint32_t freedoms,
		       struct gap_freedom_result *ret);
