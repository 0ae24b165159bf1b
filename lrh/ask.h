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
	struct lrh_class *class;	/* of its nodes */
	const lrh_options_t *options;
	uint64_t self;		/* its id, or GARQ_NO_GROUP */
	time_t was;		/* its start, if it is known */
	struct lrh_meter *meter;
};

/* From here on the budget limits the plan; or it only counts steps. */
static inline void lrh_limit(const struct lrh_ask *ask, bool limit)
{
	uint64_t budget = ask->options->budget;

	ask->meter->limit = (limit && budget) ? budget : UINT64_MAX;
}

#endif
