/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sweep.h - search for a gap from left to right; explained in suggest.c.
 *
 * Private to suggest.c and starts.c.
 */
#ifndef GARQ_SWEEP_H
#define GARQ_SWEEP_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "garq/garq.h"

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
extern int garq_sweep_init(const garq_t *g, time_t t_s, time_t t_e,
			   uint32_t num_cn, time_t max_limit,
			   struct garq_sweep *ret_sw);

/* Move start to the first start of a gap. RET false if there is none. */
extern bool garq_sweep(const garq_t *g, struct garq_sweep *sw);

#endif
