/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * draft.h - a plan in the making: the bookings that a change may reach, in the
 * paper's order, and the counts without those that are still to be placed.
 *
 *	by_order	... | a b c d e f g h | ...
 *			      done      taken
 *
 * a to c are in the counts again, at their new places; d to g have been taken
 * out; h has not been read, and no answer so far depends on it. Private to
 * this folder.
 */
#pragma once

#include "lrh/lrh_private.h"
#include "lrh/timeline.h"

/* A booking or a request to be placed. */
struct lrh_what {
	uint64_t id;
	uint32_t num_cn;
	time_t t_e;
	const struct lrh_class *class;
	bool pinned;
	const uint32_t *share;	/* preferred number of nodes in each
				 * class->pool[i]; NULL: no preference */
};

/* The demand of a booking that the plan has already, to place it again. */
static inline struct lrh_what lrh_what(const struct lrh_booking *b)
{
	return (struct lrh_what) {
		.id = b->id, .num_cn = b->num_cn, .t_e = b->t_e,
		.class = b->class, .pinned = b->pinned, .share = b->share,
	};
}

struct lrh_draft_item {
	const struct lrh_booking *b;	/* NULL: the request */
	time_t start;		/* GARQ_FOREVER: not in the counts */
	uint32_t *share;	/* NULL: as b has it; owned */
	bool fixed;		/* it was never taken out; the request: it is
				 * pinned */
};

struct lrh_draft {
	const struct lrh *l;
	const lrh_options_t *options;
	struct lrh_meter *meter;
	struct lrh_timeline tl;
	bool closed;		/* lrh_draft_reach() takes out none */
	uint32_t first;		/* position in by_order of the first item */
	struct lrh_draft_item *item;
	size_t taken;
	size_t room;
	size_t moved;		/* items that the paper's order has moved */
	uint64_t self;		/* id of the request; no item has it */
	/*
	 * The request's own booking is away. During [hurt_from, hurt_to) others
	 * hold nodes of it, which were counted for the booking.
	 */
	time_t hurt_from;
	time_t hurt_to;
	struct lrh_draft_item own;	/* the request, once placed */
	const struct lrh_class *own_class;
	time_t own_t_e;
	bool own_placed;
};

/*
 * Open a draft whose counts begin at lo, and whose bookings begin at position
 * first. Cannot fail
 */
extern void lrh_draft_open(struct lrh_draft *d, const struct lrh *l,
			   const lrh_options_t *options,
			   struct lrh_meter *meter, uint64_t self, time_t lo,
			   uint32_t first);
extern void lrh_draft_close(struct lrh_draft *d);

/*
 * Read the counts up to hi. Unless the draft is closed, take out the bookings
 * that may lie before hi. Others may have their turn between two bookings; if
 * no step is left, the draft's timeline is cut. RET 0, or -1 with errno ENOMEM
 * or ESTALE
 */
extern int lrh_draft_reach(struct lrh_draft *d, time_t hi);

/* Take out the next booking. RET 1; 0: none is left; -1 with errno ENOMEM */
extern int lrh_draft_next(struct lrh_draft *d);

/* Leave the next booking in its place; there is one. RET 0, or -1, ENOMEM */
extern int lrh_draft_skip(struct lrh_draft *d);

/* Count an item at its start. RET 0, or -1 with errno ENOMEM */
extern int lrh_draft_put(struct lrh_draft *d,
			 const struct lrh_draft_item *item);

/* Stop counting an item: it has no start then. RET as lrh_draft_put() */
extern int lrh_draft_take(struct lrh_draft *d, struct lrh_draft_item *item);

/* Count an item that is out at its old place. RET as lrh_draft_put() */
extern int lrh_draft_keep(struct lrh_draft *d, struct lrh_draft_item *item);

/*
 * First fit: the earliest start in [from, to] with enough nodes free.
 * OUT ret_start; ret_share - number of nodes from each w->class->pool[i]
 * RET 1; 0: none, or the budget is used up; -1 with errno ENOMEM
 */
extern int lrh_place(struct lrh_draft *d, const struct lrh_what *w, time_t from,
		     time_t to, time_t *ret_start, uint32_t *ret_share);

/*
 * Count an item that is out at its first fit. Further bookings may be taken out
 * for that, which may move d->item. RET as lrh_place()
 */
extern int lrh_place_item(struct lrh_draft *d, size_t item, time_t from,
			  time_t to);

/* The same for the request. */
extern int lrh_place_own(struct lrh_draft *d, const struct lrh_what *w,
			 time_t from, time_t to);

/*
 * Divide the nodes of a request among the pools: as it prefers, or else from
 * those that few others may use.
 * IN free_nodes - of w->class; for a pinned request all of them
 * OUT ret_share - as lrh_place()
 * RET true if there are enough
 */
extern bool lrh_share(const struct lrh *l, const struct lrh_what *w,
		      const garq_set_t *free_nodes, uint32_t *ret_share);

/* Return true if the start or the shares of an item have changed. */
extern bool lrh_draft_item_moved(const struct lrh_draft_item *item);

/* A stretch of time in which the counts of some pools have changed. */
struct lrh_change {
	time_t t_s;
	time_t t_e;
	uint64_t pools;		/* lrh_pools() */
};

struct lrh_changes {
	struct lrh_change *list;
	size_t cnt;
	size_t room;
	time_t end;		/* latest end of all changes */
};

/* Add a change; none if t_s >= t_e. RET 0, or -1 with errno ENOMEM */
extern int lrh_changes_add(struct lrh_changes *c, time_t t_s, time_t t_e,
			   uint64_t pools);

/*
 * Return true if a change shares a second with [t_s, t_e), and a pool with the
 * class. If not, a booking placed there finds all as it was: the places for
 * bookings of the class depend on the counts and the holders of its own pools
 * alone.
 */
extern bool lrh_changes_meet(const struct lrh_changes *c, time_t t_s,
			     time_t t_e, const struct lrh_class *class);

/* Free the list; it is empty afterwards, which is all zero. */
extern void lrh_changes_free(struct lrh_changes *c);

/* The request with its window, and the time in which nodes became free. */
struct lrh_task {
	const struct lrh_what *what;	/* NULL: no request */
	struct lrh_key key;	/* place of the request in the order */
	time_t from;		/* window of the request */
	time_t to;
	struct lrh_change freed;	/* empty if t_s >= t_e */
};

/*
 * Apply the paper's order from d->first on: place all items that the task can
 * reach again, and own. An item whose start is GARQ_FOREVER at the end was not
 * reached: its booking stays.
 * OUT ret_blocked - if 0 is returned: id of the booking or request that found
 *	no place
 * RET 1; 0; -1 with errno ENOMEM
 */
extern int lrh_paper_order(struct lrh_draft *d, const struct lrh_task *task,
		    uint64_t *ret_blocked);

/*
 * The first position whose booking may start earlier now that nodes are free
 * during [t_s, t_e), or UINT32_MAX.
 */
extern uint32_t lrh_first_reached(const struct lrh *l, time_t freeze,
				  const struct lrh_change *freed,
				  struct lrh_meter *meter);
