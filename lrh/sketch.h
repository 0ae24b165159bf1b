/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sketch.h - the new starts of bookings before they have nodes, and the plan
 * that the binder makes of them.
 *
 * Private to this folder.
 */
#pragma once

#include "lrh/ask.h"
#include "lrh/binding.h"

/* A booking that stays where it is, but gets another place in the order. */
struct lrh_mark {
	const struct lrh_booking *b;
	time_t not_before;
};

/* The new starts and shares of bookings, without nodes; the request first. */
struct lrh_sketch {
	struct lrh_binding binding;
	time_t *not_before;	/* of each */
	size_t room;		/* of not_before */
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

/* For qsort(): moves of a plan, by id. */
extern int lrh_move_by_id(const void *a, const void *b);

/*
 * Keep a plan, or drop it: it changes more bookings than options->moves; or it
 * gives a booking a node where a job of the request's own runs then, and only
 * the request may lie on its jobs.
 * IN/OUT plan - self, moves and cnt are set; dropped: only blocked stays
 * RET 1: kept; 0: dropped
 */
extern int lrh_plan_keep(const struct lrh_ask *ask, lrh_plan_t *plan);

/*
 * Find nodes, which makes it a plan: sets self, moves and cnt.
 * RET 1; 0: there are none, or the plan is dropped (lrh_plan_keep()); -1, errno
 *	ENOMEM
 */
extern int lrh_sketch_bind(const struct lrh_ask *ask, struct lrh_sketch *s,
			   lrh_plan_t *plan);

/*
 * Make the plan of a sketch whose lies have their nodes: sets self, moves and
 * cnt.
 * RET 1; 0: the plan is dropped (lrh_plan_keep()); -1 with errno ENOMEM
 */
extern int lrh_sketch_tell(const struct lrh_ask *ask, struct lrh_sketch *s,
			   lrh_plan_t *plan);
