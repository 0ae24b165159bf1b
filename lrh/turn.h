/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * turn.h - a plan lets others in (lrh_options_t.turn).
 *
 *	turn 1		others		turn 2		others		turn 3
 *	-------------|   ...   |---------------------|   ...   |----------
 *	 steps	 lrh_pause()	 nothing changed  lrh_pause()	 changed: ESTALE
 *
 * While others have their turn, the machine has the request's own group, and
 * the plan has no reference to a class: others find all as if there were no
 * plan. What the plan has besides is memory of its own.
 *
 * A booking that is put or dropped, or a pool that is split, ends the plan also
 * if the caller has not noticed.
 *
 * Private to this folder.
 */
#pragma once

#include "lrh/lrh_private.h"
#include "lrh/meter.h"

struct lrh_turn {
	struct lrh *l;
	struct lrh_class *class;	/* of the request; NULL: none */
	uint64_t self;			/* the group that is away, or
					 * GARQ_NO_GROUP */
	const lrh_options_t *options;
	uint64_t plan;			/* its number in l->plans */
};

/* Begin the first turn. IN turn - as long as the meter */
extern void lrh_turn_begin(struct lrh_meter *meter, struct lrh_turn *turn);

/* The plan is made. No effect if it is stale. */
extern void lrh_turn_end(struct lrh_meter *meter, struct lrh_turn *turn);
