/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp.h - offers: what can be had instead of a request that does not fit.
 *
 * Paper: Sulistio, Kim, Buyya, "On Incorporating an On-line Strip Packing
 * Algorithm into Elastic Grid Reservation-based Systems", sections 2 to 4.
 *
 *	free  ^
 *	nodes |##                        wish: 3 nodes in [ti_s, ti_e)
 *	   4  |##      ___________
 *	   3  |## ____|           |____ ....... same shape, later
 *	   2  |##|      fewer          |
 *	   1  |##|_____________________|___
 *	      +--+--------+------------+------> time
 *	         ti_s                  ti_e
 *
 * A query asks for num_cn nodes for dur seconds within [ti_s, ti_e). If that
 * can be had it is the first offer (EXACT). If not, or where the query leaves
 * dur or num_cn open, there are others:
 *
 *   in the window (paper, algorithm 1): runs of time during which enough nodes
 *   are free, grown to both sides from the one with the fewest free nodes, so
 *   that what is taken leaves the smallest rests;
 *
 *   around it (ours): the same shape later or earlier, the same start with
 *   fewer nodes or shorter, and what is largest there.
 *
 * An offer is a value: it is so at the moment of asking, and holds nothing.
 *
 * A dominates B (and B is not in the list) if A is at no point worse and at one
 * better. If the query gives both dur and num_cn the points are: how long
 * before the window it begins, how long after the last start of the window,
 * its length, its nodes (an offer is never more than what was asked). If the
 * query leaves one open: A covers B, all its time and its nodes.
 *
 * Time as in garq.h. No I/O, no clock, no state; failure changes nothing.
 */
#ifndef OSP_OSP_H
#define OSP_OSP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "osp/kinds.h"
#include "osp/space.h"

/* Paper, 2.1: queryReserv(ti_s, ti_e, dur?, numCN?). */
typedef struct {
	time_t ti_s;		/* earliest start */
	time_t ti_e;		/* latest end, > ti_s */
	time_t dur;		/* seconds; 0: not given, then delta */
	uint32_t num_cn;	/* nodes; 0: not given, then 1 */
	time_t least_dur;	/* none shorter; 0: delta, or dur if less */
	uint32_t least_cn;	/* none with fewer nodes; 0: 1 */
} osp_query_t;

/* Paper, 2.4: what it costs. */
typedef struct {
	uint32_t delta;		/* seconds in a slot, >= 1 */
	double bcost;		/* of a node for a minute, >= 0 */
	double tau;		/* times that for what is reserved, >= 1 */
} osp_price_t;

typedef struct {
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
	double cost;		/* equation 3 */
	osp_kind_t kind;
} osp_offer_t;

/* Free with osp_offers_free(). */
typedef struct {
	osp_offer_t *list;
	size_t cnt;
} osp_offers_t;

/*
 * The order of a list. EXACT is always first; if the query leaves something
 * open, those in the window that have all the rest of it. Ties by start, then
 * cost.
 */
typedef enum {
	OSP_RANK_EARLIEST,	/* start nearest to those of the window */
	OSP_RANK_LONGEST,	/* paper, algorithm 2 */
	OSP_RANK_NODES,		/* most nodes */
	OSP_RANK_COST,		/* cheapest */
} osp_rank_t;

/* "earliest", ...; "exact", "inside", ... */
extern const char *osp_rank_name(osp_rank_t rank);
extern const char *osp_kind_name(osp_kind_t kind);

/* Paper, equation 2: of a job that has no reservation. */
extern double osp_cost_job(const osp_price_t *price, time_t dur,
			   uint32_t num_cn);

/* Paper, equation 3: numSlot are all slots that [t_s, t_e) meets. */
extern double osp_cost(const osp_price_t *price, time_t t_s, time_t t_e,
		       uint32_t num_cn);

/*
 * Of a window in which the number of free nodes changes more often than that
 * only the first part is looked at for what is not exact: of one where dur and
 * num_cn are given, and of one that leaves something open. So a refusal takes
 * no longer the longer the window is, and no more than 100 bytes for each.
 */
#ifndef OSP_RUNS_HARD	/* the tests have fewer */
#define OSP_RUNS_HARD 1000
#define OSP_RUNS_SOFT 50000
#endif

/*
 * The whole answer: what is in the window and what is around it, none
 * dominated by another, ranked, with costs.
 * IN max - so many at most. Of each kind that there is one stays, as far as
 *	max allows; then by rank
 * OUT ret_offers - overwritten. Empty only if space has nothing at all, of
 *	least_cn nodes for least_dur, between its now and its end
 * RET 0; or -1 with errno EINVAL (ti_e <= ti_s, dur longer than the window,
 *	least_dur or least_cn above what is asked, a time that is negative or
 *	past GARQ_FOREVER, delta 0) or ENOMEM. Of a window that has begun only
 *	the rest counts; nodes beyond max_cn are no error, fewer are offered,
 *	and none of these is EXACT. If there is nothing else, LATER and EARLIER
 *	are less than the same shape
 */
extern int osp_query(const osp_space_t *space, const osp_query_t *query,
		     const osp_price_t *price, osp_rank_t rank, size_t max,
		     osp_offers_t *ret_offers);

/*
 * Paper, algorithm 1, and no more: its list for [ti_s, ti_e), in its order, in
 * near-linear time. Where the paper has one offer several times it is there
 * once. An offer may be longer, or have more nodes, than was asked; an EXACT
 * one is cut to dur, so that it holds the run that was the lowest, and to
 * num_cn.
 * Errors as osp_query().
 */
extern int osp_inside(const osp_space_t *space, const osp_query_t *query,
		      const osp_price_t *price, osp_offers_t *ret_offers);

/*
 * Paper, algorithm 2, the user's selection: the longest offer that has at least
 * max(dur / 2, delta), or dur if that is less, and max(num_cn / 2, 1); an EXACT
 * one before all. Of those that are as long the first in the list.
 * RET one of offers, or NULL
 */
extern const osp_offer_t *osp_select(const osp_offers_t *offers,
				     const osp_query_t *query,
				     uint32_t delta);

/*
 * Keep, in their order, the offers of a list that none dominates; of those that
 * are as good as each other at all points the first one.
 */
extern void osp_drop_worse(const osp_query_t *query, osp_offer_t *list,
			   size_t *cnt);

extern void osp_offers_free(osp_offers_t *offers);

#endif
