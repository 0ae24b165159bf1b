/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fit.c - the longest fit from a start, and the latest start before a bound:
 * both by bisection, since nodes that are free throughout an interval are free
 * throughout any part of it.
 */
#include "osp/osp_private.h"

static int _check_fit(const osp_space_t *space, time_t t_s, time_t len,
		      uint32_t num_cn, bool *ret_fits)
{
	uint32_t num_free;

	if (space->most(space->arg, t_s, t_s + len, &num_free) < 0)
		return -1;
	*ret_fits = (num_free >= num_cn);
	return 0;
}

extern int osp_longest(const osp_space_t *space, time_t t_s, time_t min,
		       time_t max, uint32_t num_cn, time_t *ret_len)
{
	time_t lo = min - 1, hi = max, len = min;
	bool fits;

	/* try min first: if it fails the search ends; then bisect */
	while (lo < hi) {
		if (_check_fit(space, t_s, len, num_cn, &fits) < 0)
			return -1;
		if (fits)
			lo = len;
		else
			hi = len - 1;
		len = lo + (hi - lo + 1) / 2;
	}
	*ret_len = (lo >= min) ? lo : 0;
	return 0;
}

/* The first step backwards; dur if that is longer. */
#define STEP ((time_t) 3600)

/* The last start that fits: lo fits, and none after hi does. */
static int _find_last_start(const osp_space_t *space, time_t lo, time_t hi,
			    time_t dur, uint32_t num_cn, time_t *ret_start)
{
	while (lo < hi) {
		time_t mid = lo + (hi - lo + 1) / 2;
		int rc = space->earliest(space->arg, mid, hi, dur, num_cn, &lo);

		if (rc < 0)
			return -1;
		if (rc == 0)
			hi = mid - 1;
	}
	*ret_start = lo;
	return 1;
}

extern int osp_latest(const osp_space_t *space, time_t from, time_t latest,
		      time_t dur, uint32_t num_cn, time_t *ret_start)
{
	time_t step = garq_later(dur, STEP), hi = latest, start;

	while (from <= hi) {
		time_t lo = (hi - from > step) ? hi - step : from;
		int rc = space->earliest(space->arg, lo, hi, dur, num_cn,
					 &start);

		if (rc < 0)
			return -1;
		if (rc > 0)
			return _find_last_start(space, start, hi, dur, num_cn,
						ret_start);
		hi = lo - 1;
		step *= 2;
	}
	return 0;
}
