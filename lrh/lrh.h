/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh.h - flexible bookings that make room for each other (FCFS-LRH).
 *
 * A request is the paper's (numC, t_esr, t_lsr, t_e): so many nodes for t_e
 * seconds, from any start in the window [t_esr, t_lsr]. A booking holds its
 * window and not a place: when a request comes, bookings that have not started
 * move inside their own windows, so that all of them fit.
 *
 *	two nodes	a [0, 4] t_e 2	    then comes b [1, 1] t_e 2, both nodes
 *	node 0	| a a . . . .		node 0	| . b b a a .
 *	node 1	| . . . . . .		node 1	| . b b . . .
 *
 * Two views, as in the paper (section 2.3): the logical one has counts, and
 * decides when everyone is to start; the physical one has nodes, and each
 * booking keeps the same ones for all of its length (2.3.2, "recombination";
 * bind.h). Both are those of a garq_machine_t, which also knows all else that
 * holds nodes.
 *
 * A plan is a value: it is computed, checked, and then applied whole or
 * dropped. Computing one changes nothing.
 *
 * The paper's order (2.3, algorithm lines 1 to 3) is by earliest start, by
 * execution time, by nodes; by id where all are equal. Each in turn gets the
 * first start in its window at which it fits beside those before it. Here the
 * earliest start of that order is not_before: t_esr at first, and later if the
 * booking was admitted, or has stayed, where the paper's order by t_esr would
 * not have had it. So the paper's algorithm gives all bookings the starts that
 * they have, whatever way they came to them.
 *
 * Only bookings that a change can reach are placed again. As in the paper, all
 * have the same right to their windows: the first booking in the order starts
 * first, not the one that was made first. No booking is ever moved out of its
 * window, nor once it has started; and if one of them would not fit any more,
 * none is moved.
 *
 * Time as in garq.h; now is that of the machine. Not thread-safe, and asking
 * is no exception; failure changes nothing.
 */
#ifndef LRH_LRH_H
#define LRH_LRH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/machine.h"

typedef struct lrh lrh_t;

/* A request, and what is known of it once it is booked. */
typedef struct {
	uint64_t id;		/* its holder in the machine, and its group; not
				 * GARQ_NO_GROUP */
	uint32_t num_cn;	/* paper: numC; nodes, >= 1 */
	time_t t_esr;		/* earliest start */
	time_t t_lsr;		/* latest start, >= t_esr; rigid: == t_esr */
	time_t t_e;		/* execution time, seconds, >= 1 */
	time_t not_before;	/* t_esr .. t_lsr: see above */
	const garq_set_t *eligible;	/* nodes that may serve it; copied */
	bool pinned;		/* it needs all of these: num_cn is their count */
	bool stays;		/* once booked it keeps its time (a licence that
				 * is counted elsewhere); nodes may change */
} lrh_request_t;

/*
 * IN m - what holds nodes. It must outlive the object, and keeps its pools. A
 *	plan takes a request's own group out of it, and puts it back
 * RET owned by the caller, or NULL with errno ENOMEM
 */
extern lrh_t *lrh_create(garq_machine_t *m);

/* lrh_destroy(NULL) is safe. */
extern void lrh_destroy(lrh_t *l);

/*
 * Know a booking, or know it anew: the holder rq->id of the machine has these
 * nodes during [start, start + t_e). What is not known here, or has started,
 * stays where the machine has it.
 * IN nodes - copied; rq->num_cn of them, or fewer if some were lost
 * RET 0; or -1 with errno EINVAL (id GARQ_NO_GROUP, num_cn 0, t_e < 1,
 *	t_esr < 0, reversed window, not_before outside, a set of another size,
 *	start < 0) or ENOMEM: then what was known under this id still is
 */
extern int lrh_put(lrh_t *l, const lrh_request_t *rq, time_t start,
		   const garq_set_t *nodes);

/* Know it no more. RET was it known? */
extern bool lrh_drop(lrh_t *l, uint64_t id);

/* How many are known; the present start of one (false: not known). */
extern uint32_t lrh_count(const lrh_t *l);
extern bool lrh_start(const lrh_t *l, uint64_t id, time_t *ret_start);

/* How far admission goes. */
typedef enum {
	LRH_FIRST_FIT,	/* the first start in its window; no booking moves,
			 * neither in time nor to other nodes */
	LRH_PAPER,	/* the paper's order, or no */
	LRH_ALL,	/* the paper's order, then further ones, then no */
} lrh_policy_t;

