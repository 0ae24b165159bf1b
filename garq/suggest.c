/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * suggest.c - the paper's suggestInterval: the earliest start of a free gap.
 *
 * One sweep forward over runs of seconds at which the same number of nodes is
 * reserved. Only slots in the way are read: the slots of a chunk whose rv is
 * too high are the bits of one word, those whose low is not of another, and the
 * sweep goes from a bit of the one to the next of the other. The structure is in
 * slots.h.
 *
 *	level  2 |   3   | 1 |   2   |   3   | 0 ...
 *	       start -> start         -> start
 */
#include <errno.h>

#include "garq/at.h"
#include "garq/sweep.h"

enum verdict { SWEEP_ON, SWEEP_FOUND, SWEEP_NONE, SWEEP_EDGES };

/* End of the gap that starts at start. */
static time_t _sweep_end(const struct garq_sweep *sw)
{
	return garq_end(sw->start, sw->duration);
}

/*
 * A run: level nodes are reserved in [t_s, t_e). The run before ended at t_s.
 */
static enum verdict _sweep_run(struct garq_sweep *sw, time_t t_s, time_t t_e,
			       uint32_t level)
{
	if (t_s >= _sweep_end(sw))
		return SWEEP_FOUND;
	if ((level <= sw->limit) || (t_e <= sw->start))
		return SWEEP_ON;
	sw->start = t_e;
	return (t_e > sw->latest) ? SWEEP_NONE : SWEEP_ON;
}

/*
 * May slot k, which is in the way, be skipped without reading its edges? Yes,
 * if two things hold. The gap holds every second of the slot, so no start
 * before the slot works; and the gap is so long that a start inside the slot
 * reaches the end of the next slot, which is in the way as well.
 */
static bool _sweep_past(const garq_t *g, const struct garq_sweep *sw, int64_t k)
{
	return (sw->duration >= 2 * (time_t) g->delta) &&
	       (sw->start <= garq_slot_begin(g, k)) &&
	       (_sweep_end(sw) >= garq_slot_end(g, k)) &&
	       (k < garq_slot_last(g)) &&
	       (garq_slot_rv(g, k + 1) > sw->limit);
}

/* Sweep the runs that slot k's edges make; the slot has a full second. */
static enum verdict _sweep_slot(const garq_t *g, struct garq_sweep *sw, int64_t k,
				uint32_t rv)
{
	time_t t = garq_slot_begin(g, k), zero = garq_slot_zero(g, k);
	const struct garq_inner *in;
	uint32_t level;

	in = garq_slot_inner(g, k);
	if (!garq_inner_cnt(in) || _sweep_past(g, sw, k))
		return _sweep_run(sw, t, garq_slot_end(g, k), rv);
	level = garq_inner_begin(in, rv);
	for (uint32_t i = 0; i < garq_inner_cnt(in); i++) {
		time_t edge = zero + garq_inner_at(in, i);
		enum verdict v = _sweep_run(sw, t, edge, level);

		if (v != SWEEP_ON)
			return v;
		t = edge;
		level = garq_inner_level(in, i, i + 1, level);
	}
	return _sweep_run(sw, t, garq_slot_end(g, k), level);
}

/* Sweep the far edges. */
static enum verdict _sweep_far(const garq_t *g, struct garq_sweep *sw)
{
	uint32_t level = g->far_level;
	time_t t = garq_slots_end(g);

	for (uint32_t i = 0; i < g->far.cnt; i++) {
		enum verdict v = _sweep_run(sw, t, g->far.edge[i].t, level);

		if (v != SWEEP_ON)
			return v;
		t = g->far.edge[i].t;
		level = garq_edges_level(&g->far, i, i + 1, level);
	}
	return _sweep_run(sw, t, GARQ_FOREVER, level);
}

/*
 * Slot k - 1 is full to its end, so the gap starts in slot k or later: skip to
 * the first slot up to to that is not full from begin to end.
 */
static inline void _sweep_full(const garq_t *g, struct garq_sweep *sw,
			       struct garq_at *at, int64_t to)
{
	if (at->k > to)
		return;
	garq_at_turn(g, at);
	garq_at_seek(g, at, to, GARQ_BELOW);
	sw->start = garq_slot_begin(g, at->k);
}

/* Is start the begin of a slot, and the gap all within the slots? */
static inline bool _sweep_is_even(const garq_t *g, const struct garq_sweep *sw,
				  int64_t k)
{
	return (sw->start == garq_slot_zero(g, k)) &&
	       (_sweep_end(sw) <= garq_slots_end(g));
}

/* A look for cnt slots that follow each other and are not in the way. */
struct even {
	int64_t i;		/* the next slot to look at */
	int64_t run;		/* none from here to i is in the way */
	int64_t cnt;
	int64_t latest;		/* slot in which a gap may start at last */
};

/*
 * Look at left slots of a chunk, bit 0 for slot i. A slot in the way that has
 * edges may be in the way for a part of its time: it ends the look.
 * IN above - those in the way; 0 from left on. IN edged - which have edges
 */
GARQ_INLINE enum verdict _even_bits(struct even *e, uint64_t above,
				    uint64_t edged, uint32_t left)
{
	while (above) {
		uint32_t n = (uint32_t) __builtin_ctzll(above);
		uint64_t stop;

		if (e->i + n - e->run >= e->cnt)
			return SWEEP_FOUND;
		if (edged >> n & 1)
			return SWEEP_EDGES;
		e->i += n;
		left -= n;
		above >>= n;
		edged >>= n;
		/* pass those in the way that follow, and have no edges either */
		stop = ~above | edged;
		n = stop ? (uint32_t) __builtin_ctzll(stop) : GARQ_ROW;
		e->run = e->i += n;
		left -= n;
		if (e->run > e->latest)
			return SWEEP_NONE;
		above = stop ? above >> n : 0;
		edged = stop ? edged >> n : 0;
	}
	e->i += left;
	return (e->i - e->run >= e->cnt) ? SWEEP_FOUND : SWEEP_ON;
}

