/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_util.h - helpers of the measurements contrib/bench/bench-*.c.
 */
#pragma once

#include <stdint.h>

/* Set the seed: equal seeds give equal numbers. The default is 1. */
extern void bench_seed(uint64_t seed);

/* A random number, 0 .. n - 1; n > 0. */
extern uint64_t bench_random(uint64_t n);

/* Milliseconds of this thread's processor time. */
extern double bench_cpu_ms(void);

/* RET p; ends the program if p is NULL */
extern void *bench_need(void *p);
