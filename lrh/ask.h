/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ask.h - what a plan is asked for, and how many steps it may take.
 *
 * Private to this folder.
 */
#ifndef LRH_ASK_H
#define LRH_ASK_H

#include "lrh/lrh_private.h"
#include "lrh/meter.h"

/* The question of lrh_plan() or lrh_plan_room(). */
struct lrh_ask {
	const struct lrh *l;
	const lrh_request_t *rq;	/* NULL: only room has appeared */
	struct lrh_class *class;	/* class of the request's nodes */
	const lrh_options_t *options;
	uint64_t self;		/* id of the request, or GARQ_NO_GROUP */
	time_t was;		/* present start, if it is known */
	struct lrh_meter *meter;
};

/*
 * true: the budget limits the plan from here on; false: steps are only counted.
 */
static inline void lrh_limit(const struct lrh_ask *ask, bool limit)
{
	uint64_t budget = ask->options->budget;

	ask->meter->limit = (limit && budget) ? budget : UINT64_MAX;
}

#endif
