/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ring.h - ranges of slots in an array that is used as a ring.
 *
 *	place	0 1 2 3 4 5 6 7		5 slots from place 6 on are two runs:
 *		b b b       a a		a = [6, 8), then b = [0, 3)
 *
 * A range that passes the end of the array continues at place 0, so a range is
 * one run of places, or two. Private to this folder.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The places x .. y-1, and how many slots of the range are after them. */
struct garq_run {
	uint32_t x;
	uint32_t y;
	uint32_t left;
};

/*
 * The first run of cnt slots from place x on, in an array of slots places:
 *	for (r = garq_run(x, cnt, slots); garq_run_has(&r); garq_run_next(&r))
 * IN x < slots; cnt <= slots
 */
static inline struct garq_run garq_run(uint32_t x, uint32_t cnt, uint32_t slots)
{
	uint32_t room = slots - x;

	return (cnt <= room) ? (struct garq_run) { x, x + cnt, 0 } :
			       (struct garq_run) { x, slots, cnt - room };
}

static inline bool garq_run_has(const struct garq_run *r)
{
	return r->x < r->y;
}

static inline void garq_run_next(struct garq_run *r)
{
	*r = (struct garq_run) { 0, r->left, 0 };
}
