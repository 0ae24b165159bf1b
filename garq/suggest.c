/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * suggest.c - the seed's suggestInterval: the earliest start of a free gap.
 *
 * One sweep forward over runs of seconds at which the same number of nodes is
 * reserved. A slot whose rv is low enough is one run; one whose rv is not is as
 * many as its edges cut it into. The structure is in slots.h.
 *
 *	level  2 |   3   | 1 |   2   |   3   | 0 ...
 *	       start -> start         -> start
 */
#include <errno.h>

#include "garq/slots.h"

struct sweep {
	time_t start;		/* no gap starts before it */
	time_t latest;		/* the gap may not start after it */
	time_t duration;
	uint32_t limit;		/* nodes that may be reserved in the gap */
};

enum verdict { SWEEP_ON, SWEEP_FOUND, SWEEP_NONE };

/* level nodes are reserved in [t_s, t_e); the run before ended at t_s. */
static enum verdict _sweep_run(struct sweep *sw, time_t t_s, time_t t_e,
			       uint32_t level)
{
	if (t_s >= garq_end(sw->start, sw->duration))
		return SWEEP_FOUND;
	if ((level <= sw->limit) || (t_e <= sw->start))
		return SWEEP_ON;
	sw->start = t_e;
	return (t_e > sw->latest) ? SWEEP_NONE : SWEEP_ON;
}

/* The runs that edges cut [t_s, t_e) into, level before the first of them. */
static enum verdict _sweep_edges(struct sweep *sw, const struct garq_edges *es,
				 time_t t_s, time_t t_e, uint32_t level)
{
	for (uint32_t i = 0; i < es->cnt; i++) {
		enum verdict v = _sweep_run(sw, t_s, es->edge[i].t, level);

		if (v != SWEEP_ON)
			return v;
		t_s = es->edge[i].t;
		level = garq_edges_level(es, i, i + 1, level);
	}
	return _sweep_run(sw, t_s, t_e, level);
}

static enum verdict _sweep_slot(const garq_t *g, struct sweep *sw, int64_t k,
				const struct garq_slot *slot)
{
	time_t begin = garq_slot_begin(g, k), end = garq_slot_end(g, k);

	if (slot->rv <= sw->limit)
		return _sweep_run(sw, begin, end, slot->rv);
	return _sweep_edges(sw, &slot->edges, begin, end, slot->level);
}

/* Seed, algorithm 4, lines 7-14, then on through the far edges. */
static bool _sweep(const garq_t *g, struct sweep *sw)
{
	int64_t k = garq_slot_of(g, sw->start);				/* 1 */
	struct garq_slot *slot = garq_slot(g, k);
	enum verdict v = SWEEP_ON;

	if (sw->start > sw->latest)
		return false;
	for (; (k <= garq_slot_last(g)) && (v == SWEEP_ON); k++) {	/* 7 */
		v = _sweep_slot(g, sw, k, slot);			/* 9-13 */
		slot = garq_slot_next(g, slot);				/* 8 */
	}
	if (v == SWEEP_ON)
		v = _sweep_edges(sw, &g->far, garq_slots_end(g), GARQ_FOREVER,
				 garq_slots_far_level(g));
	/* nothing in the way up to GARQ_FOREVER is found as well */
	return v != SWEEP_NONE;
}

/*
 * Seed, section 4, algorithm 4. One forward sweep, as there; but new_start
 * (line 10) is the second after the last one that is too full, found by the
 * slot's edges, and not the next slot; what is counted (lines 11-13) is
 * seconds; and MAX_LIMIT (line 6) bounds the start, not the last slot.
 */
extern int garq_suggestInterval(const garq_t *g, time_t t_s, time_t t_e,
				uint32_t num_cn, time_t max_limit,
				time_t *ret_start)
{
	struct sweep sw = { .latest = GARQ_FOREVER - 1 };

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
	if (!_sweep(g, &sw))						/* 15 */
		return 0;
	*ret_start = sw.start;						/* 16 */
	return 1;
}
