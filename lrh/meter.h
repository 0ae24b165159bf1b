/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * meter.h - the steps that a plan has taken, and those that it may take.
 *
 * A loop counts a step for each element that it looks at: a segment of the
 * counts, a node, a hold, a booking. Private to this folder.
 */
#ifndef LRH_METER_H
#define LRH_METER_H

#include <stdbool.h>
#include <stdint.h>

struct lrh_meter {
	uint64_t steps;
	uint64_t limit;		/* searches stop there; UINT64_MAX: nowhere */
};

/* All of a plan that has no limit yet. */
#define LRH_METER { .limit = UINT64_MAX }

static inline void lrh_step(struct lrh_meter *meter, uint64_t steps)
{
	meter->steps += steps;
}

/* Is no step left? Then a search says that it has found nothing. */
static inline bool lrh_is_late(const struct lrh_meter *meter)
{
	return meter->steps >= meter->limit;
}

#endif
