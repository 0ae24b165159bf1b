/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * change.c - changing a booking in place, which the paper leaves to delete and
 * add.
 *
 * The structure is in slots.h.
 */
#include <errno.h>

#include "garq/slots.h"

/*
 * Are num_cn nodes free in [t_s, t_e)? True for an empty or reversed interval.
 */
static bool _fits(const garq_t *g, time_t t_s, time_t t_e, uint32_t num_cn)
{
	struct garq_span s;

	if (t_s >= t_e)
		return true;
	if (num_cn > g->max_cn)
		return false;
	s = garq_span(g, t_s, t_e);
	return !garq_span_full(g, &s, g->max_cn - num_cn);
}

/*
 * Does the new interval fit in place of what r holds? Nodes have to be free
 * only beyond what r holds: all of them before and after r, the difference
 * during r. So a change that asks for no more than r holds always fits.
 *
 *	r                  |==========|
 *	new         |------|----------|
 *	            num_cn   the more
 */
static bool _fits_instead(const garq_t *g, const struct garq_reserv *r,
			  time_t t_s, time_t t_e, uint32_t num_cn)
{
	time_t old_s = garq_later(r->t_s, g->now), old_e = r->t_e;

	t_s = garq_later(t_s, g->now);
	if (old_e <= g->now)
		return _fits(g, t_s, t_e, num_cn);
	if ((num_cn > r->num_cn) &&
	    !_fits(g, garq_later(t_s, old_s), garq_sooner(t_e, old_e),
		   num_cn - r->num_cn))
		return false;
	return _fits(g, t_s, garq_sooner(t_e, old_s), num_cn) &&
	       _fits(g, garq_later(t_s, old_e), t_e, num_cn);
}

/*
 * Remove the old span before reserving memory for the new one, which can then
 * reuse its memory: a reservation that becomes smaller mostly needs no more.
 * Restoring the old span needs none at all.
 */
static int _replace(garq_t *g, const struct garq_reserv *r, time_t t_s,
		    time_t t_e, uint32_t num_cn)
{
	struct garq_span s = garq_span(g, t_s, t_e), old;
	bool held = (r->t_e > g->now);

	if (held) {
		old = garq_span(g, r->t_s, r->t_e);
		garq_span_put(g, &old, false, r->num_cn);
	}
	if (garq_span_reserve(g, &s) < 0) {
		if (held)
			garq_span_put(g, &old, true, r->num_cn);
		return -1;
	}
	garq_span_put(g, &s, true, num_cn);
	return 0;
}

extern int garq_update(garq_t *g, uint64_t id, time_t t_s, time_t t_e,
		       uint32_t num_cn)
{
	struct garq_reserv *r;

	if (garq_check_interval(g, t_s, t_e, num_cn) < 0)
		return -1;
	r = garq_reservs_get(&g->reservs, id);
	if (!r) {
		errno = ENOENT;
		return -1;
	}
	if (!_fits_instead(g, r, t_s, t_e, num_cn)) {
		errno = ENOSPC;
		return -1;
	}
	if (_replace(g, r, t_s, t_e, num_cn) < 0)
		return -1;
	r->t_s = t_s;
	r->t_e = t_e;
	r->num_cn = num_cn;
	return 0;
}
