/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * meter.h - the steps that a plan has taken, and the steps and moves that it
 * may take; and when its turn ends.
 *
 * A loop counts a step for each element that it looks at: a segment of the
 * counts, a node, a hold, a booking. Private to this folder.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "garq/garq.h"

struct lrh_turn;

struct lrh_meter {
	uint64_t steps;
	uint64_t beside;	/* steps of the turn that no limit counts */
	uint64_t limit;		/* searches stop there; UINT64_MAX: nowhere */
	bool cut;		/* a search has stopped there */
	size_t moves;		/* maximum number of bookings that a plan
				 * changes; 0: no limit */
	bool capped;		/* a search has stopped there */
	bool met;		/* a plan was dropped that met a job of the
				 * request's own */
	uint64_t turn_at;	/* steps, with those beside, at which the turn
				 * ends; 0: never */
	struct lrh_turn *turn;	/* turn.h; NULL: there is only this turn */
	int (*over)(struct lrh_meter *meter);	/* of turn: the turn has ended;
						 * RET as lrh_pause() */
	uint64_t since;		/* steps, with those beside, when the unit of
				 * work began */
	uint64_t unit;		/* ... of the longest one */
	bool stale;		/* what the plan has read has changed */
	time_t from;		/* no second of the machine before it was read */
};

/* All of a plan that has no limit yet. */
#define LRH_METER { .limit = UINT64_MAX, .from = GARQ_FOREVER }

static inline void lrh_step(struct lrh_meter *meter, uint64_t steps)
{
	meter->steps += steps;
}

/*
 * A walk along the holders of a node begins: to find the first, some sheets of
 * the machine's calendar are read, which takes as long as this number of steps.
 * Limits count a step for each holder alone.
 */
#define LRH_WALK 24

static inline void lrh_walks(struct lrh_meter *meter, uint64_t walks)
{
	meter->beside += LRH_WALK * walks;
}

/* The machine is read, at t and later. Each function that reads it calls this. */
static inline void lrh_reads(struct lrh_meter *meter, time_t t)
{
	if (t < meter->from)
		meter->from = t;
}

static inline bool lrh_turn_ends(const struct lrh_meter *meter)
{
	return meter->turn_at &&
	       (meter->steps + meter->beside >= meter->turn_at);
}

/*
 * True if no step is left: the calling search then stops, and reports that it
 * has found nothing.
 */
static inline bool lrh_is_late(struct lrh_meter *meter)
{
	if ((meter->steps < meter->limit) &&
	    (meter->turn || !lrh_turn_ends(meter)))
		return false;
	meter->cut = true;
	return true;
}

/* A unit of work has ended. */
static inline void lrh_unit_ends(struct lrh_meter *meter)
{
	uint64_t work = meter->steps + meter->beside;

	if (work - meter->since > meter->unit)
		meter->unit = work - meter->since;
	meter->since = work;
}

/* Several units have ended; they checked for the end of the turn themselves. */
static inline void lrh_units_end(struct lrh_meter *meter, uint64_t longest)
{
	if (longest > meter->unit)
		meter->unit = longest;
	meter->since = meter->steps + meter->beside;
}

/*
 * Let others in if the turn has ended. The caller is between two units of work:
 * it is in no walk of the machine, and its pointers into l are valid if 0 is
 * returned.
 * RET 0; or -1 with errno ESTALE: l may be gone. All callers up to lrh_plan()
 *	return -1 then, as if memory were short, and touch only their own memory
 */
static inline int lrh_pause(struct lrh_meter *meter)
{
	lrh_unit_ends(meter);
	return (meter->turn && lrh_turn_ends(meter)) ? meter->over(meter) : 0;
}

/*
 * Each loop of a unit of work whose rounds may be thousands asks this before
 * each round, so that the longest unit is one round.
 * RET 1: the round may begin; 0: no step is left, and the unit ends as if it
 *	had found nothing; -1 as lrh_pause()
 */
static inline int lrh_go_on(struct lrh_meter *meter)
{
	if (lrh_pause(meter))
		return -1;
	return lrh_is_late(meter) ? 0 : 1;
}

/* True if a plan changes too many bookings. Then it is dropped. */
static inline bool lrh_is_too_many(struct lrh_meter *meter, size_t moves)
{
	if (!meter->moves || (moves <= meter->moves))
		return false;
	meter->capped = true;
	return true;
}
