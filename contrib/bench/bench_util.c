/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_util.c - helpers of the measurements contrib/bench/bench-*.c.
 */
#include <stdlib.h>
#include <time.h>

#include "contrib/bench/bench_util.h"
#include "contrib/eval/base/random.h"

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

extern double bench_cpu_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double) t.tv_sec * 1e3 + (double) t.tv_nsec / 1e6;
}
