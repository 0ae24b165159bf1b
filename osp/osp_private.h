/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_private.h - what the files of osp/ share.
 *
 *	wish.c		what is asked for, with all that a query leaves open
 *	runs.c		the paper's slotList: consecutive slots
 *	inside.c	the paper's algorithm 1
 *	fit.c		how long from here, how late before there
 *	corners.c	the largest rectangles below a profile
 *	window.c	the best of these
 *	around.c	later, earlier, fewer, shorter, largest
 *	rank.c		which one is better
 *	query.c		all of it
 */
#ifndef OSP_PRIVATE_H
#define OSP_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/times.h"
#include "osp/osp.h"

/*
 * So many rectangles below a profile are asked for, and so long is the piece of
 * it that is read at once. The tests have less.
 */
#ifndef OSP_LOOKS
#define OSP_LOOKS 64
#define OSP_STEP ((time_t) 86400)
#endif

/*
 * A query, and nothing left open. Times are 0 .. GARQ_FOREVER: their sums and
 * differences are times.
 */
struct osp_wish {
	const osp_space_t *space;
	const osp_query_t *query;
	const osp_price_t *price;
	bool soft;		/* dur or num_cn was left open */
	time_t ti_s;
	time_t last;		/* start in the window; may be before from */
	time_t from;		/* what is left of the window: from .. to-1, */
	time_t to;		/* ... empty if from >= to */
	time_t dur;
	time_t least_dur;	/* 1 .. dur */
	uint32_t num_cn;
	uint32_t least_cn;	/* 1 .. num_cn */
	uint32_t want;		/* num_cn, or all nodes there are */
};

/* RET 0; or -1 with errno EINVAL as osp_query() */
extern int osp_wish(const osp_space_t *space, const osp_query_t *query,
		    const osp_price_t *price, struct osp_wish *ret_wish);

static inline uint32_t osp_fewer(uint32_t a, uint32_t b)
{
	return (a < b) ? a : b;
}

/* An array that grows. Begin with all zero; free list with free(). */
struct osp_list {
	osp_offer_t *list;
	size_t cnt;
	size_t cap;
};

/* RET 0; or -1 with errno ENOMEM */
extern int osp_list_add(struct osp_list *list, time_t t_s, time_t t_e,
			uint32_t num_cn, osp_kind_t kind);

/* Runs of seconds with the same number of free nodes, one after the other. */
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
 * The profile of [t_s, t_e), equal neighbours as one. None if it is empty.
 * IN max - SIZE_MAX: all of it; or else it is read piece by piece, until there
 *	are so many runs: it may end before t_e
 * RET 0, to be freed; or -1 with errno ENOMEM
 */
extern int osp_runs(const osp_space_t *space, time_t t_s, time_t t_e,
		    size_t max, struct osp_runs *ret_runs);
extern void osp_runs_free(struct osp_runs *runs);

/*
 * As osp_inside(), its list without costs.
 * RET 0, to be freed (also then: it is what was found so far); or -1, ENOMEM
 */
extern int osp_algorithm1(const struct osp_wish *wish, struct osp_list *list);

/*
 * The most seconds, min .. max, that num_cn nodes are free from t_s on.
 * OUT ret_len - 0 if they are not even for min
 * RET 0; or -1 with errno ENOMEM
 */
extern int osp_longest(const osp_space_t *space, time_t t_s, time_t min,
		       time_t max, uint32_t num_cn, time_t *ret_len);

/*
 * The latest start in [from, latest]: as space->earliest(). It is looked for
 * from latest on backwards, in steps that double.
 */
extern int osp_latest(const osp_space_t *space, time_t from, time_t latest,
		      time_t dur, uint32_t num_cn, time_t *ret_start);

/*
 * All rectangles below runs that no other covers, in order of start; those of
 * one start the tallest first. There are at most as many as runs.
 * RET 0, to be freed; or -1 with errno ENOMEM
 */
extern int osp_corners(const struct osp_runs *runs, struct osp_runs *ret_rects);

/*
 * What is in the window of a wish that has no exact solution: the best trades
 * of length and nodes, as far as they are better than what list has. No more
 * than that begins at before or later.
 * RET 0; or -1 with errno ENOMEM
 */
extern int osp_window_hard(const struct osp_wish *wish, time_t before,
			   struct osp_list *list);

/* The same for a wish that leaves something open: the first by rank, so many. */
extern int osp_window_soft(const struct osp_wish *wish, osp_rank_t rank,
			   size_t max, struct osp_list *list);

/* What is around it. Each: RET 0; or -1 with errno ENOMEM */
extern int osp_earlier(const struct osp_wish *wish, struct osp_list *list);
extern int osp_stairs(const struct osp_wish *wish, struct osp_list *list);
extern int osp_anything(const struct osp_wish *wish, struct osp_list *list);

/* A list as a heap, the first by rank on top; and take that: there is one. */
extern void osp_heap(const struct osp_wish *wish, osp_rank_t rank,
		     struct osp_list *list);
extern osp_offer_t osp_heap_take(const struct osp_wish *wish, osp_rank_t rank,
				 struct osp_list *heap);

/* Are all points of o those of one in the list, or worse? */
extern bool osp_is_covered(const osp_query_t *query, const osp_offer_t *list,
			   size_t cnt, const osp_offer_t *o);

#endif
