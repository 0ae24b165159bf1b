/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * meter.h - the steps that a plan has taken, and the steps and moves that it
 * may take.
 *
 * A loop counts a step for each element that it looks at: a segment of the
 * counts, a node, a hold, a booking. Private to this folder.
 */
#ifndef LRH_METER_H
#define LRH_METER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lrh_meter {
	uint64_t steps;
	uint64_t limit;		/* searches stop there; UINT64_MAX: nowhere */
	bool cut;		/* a search has stopped there */
	size_t moves;		/* a plan may change so many bookings; 0: any
				 * number */
	bool capped;		/* a search has stopped there */
};

/* All of a plan that has no limit yet. */
#define LRH_METER { .limit = UINT64_MAX }

static inline void lrh_step(struct lrh_meter *meter, uint64_t steps)
{
	meter->steps += steps;
}

/*
 * Is no step left? Then the search that asks stops, and says that it has found
 * nothing.
 */
static inline bool lrh_is_late(struct lrh_meter *meter)
{
	if (meter->steps < meter->limit)
		return false;
	meter->cut = true;
	return true;
}

/* Does a plan change too many bookings? Then it is dropped. */
static inline bool lrh_is_too_many(struct lrh_meter *meter, size_t moves)
{
	if (!meter->moves || (moves <= meter->moves))
		return false;
	meter->capped = true;
	return true;
}

#endif
