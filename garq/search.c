/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * search.c - is it free? The seed's searchReserv and its siblings.
 *
 * The structure is in slots.h. A slot that the interval covers from begin to
 * end is judged by its rv; the first and the last may be covered in part, and
 * where rv says no for one of these its edges are asked.
 */
#include <errno.h>

#include "garq/slots.h"

/* The ring: slots before its end, then those from place 0 on. */
extern int64_t garq_slots_find(const garq_t *g, int64_t k, int64_t to,
			       garq_index_fn fn, uint32_t limit,
			       uint32_t *ret_rv)
{
	uint32_t x = garq_slot_place(g, k), y = garq_slot_place(g, to), i;

	if (x <= y)
		return k + (fn(&g->index, x, y + 1, limit, ret_rv) - x);
	i = fn(&g->index, x, g->slots, limit, ret_rv);
	if (i < g->slots)
		return k + (i - x);
	return k + (g->slots - x) +
	       fn(&g->index, 0, y + 1, limit, ret_rv);
}

extern uint32_t garq_slots_far_level(const garq_t *g)
{
	int64_t last = garq_slot_last(g);
	const struct garq_inner *in = garq_slot_inner(g, last);

	return garq_inner_level(in, 0, garq_inner_cnt(in),
				garq_slot_level(g, last, garq_slot_rv(g, last)));
}

extern int garq_check_interval(const garq_t *g, time_t t_s, time_t t_e,
			       uint32_t num_cn)
{
	if (!garq_valid(t_s, t_e, num_cn)) {
		errno = EINVAL;
		return -1;
	}
	if (t_e <= g->now) {
		errno = ERANGE;
		return -1;
	}
	return 0;
}

/* The slots' part of searchReserv: is more than limit reserved anywhere? */
static bool _slots_full(const garq_t *g, time_t t_s, time_t t_e,
			uint32_t limit)
{
	int64_t k = garq_slot_of(g, t_s);				/* 1 */
	int64_t end_bucket = garq_sooner(garq_slot_of(g, t_e - 1),
					 garq_slot_last(g));		/* 2 */
	uint32_t rv = 0;

	while (k <= end_bucket) {					/* 3 */
		k = garq_slots_find(g, k, end_bucket, garq_index_above, limit,
				    &rv);				/* 4 */
		if (k > end_bucket)
			return false;
		if ((t_s <= garq_slot_begin(g, k)) &&
		    (t_e >= garq_slot_end(g, k)))
			return true;					/* 5 */
		if (garq_slot_peak(g, k, rv, t_s, t_e) > limit)
			return true;
		k++;
	}
	return false;
}

/*
 * Seed, section 4, algorithm 2, lines 1-7. Differences: end_bucket is the slot
 * of the last second, not of t_e, as intervals are half-open; the loop of lines
 * 3 and 4 is left to the index, which goes past many slots at once; line 5 asks
 * the edges where the slot is covered in part; what lies past the last slot has
 * edges only (the seed does not let an interval reach there).
 */
extern int garq_searchReserv(const garq_t *g, time_t t_s, time_t t_e,
			     uint32_t num_cn)
{
	uint32_t limit;

	if (garq_check_interval(g, t_s, t_e, num_cn) < 0)
		return -1;
	if (num_cn > g->max_cn)
		return 0;
	limit = g->max_cn - num_cn;
	t_s = garq_later(t_s, g->now);
	if (_slots_full(g, t_s, t_e, limit))
		return 0;
	if (t_e <= garq_slots_end(g))
		return 1;						/* 7 */
	return garq_edges_peak(&g->far, garq_slots_far_level(g),
			       garq_later(t_s, garq_slots_end(g)),
			       t_e) <= limit;
}

extern uint32_t garq_usage(const garq_t *g, time_t t)
{
	int64_t k;

	if (t < g->now)
		return 0;
	t = garq_sooner(t, GARQ_FOREVER);
	if (t >= garq_slots_end(g))
		return garq_edges_peak(&g->far, garq_slots_far_level(g), t,
				       t + 1);
	k = garq_slot_of(g, t);
	return garq_slot_peak(g, k, garq_slot_rv(g, k), t, t + 1);
}
