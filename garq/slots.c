/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slots.c - creating and freeing a garq_t, and reading its parameters.
 *
 * The structure, its picture and its invariants are in slots.h. Searching is in
 * search.c, the paper's suggestInterval in suggest.c, adding and deleting in
 * reserve.c, and moving now in advance.c.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/slots.h"

#ifdef GARQ_COUNT_ACCESSES
uint64_t garq_accessed __attribute__((weak));
#endif

static bool _are_params_valid(uint32_t max_cn, uint32_t delta, time_t horizon,
			      time_t now)
{
	return max_cn && (delta >= GARQ_DELTA_MIN) &&
	       (delta <= GARQ_DELTA_MAX) && (horizon >= (time_t) delta) &&
	       ((horizon - 1) / delta < GARQ_SLOTS_MAX) &&
	       (now >= 0) && (now < GARQ_FOREVER);
}

/* Maximum number of slots that are reused one by one. */
#ifndef GARQ_FEW_SLOTS		/* the tests define fewer */
#define GARQ_FEW_SLOTS 256
#endif

/*
 * Round up to whole groups, each of them a chunk, with enough slots for the
 * horizon wherever now lies in the first group. For few slots that would be too
 * much.
 */
static void _set_slots(garq_t *g, uint32_t wanted)
{
	g->group = (wanted > GARQ_FEW_SLOTS) ? GARQ_ROW : 1;
	g->slots = (wanted + 2 * (g->group - 1)) & -g->group;
}

extern garq_t *garq_create(uint32_t max_cn, uint32_t delta, time_t horizon,
			   time_t now)
{
	garq_t *g;

	if (!_are_params_valid(max_cn, delta, horizon, now)) {
		errno = EINVAL;
		return NULL;
	}
	g = calloc(1, sizeof(*g));
	if (!g)
		return NULL;
	g->max_cn = max_cn;
	g->delta = delta;
	g->reciprocal = garq_reciprocal(delta);
	_set_slots(g, (uint32_t) ((horizon - 1) / delta) + 1);
	g->now = now;
	g->first = garq_slot_of(g, now);
	g->at = (uint32_t) (g->first % g->slots);
	g->end = garq_slot_end(g, garq_slot_last(g));
	if (garq_chunks_init(&g->chunks, g->slots, max_cn) < 0) {
		free(g);
		return NULL;
	}
	return g;
}

extern void garq_destroy(garq_t *g)
{
	if (!g)
		return;
	garq_handles_free(&g->handles);
	garq_edges_free(&g->far);
	garq_chunks_free(&g->chunks);
	free(g);
}

extern uint32_t garq_max_cn(const garq_t *g)
{
	return g->max_cn;
}

extern uint32_t garq_delta(const garq_t *g)
{
	return g->delta;
}

extern time_t garq_now(const garq_t *g)
{
	return g->now;
}

extern uint32_t garq_count(const garq_t *g)
{
	return g->handles.cnt;
}
