/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gap_small.h - small random instances, on which the optimum is known: bounds,
 * search and methods beside it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define GAP_SMALL_METHODS 4

/* Node-seconds. */
struct gap_small {
	uint64_t asked;
	uint64_t flow;		/* maximum flow */
	uint64_t cut;		/* bound of the minimum cut's prices */
	uint64_t lp;		/* bound of the linear program's prices */
	uint64_t best;		/* the optimum */
	uint64_t found;		/* gap_search(), from the best method on */
	uint64_t admission;	/* gap_admission() */
	uint64_t method[GAP_SMALL_METHODS];
};

extern const char *const gap_small_methods[GAP_SMALL_METHODS];

/*
 * Nine requests for up to four nodes; a quarter of them is rigid, the windows
 * of the others are up to slack seconds wide.
 * RET 0; or -1 with errno ENOMEM, or EPROTO if a schedule is not valid
 */
extern int gap_small(uint64_t seed, uint32_t slack, struct gap_small *ret);

/*
 * flow >= cut, each bound >= best >= found >= each method, best >= admission.
 * RET NULL, or what does not hold
 */
extern const char *gap_small_wrong(const struct gap_small *s);
