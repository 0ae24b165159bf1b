/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp.h - offers: alternatives to a request that does not fit.
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
 * fits, it is the first offer (EXACT). If not, or where the query leaves dur or
 * num_cn open, there are others:
 *
 *   in the window (paper, algorithm 1): runs of time during which enough nodes
 *   are free, grown to both sides from the run with the fewest free nodes, so
 *   that taking the offer leaves the smallest rests;
 *
 *   around it (ours): the same shape later or earlier, the same start with
 *   fewer nodes or shorter, and the largest offer with that start.
 *
 * Algorithm 1 itself answers osp_inside() and osp_tightest(). In osp_query() it
 * gives the EXACT offer of each rank but that of the earliest start. INSIDE
 * offers come from window.c, which sees rectangles of fewer nodes, too.
 *
 * An offer is a value: it is true at the moment of the query, and holds
 * nothing.
 *
 * A dominates B (and B is not in the list) if A is worse in no criterion and
 * better in one. If the query gives both dur and num_cn, the criteria are: how
 * long before the window it begins, how long after the last start of the
 * window, its length, its nodes (an offer never exceeds the request). If the
 * query leaves one of the two open, A dominates B if A contains all time and
 * all nodes of B.
 *
 * Time as in garq.h. No I/O, no clock, no state; failure changes nothing.
 */
#pragma once

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
	time_t least_dur;	/* shortest offer; 0: delta, or dur if less */
	uint32_t least_cn;	/* fewest nodes of an offer; 0: 1 */
} osp_query_t;

/* Paper, 2.4: prices. */
typedef struct {
	uint32_t delta;		/* seconds in a slot, >= 1 */
	double bcost;		/* price of a node per minute, >= 0 */
	double tau;		/* factor for reserved nodes, >= 1 */
	/* Ours: some seconds cost more or less than others. The seconds of
	 * [t_s, t_e), of a reservation that begins at start, each times its
	 * factor; NULL: all factors are 1 */
	double (*paid)(const void *arg, time_t start, time_t t_s, time_t t_e);
	const void *arg;	/* of paid */
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
 * open, offers in the window that meet all the rest come next. Ties are ordered
 * by start, then by cost.
 */
typedef enum {
	OSP_RANK_EARLIEST,	/* start nearest to the window */
	OSP_RANK_LONGEST,	/* paper, algorithm 2 */
	OSP_RANK_NODES,		/* most nodes */
	OSP_RANK_COST,		/* cheapest */
} osp_rank_t;

/* "exact", "inside", ... */
extern const char *osp_kind_name(osp_kind_t kind);

/* Paper, equation 2: the cost of a job without a reservation. */
extern double osp_cost_job(const osp_price_t *price, time_t dur,
			   uint32_t num_cn);

/*
 * Paper, equation 3: the cost of a reservation; numSlot counts all slots that
 * [t_s, t_e) meets, each with the mean factor of its seconds.
 */
extern double osp_cost(const osp_price_t *price, time_t t_s, time_t t_e,
		       uint32_t num_cn);

/*
 * Maximum number of runs of the window that the search for inexact offers
 * reads, where dur and num_cn are given (HARD) and where one is open (SOFT). It
 * bounds the time of a refusal, however long the window is, and the memory, to
 * 100 bytes per run.
 */
#ifndef OSP_RUNS_HARD	/* the tests define fewer */
#define OSP_RUNS_HARD 1000
#define OSP_RUNS_SOFT 50000
#endif

/*
 * The whole answer: offers in the window and around it, none dominated by
 * another, ranked, with costs.
 * IN max - maximum number of offers. The best offer of each kind stays, as far
 *	as max allows; the others are chosen by rank
 * OUT ret_offers - overwritten. Empty only if the space has no least_cn nodes
 *	for least_dur anywhere between its now and its end
 * RET 0; or -1 with errno EINVAL (ti_e <= ti_s, dur longer than the window,
 *	least_dur or least_cn above the request, a time that is negative or past
 *	GARQ_FOREVER, delta 0) or ENOMEM. If the window has begun, only the rest
 *	counts. A num_cn beyond max_cn is no error: fewer nodes are offered, and
 *	no offer is EXACT. If nothing else fits, LATER and EARLIER offers are
 *	smaller than the request
 */
extern int osp_query(const osp_space_t *space, const osp_query_t *query,
		     const osp_price_t *price, osp_rank_t rank, size_t max,
		     osp_offers_t *ret_offers);

/*
 * Paper, algorithm 1 alone: its list for [ti_s, ti_e), in its order, in
 * near-linear time. Where the paper lists an offer several times, this list has
 * it once. An offer may be longer, or have more nodes, than was asked; the
 * EXACT offer is cut to num_cn and to dur, so that it contains the lowest run.
 * Errors as osp_query().
 */
extern int osp_inside(const osp_space_t *space, const osp_query_t *query,
		      const osp_price_t *price, osp_offers_t *ret_offers);

/*
 * The exact solution of algorithm 1, and nothing else: a start in the first
 * OSP_RUNS_HARD runs of the window that leaves the smallest rests. Where the
 * profile promises more nodes than there are, the next best one is taken.
 * IN query - dur and num_cn are given
 * OUT ret_start - if there is one
 * RET 1; 0: there is none, or none was found; -1 with errno as osp_query()
 */
extern int osp_tightest(const osp_space_t *space, const osp_query_t *query,
			time_t *ret_start);

/*
 * Paper, algorithm 2, the user's selection: the EXACT offer if there is one;
 * else the longest offer with at least min(dur, max(dur / 2, delta)) seconds
 * and max(num_cn / 2, 1) nodes, the first in the list if several are as long.
 * RET an element of offers, or NULL
 */
extern const osp_offer_t *osp_select(const osp_offers_t *offers,
				     const osp_query_t *query,
				     uint32_t delta);

/*
 * Remove dominated offers from a list and keep the order of the others; of
 * offers that are equal in all criteria the first one stays.
 */
extern void osp_drop_worse(const osp_query_t *query, osp_offer_t *list,
			   size_t *cnt);

extern void osp_offers_free(osp_offers_t *offers);
