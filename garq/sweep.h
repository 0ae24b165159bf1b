/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sweep.h - search for a gap from left to right; explained in suggest.c.
 *
 * Private to suggest.c and starts.c.
 */
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "garq/slots.h"

struct garq_sweep {
	time_t start;		/* no gap starts before it */
	time_t latest;		/* last second at which the gap may start */
	time_t duration;
	uint32_t limit;		/* nodes that may be reserved in the gap */
};

/*
 * Set up a sweep from the arguments of suggestInterval.
 * RET 1; 0 if no gap is possible; -1 with errno EINVAL
 */
static inline int garq_sweep_init(const garq_t *g, time_t t_s, time_t t_e,
			   uint32_t num_cn, time_t max_limit,
			   struct garq_sweep *ret_sw)
{
	struct garq_sweep sw = { .latest = GARQ_FOREVER - 1 };

	if (!garq_valid(t_s, t_e, num_cn)) {
		errno = EINVAL;
		return -1;
	}
	if (num_cn > g->max_cn)
		return 0;
	sw.start = garq_later(t_s, g->now);				/* 4 */
	sw.limit = g->max_cn - num_cn;
	if (__builtin_sub_overflow(t_e, t_s, &sw.duration))		/* 3 */
		sw.duration = INT64_MAX;
	if (max_limit >= 0)						/* 6 */
		sw.latest = garq_sooner(garq_end(t_s, max_limit), sw.latest);
	*ret_sw = sw;
	return 1;
}

/*
 * Find the first gap.
 * OUT ret_start - where it starts; untouched if there is none
 * RET false if there is none
 */
extern bool garq_sweep(const garq_t *g, const struct garq_sweep *sw,
		       time_t *ret_start);
