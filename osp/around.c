/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * around.c - beyond the paper: offers around a wish that has no exact solution.
 *
 *	free  ^
 *	nodes |_______			L: the longest with that many nodes
 *	      |   |   |________		F: the most nodes for that long
 *	      |   |   |   |    F	S: all nodes that are wanted
 *	      |___S___L___|____|
 *	      +----------------> time
 *	      from
 *
 * The number of nodes that are free throughout falls in steps as the length
 * grows: a staircase that begins at from.
 */
#include "osp/osp_private.h"

extern int osp_earlier(const struct osp_wish *wish, struct osp_list *list)
{
	const osp_space_t *space = wish->space;
	time_t latest = garq_sooner(wish->ti_s - 1, space->end - wish->dur);
	time_t start;
	int rc = osp_latest(space, space->now, latest, wish->dur, wish->want,
			    &start);

	if (rc < 1)
		return rc;
	return osp_list_add(list, start, start + wish->dur, wish->want,
			    OSP_EARLIER);
}

/* The stairs */

struct stair {
	time_t len;
	uint32_t num_cn;	/* free throughout, at most as many as wanted */
};

static double _stair_area(const struct stair *s)
{
	return (double) s->len * s->num_cn;
}

static int _make_stair(const struct osp_wish *w, time_t len, struct stair *ret)
{
	uint32_t num_free;

	if (w->space->most(w->space->arg, w->from, w->from + len,
			   &num_free) < 0)
		return -1;
	*ret = (struct stair) { len, osp_fewer(num_free, w->want) };
	return 0;
}

/*
 * Search between a and b for a larger area than best. Skip the search if even
 * an offer with the nodes of a and the length of b would not be larger;
 * otherwise try the length in the middle.
 */
static int _largest(const struct osp_wish *w, const struct stair *a,
		    const struct stair *b, struct stair *best)
{
	struct stair mid = { b->len - 1, a->num_cn };

	if ((b->len - a->len < 2) || (a->num_cn == b->num_cn) ||
	    (a->num_cn < w->least_cn) ||
	    (_stair_area(&mid) <= _stair_area(best)))
		return 0;
	if (_make_stair(w, a->len + (b->len - a->len) / 2, &mid) < 0)
		return -1;
	if ((mid.num_cn >= w->least_cn) &&
	    (_stair_area(&mid) > _stair_area(best)))
		*best = mid;
	if (_largest(w, &mid, b, best) < 0)
		return -1;
	return _largest(w, a, &mid, best);
}

static int _add_stair(const struct osp_wish *w, const struct stair *s,
		      osp_kind_t kind, struct osp_list *list)
{
	return osp_list_add(list, w->from, w->from + s->len, s->num_cn, kind);
}

/* Offer the longest time during which all wanted nodes are free. */
static int _shorter(const struct osp_wish *w, time_t max, struct stair *best,
		    struct osp_list *list)
{
	struct stair s = { 0, w->want };

	if (osp_longest(w->space, w->from, w->least_dur, max, w->want,
			&s.len) < 0)
		return -1;
	if (!s.len)
		return 0;
	if (_stair_area(&s) > _stair_area(best))
		*best = s;
	return _add_stair(w, &s, OSP_SHORTER, list);
}

extern int osp_stairs(const struct osp_wish *wish, struct osp_list *list)
{
	time_t max = garq_sooner(wish->dur, wish->space->end - wish->from);
	struct stair first, last, best = { 0, 0 };

	if (max < wish->least_dur)
		return 0;
	if ((_make_stair(wish, wish->least_dur, &first) < 0) ||
	    (_make_stair(wish, max, &last) < 0))
		return -1;
	if (first.num_cn < wish->least_cn)
		return 0;
	best = first;
	if ((last.num_cn >= wish->least_cn) &&
	    (_stair_area(&last) > _stair_area(&best)))
		best = last;
	if ((last.num_cn >= wish->least_cn) && (max == wish->dur) &&
	    (_add_stair(wish, &last, OSP_FEWER, list) < 0))
		return -1;
	if ((first.num_cn >= wish->want) &&
	    ((last.num_cn < wish->want) || (max < wish->dur)) &&
	    (_shorter(wish, max, &best, list) < 0))
		return -1;
	if (_largest(wish, &first, &last, &best) < 0)
		return -1;
	return _add_stair(wish, &best, OSP_LARGEST, list);
}

/* Anything at all */

static osp_kind_t _kind_of_start(const struct osp_wish *w, time_t start)
{
	if (start < w->ti_s)
		return OSP_EARLIER;
	return (start > w->last) ? OSP_LATER : OSP_INSIDE;
}

/*
 * Find num_cn nodes for dur seconds at any time, and offer as many nodes and
 * seconds as are free from that start on.
 */
static int _wherever(const struct osp_wish *w, uint32_t num_cn, time_t dur,
		     struct osp_list *list)
{
	const osp_space_t *space = w->space;
	uint32_t num_free;
	time_t start, len;
	int rc;

	if (space->end - dur < space->now)
		return 0;
	rc = space->earliest(space->arg, space->now, space->end - dur, dur,
			     num_cn, &start);
	if (rc < 1)
		return rc;
	if ((osp_longest(space, start, dur,
			 garq_sooner(w->dur, space->end - start), num_cn,
			 &len) < 0) ||
	    (space->most(space->arg, start, start + len, &num_free) < 0))
		return -1;
	return osp_list_add(list, start, start + len,
			    osp_fewer(num_free, w->want),
			    _kind_of_start(w, start));
}

/*
 * Halve the number of nodes until something fits; try the smallest legal shape
 * last.
 */
extern int osp_anything(const struct osp_wish *wish, struct osp_list *list)
{
	uint32_t num_cn = wish->want;
	int rc = 0;

	while ((rc == 0) && !list->cnt && (num_cn > wish->least_cn)) {
		num_cn = num_cn / 2;
		if (num_cn < wish->least_cn)
			num_cn = wish->least_cn;
		rc = _wherever(wish, num_cn, wish->dur, list);
	}
	if ((rc == 0) && !list->cnt)
		rc = _wherever(wish, wish->least_cn, wish->least_dur, list);
	return rc;
}
