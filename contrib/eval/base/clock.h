/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * clock.h - the time that measurements take.
 */
#pragma once

#include <time.h>

/* Nanoseconds of a monotonic clock. */
static inline double eval_clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

/*
 * Nanoseconds of a processor that this program has used: what else the machine
 * does takes nothing from a limit that is counted in them.
 */
static inline double eval_worked_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}
