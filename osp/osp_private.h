/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_private.h - what the files of osp/ share.
 *
 *	wish.c		the query with its open values filled in
 *	runs.c		the paper's slotList: consecutive slots
 *	inside.c	the paper's algorithm 1
 *	fit.c		the longest fit, the latest start
 *	corners.c	the largest rectangles below a profile
 *	window.c	the best of these rectangles
 *	around.c	later, earlier, fewer, shorter, largest
 *	rank.c		which offer is better
 *	query.c		the whole answer
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/times.h"
#include "osp/osp.h"

/*
 * Limits of effort: how many rectangles below a profile are verified, and how
 * many seconds of it are read at once. The tests define smaller ones.
 */
#ifndef OSP_LOOKS
#define OSP_LOOKS 64
#define OSP_STEP ((time_t) 86400)
#endif

/*
 * A query with all open values filled in. Times are 0 .. GARQ_FOREVER, so that
 * sums and differences of them are legal times.
 */
struct osp_wish {
	const osp_space_t *space;
	const osp_query_t *query;
	const osp_price_t *price;
	bool soft;		/* dur or num_cn was left open */
	bool exact;		/* nothing but the exact solution is wanted */
	time_t ti_s;
	time_t last;		/* last start in the window; may be < from */
	time_t from;		/* rest of the window: from .. to-1, */
	time_t to;		/* empty if from >= to */
	time_t dur;
	time_t least_dur;	/* 1 .. dur */
	uint32_t num_cn;
	uint32_t least_cn;	/* 1 .. num_cn */
	uint32_t want;		/* num_cn, or all nodes if those are fewer */
};

/* RET 0; or -1 with errno EINVAL as osp_query() */
extern int osp_wish(const osp_space_t *space, const osp_query_t *query,
		    const osp_price_t *price, struct osp_wish *ret_wish);

static inline uint32_t osp_fewer(uint32_t a, uint32_t b)
{
	return (a < b) ? a : b;
}

/* An array that grows. All zero: empty. Free list with free(). */
struct osp_list {
	osp_offer_t *list;
	size_t cnt;
	size_t cap;
};

/* RET 0; or -1 with errno ENOMEM */
extern int osp_list_add(struct osp_list *list, time_t t_s, time_t t_e,
			uint32_t num_cn, osp_kind_t kind);

/* Set the cost of each offer. */
extern void osp_list_costs(struct osp_list *list, const osp_price_t *price);

/* A run: consecutive seconds with the same number of free nodes. */
struct osp_run {
	time_t t_s;
	time_t t_e;
	uint32_t num_free;
};

struct osp_runs {
	struct osp_run *list;
	size_t cnt;
	size_t cap;
};

/*
 * The profile of [t_s, t_e) as runs; equal neighbours are merged. No runs if
 * the interval is empty.
 * IN max - SIZE_MAX: read the whole interval. Otherwise read it piece by piece
 *	until there are this many runs: the result may end before t_e
 * RET 0, and ret_runs must be freed; or -1 with errno ENOMEM
 */
extern int osp_runs(const osp_space_t *space, time_t t_s, time_t t_e,
		    size_t max, struct osp_runs *ret_runs);
extern void osp_runs_free(struct osp_runs *runs);

/*
 * As osp_inside(): its list, without costs.
 * RET 0, or -1 with errno ENOMEM; list must be freed in both cases
 */
extern int osp_algorithm1(const struct osp_wish *wish, struct osp_list *list);

/*
 * The longest time, min .. max seconds, during which num_cn nodes are free from
 * t_s on.
 * OUT ret_len - 0 if they are not free for min seconds
 * RET 0; or -1 with errno ENOMEM
 */
extern int osp_longest(const osp_space_t *space, time_t t_s, time_t min,
		       time_t max, uint32_t num_cn, time_t *ret_len);

/*
 * The latest start in [from, latest]; otherwise as space->earliest(). Searches
 * backwards from latest in steps that double.
 */
extern int osp_latest(const osp_space_t *space, time_t from, time_t latest,
		      time_t dur, uint32_t num_cn, time_t *ret_start);

/*
 * All maximal rectangles below runs (no other rectangle covers them), in order
 * of start; of equal start the tallest first. There are at most as many as
 * runs.
 * RET 0, and ret_rects must be freed; or -1 with errno ENOMEM
 */
extern int osp_corners(const struct osp_runs *runs, struct osp_runs *ret_rects);

/*
 * Add offers in the window for a wish that has no exact solution: the best
 * trades of length and nodes that are better than those in list. Stops at
 * rectangles that begin at before or later: by then LATER offers all that is
 * wanted.
 * RET 0; or -1 with errno ENOMEM
 */
extern int osp_window_hard(const struct osp_wish *wish, time_t before,
			   struct osp_list *list);

/* The same for a wish that leaves something open: the max best by rank. */
extern int osp_window_soft(const struct osp_wish *wish, osp_rank_t rank,
			   size_t max, struct osp_list *list);

/* Add offers around the window. Each: RET 0; or -1 with errno ENOMEM */
extern int osp_earlier(const struct osp_wish *wish, struct osp_list *list);
extern int osp_stairs(const struct osp_wish *wish, struct osp_list *list);
extern int osp_anything(const struct osp_wish *wish, struct osp_list *list);

/*
 * Make a heap of a list, best by rank on top; remove the top of a heap that is
 * not empty.
 */
extern void osp_heap(const struct osp_wish *wish, osp_rank_t rank,
		     struct osp_list *list);
extern osp_offer_t osp_heap_take(const struct osp_wish *wish, osp_rank_t rank,
				 struct osp_list *heap);

/*
 * Return true if an offer in the list is at least as good as o in all criteria.
 */
extern bool osp_is_covered(const osp_query_t *query, const osp_offer_t *list,
			   size_t cnt, const osp_offer_t *o);
