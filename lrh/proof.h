/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * proof.h - the proof that a request has no room, whichever bookings move, and
 * the holders without which it has.
 *
 *	4 nodes; a needs 3 of them for 4 seconds from any start in [0, 2]; a
 *	request for 2 of them, 2 seconds long, may start in [2, 3]
 *
 *	second	0 1 2 3 4 5
 *	a	a a a a . .	at the earliest
 *		. . a a a a	at the latest: a has seconds 2 and 3 anyway
 *	barrier	    x x		3 + 2 > 4, so the request uses neither of them:
 *				it starts not in [1, 3]
 *
 * A barrier is an interval with the starts of the request that it rules out.
 * Wherever the holders lie in their windows, the nodes (at each second of the
 * interval) or the node-seconds (of all of it) that they take there leave fewer
 * than the request would take from these starts. Once
 * barriers rule out all starts of the request, it has no room until a holder
 * leaves, gives up nodes or leaves its window. That counts nodes as if any of
 * them could serve each holder, so it holds on real nodes all the more.
 *
 * Not each request without room has such a proof, as to find a schedule is
 * NP-hard: without a proof nothing is claimed.
 *
 * The holders that should leave are found where all others stay where they lie,
 * so that room by count is certain. How many have to leave at least is known
 * from barriers, so it is true whoever moves. Where the two numbers are the
 * same, no smaller set of holders makes room.
 *
 * Time as in garq.h. These functions keep nothing between two calls.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* The most nodes, seconds and pieces: no sum overflows. */
#define LRH_PROOF_NODES (UINT32_C(1) << 20)
#define LRH_PROOF_TIME (INT64_C(1) << 33)
#define LRH_PROOF_PIECES 512

/*
 * What a holder takes of the nodes that may serve the request: several pieces
 * of a holder add up. A holder that can't move has a window of one start.
 */
typedef struct {
	uint32_t holder;	/* its number, 0 .. holders - 1 */
	uint32_t num_cn;	/* nodes, >= 1 */
	uint32_t least_cn;	/* ... and those that it takes in any case; 0 ..
				 * num_cn */
	time_t t_esr;		/* window of its start */
	time_t t_lsr;
	time_t t_e;		/* seconds, >= 1 */
	time_t least_t_e;	/* ... and in any case; 1 .. t_e */
	time_t start;		/* its present start, in the window */
} lrh_piece_t;

typedef struct {
	uint32_t nodes;		/* nodes that may serve the request */
	uint32_t num_cn;	/* the request, as lrh_request_t; >= 1 */
	time_t t_esr;
	time_t t_lsr;
	time_t t_e;
	const lrh_piece_t *piece;	/* holders in ascending order */
	size_t cnt;
	uint32_t holders;
	const bool *may_leave;	/* by holder: it can be asked to leave */
	uint64_t steps;		/* limit; a step looks at one piece or barrier.
				 * A unit of work more may be taken: one for
				 * each piece and barrier */
} lrh_world_t;

typedef struct {
	time_t t_s;		/* the interval */
	time_t t_e;
	bool each;		/* nodes, at each second; false: node-seconds of
				 * the interval */
	uint64_t all;		/* that there are ... */
	uint64_t held;		/* ... that the needed holders take, or more */
	uint64_t asked;		/* ... and the request, or more, from a start
				 * in ...; held + asked > all */
	time_t first;		/* ... [first, last]: the starts that are ruled
				 * out; those of all barriers follow each other
				 * from t_esr to t_lsr of the request */
	time_t last;
} lrh_barrier_t;

/* least_cnt: there is no room, even if all holders leave that can be asked. */
#define LRH_NONE_LEAVES UINT32_MAX

typedef struct {
	bool proven;		/* there is no room, whoever moves */
	lrh_barrier_t *barrier;	/* the proof, if there is one; owned */
	size_t cnt;
	bool *needed;		/* by holder: the proof needs it, and, if steps
				 * lasted, each of these; owned */
	bool found;		/* without those of leaves there is room by
				 * count, with all others where they lie */
	bool *leaves;		/* by holder; owned; none of them can stay */
	uint32_t leave_cnt;
	uint32_t least_cnt;	/* with fewer leaving there is no room, whoever
				 * moves; 0 if it is not proven */
	uint64_t steps;
} lrh_proof_t;

/* Free what a proof owns; one that is all zero owns nothing. */
extern void lrh_proof_free(lrh_proof_t *proof);

/*
 * Find a proof, and the holders that should leave. The same world gives the
 * same proof.
 * OUT ret_proof - overwritten if 0; lrh_proof_free()
 * RET 0; or -1 with errno EINVAL (a number out of its range, holders not in
 *	order) or ENOMEM
 */
extern int lrh_prove(const lrh_world_t *w, lrh_proof_t *ret_proof);
