/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ask.h - what a plan is asked for, and how many steps it may take.
 *
 * Private to this folder.
 */
#pragma once

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

/* What a plan does next; the steps that it may take by then: lrh_limit() */
enum lrh_phase {
	LRH_PHASE_PAPER,	/* the paper's order, and its binding */
	LRH_PHASE_FURTHER,	/* an order that shifts others, or a booking
				 * that starts earlier alone */
	LRH_PHASE_STILL,	/* an order that shifts no other booking, or
				 * the binding of the result */
};

/* The table of lrh.h: a phase begins, and these are the steps until its end. */
static inline void lrh_limit(const struct lrh_ask *ask, enum lrh_phase phase)
{
	const lrh_options_t *o = ask->options;
	uint64_t all = o->limit ? o->limit : UINT64_MAX, steps = all;

	if ((phase == LRH_PHASE_PAPER) && o->limit && (o->policy == LRH_ALL))
		steps = all / 2;
	if ((phase == LRH_PHASE_FURTHER) && o->budget && (o->budget < all))
		steps = o->budget;
	ask->meter->limit = steps;
}
