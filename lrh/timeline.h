/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * timeline.h - a stretch of the logical view, to plan on.
 *
 *	lo                               hi
 *	|  5   | 3 |   0   |  2  |   6   |		free nodes of a pool
 *
 * A copy of the counts of each pool during [lo, hi), which a plan may change.
 * Flat arrays: a plan is about days, and has some hundred edges. Private to
 * this folder.
 */
#pragma once

#include "lrh/lrh_private.h"
#include "lrh/meter.h"

struct lrh_segment {
	time_t t;		/* until the next segment's */
	int64_t free;		/* below 0: overcommitted */
};

struct lrh_line {
	struct lrh_segment *segment;
	size_t cnt;
	size_t room;
};

struct lrh_timeline {
	const struct lrh *l;
	struct lrh_meter *meter;
	time_t lo;
	time_t hi;
	uint32_t pools;
	bool cut;		/* counts are missing, or wrong: no step was
				 * left. Nothing may be placed by them, and
				 * nothing is counted any more */
	struct lrh_line line[GARQ_POOLS_MAX];
};

/* An empty one, [lo, lo), whose segments meter counts. Cannot fail. */
extern void lrh_timeline_open(struct lrh_timeline *tl, const struct lrh *l,
			      struct lrh_meter *meter, time_t lo);
extern void lrh_timeline_close(struct lrh_timeline *tl);

/*
 * Read on up to hi, from the machine; if no step is left, cut is set. Others
 * may have their turn between two pools. RET 0, or -1 with errno ENOMEM or
 * ESTALE
 */
extern int lrh_timeline_extend(struct lrh_timeline *tl, time_t hi);

/*
 * In that part of [t_s, t_e) that is in [lo, hi) and was just read, count what
 * others hold of the nodes that the machine counts with group, which is
 * excluded from it. Takes a walk for each of these nodes. RET 0, or -1 with
 * errno ENOMEM
 */
extern int lrh_timeline_recount(struct lrh_timeline *tl, uint64_t group,
				time_t t_s, time_t t_e);

/*
 * So many nodes of a pool more are free (less, if below 0) in that part of
 * [t_s, t_e) that is in [lo, hi). RET 0, or -1 with errno ENOMEM
 */
extern int lrh_timeline_add(struct lrh_timeline *tl, uint32_t pool, time_t t_s,
			    time_t t_e, int64_t num);

/*
 * The smallest number of free nodes in [t_s, t_e), which is in [lo, hi).
 * OUT ret_after - the end of the last segment with that few: from every start
 *	before it, and not before t_s, there are no more; at most hi
 */
extern int64_t lrh_timeline_least(const struct lrh_timeline *tl, uint32_t pool,
				  time_t t_s, time_t t_e, time_t *ret_after);
