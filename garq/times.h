/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * times.h - times and their arithmetic, for this folder and those above it.
 *
 * A time is in seconds since the epoch; garq.h says what an interval is. No sum
 * here overflows: an interval that would end past GARQ_FOREVER never ends.
 */
#pragma once

#include <stdint.h>
#include <time.h>

_Static_assert(sizeof(time_t) == sizeof(int64_t),
	       "GARQ_FOREVER, and slot numbers as times, need 64 bits");

/* The end of an interval that does not end, and the last legal time. */
#define GARQ_FOREVER ((time_t) INT64_C(0x3fffffffffff))

/* The end of an interval of duration seconds (>= 0) that begins at start. */
static inline time_t garq_end(time_t start, time_t duration)
{
	time_t end;

	if (__builtin_add_overflow(start, duration, &end) ||
	    (end > GARQ_FOREVER))
		return GARQ_FOREVER;
	return end;
}

static inline time_t garq_later(time_t a, time_t b)
{
	return (a > b) ? a : b;
}

static inline time_t garq_sooner(time_t a, time_t b)
{
	return (a < b) ? a : b;
}

/* For qsort() of times. */
static inline int garq_by_time(const void *a, const void *b)
{
	const time_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}
