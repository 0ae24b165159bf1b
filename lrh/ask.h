/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ask.h - what a plan is asked for, and how long it may take.
 *
 * Private to this folder.
 */
#ifndef LRH_ASK_H
#define LRH_ASK_H

#include "lrh/lrh_private.h"

/* The question of lrh_plan() or lrh_plan_room(). */
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

/* Set ask->until, from the budget of its options. */
extern void lrh_set_until(struct lrh_ask *ask);

#endif
