/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * board.h - the bookings that a request may move, each with the starts and the
 * nodes that it may have, and the holds that stay.
 *
 *	       mover 0: the request	mover 1		mover 2
 *	node 0	| . . R R . . |		stays at home until the request, or
 *	node 1	| 1 1 R R . . |		another mover, is placed on one of its
 *	node 2	| 2 2 2 . . x |		nodes at its time; then it is out, and
 *	node 3	| 2 2 2 . . x |		has to be placed elsewhere itself
 *
 * x is a hold that stays. A board is a copy: others may have their turn while
 * it is in use.
 *
 * The starts of a mover are its present one, and those at which it would begin
 * at the begin of its window or as another mover or a hold ends. No others are
 * needed: take any placement of all movers, and let each of them that does not
 * have its present start begin earlier, until it meets its present start, the
 * begin of its window, or what ends there on one of its nodes. In the end each
 * has one of these starts.
 *
 * Private to this folder.
 */
#pragma once

#include "lrh/ask.h"
#include "lrh/draft.h"

/* Maximum number of movers: a bit for each. */
#define LRH_MOVERS_MAX 64

enum lrh_where {
	LRH_HOME,	/* where the booking lies now */
	LRH_OUT,	/* nowhere */
	LRH_PLACED,	/* at start, on nodes */
};

/* A start that a mover may have. */
struct lrh_slot {
	time_t start;
	garq_set_t *open;	/* nodes without a hold that stays; NULL: not
				 * known yet */
};

/* The request, or a booking that may have another start or other nodes. */
struct lrh_mover {
	const struct lrh_booking *b;	/* NULL: the request */
	const garq_set_t *class;	/* nodes that may serve it */
	uint32_t num_cn;
	time_t t_e;
	bool pinned;		/* it needs all of class */
	time_t from;		/* its window */
	time_t to;
	struct lrh_slot *slot;	/* the present start of a booking comes first */
	size_t slots;
	bool clipped;		/* it may have further starts */
	enum lrh_where where;
	time_t start;		/* unless it is out */
	garq_set_t *nodes;	/* owned; a booking's present ones at home */
};

/* A hold that stays, on one node. */
struct lrh_stay {
	time_t t_s;
	time_t t_e;
	bool soft;		/* of a booking that might move, were there not
				 * LRH_MOVERS_MAX others */
};

/*
 * The number of nodes that have a hold that stays and is not soft, from t on,
 * until the next edge's t.
 */
struct lrh_edge {
	time_t t;
	int64_t held;
};

struct lrh_board {
	const struct lrh_ask *ask;
	bool shifts;		/* of bookings: starts may change, too */
	struct lrh_mover mover[LRH_MOVERS_MAX];	/* the request first */
	uint32_t cnt;
	time_t lo;		/* the windows of all movers are in [lo, hi) */
	time_t hi;
	garq_set_t *nodes;	/* of all classes */
	uint32_t node_cnt;	/* ... their number */
	struct lrh_stay *stay;
	size_t stays;
	size_t room;
	size_t *first;		/* node i has stay[first[i]] .. stay[first[i +
				 * 1] - 1] */
	struct lrh_edge *edge;	/* by time; none: no hold stays */
	size_t edges;
	uint64_t *kind;		/* of each node: the same for nodes that differ in
				 * no class and no hold that stays (a hash) */
	struct garq_idmap by_id;	/* the movers that are bookings */
	bool partial;		/* a soft hold conflicted, or a clipped mover
				 * has no other start: ways were left out */
};

/*
 * Find the first start in [from, to] at which no hold that stays is on a node
 * of the request, which needs all of its nodes.
 * IN shifts - as lrh_board_open()
 * RET 1; 0: there is none, or no step is left; -1 with errno ESTALE
 */
extern int lrh_board_first(const struct lrh_ask *ask, time_t from, time_t to,
			   bool shifts, time_t *ret_first);

/*
 * Set up a board for the request, with all bookings at home and the request
 * out.
 * IN from, to - the window of the request
 * IN shifts - false: bookings keep their starts
 * RET 1; 0: no step is left; -1 with errno ENOMEM or ESTALE. lrh_board_close()
 *	in any case
 */
extern int lrh_board_open(struct lrh_board *board, const struct lrh_ask *ask,
			  time_t from, time_t to, bool shifts);
extern void lrh_board_close(struct lrh_board *board);

/*
 * The nodes that a mover may have from one of its starts on: without a hold
 * that stays, and without other movers that are placed. Movers at home may
 * have some of them. RET 0, or -1 with errno ENOMEM
 */
extern int lrh_board_open_nodes(struct lrh_board *board,
				struct lrh_mover *m, size_t slot,
				garq_set_t *ret_nodes);

/* The first edge behind t. */
extern size_t lrh_board_edge(const struct lrh_board *board, time_t t);

/* The movers that have a node at present, a bit for each. */
extern uint64_t lrh_board_on(const struct lrh_board *board, uint32_t node);

/* True if a mover that is not out shares a second with [t_s, t_e). */
static inline bool lrh_mover_meets(const struct lrh_mover *m, time_t t_s,
				   time_t t_e)
{
	return (m->where != LRH_OUT) && (m->start < t_e) &&
	       (garq_end(m->start, m->t_e) > t_s);
}

/* The steps of an operation on sets of the machine's nodes. */
static inline uint64_t lrh_board_steps(const struct lrh_board *board)
{
	return 1 + board->nodes->size / 64;
}
