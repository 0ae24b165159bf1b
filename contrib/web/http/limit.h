/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * limit.h - how many requests are served: a bucket of permits, which fills at a
 * steady rate and holds a burst.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
	double rate;		/* permits a second, > 0 */
	double burst;		/* most permits, >= 1 */
	double has;		/* permits at the time of last */
	int64_t last;		/* milliseconds of any clock that only grows */
} limit_t;

/* A full bucket. */
extern limit_t limit_make(double rate, double burst, int64_t now);

/*
 * Take a permit. The caller excludes other threads.
 * IN now - milliseconds of the clock of limit_make(); an earlier one than the
 *	last is taken for that
 * RET false: there is none
 */
extern bool limit_take(limit_t *l, int64_t now);
