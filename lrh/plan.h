/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan.h - the steps of a plan: the logical view, the binder, the moves.
 *
 * Private to this folder.
 */
#ifndef LRH_PLAN_H
#define LRH_PLAN_H

#include "lrh/bind.h"
#include "lrh/draft.h"

/* What is asked. */
struct lrh_ask {
	const struct lrh *l;
	const lrh_request_t *rq;	/* NULL: only room has appeared */
	struct lrh_class *class;	/* of its nodes */
	const lrh_options_t *options;
	uint64_t self;		/* its id, or GARQ_NO_GROUP */
	time_t was;		/* its start, if it is known */
	uint64_t until;		/* no further order begins after this, of a
				 * clock in nanoseconds; 0: no limit */
};

/* Is there no time left for further orders? */
extern bool lrh_is_late(const struct lrh_ask *ask);

/* One that stays where it is, and gets another place in the order. */
struct lrh_mark {
	const struct lrh_booking *b;
	time_t not_before;
};

/* Who is to lie where, before there are nodes; the request first. */
struct lrh_sketch {
	struct lrh_binding binding;
	time_t *not_before;	/* of each */
	struct lrh_mark *mark;	/* others */
	size_t marks;
	size_t mark_room;
};

/*
 * All but free: RET 0, or -1 with errno ENOMEM. What shares point to has to
 * stay. lrh_sketch_own() comes first
 */
extern int lrh_sketch_own(struct lrh_sketch *s, const struct lrh_ask *ask,
			  time_t start, const uint32_t *share,
			  time_t not_before);
extern int lrh_sketch_booking(struct lrh_sketch *s, const struct lrh_booking *b,
			      time_t start, const uint32_t *share,
			      time_t not_before);
extern int lrh_sketch_mark(struct lrh_sketch *s, const struct lrh_booking *b,
			   time_t not_before);
extern void lrh_sketch_free(struct lrh_sketch *s);

/*
 * Find nodes: then it is a plan, of which this sets self, moves, cnt and adds to
 * bound. RET 1; 0: there are none; -1, errno ENOMEM
 */
extern int lrh_sketch_bind(const struct lrh_ask *ask, struct lrh_sketch *s,
			   lrh_plan_t *plan);

/*
 * The starts that are final in a draft - of the request, of the items that are
 * not fixed; all others stay - and for each of them the least not_before with
 * which the seed's order has it there.
 * IN freed - when more is free than before, besides
 * OUT s - empty before
 * RET 0, or -1 with errno ENOMEM
 */
extern int lrh_settle(const struct lrh_ask *ask, const struct lrh_draft *d,
		      const struct lrh_change *freed, struct lrh_sketch *s,
		      lrh_plan_t *plan);

/* Further orders; each RET as lrh_sketch_bind(), and sets plan->order. */
extern int lrh_by_orders(const struct lrh_ask *ask, const struct lrh_task *task,
			 lrh_plan_t *plan);
extern int lrh_by_first_fit(const struct lrh_ask *ask, lrh_plan_t *plan);

/*
 * Nodes are free: those that start earlier alone.
 * IN settled - all are where the seed's order has them
 * RET 1; or -1 with errno ENOMEM
 */
extern int lrh_by_room(const struct lrh_ask *ask,
		       const struct lrh_change *freed, bool settled,
		       lrh_plan_t *plan);

#endif
