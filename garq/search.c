/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * search.c - whether nodes are free: the paper's searchReserv and its siblings.
 *
 * The structure is in slots.h. A slot that the interval covers from begin to
 * end is judged by its rv; the first and the last may be covered in part, and
 * where rv says no for one of these its edges decide.
 */

#include "garq/at.h"

/* The highest level in the part of the span past the last slot; 0 if none. */
static uint32_t _far_peak(const garq_t *g, const struct garq_span *s)
{
	time_t end = garq_slots_end(g);

	return (s->t_e <= end) ? 0 :
		garq_edges_peak(&g->far, g->far_level,
				garq_later(s->t_s, end), s->t_e);
}

/*
 * Paper, algorithm 2, lines 3-6. A search of chunks replaces the loop of lines
 * 3 and 4; line 5 reads the edges of a slot that is covered in part.
 */
static bool _is_span_full(const garq_t *g, struct garq_span s, uint32_t limit)
{
	struct garq_at at = garq_at(s.k, limit);

	for (; garq_at_seek(g, &at, s.end_bucket, GARQ_ABOVE); at.k++) { /* 3, 4 */
		if ((s.t_s <= garq_slot_begin(g, at.k)) &&
		    (s.t_e >= garq_slot_end(g, at.k)))
			return true;					/* 5 */
		if (garq_slot_peak(g, at.k, garq_slot_rv(g, at.k), s.t_s,
				   s.t_e) > limit)
			return true;
	}
	return _far_peak(g, &s) > limit;
}

/*
 * Most spans lie in a chunk or two: look at the bits of their slots. A slot
 * above limit that has no edges is above it at each second.
 */
GARQ_INLINE bool _span_full(const garq_t *g, struct garq_span s, uint32_t limit)
{
	int64_t left = s.end_bucket - s.k + 1;
	uint32_t place, x, n;

	if ((left < 1) || (left > 2 * GARQ_ROW) ||
	    (s.t_e > garq_slots_end(g)))
		return _is_span_full(g, s, limit);
	for (place = garq_slot_place(g, s.k); left > 0; left -= n) {
		uint32_t chunk = place / GARQ_ROW;
		uint64_t mask;

		x = place % GARQ_ROW;
		n = GARQ_ROW - x;
		n = (g->slots - place < n) ? g->slots - place : n;
		n = (left < n) ? (uint32_t) left : n;
		place = (place + n == g->slots) ? 0 : place + n;
		if (!garq_chunk_may(&g->chunks, chunk, GARQ_ABOVE, limit))
			continue;
		mask = garq_match_slots(&g->chunks, chunk, GARQ_ABOVE, limit);
		mask = mask >> x << (GARQ_ROW - n);
		if (mask)
			return !(mask & g->chunks.chunk[chunk].edged >> x <<
				 (GARQ_ROW - n)) || _is_span_full(g, s, limit);
	}
	return false;
}

extern bool garq_span_full(const garq_t *g, const struct garq_span *s,
			   uint32_t limit)
{
	return _span_full(g, *s, limit);
}

/* The largest rv of slots k .. to, but at least least. */
static uint32_t _slots_max(const garq_t *g, int64_t k, int64_t to,
			   uint32_t least)
{
	struct garq_run r = garq_slots_run(g, k, to);

	for (; garq_run_has(&r); garq_run_next(&r))
		least = garq_chunks_max(&g->chunks, r.x, r.y, least);
	return least;
}

/* The first and the last slot may be covered in part; those between are not. */
extern uint32_t garq_span_peak(const garq_t *g, const struct garq_span *s)
{
	uint32_t peak = _slots_max(g, s->k + 1, s->end_bucket - 1,
				   _far_peak(g, s));

	for (int64_t k = s->k; k <= s->end_bucket;
	     k += (k < s->end_bucket) ? s->end_bucket - k : 1) {
		uint32_t rv = garq_slot_rv(g, k);

		if (rv > peak)
			rv = garq_slot_peak(g, k, rv, s->t_s, s->t_e);
		peak = (rv > peak) ? rv : peak;
	}
	return peak;
}

/*
 * Paper, section 4, algorithm 2. Lines 1 and 2 are garq_span(), 3 to 6
 * garq_span_full(). What lies past the last slot has edges only (the paper does
 * not let an interval reach there).
 */
extern int garq_searchReserv(const garq_t *g, time_t t_s, time_t t_e,
			     uint32_t num_cn)
{
	struct garq_span s;

	if (garq_check_interval(g, t_s, t_e, num_cn) < 0)
		return -1;
	if (num_cn > g->max_cn)
		return 0;
	s = garq_span(g, t_s, t_e);
	return !_span_full(g, s, g->max_cn - num_cn);			/* 7 */
}

extern uint32_t garq_usage(const garq_t *g, time_t t)
{
	int64_t k;

	if (t < g->now)
		return 0;
	t = garq_sooner(t, GARQ_FOREVER);
	if (t >= garq_slots_end(g))
		return garq_edges_peak(&g->far, g->far_level, t,
				       t + 1);
	k = garq_slot_of(g, t);
	return garq_slot_peak(g, k, garq_slot_rv(g, k), t, t + 1);
}
