/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * suggest.c - the paper's suggestInterval: the earliest start of a free gap.
 *
 * One sweep forward over runs of seconds at which the same number of nodes is
 * reserved. Only conflicting slots are read: the slots of a chunk whose rv is
 * too high are the bits of one word, those whose low is not of another, and the
 * sweep goes from a bit of the one to the next of the other. As long as no edge
 * conflicts, a gap is a number of slots, and a run of that many bits is found
 * at once. The structure is in slots.h.
 *
 *	level  2 |   3   | 1 |   2   |   3   | 0 ...
 *	       start -> start         -> start
 */

#include <errno.h>

#include "garq/at.h"

struct garq_sweep {
	time_t start;		/* no gap starts before it */
	time_t latest;		/* last second at which the gap may start */
	time_t duration;
	uint32_t limit;		/* nodes that may be reserved in the gap */
};

enum verdict { SWEEP_ON, SWEEP_FOUND, SWEEP_NONE };

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
 * True if slot k, which conflicts, may be skipped without reading its edges.
 * Two things must hold. The gap holds every second of the slot, so no start
 * before the slot works; and the gap is long enough that a start inside the
 * slot reaches the end of the next slot, which conflicts as well.
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

/* A look for a run of cnt slots that do not conflict. */
struct even {
	int64_t i;		/* the next slot to look at */
	int64_t run;		/* none from here to i conflicts */
	int64_t cnt;
};

/*
 * Look for the end of a gap in left slots of a chunk, bit 0 for slot i. A
 * conflicting slot that has edges may conflict for a part of its time: it ends
 * the look. No loop goes from one run of bits to the next, as no processor can
 * predict their number.
 * IN above - conflicting slots; 0 from left on. IN edged - slots with edges
 * RET SWEEP_FOUND with run, SWEEP_ON, or SWEEP_NONE where the look ends
 */
GARQ_INLINE enum verdict _even_bits(struct even *e, uint64_t above,
				    uint64_t edged, uint32_t left)
{
	uint64_t stop = above & edged, gaps;
	uint32_t n;

	if (stop) {
		left = (uint32_t) __builtin_ctzll(stop);
		above &= (stop & -stop) - 1;
	}
	n = above ? (uint32_t) __builtin_ctzll(above) : left;
	if (e->i - e->run + n >= e->cnt)
		return SWEEP_FOUND;
	if (above) {
		gaps = ~above & UINT64_MAX >> (GARQ_ROW - left);
		gaps = garq_runs(gaps, e->cnt);
		if (gaps) {
			e->run = e->i + __builtin_ctzll(gaps);
			return SWEEP_FOUND;
		}
		e->run = e->i + 64 - __builtin_clzll(above);
	}
	e->i += left;
	return stop ? SWEEP_NONE : SWEEP_ON;
}

/*
 * The same for the slots from i on that are in its chunk, up to last. A chunk
 * that is full at each second is passed.
 */
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
		if (!garq_chunk_may(&g->chunks, chunk, GARQ_BELOW, limit)) {
			e->run = e->i += left;
			return SWEEP_ON;
		}
		above = garq_match_slots(&g->chunks, chunk, GARQ_ABOVE, limit);
		above = above >> x & UINT64_MAX >> (GARQ_ROW - left);
	}
	return _even_bits(e, above, g->chunks.chunk[chunk].edged >> x, left);
}

/*
 * Where start is the begin of slot *k, and the gap all within the slots, the
 * gap has the same number of slots wherever it starts: look for a run of that
 * many bits, chunk by chunk.
 * OUT *k - where a gap may start at first
 * RET SWEEP_ON if what follows has to be looked at by the second
 */
GARQ_INLINE enum verdict _sweep_even(const garq_t *g, struct garq_sweep *sw,
				     int64_t *k)
{
	int64_t last = garq_slot_last(g), latest = garq_slot_of(g, sw->latest);
	struct even e = { .i = *k, .run = *k };
	enum verdict v = SWEEP_ON;

	if ((sw->start != garq_slot_zero(g, *k)) ||
	    (_sweep_end(sw) > garq_slots_end(g)))
		return SWEEP_ON;
	e.cnt = garq_slot_of(g, _sweep_end(sw) - 1) - *k + 1;
	while ((v == SWEEP_ON) && (e.i <= last) && (e.run <= latest))
		v = _even_chunk(g, &e, last, sw->limit);
	*k = e.run;
	sw->start = garq_slot_zero(g, e.run);
	if (e.run > latest)
		return SWEEP_NONE;
	return (v == SWEEP_FOUND) ? v : SWEEP_ON;
}

/*
 * Paper, algorithm 4, lines 7-14, then on through the far edges: from slot k on
 * find the next slot that conflicts with [start, start + duration) and move
 * start past it, until there is none.
 */
static bool _sweep_seconds(const garq_t *g, struct garq_sweep sw, int64_t k,
			   time_t *ret_start)
{
	int64_t last = garq_slot_last(g);
	int64_t latest = garq_sooner(garq_slot_of(g, sw.latest), last);
	struct garq_at at = garq_at(k, sw.limit);			/* 1 */
	enum verdict v = SWEEP_ON;

	while ((v == SWEEP_ON) && (sw.start <= sw.latest)) {		/* 7 */
		int64_t to = garq_sooner(garq_slot_of(g, _sweep_end(&sw) - 1),
					 last);

		if (!garq_at_seek(g, &at, to, GARQ_ABOVE)) {	/* 8, 9, 13 */
			/* no conflict up to GARQ_FOREVER is a gap, too */
			v = (_sweep_end(&sw) <= garq_slots_end(g)) ?
				SWEEP_ON : _sweep_far(g, &sw);
			v = (v == SWEEP_NONE) ? v : SWEEP_FOUND;
			break;
		}
		v = _sweep_slot(g, &sw, at.k, garq_slot_rv(g, at.k));	/* 10 */
		at.k++;
		if ((v == SWEEP_ON) && (sw.start == garq_slot_zero(g, at.k))) {
			_sweep_full(g, &sw, &at, latest);
			v = _sweep_even(g, &sw, &at.k);
		}
	}
	if (v == SWEEP_FOUND)
		*ret_start = sw.start;
	return v == SWEEP_FOUND;
}

GARQ_INLINE bool _sweep(const garq_t *g, struct garq_sweep sw,
			time_t *ret_start)
{
	int64_t k = garq_slot_of(g, sw.start);
	enum verdict v = (sw.start > sw.latest) ? SWEEP_NONE :
		_sweep_even(g, &sw, &k);

	if (v == SWEEP_ON)
		return _sweep_seconds(g, sw, k, ret_start);
	if (v == SWEEP_FOUND)
		*ret_start = sw.start;
	return v == SWEEP_FOUND;
}

/*
 * Set up a sweep from the arguments of suggestInterval.
 * RET 1; 0 if no gap is possible; -1 with errno EINVAL
 */
static int _sweep_init(const garq_t *g, time_t t_s, time_t t_e,
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
	int rc = _sweep_init(g, t_s, t_e, num_cn, max_limit, &sw);

	if (rc < 1)
		return rc;
	return _sweep(g, sw, ret_start);				/* 15, 16 */
}
