/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh.h - flexible bookings that make room for each other (FCFS-LRH).
 *
 * A request is the paper's (numC, t_esr, t_lsr, t_e): numC nodes for t_e
 * seconds, from any start in the window [t_esr, t_lsr]. A booking holds its
 * window and not a place: when a request comes, bookings that have not started
 * move inside their own windows, so that all of them fit.
 *
 *	two nodes	a [0, 4] t_e 2	    then comes b [1, 1] t_e 2, both nodes
 *	node 0	| a a . . . .		node 0	| . b b a a .
 *	node 1	| . . . . . .		node 1	| . b b . . .
 *
 * Two views, as in the paper (section 2.3): the logical one has counts, and
 * decides when each booking starts; the physical one has nodes, and each
 * booking keeps the same ones for all of its length (2.3.2, "recombination";
 * bind.h). Both views are those of a garq_machine_t, which also knows all other
 * holders of nodes.
 *
 * A plan is a value: it is computed, checked, and then applied whole or
 * dropped. Computing a plan changes nothing.
 *
 * The paper's order (2.3, algorithm lines 1 to 3) is by earliest start, by
 * execution time, by nodes; by id where all are equal. Each booking in turn
 * gets the first start in its window at which it fits beside those before it.
 * Here the earliest start of that order is not_before: t_esr at first, and
 * later if the booking was admitted, or has stayed, where the paper's order by
 * t_esr would not place it. The paper's algorithm, applied to the present
 * not_before, thus gives all bookings their present starts, however these were
 * found.
 *
 * Only bookings that a change can reach are placed again. As in the paper, all
 * bookings have the same right to their windows: the first booking in the order
 * starts first, not the first one made. No booking is ever moved out of its
 * window, or after it has started; and if a booking would not fit any more, no
 * booking is moved.
 *
 * Time as in garq.h; now is that of the machine. Not thread-safe, not even for
 * queries; failure changes nothing. A plan may be made in turns, between which
 * the object serves others (lrh_options_t.turn).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/machine.h"

typedef struct lrh lrh_t;

/* A request, and later the booking that is made of it. */
typedef struct {
	uint64_t id;		/* its holder in the machine, and its group; not
				 * GARQ_NO_GROUP */
	uint32_t num_cn;	/* paper: numC; nodes, >= 1 */
	time_t t_esr;		/* earliest start */
	time_t t_lsr;		/* latest start, >= t_esr; rigid: == t_esr */
	time_t t_e;		/* execution time, seconds, >= 1 */
	time_t not_before;	/* t_esr .. t_lsr: see above */
	const garq_set_t *eligible;	/* nodes that may serve it; copied */
	bool pinned;		/* needs all of eligible: num_cn is its count */
	bool stays;		/* once booked it keeps its time (a licence that
				 * is counted elsewhere); nodes may change */
	bool tight;		/* nodes that become free do not move it to a
				 * start before its not_before */
	bool choosy;		/* where it gives up single nodes, too, pick()
				 * chooses others, of whatever pools */
} lrh_request_t;

/*
 * IN m - the holders of nodes. It must outlive the object, and its pools must
 *	stay the same. A plan takes a request's own group out of it, and puts it
 *	back
 * RET owned by the caller, or NULL with errno ENOMEM
 */
extern lrh_t *lrh_create(garq_machine_t *m);

/* lrh_destroy(NULL) is safe. */
extern void lrh_destroy(lrh_t *l);

/*
 * Add a booking, or replace it: the holder rq->id of the machine has these
 * nodes during [start, start + t_e). Holders that are not known here, and
 * bookings that have started, stay where the machine has them.
 * IN nodes - copied; rq->num_cn of them, or fewer if some were lost
 * RET 0; or -1 with errno EINVAL (id GARQ_NO_GROUP, num_cn 0, t_e < 1, t_esr <
 *	0, reversed window, not_before outside, a set of another size, start <
 *	0) or ENOMEM: a booking that was known under this id stays as it was
 */
extern int lrh_put(lrh_t *l, const lrh_request_t *rq, time_t start,
		   const garq_set_t *nodes);

/* Remove a booking. RET whether it was known */
extern bool lrh_drop(lrh_t *l, uint64_t id);

/* Number of bookings; the present start of a booking (false: not known). */
extern uint32_t lrh_count(const lrh_t *l);
extern bool lrh_start(const lrh_t *l, uint64_t id, time_t *ret_start);

