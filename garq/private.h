/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * private.h - what the files of this folder share and nobody else needs.
 */
#ifndef GARQ_PRIVATE_H
#define GARQ_PRIVATE_H

#include <stdint.h>
#include <time.h>

#include "garq/garq.h"
#include "garq/nodes.h"

_Static_assert(sizeof(time_t) == sizeof(int64_t),
	       "GARQ_FOREVER, and slot numbers as times, need 64 bits");

/*
 * The end of an interval of so many seconds (>= 0) from start. One that would
 * end past GARQ_FOREVER does not end; no start and no duration overflows.
 */
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

/*
 * Would garq_nodes_hold() take these arguments?
 * RET 0, or -1 with errno EINVAL
 */
extern int garq_nodes_hold_valid(const garq_nodes_t *n, uint64_t id,
				 uint64_t group, const garq_set_t *set,
				 time_t t_s, time_t t_e);

#endif
