/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * probe_find.h - all starts of a shape, and when nodes and licenses are free.
 *
 *	nodes free  8 |____          ________
 *	            4 |    |________|        |___	counts of the pools
 *	wanted      5 |ssssX         ssssssss	runs of starts, from the nodes
 *
 * The counts show during which time enough nodes may be free at each second,
 * and in each such gap the nodes show which starts have enough nodes that are
 * free for the whole length: garq_nodes_starts(), garq/nodes.h. The licenses
 * have no identity, so their counts decide.
 *
 * The work is bounded in steps (steps.h), never in seconds: PROBE_WORK steps of
 * garq_nodes_starts(), PROBE_LOOKS node searches, and PROBE_SEGMENTS changes of
 * a count beyond the length of the first start. Cores and few switches are
 * looked at where a start may begin or cease to fit (admit_space_starts()), for
 * STEPS_TURN.
 * What is not reached is said: starts from until on were not looked at.
 *
 * The steps of the nodes are exact, unless there are more than PROBE_STEPS of
 * them, or more than PROBE_LISTED nodes are named, and not all that are alike:
 * then fewer may be reported than are free, never more.
 *
 * A start is reported if the shape fits there beside the present holders.
 * Starts at which other bookings would give way are listed separately:
 * probe_shift.h.
 *
 * Times are seconds since the epoch. Locks: those of view.h, after site_sync().
 */
#pragma once

#include "plugin/booking/place/shape.h"
#include "plugin/booking/view/office.h"

/* Limits of work and of an answer: runs, steps of a profile. */
#ifndef PROBE_RUNS	/* the tests define fewer */
#define PROBE_RUNS 1000
#define PROBE_STEPS 500
#define PROBE_LOOKS 50
#define PROBE_WORK 50000
#define PROBE_LISTED 512	/* named nodes whose steps are exact */
#define PROBE_SEGMENTS 4096
#endif

/* The shape fits at each start from first to last, for this price. */
typedef struct {
	time_t first;
	time_t last;
	double cost;		/* 0: the site has no prices */
} probe_run_t;

/* At each second of [t_s, t_e) at least num are free. */
typedef struct {
	time_t t_s;
	time_t t_e;
	uint32_t num;
} probe_step_t;

/* Consecutive steps; neighbours differ. All zero: empty. */
typedef struct {
	probe_step_t *list;
	size_t cnt;
	size_t cap;
} probe_steps_t;

typedef struct {
	probe_run_t *runs;	/* in order of time */
	uint32_t run_cnt;
	bool cut;		/* starts from until on are not known */
	time_t until;		/* all starts of the window before it are told */
	uint64_t pool;		/* the same for the same nodes, by their names */
	uint32_t pool_cn;	/* number of nodes; 0: no whole nodes are asked
				 * for */
	probe_steps_t free;	/* of the pool */
	probe_steps_t *left;	/* one for each license of the shape */
	uint32_t left_cnt;
	probe_run_t *shifts;	/* starts at which others give way (probe_shift.h):
				 * first is last; NULL: none */
	uint32_t shift_cnt;
	bool shift_cut;		/* not all of those were looked at */
	uint64_t steps;		/* that were taken (steps.h) */
} probe_t;

/*
 * IN latest - the last start to be looked at; at most the end of the window
 * RET probe_free()
 */
extern probe_t probe_find(office_t *office, const shape_t *shape, time_t latest,
			  time_t now);

/* Free what a probe owns. */
extern void probe_free(probe_t *probe);
