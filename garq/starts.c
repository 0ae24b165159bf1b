/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * starts.c - the earliest different starts of a shape.
 *
 *	full      |####|             |########|        |##|
 *	feasible        ssssssss......          ss.....    sssss ...
 *	                1                       2          3
 *
 * Where a gap is longer than the shape, every second s up to the last from
 * which the shape still fits is a start as good as the first; the next
 * different start is behind the time that ends the gap. Each start thus takes
 * one sweep from there on.
 */
#include "garq/slots.h"
#include "garq/sweep.h"

/*
 * The first second in slot k, at t or later, with more than limit reserved; the
 * slot's end if there is none.
 */
static time_t _full_in_slot(const garq_t *g, int64_t k, uint32_t rv, time_t t,
			    uint32_t limit)
{
	const struct garq_inner *in = garq_slot_inner(g, k);
	uint32_t level = garq_inner_begin(in, rv), i = 0;
	time_t zero = garq_slot_zero(g, k);

	t = garq_later(t, garq_slot_begin(g, k));
	while ((i < garq_inner_cnt(in)) && (zero + garq_inner_at(in, i) <= t)) {
		level = garq_inner_level(in, i, i + 1, level);
		i++;
	}
	for (; (level <= limit) && (i < garq_inner_cnt(in)); i++) {
		t = zero + garq_inner_at(in, i);
		level = garq_inner_level(in, i, i + 1, level);
	}
	return (level > limit) ? t : garq_slot_end(g, k);
}

/* The same past the last slot; GARQ_FOREVER if there is none. */
static time_t _full_far(const garq_t *g, time_t t, uint32_t limit)
{
	uint32_t level = g->far_level, i;

	t = garq_later(t, garq_slots_end(g));
	i = garq_edges_find(&g->far, t + 1);
	level = garq_edges_level(&g->far, 0, i, level);
	for (; (level <= limit) && (i < g->far.cnt); i++) {
		t = g->far.edge[i].t;
		level = garq_edges_level(&g->far, i, i + 1, level);
	}
	return (level > limit) ? t : GARQ_FOREVER;
}

/* The first second from t on at which more than limit is reserved. */
static time_t _full_from(const garq_t *g, time_t t, uint32_t limit)
{
	int64_t last = garq_slot_last(g);
	for (int64_t k = garq_slot_of(g, t); k <= last; k++) {
		time_t full;

		k = garq_slots_find(g, k, last, GARQ_ABOVE, limit);
		if (k > last)
			break;
		full = _full_in_slot(g, k, garq_slot_rv(g, k), t, limit);
		if (full < garq_slot_end(g, k))
			return full;
	}
	return _full_far(g, t, limit);
}

extern int garq_starts(const garq_t *g, time_t t_s, time_t t_e,
		       uint32_t num_cn, time_t max_limit, uint32_t k,
		       time_t *ret_starts)
{
	struct garq_sweep sw;
	int rc = garq_sweep_init(g, t_s, t_e, num_cn, max_limit, &sw);
	uint32_t cnt = 0;

	if (rc < 1)
		return rc;
	while ((cnt < k) && (cnt < INT32_MAX) &&
	       garq_sweep(g, &sw, &sw.start)) {
		time_t end = garq_end(sw.start, sw.duration), full;

		ret_starts[cnt++] = sw.start;
		full = (end < GARQ_FOREVER) ?
			_full_from(g, end, sw.limit) : GARQ_FOREVER;
		if (full >= GARQ_FOREVER)
			break;
		/* the first start with which the shape no longer fits */
		sw.start = full - sw.duration + 1;
	}
	return (int) cnt;
}
