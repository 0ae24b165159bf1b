/* SPDX-License-Identifier: GPL-2.0-or-later */
/* starts.h - the answer to ReservationName=probe: all starts in one window. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STARTS_DAYS 14	/* that are searched, if not said otherwise */

/* Starts from first to last. */
typedef struct {
	int64_t first, last;
	bool moves;		/* others would move */
} starts_run_t;

typedef struct {
	starts_run_t *list;	/* owned */
	size_t cnt;
	int64_t until;		/* the search went up to here */
} starts_t;

/*
 * Read the lines of an answer: garq-run=1 are starts for which nobody moves,
 * garq-shift=1 those for which others do (doc/CO.md).
 * IN/OUT text - cut into words
 * OUT ret - list is for free(), whatever the result
 * RET false: it is not whole, or memory is short
 */
extern bool starts_read(char *text, starts_t *ret);

/*
 * Add the answer for a window that begins where an earlier one ended. Runs that
 * follow one another, at another price, become one.
 * RET false: memory is short
 */
extern bool starts_add(starts_t *to, const starts_t *more);
