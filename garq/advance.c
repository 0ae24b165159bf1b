/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * advance.c - moving now on: slots that have passed are used again.
 *
 *	before    | first |       |       | last  | far edges: x   y  z
 *	after     |(passed)(passed) first |       |   new x   | new y | far: z
 *
 * The structure and its invariants are in slots.h.
 */
#include <string.h>

#include "garq/slots.h"

/* The first slot that comes in when the first of all becomes number first. */
static int64_t _first_new(const garq_t *g, int64_t first)
{
	return garq_later(first, garq_slot_last(g) + 1);
}

/* The far edges strictly inside slot number k: *lo .. *hi - 1. */
static void _far_inside(const garq_t *g, int64_t k, uint32_t *lo, uint32_t *hi)
{
	*lo = garq_edges_find(&g->far, k * g->delta + 1);
	*hi = garq_edges_find(&g->far, garq_slot_end(g, k));
}

/* Memory for the far edges that come to lie inside slots. */
static int _reserve(garq_t *g, int64_t first)
{
	for (int64_t k = _first_new(g, first); k < first + g->slots; k++) {
		uint32_t lo, hi;

		_far_inside(g, k, &lo, &hi);
		if (lo == g->far.cnt)
			break;
		if (garq_edges_reserve(&garq_slot(g, k)->edges, hi - lo) < 0)
			return -1;
	}
	return 0;
}

/* Use the slot at k's index for k, with the far edges lo .. hi-1 inside it. */
static void _fill(garq_t *g, int64_t k, uint32_t level, uint32_t lo,
		  uint32_t hi)
{
	struct garq_slot *slot = garq_slot(g, k);

	if (lo == hi) {
		garq_edges_free(&slot->edges);
	} else {
		memcpy(slot->edges.edge, g->far.edge + lo,
		       (hi - lo) * sizeof(*slot->edges.edge));
		slot->edges.cnt = hi - lo;
	}
	slot->level = level;
	slot->rv = garq_slot_rv(g, k, slot);
}

/* However far now has jumped: at most every slot is filled once. */
static void _use_again(garq_t *g, int64_t first)
{
	int64_t k = _first_new(g, first);
	uint32_t level = garq_slots_far_level(g), taken = 0, lo, hi;

	g->first = first;
	for (; k < first + g->slots; k++) {
		_far_inside(g, k, &lo, &hi);
		level = garq_edges_level(&g->far, taken, lo, level);
		_fill(g, k, level, lo, hi);
		level = garq_edges_level(&g->far, lo, hi, level);
		taken = hi;
	}
	garq_edges_drop(&g->far, taken);
}

/* What lies before now in its slot is forgotten. */
static void _trim_first(garq_t *g)
{
	struct garq_slot *slot = garq_slot(g, g->first);
	uint32_t past = garq_edges_find(&slot->edges, g->now + 1);

	slot->level = garq_edges_level(&slot->edges, 0, past, slot->level);
	garq_edges_drop(&slot->edges, past);
	slot->rv = garq_slot_rv(g, g->first, slot);
}

/*
 * Seed, section 4: "ability to reuse these buckets for the next time period".
 * The seed's array is one period that wraps as a whole; here each slot is used
 * again as soon as it has passed, so the horizon is always a full one.
 */
extern int garq_advance(garq_t *g, time_t now)
{
	int64_t first;

	now = garq_sooner(now, GARQ_FOREVER - 1);
	if (now <= g->now)
		return 0;
	first = garq_slot_of(g, now);
	if ((first > g->first) && (_reserve(g, first) < 0))
		return -1;
	g->now = now;
	if (first > g->first)
		_use_again(g, first);
	_trim_first(g);
	return 0;
}
