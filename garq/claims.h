/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * claims.h - which part a held node is counted with, at each second.
 *
 * A part that meets no other has all its nodes counted for all its time. Where
 * several parts hold a node at the same second (a job inside its booking, a
 * node that is down under a booking), one of them claims it. The part that
 * came first keeps its claim; a later one claims the rest of its own time, in
 * pieces; and when a part goes, the others take over its claims:
 *
 *	booking on node 1	|===============|
 *	job on node 1		      |---------+-----|		piece: the end
 *	down			  |-------------+-----+-----	piece: the end
 *
 *	the booking is gone	      |===============|		two pieces
 *				  |===|---------------+=====	two pieces
 *
 *	the job is gone, too	  |=========================	counted as a whole
 *
 * The counts are the truth: at every second from now on exactly the held nodes
 * are counted. If there is no memory for a piece that must be taken over, it is
 * left out, and less is counted from then on, which is always safe.
 *
 * Invariants, verified by garq_claims_check():
 *  1. The nodes in a part's shared are its own, and it shared them with others
 *     when it came; its pieces are of these nodes and of its time.
 *  2. A part that meets no other is counted as a whole: it shares no nodes.
 *  3. The usage of a pool is how many of its nodes are held, at any second from
 *     now on; it is at most that, where there was no memory once.
 * Private to this folder.
 */
#pragma once

#include "garq/holders.h"
#include "garq/part.h"
#include "garq/pools.h"

/*
 * Claim for a part, which is already in the calendar, all time of its nodes
 * that no other part claims.
 * RET 0, or -1 with errno ENOMEM
 */
extern int garq_claims_make(struct garq_pools *pools, garq_nodes_t *n,
			    struct garq_part *part);

/*
 * Hand what a part has claimed over to the other parts. Call before removing
 * it.
 */
extern void garq_claims_leave(struct garq_pools *pools, garq_nodes_t *n,
			      struct garq_part *part);

/*
 * A garq_part_fn, for a part that meets no other any more: count all its nodes
 * for all its time again, as a whole, instead of the pieces that it has
 * claimed. Without memory less is counted. IN arg - the pools; RET true
 */
extern bool garq_claims_unite(void *arg, struct garq_part *part);

/*
 * A garq_away_fn: exclude a part's claims from the counts for the length of one
 * question (away), and include them again. Neither call needs memory. IN arg -
 * the pools
 */
extern void garq_claims_exclude(void *arg, struct garq_part *part, bool away);

/*
 * RET NULL if the invariants here and in pools.h hold, or a text that names the
 * broken one
 */
extern const char *garq_claims_check(const struct garq_pools *pools,
				     const garq_nodes_t *n);