/*
 * The work of a plan is counted in steps, never in seconds: the same bookings,
 * request and options always give the same plan. A step looks at one element: a
 * segment of the counts, during which as many nodes are free; a node; an
 * interval during which a node is held; or a booking. The steps of a plan take
 * about the same time each (contrib/bench/bench-lrh tells how long).
 *
 * All phases take their steps from one budget: the paper's order comes first,
 * then further orders, each with its binding, or with lrh_plan_room() the
 * bookings that start earlier alone. The budget stops what may be left out. A
 * further order that has no steps left is given up, with its binding; bookings
 * that would start earlier alone stay, and those found by then are bound. The
 * paper's order, and the orders that move no booking, are always gone through:
 * a budget refuses no request that these admit.
 *
 * The budget is looked at before each unit of work: a booking that an order
 * takes out of its place, a start that is tried for one, or a booking for which
 * nodes are chosen. A unit is finished, so a further order takes at most the
 * steps of one unit more than the budget.
 */
typedef struct {
	lrh_policy_t policy;
	time_t freeze;		/* seconds before its start, >= 0: from then on
				 * a booking keeps its time, and none is moved
				 * to a start that is nearer than that */
	uint64_t budget;	/* steps, see above; 0: no limit */
	/*
	 * Choose num_cn nodes of free for the request itself, where more are
	 * free; ret_nodes is empty. NULL, or false: the nodes that it has, if
	 * it is known, then those with the lowest numbers.
	 */
	bool (*pick)(void *arg, const garq_set_t *free, uint32_t num_cn,
		     garq_set_t *ret_nodes);
	void *pick_arg;
} lrh_options_t;

/* The order by which a request was admitted, for statistics. */
typedef enum {
	LRH_ORDER_PAPER,		/* the paper's order */
	LRH_ORDER_ANEW,		/* the same, with not_before put back to t_esr */
	LRH_ORDER_INSERTED,	/* the present placement, and the newcomer */
	LRH_ORDER_LATEST,	/* the least t_lsr goes first */
	LRH_ORDER_REPAIRED,	/* single bookings move out of its way */
} lrh_order_t;
#define LRH_ORDERS (LRH_ORDER_REPAIRED + 1)

/* A booking that a plan changes. */
typedef struct {
	uint64_t id;
	time_t was;		/* its start */
	time_t start;
	time_t not_before;
	garq_set_t *nodes;	/* NULL: those it has; owned by the plan */
} lrh_move_t;

typedef struct {
	bool fits;
	/* if it fits */
	lrh_order_t order;
	lrh_move_t self;	/* the request: nodes are never NULL */
	lrh_move_t *moves;	/* others, by id: each has another start, other
				 * nodes, or only another not_before */
	size_t cnt;
	/* what it took */
	uint32_t placed;	/* bookings placed, in all orders tried */
	uint32_t bound;		/* bookings that were bound again */
	uint64_t steps;		/* of all phases, see above */
	/* if it does not: the one that would not fit in the paper's order; or
	 * the request itself */
	uint64_t blocked;
} lrh_plan_t;

/* Free what a plan owns. */
extern void lrh_plan_free(lrh_plan_t *plan);

/*
 * May a request be booked, and which bookings move? Its own holder and group
 * are out of the machine meanwhile, so a known booking is placed anew as if it
 * were not there (an update; a booking that has lost nodes).
 * OUT ret_plan - overwritten; lrh_plan_free()
 * RET 0; or -1 with errno EINVAL (as lrh_put()) or ENOMEM. A request that does
 *	not fit is an answer. So is one whose window has passed.
 */
extern int lrh_plan(lrh_t *l, const lrh_request_t *rq,
		    const lrh_options_t *options, lrh_plan_t *ret_plan);

/*
 * Nodes have become free during [t_s, t_e): which bookings start earlier? Of
 * the plan self is not used; it always fits, and may change nothing (cnt is 0).
 * Where the paper's order would leave a booking without a place, each booking
 * moves only if it can alone.
 * RET 0, or -1 with errno ENOMEM
 */
extern int lrh_plan_room(lrh_t *l, time_t t_s, time_t t_e,
			 const lrh_options_t *options, lrh_plan_t *ret_plan);

/*
 * Apply a plan, right after it was made, to the bookings known and to the
 * machine (l's own, to be written): rq is booked by it, or booked anew; NULL for
 * lrh_plan_room(). A host that holds in the machine by itself calls lrh_put()
 * for each instead.
 * RET 0; or -1 with errno ENOMEM: machine and bookings are to be made anew
 */
extern int lrh_apply(lrh_t *l, garq_machine_t *m, const lrh_request_t *rq,
		     const lrh_plan_t *plan);

/*
 * Verify: every booking known is inside its window, and the machine holds its
 * nodes then; no node has two bookings at a time. For tests and on demand; takes
 * long.
 * OUT ret_reason - a constant string that says what is broken
 */
extern bool lrh_check(const lrh_t *l, const char **ret_reason);

#endif
