/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_util.c - helpers of the measurements contrib/bench/bench-*.c.
 */
#include <stdlib.h>

#include "contrib/bench/bench_util.h"
#include "contrib/eval/random.h"

static uint64_t state = 1;

extern void bench_seed(uint64_t seed)
{
	state = seed;
}

extern uint64_t bench_random(uint64_t n)
{
	return eval_random_below(&state, n);
}

extern void *bench_need(void *p)
{
	if (!p)
		abort();
	return p;
}