/* The same for the slots from i on that are in its chunk, up to last. */
GARQ_INLINE enum verdict _even_chunk(const struct garq *g, struct even *e,
				     int64_t last, uint32_t limit)
{
	uint32_t place = garq_slot_place(g, e->i), left;
	uint32_t chunk = place / GARQ_ROW, x = place % GARQ_ROW;
	uint64_t above = 0;

	left = (uint32_t) garq_sooner(garq_sooner(GARQ_ROW - x,
						  g->slots - place),
				      last - e->i + 1);
	if (garq_chunk_may(&g->chunks, chunk, GARQ_ABOVE, limit)) {
		above = garq_match_slots(&g->chunks, chunk, GARQ_ABOVE, limit);
		above = above >> x & UINT64_MAX >> (GARQ_ROW - left);
	}
	return _even_bits(e, above, g->chunks.chunk[chunk].edged >> x, left);
}

/*
 * From the begin of slot *k on, the gap is so many slots, wherever it starts:
 * look for as many bits that follow each other, chunk by chunk.
 * OUT *k - where a gap may start at first
 * RET SWEEP_EDGES if what follows has to be looked at by the second
 */
static enum verdict _sweep_even(const garq_t *g, const struct garq_sweep *sw,
				int64_t *k)
{
	struct even e = {
		.i = *k, .run = *k,
		.cnt = garq_slot_of(g, _sweep_end(sw) - 1) - *k + 1,
		.latest = garq_slot_of(g, sw->latest),
	};
	int64_t last = garq_slot_last(g);
	enum verdict v = SWEEP_ON;

	while ((v == SWEEP_ON) && (e.i <= last))
		v = _even_chunk(g, &e, last, sw->limit);
	*k = e.run;
	return (v == SWEEP_ON) ? SWEEP_EDGES : v;
}

/*
 * Paper, algorithm 4, lines 7-14, then on through the far edges: find the next
 * slot in the way of [start, start + duration) and move start past it, until
 * there is none.
 */
extern bool garq_sweep(const garq_t *g, struct garq_sweep *sw)
{
	int64_t last = garq_slot_last(g);
	int64_t latest = garq_sooner(garq_slot_of(g, sw->latest), last);
	struct garq_at at = garq_at(garq_slot_of(g, sw->start), sw->limit); /* 1 */

	while (sw->start <= sw->latest) {				/* 7 */
		enum verdict v;
		int64_t to;

		if (_sweep_is_even(g, sw, at.k)) {
			v = _sweep_even(g, sw, &at.k);
			sw->start = garq_slot_zero(g, at.k);
			if (v != SWEEP_EDGES)
				return v == SWEEP_FOUND;
		}
		to = garq_sooner(garq_slot_of(g, _sweep_end(sw) - 1), last);
		if (!garq_at_seek(g, &at, to, GARQ_ABOVE))	/* 8, 9, 13 */
			/*
			 * nothing in the way up to GARQ_FOREVER is a gap, too
			 */
			return (_sweep_end(sw) <= garq_slots_end(g)) ||
			       (_sweep_far(g, sw) != SWEEP_NONE);
		v = _sweep_slot(g, sw, at.k, garq_slot_rv(g, at.k));	/* 10 */
		if (v != SWEEP_ON)
			return v == SWEEP_FOUND;
		at.k++;
		if (sw->start == garq_slot_zero(g, at.k))
			_sweep_full(g, sw, &at, latest);
	}
	return false;
}

extern int garq_sweep_init(const garq_t *g, time_t t_s, time_t t_e,
			   uint32_t num_cn, time_t max_limit,
			   struct garq_sweep *ret_sw)
{
	struct garq_sweep sw = { .latest = GARQ_FOREVER - 1 };

	if (!garq_valid(t_s, t_e, num_cn)) {
		errno = EINVAL;
		return -1;
	}
	if (num_cn > g->max_cn)
		return 0;
	sw.start = garq_later(t_s, g->now);				/* 4 */
	sw.limit = g->max_cn - num_cn;
	if (__builtin_sub_overflow(t_e, t_s, &sw.duration))		/* 3 */
		sw.duration = INT64_MAX;
	if (max_limit >= 0)						/* 6 */
		sw.latest = garq_sooner(garq_end(t_s, max_limit), sw.latest);
	*ret_sw = sw;
	return 1;
}

/*
 * Paper, section 4, algorithm 4. One forward sweep, as there; but new_start
 * (line 10) is the second after the last one that is too full, found by the
 * slot's edges, and not the next slot; the gap (lines 11-13) is counted in
 * seconds; and MAX_LIMIT (line 6) bounds the start, not the last slot.
 */
extern int garq_suggestInterval(const garq_t *g, time_t t_s, time_t t_e,
				uint32_t num_cn, time_t max_limit,
				time_t *ret_start)
{
	struct garq_sweep sw;
	int rc = garq_sweep_init(g, t_s, t_e, num_cn, max_limit, &sw);

	if (rc < 1)
		return rc;
	if (!garq_sweep(g, &sw))					/* 15 */
		return 0;
	*ret_start = sw.start;						/* 16 */
	return 1;
}
