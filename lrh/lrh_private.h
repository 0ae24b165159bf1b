/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_private.h - what the files of lrh/ share.
 *
 *	meter.h		how many steps a plan may take
 *	class.c		sets of nodes that may serve, by pool
 *	bookings.c	known bookings: by id, in the paper's order, by start
 *	turn.c		others are let in while a plan is made
 *	timeline.c	a piece of the logical view, to plan on
 *	draft.c		... and the bookings there
 *	place.c		first fit in a window
 *	changes.c	when the counts have changed
 *	paper.c		the paper's order, from where it changes on
 *	first_fit.c	the request alone, no other booking moves
 *	binding.c	bookings that ask for nodes
 *	bind.c		the physical view: nodes for bookings (bind_*.c)
 *	sketch.c	what the logical view asks the binder, and the answer
 *	yield.c		the request on nodes that others give up
 *	beside.c	the request at its first start, beside all others
 *	settle.c	another order's placement, in the paper's order
 *	trial.c		a placement by another order than the paper's
 *	repair.c	... by moving single bookings out of the way
 *	orders.c	... by all further orders in turn
 *	board.c		bookings that may move, their starts and nodes
 *	combine.c	... placed by search, starts and nodes together
 *	room.c		bookings that start earlier alone
 *	plan.c		a plan, from the request to the nodes
 *	apply.c		a plan is carried out
 *
 * Each file calls only files further up in this list.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/idmap.h"
#include "lrh/lrh.h"

/*
 * A set of nodes, with their number in each pool. Shared, with a reference
 * count.
 *
 * In the machine a pool is a set of nodes that no request can distinguish. Here
 * it is a set of nodes that no request so far has distinguished: as long as
 * every booking that may be bound again may have any node, all nodes are one
 * pool, and their count decides. A class that has only a part of a pool splits
 * it in two.
 */
struct lrh_class {
	struct lrh_class *next;
	struct lrh_class **prev;	/* the pointer to this */
	struct lrh_class *same_hash;	/* the next one in lrh.class_of */
	uint64_t hash;		/* of nodes */
	uint32_t refs;		/* 0: only a plan whose turn has ended has it */
	garq_set_t *nodes;
	bool whole;		/* of each pool of the machine it has all or
				 * nothing */
	bool parts;		/* it has split pools */
	uint32_t room;		/* entries of pool[]: machine pools it is in */
	uint32_t cnt;		/* pools that have one of its nodes, by number */
	struct lrh_class_pool {
		uint32_t pool;	/* lrh_pool() */
		uint32_t nodes;	/* the class's nodes there, >= 1 */
	} pool[];
};

/* The pools of a class, a bit for each: all, or those of which share has nodes. */
static inline uint64_t lrh_pools(const struct lrh_class *class,
				 const uint32_t *share)
{
	uint64_t pools = 0;

	_Static_assert(GARQ_POOLS_MAX <= 64, "a bit for each");
	for (uint32_t i = 0; i < class->cnt; i++)
		if (!share || share[i])
			pools |= UINT64_C(1) << class->pool[i].pool;
	return pools;
}

/* A booking. */
struct lrh_booking {
	uint64_t id;
	uint32_t num_cn;
	time_t t_esr;
	time_t t_lsr;
	time_t t_e;
	time_t not_before;	/* not after start */
	time_t start;		/* where it lies now */
	struct lrh_class *class;
	garq_set_t *nodes;	/* present nodes */
	bool pinned;
	bool stays;
	bool choosy;
	bool tight;
	bool odd;		/* nodes differ from num_cn, or from class */
	uint64_t looked;	/* the plan that has asked last whether it is */
	bool hurt;		/* ... hurt, and the answer */
	uint32_t share[];	/* of nodes, how many are of class->pool[i]; as
				 * many as class->room */
};

struct lrh_meter;

