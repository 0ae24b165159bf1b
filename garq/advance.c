/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * advance.c - advancing now: slots that have passed are reused.
 *
 *	before    | first |       |       | last  | far edges: x   y  z
 *	after     |(passed)(passed) first |       |   new x   | new y | far: z
 *
 * Slots are reused by groups, when now has come to the next group, a chunk.
 * Until then the values of passed slots mean nothing.
 *
 * The cost of reusing a slot is its edges; it does not depend on the number of
 * bookings. The structure and its invariants are in slots.h.
 */
#include "garq/slots.h"

/*
 * The slots that enter the horizon when the first slot becomes number first:
 * _first_new() up to, but not including, _end_new().
 */
static int64_t _first_new(const garq_t *g, int64_t first)
{
	return garq_later(garq_slot_group(g, first), garq_slot_last(g) + 1);
}

static int64_t _end_new(const garq_t *g, int64_t first)
{
	return garq_slot_group(g, first) + g->slots;
}

/* Place of slot k, which is in the horizon or about to enter it. */
static uint32_t _place_of_slot(const garq_t *g, int64_t k)
{
	return (uint32_t) (k % g->slots);
}

/* The far edges strictly inside slot number k: *lo .. *hi - 1. */
static void _far_inside(const garq_t *g, int64_t k, uint32_t *lo, uint32_t *hi)
{
	*lo = garq_edges_find(&g->far, garq_slot_zero(g, k) + 1);
	*hi = garq_edges_find(&g->far, garq_slot_end(g, k));
}

/*
 * Reserve memory for the far edges that come to lie inside slots. A far edge
 * may become two edges there.
 */
static int _reserve(garq_t *g, int64_t first)
{
	for (int64_t k = _first_new(g, first); k < _end_new(g, first); k++) {
		uint32_t lo, hi;

		_far_inside(g, k, &lo, &hi);
		if (lo == g->far.cnt)
			break;
		if (garq_chunks_reserve(&g->chunks, _place_of_slot(g, k),
					2 * (hi - lo)) < 0)
			return -1;
	}
	return 0;
}

/* Set rv and low of slot k from its level and its edges. */
static void _set_levels(garq_t *g, int64_t k, uint32_t level)
{
	const struct garq_inner *in = garq_chunks_inner(&g->chunks,
							_place_of_slot(g, k));

	garq_chunks_set(&g->chunks, _place_of_slot(g, k),
			_place_of_slot(g, k) + 1, in ? level + in->rise : level,
			in ? level - in->dip : level);
}

/* Append a far edge to a slot; zero is where the slot's edges count from. */
static void _append(struct garq_inner *in, const struct garq_edge *e,
		    time_t zero)
{
	uint32_t at = (uint32_t) (e->t - zero);

	if (e->down)
		garq_inner_add(in, garq_inner_key(at, GARQ_ENDS), e->down);
	if (e->up)
		garq_inner_add(in, garq_inner_key(at, GARQ_STARTS), e->up);
}

/* Set up slot k at its place, with the far edges lo .. hi-1 inside it. */
static void _fill_slot(garq_t *g, int64_t k, uint32_t level, uint32_t lo,
		       uint32_t hi)
{
	uint32_t place = _place_of_slot(g, k);

	if (lo == hi) {
		garq_chunks_clear(&g->chunks, place, place + 1);
	} else {
		struct garq_inner *in = garq_chunks_inner(&g->chunks, place);

		garq_inner_clear(in);
		for (uint32_t i = lo; i < hi; i++)
			_append(in, &g->far.edge[i], garq_slot_zero(g, k));
	}
	_set_levels(g, k, level);
}

/* Reuse slots k .. to-1 at one level, without edges. */
static void _fill_level(garq_t *g, int64_t k, int64_t to, uint32_t level)
{
	struct garq_run r = garq_run(_place_of_slot(g, k), (uint32_t) (to - k),
				     g->slots);

	for (; garq_run_has(&r); garq_run_next(&r)) {
		garq_chunks_clear(&g->chunks, r.x, r.y);
		garq_chunks_set(&g->chunks, r.x, r.y, level, level);
	}
}

/* The first slot before to with a far edge at its begin or inside; or to. */
static int64_t _next_far(const garq_t *g, uint32_t taken, int64_t to)
{
	if (taken == g->far.cnt)
		return to;
	return garq_sooner(garq_slot_of(g, g->far.edge[taken].t), to);
}

/*
 * Reuse slots up to the group of first. However far now jumps, each slot is
 * filled at most once, and slots without far edges many at a time.
 */
static void _use_again(garq_t *g, int64_t first)
{
	int64_t k = _first_new(g, first), end = _end_new(g, first);
	uint32_t level = g->far_level, taken = 0, lo, hi;

	for (; k < end; k++) {
		int64_t next = _next_far(g, taken, end);

		if (k < next) {
			_fill_level(g, k, next, level);
			k = next - 1;
			continue;
		}
		_far_inside(g, k, &lo, &hi);
		level = garq_edges_level(&g->far, taken, lo, level);
		_fill_slot(g, k, level, lo, hi);
		level = garq_edges_level(&g->far, lo, hi, level);
		taken = hi;
	}
	g->far_level = level;
	garq_edges_drop(&g->far, taken);
}

/* Drop the edges before now from the first slot, which has the edges in. */
static void _trim_first(garq_t *g, struct garq_inner *in)
{
	uint32_t at = (uint32_t) (g->now - garq_slot_zero(g, g->first)), past;
	uint32_t level;

	level = garq_inner_begin(in, garq_slot_rv(g, g->first));
	past = garq_inner_find(in, garq_inner_key(at + 1, GARQ_ENDS));
	level = garq_inner_level(in, 0, past, level);
	garq_inner_drop(in, past);
	_set_levels(g, g->first, level);
}

/* Make slot number first, a later one, the first. RET 0, or -1 with ENOMEM */
static int _to_slot(garq_t *g, int64_t first)
{
	uint64_t at;

	if (garq_slot_group(g, first) > garq_slot_group(g, g->first)) {
		if (_reserve(g, first) < 0)
			return -1;
		_use_again(g, first);
	}
	at = g->at + (uint64_t) (first - g->first);
	g->at = (uint32_t) ((at < g->slots) ? at : at % g->slots);
	g->first = first;
	g->end = garq_slot_end(g, garq_slot_last(g));
	return 0;
}

/*
 * Paper, section 4: "ability to reuse these buckets for the next time period".
 * The paper's array is one period that wraps as a whole; here slots are reused
 * soon after they have passed, and the horizon always has its full length.
 */
extern int garq_advance(garq_t *g, time_t now)
{
	struct garq_inner *in;

	now = garq_sooner(now, GARQ_FOREVER - 1);
	if (now <= g->now)
		return 0;
	if ((now >= garq_slot_end(g, g->first)) &&
	    (_to_slot(g, garq_slot_of(g, now)) < 0))
		return -1;
	garq_handles_trim(&g->handles);
	g->now = now;
	in = garq_chunks_inner(&g->chunks, g->at);
	if (in)
		_trim_first(g, in);
	return 0;
}
