/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * draft.h - a plan in the making: the bookings that a change may reach, in the
 * paper's order, and the counts without those that are still to be placed.
 *
 *	by_order	... | a b c d e f g h | ...
 *			      done      taken
 *
 * a to c are in the counts again, at their new places; d to g have been taken
 * out; h has not been looked at, and no answer so far depends on it. Private to
 * this folder.
 */
#ifndef LRH_DRAFT_H
#define LRH_DRAFT_H

#include "lrh/lrh_private.h"
#include "lrh/timeline.h"

/* What is to be placed. */
struct lrh_what {
	uint64_t id;
	uint32_t num_cn;
	time_t t_e;
	const struct lrh_class *class;
	bool pinned;
	const uint32_t *share;	/* how many of each class->pool[i] it would
				 * rather have: what it has; or NULL */
};

struct lrh_draft_item {
	const struct lrh_booking *b;	/* NULL: the request */
	time_t start;		/* GARQ_FOREVER: it is out of the counts */
	uint32_t *share;	/* NULL: as b has it; owned */
	bool fixed;		/* it was never taken out; the request: it is
				 * pinned */
};

struct lrh_draft {
	const struct lrh *l;
	const lrh_options_t *options;
	struct lrh_meter *meter;
	struct lrh_timeline tl;
	bool closed;		/* lrh_draft_reach() takes nothing out */
	uint32_t first;		/* position of the first one in by_order */
	struct lrh_draft_item *item;
	size_t taken;
	size_t room;
	uint64_t self;		/* id of the request; it is not among them */
	time_t hurt_from;	/* during [hurt_from, hurt_to) others hold what */
	time_t hurt_to;		/* it has: counted for it, and it is away */
	struct lrh_draft_item own;	/* the request, once placed */
	const struct lrh_class *own_class;
	time_t own_t_e;
	bool own_placed;
	uint64_t placed;	/* searches */
	bool has_demand;
	uint64_t demand[GARQ_POOLS_MAX];	/* see place.c */
};

/*
 * The counts of the machine begin at lo, and the bookings at position first.
 * Cannot fail
 */
extern void lrh_draft_open(struct lrh_draft *d, const struct lrh *l,
			   const lrh_options_t *options,
			   struct lrh_meter *meter, uint64_t self, time_t lo,
			   uint32_t first);
extern void lrh_draft_close(struct lrh_draft *d);

/*
 * Read the counts up to hi. Unless the draft is closed, take out the bookings
 * that may lie before hi. RET 0, or -1 with errno ENOMEM
 */
extern int lrh_draft_reach(struct lrh_draft *d, time_t hi);

/* Take out the next booking. RET 1; 0: there is none; -1, errno ENOMEM */
extern int lrh_draft_next(struct lrh_draft *d);

/* Leave the next booking, which there is, where it is. RET 0, or -1, ENOMEM */
extern int lrh_draft_skip(struct lrh_draft *d);

/* Put an item into the counts, at its start. RET 0, or -1 with errno ENOMEM */
extern int lrh_draft_put(struct lrh_draft *d,
			 const struct lrh_draft_item *item);

/* Take it out again: it has no start then. RET as lrh_draft_put() */
extern int lrh_draft_take(struct lrh_draft *d, struct lrh_draft_item *item);

/* Put an item that is out back to where it was. RET as lrh_draft_put() */
extern int lrh_draft_keep(struct lrh_draft *d, struct lrh_draft_item *item);

/*
 * First fit: the earliest start in [from, to] with enough nodes free.
 * OUT ret_start; ret_share - how many of each w->class->pool[i]
 * RET 1; 0: none, or it has become too late; -1 with errno ENOMEM
 */
extern int lrh_place(struct lrh_draft *d, const struct lrh_what *w, time_t from,
		     time_t to, time_t *ret_start, uint32_t *ret_share);

/*
 * Put an item that is out into the counts at its first fit. Further bookings may
 * be taken out, and d->item be moved by it. RET as lrh_place()
 */
extern int lrh_place_item(struct lrh_draft *d, size_t item, time_t from,
			  time_t to);

/* The same for the request. */
extern int lrh_place_own(struct lrh_draft *d, const struct lrh_what *w,
			 time_t from, time_t to);

/* Has an item another start or other shares than its booking? */
extern bool lrh_draft_item_moved(const struct lrh_draft_item *item);

/* A stretch of time in which the counts have changed. */
struct lrh_change {
	time_t t_s;
	time_t t_e;
};

struct lrh_changes {
	struct lrh_change *list;
	size_t cnt;
	size_t room;
	time_t end;		/* of all of them */
};

/* Add a change; t_s >= t_e: nothing. RET 0, or -1 with errno ENOMEM */
extern int lrh_changes_add(struct lrh_changes *c, time_t t_s, time_t t_e);

/* Does a change share a second with [t_s, t_e)? */
extern bool lrh_changes_meet(const struct lrh_changes *c, time_t t_s,
			     time_t t_e);

/* Free the list; leaves an empty one, which is all zero. */
extern void lrh_changes_free(struct lrh_changes *c);

/* The request, its window, and where nodes are free now. */
struct lrh_task {
	const struct lrh_what *what;	/* NULL: nodes are free, no request */
	struct lrh_key key;	/* of it: its place in the order */
	time_t from;		/* its window */
	time_t to;
	struct lrh_change freed;	/* t_s >= t_e: nothing */
};

/*
 * The paper's order from d->first on: all items that the task can reach are
 * placed again, and own. An item whose start is GARQ_FOREVER at the end was not
 * reached: it stays.
 * OUT ret_blocked - if 0 is returned: the id of what finds no place
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

#endif