/* How far admission goes. */
typedef enum {
	LRH_FIRST_FIT,	/* the first start in its window; no booking moves,
			 * neither in time nor to other nodes */
	LRH_PAPER,	/* the paper's order, else a refusal */
	LRH_ALL,	/* beside all others, on nodes that others give up, the
			 * paper's order, further ones, for pinned nodes a
			 * search of all ways, else a refusal */
} lrh_policy_t;

/*
 * The work of a plan is counted in steps, never in seconds: the same bookings,
 * request and options always give the same plan. A step looks at one element: a
 * segment of the counts, during which as many nodes are free; a node; an
 * interval during which a node is held; or a booking. The steps of a plan take
 * about the same time each (contrib/bench/bench-lrh measures it).
 *
 * All phases take their steps from one account, which is at 0 when the plan
 * begins. Each phase is given up once the account has reached what the phase
 * may use (a limit of 0 is no limit):
 *
 *	phase					until
 *	beside all others, on nodes that	limit / 2; limit with LRH_PAPER
 *	  others give up, the paper's order
 *	further orders that shift bookings,	budget or limit, whichever is
 *	  the search for pinned nodes,		less
 *	  bookings that start earlier alone
 *	orders that shift no booking; binding	limit
 *	  bookings that start earlier alone
 *
 * A phase includes its binding: free nodes, left edge, exchanges. A phase that
 * is given up has found nothing, and the next one begins; bookings that would
 * start earlier alone stay. Then the plan is cut: that a request does not fit
 * is not proven. Only the search for pinned nodes, which comes last, tries all
 * ways: where it ends, its refusal is proven, and the plan is not cut. Before
 * the paper's order it tries the ways that shift no booking; that takes a
 * millisecond at most, and counts as work alone.
 *
 * The account is looked at before each unit of work: a booking that an order
 * takes out of its place, the counts of a pool that are read, a start that is
 * tried, a node that is looked at for a booking or given to another, a walk
 * along some thousand holds. A unit is finished, so a phase takes at most the
 * steps of one unit more than it may: a few for each node of the machine, or
 * one for each booking (lrh_plan_t.unit).
 */
typedef struct {
	lrh_policy_t policy;
	time_t freeze;		/* seconds before its start, >= 0: from then on
				 * a booking keeps its time, and none is moved
				 * to a start that is nearer than that */
	uint64_t budget;	/* steps, see above; 0: no limit */
	uint64_t limit;		/* steps, see above; 0: no limit */
	/*
	 * Called between two units of work, at the first that begins with
	 * turn_at steps or more: a turn of the plan has ended, and the caller
	 * may let others use l and its machine, change them, or destroy them.
	 * NULL: the plan is made in one turn, and all phases are given up after
	 * that.
	 * The steps of turns are those of lrh_plan_t.work.
	 * IN steps - that the plan has taken so far; from - the plan has read
	 *	no second of the machine before: holders other than bookings may
	 *	change there
	 * RET the steps at which the next turn ends, more than steps: nothing
	 *	else was changed, and the plan goes on. 0: something was, and l
	 *	may be gone: the plan is given up and reads nothing of l any more
	 */
	uint64_t (*turn)(void *arg, uint64_t steps, time_t from);
	void *turn_arg;
	uint64_t turn_at;	/* steps; 0: there is one turn, without end */
	uint32_t moves;		/* maximum number of bookings that a plan
				 * changes besides the request
				 * (lrh_plan_t.cnt); 0: no limit. A phase whose
				 * plan has more goes on as if it had found
				 * none */
	/*
	 * Choose num_cn nodes of free, which are more than that, for the
	 * request itself, or for another booking that gets other nodes; and add
	 * them to ret_nodes, which has the nodes that it keeps, or has been
	 * given before. If pick is NULL or returns false, the request gets the
	 * nodes that it has, if it is a known booking, then those with the
	 * lowest numbers; others get these, too.
	 * IN id - of the request, or the other booking
	 */
	bool (*pick)(void *arg, uint64_t id, bool request,
		     const garq_set_t *free, uint32_t num_cn,
		     garq_set_t *ret_nodes);
	void *pick_arg;
} lrh_options_t;

/* The order by which a request was admitted, for statistics. */
typedef enum {
	LRH_ORDER_PAPER,		/* the paper's order */
	LRH_ORDER_ANEW,		/* the same, with not_before put back to t_esr */
	LRH_ORDER_INSERTED,	/* the present placement, and the newcomer;
				 * others may have other nodes */
	LRH_ORDER_LATEST,	/* earliest t_lsr goes first */
	LRH_ORDER_REPAIRED,	/* single bookings give way */
} lrh_order_t;
#define LRH_ORDERS (LRH_ORDER_REPAIRED + 1)