struct lrh {
	garq_machine_t *m;
	uint32_t pools;			/* number of pools */
	uint32_t pool_of[GARQ_POOLS_MAX];	/* of each of the machine's */
	uint32_t demand[GARQ_POOLS_MAX];	/* how many bookings may use the
						 * pool, by their classes */
	struct lrh_class *classes;
	struct garq_idmap class_of;	/* the first class of each hash */
	uint64_t changes;		/* of bookings and pools, so far */
	uint64_t plans;			/* that were begun so far */
	uint64_t plan;			/* the one that is made now; 0: none */
	struct lrh_meter *meter;	/* of that one */
	uint32_t lent;			/* classes without references are kept:
					 * as many plans wait for their turn */
	bool stray;			/* there may be such besides the lent */
	struct garq_idmap by_id;
	uint32_t cnt;
	size_t room;			/* of each array below: */
	struct lrh_booking **by_order;	/* the paper's: lrh_before() */
	struct lrh_booking **by_start;	/* by start, then id */
	time_t longest_window;		/* longest window of all bookings */
	time_t longest_t_e;
};

/* The pool of a node. */
static inline uint32_t lrh_pool(const struct lrh *l, uint32_t node)
{
	return l->pool_of[garq_machine_pool(l->m, node)];
}

/*
 * Get a class: RET a reference for lrh_class_leave(); NULL with ENOMEM.
 * pinned - true if a booking needs all nodes of the class: that splits no pool
 */
extern struct lrh_class *lrh_class_get(struct lrh *l, const garq_set_t *nodes,
				       bool pinned);
extern void lrh_class_leave(struct lrh *l, struct lrh_class *class);

/*
 * A plan gives up its reference while others have their turn. If nothing has
 * changed then, the class is still there and the plan takes it back; else the
 * plan never touches it again. NULL: no effect.
 */
extern void lrh_class_lend(struct lrh *l, struct lrh_class *class);
extern void lrh_class_take_back(struct lrh *l, struct lrh_class *class);

/*
 * The bookings change: plans whose turn has ended will not go on, so free the
 * memory kept for them.
 */
extern void lrh_changed(struct lrh *l);

/* Count how many nodes a booking has of each pool of its class. */
extern void lrh_set_share(const struct lrh *l, struct lrh_booking *b);

/* Check whether lrh_put() would accept rq. RET 0, or -1 with errno EINVAL */
extern int lrh_request_valid(const struct lrh *l, const lrh_request_t *rq);

/* RET the booking with this id, or NULL */
extern struct lrh_booking *lrh_find(const struct lrh *l, uint64_t id);

/* The paper's order. */
struct lrh_key {
	time_t not_before;
	time_t t_e;
	uint32_t num_cn;
	uint64_t id;
};
extern bool lrh_before(const struct lrh_key *a, const struct lrh_key *b);
static inline struct lrh_key lrh_key(const struct lrh_booking *b)
{
	return (struct lrh_key) {
		b->not_before, b->t_e, b->num_cn, b->id
	};
}

/* The first position in by_order whose key is not before this one. */
extern uint32_t lrh_order_at(const struct lrh *l, const struct lrh_key *key);

/* The first position in by_start with a start at t or later. */
extern uint32_t lrh_start_at(const struct lrh *l, time_t t);

/* True if the booking has started: its time and its nodes no longer change. */
static inline bool lrh_has_started(const struct lrh *l,
				   const struct lrh_booking *b)
{
	return b->start <= garq_machine_now(l->m);
}

/*
 * Return true if a booking has nodes that others hold at the same time (one is
 * down), or not the nodes that it asked for (some were lost). It then stays as
 * it is until it is placed again itself. A plan finds that out once for each
 * booking.
 */
extern bool lrh_is_hurt(const struct lrh *l, const struct lrh_booking *b);

/* True if the nodes of the booking may be changed. */
static inline bool lrh_may_rebind(const struct lrh *l,
				  const struct lrh_booking *b)
{
	return !b->pinned && !lrh_has_started(l, b) && !lrh_is_hurt(l, b);
}

/*
 * The starts that a booking may have now: from .. to; from == to: it stays. Its
 * present start is always one of these.
 * IN earliest - not_before of the booking; or its t_esr: the window is the one
 *	of its request
 */
extern void lrh_window(const struct lrh *l, const struct lrh_booking *b,
		       time_t freeze, time_t earliest, time_t *ret_from,
		       time_t *ret_to);
