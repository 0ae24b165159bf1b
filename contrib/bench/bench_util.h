/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_util.h - what the measurements of contrib/bench/bench-*.c share.
 */
#ifndef BENCH_UTIL_H
#define BENCH_UTIL_H

#include <stddef.h>
#include <stdint.h>

/* The same numbers come for the same seed; it is 1 until it is set. */
extern void bench_seed(uint64_t seed);

/* 0 .. n - 1, n > 0 */
extern uint64_t bench_random(uint64_t n);

/* Nanoseconds, of a clock that is never set. */
extern double bench_ns(void);

/* p; ends the program if it is NULL */
extern void *bench_need(void *p);

/* Sort, the least first. */
extern void bench_sort(double *value, size_t cnt);

/* The median of cnt > 0; sorts them. */
extern double bench_median(double *value, size_t cnt);

#endif