/* A booking that a plan changes. */
typedef struct {
	uint64_t id;
	time_t was;		/* start before the plan */
	time_t start;
	time_t not_before;
	garq_set_t *nodes;	/* NULL: unchanged; owned by the plan */
	time_t end;		/* for callers that change its length, or how
				 * many nodes it has; 0: both stay, as in each
				 * plan of lrh/ */
} lrh_move_t;

typedef struct {
	bool fits;
	/* if the request fits */
	lrh_order_t order;
	lrh_move_t self;	/* the request: nodes are never NULL */
	lrh_move_t *moves;	/* others, by id: each has another start, other
				 * nodes, or only another not_before */
	size_t cnt;
	/* work done */
	uint64_t steps;		/* of all phases, see above */
	uint64_t work;		/* the same, and what takes as long as steps
				 * but counts for no limit: to find the first
				 * holder of a node */
	uint64_t unit;		/* ... and those of its longest unit of work: a
				 * turn may exceed its steps by that number */
	bool cut;		/* a phase was given up for lack of steps, or
				 * its plan was dropped as it moved another
				 * booking onto a node where the group of the
				 * request (its jobs) has a holder then */
	bool capped;		/* a phase was given up, as its plan had more
				 * than options->moves */
	/* if it does not: the one that would not fit in the paper's order; or
	 * the request itself, also if it is not known which (cut, capped) */
	uint64_t blocked;
	/*
	 * NULL; else an error of this library: the plan that was found breaks
	 * this rule (a constant string), and was dropped. Whether the request
	 * fits is not known then; fits says false
	 */
	const char *unsound;
} lrh_plan_t;

/* Free the nodes of a plan. */
extern void lrh_plan_free(lrh_plan_t *plan);

/*
 * Find whether a request can be booked, and which bookings move for it. If
 * there is room at its not_before beside all others where they are, it gets
 * that, as by the paper's order, but no booking is read for it (LRH_ALL,
 * LRH_ORDER_INSERTED). The same where others that keep their time give up nodes
 * for free ones: these alone are read. Else the paper's order is asked first,
 * then the present placement, into which the newcomer is inserted, then orders
 * that shift bookings: the first plan that keeps to the limits is taken. Its
 * own holder and group are excluded meanwhile, so a known booking is placed as
 * if it were not there (an update; a booking that has lost nodes); bookings
 * that wait for nodes which it leaves move to these by the paper's order. Only
 * the request may lie on other holders of its group (its jobs): plans that move
 * a booking there are dropped, and if no other is found no booking moves.
 * OUT ret_plan - overwritten; lrh_plan_free()
 * RET 0; or -1 with errno EINVAL (as lrh_put()), ENOMEM or ESTALE (l was
 *	changed between two turns: ask again). A request that does not fit, or
 *	whose window has passed, is an answer, and so is a plan that was dropped
 *	(unsound).
 */
extern int lrh_plan(lrh_t *l, const lrh_request_t *rq,
		    const lrh_options_t *options, lrh_plan_t *ret_plan);

/*
 * Nodes have become free during [t_s, t_e): find the bookings that start
 * earlier. The plan's self is not used; the plan fits unless it is unsound, and
 * may change nothing (cnt is 0). If the paper's order would leave a booking
 * without a place, or is given up, each booking moves only if it can do so
 * alone.
 * RET 0, or -1 with errno ENOMEM or ESTALE
 */
extern int lrh_plan_room(lrh_t *l, time_t t_s, time_t t_e,
			 const lrh_options_t *options, lrh_plan_t *ret_plan);

/*
 * Apply a plan, right after it was made, to the known bookings and to the
 * machine (l's own, to be written). IN rq - the request, which becomes a
 * booking or replaces it; NULL for lrh_plan_room(). A host that writes to the
 * machine itself calls lrh_put() for each booking instead.
 * RET 0; or -1 with errno ENOMEM: machine and bookings must be built again
 */
extern int lrh_apply(lrh_t *l, garq_machine_t *m, const lrh_request_t *rq,
		     const lrh_plan_t *plan);

/*
 * Verify: every known booking is inside its window, and the machine holds its
 * nodes then; no node has two bookings at a time; and each pool is known for as
 * many bookings as may use it. For tests and on demand; takes long. Not while a
 * plan is made.
 * OUT ret_reason - a constant string that names the broken rule
 */
extern bool lrh_check(const lrh_t *l, const char **ret_reason);
