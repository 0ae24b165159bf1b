/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/mine.h"
#include "contrib/sresv/job/job_way.h"

/* --- nodes that are left ------------------------------------------------------ */

static bool _is_usable(const gantt_input_t *in, const job_wish_t *w, uint32_t i)
{
	return w->usable[i] && in->nodes[i].name && !in->nodes[i].down;
}

/* Does the job run in this reservation, or has the reservation no nodes? */
static bool _is_none(const gantt_item_t *item, const job_wish_t *w)
{
	return !item->inx || (w->inside && item->name &&
			      mine_has(w->inside, item->name));
}

/*
 * The first second in which a reservation has each node, from a time on.
 * OUT ret_taken - by index; INT64_MAX: never. At most from: it has it then
 */
static void _first_taken(const gantt_input_t *in, const job_wish_t *w,
			 time_t from, int64_t *ret_taken)
{
	for (uint32_t i = 0; i < in->node_cnt; i++)
		ret_taken[i] = INT64_MAX;
	for (size_t k = 0; k < in->item_cnt; k++) {
		const gantt_item_t *item = &in->items[k];

		if ((item->end <= from) || _is_none(item, w))
			continue;
		for (const int32_t *x = item->inx; x[0] >= 0; x += 2)
			for (int64_t i = x[0]; i <= x[1]; i++)
				if ((i < in->node_cnt) &&
				    (item->start < ret_taken[i]))
					ret_taken[i] = item->start;
	}
}

/* Nodes that no reservation has before a time; 0 if a needed one has one. */
static uint32_t _left(const gantt_input_t *in, const job_wish_t *w,
		      const int64_t *taken, int64_t until)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < in->node_cnt; i++) {
		bool left = _is_usable(in, w, i) && (taken[i] >= until);

		if (w->needed && w->needed[i] && !left)
			return 0;
		cnt += left;
	}
	return cnt;
}

/* --- what would help ------------------------------------------------------------ */

static int _longest_first(const void *x, const void *y)
{
	int64_t a = *(const int64_t *) x, b = *(const int64_t *) y;

	return (a < b) - (a > b);
}

/* The longest time for which enough nodes are left. IN room - for all nodes */
static int64_t _shorter(const gantt_input_t *in, const job_wish_t *w,
			const int64_t *taken, time_t now, int64_t *room)
{
	int64_t until = INT64_MAX;
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < in->node_cnt; i++) {
		if (_is_usable(in, w, i))
			room[cnt++] = taken[i];
		if (w->needed && w->needed[i] && (taken[i] < until))
			until = taken[i];
	}
	if (cnt < w->nodes)
		return 0;
	qsort(room, cnt, sizeof(*room), _longest_first);
	if (room[w->nodes - 1] < until)
		until = room[w->nodes - 1];
	return (until <= now) ? 0 : (until - now) / 60 * 60;
}

static int _earliest_first(const void *x, const void *y)
{
	return _longest_first(y, x);
}

/* The first end of a reservation from which on enough nodes are left, or 0. */
static time_t _from(const gantt_input_t *in, const job_wish_t *w, time_t now,
		    int64_t *taken)
{
	int64_t *ends = calloc(in->item_cnt + 1, sizeof(*ends));
	size_t cnt = 0, tried = 0;
	time_t found = 0;

	for (size_t k = 0; ends && (k < in->item_cnt); k++)
		if ((in->items[k].end > now) && !_is_none(&in->items[k], w))
			ends[cnt++] = in->items[k].end;
	if (ends)
		qsort(ends, cnt, sizeof(*ends), _earliest_first);
	for (size_t k = 0; !found && (k < cnt) && (tried < JOB_WAY_STARTS); k++) {
		if (k && (ends[k] == ends[k - 1]))
			continue;
		tried++;
		_first_taken(in, w, ends[k], taken);
		if (_left(in, w, taken, ends[k] + w->seconds) >= w->nodes)
			found = ends[k];
	}
	free(ends);
	return found;
}

/* --- who is in the way ------------------------------------------------------------ */

static bool _has_usable(const gantt_input_t *in, const job_wish_t *w,
			const gantt_item_t *item)
{
	for (const int32_t *x = item->inx; x[0] >= 0; x += 2)
		for (int64_t i = x[0]; i <= x[1]; i++)
			if ((i < in->node_cnt) &&
			    _is_usable(in, w, (uint32_t) i))
				return true;
	return false;
}

static bool _is_told(const job_way_t *way, const char *name)
{
	for (uint32_t i = 0; i < way->name_cnt; i++)
		if (!strcmp(way->names[i], name))
			return true;
	return false;
}

static void _add_names(const gantt_input_t *in, const job_wish_t *w, time_t now,
		       job_way_t *way)
{
	for (size_t k = 0; k < in->item_cnt; k++) {
		const gantt_item_t *item = &in->items[k];

		if ((item->end > now) && (item->start < now + w->seconds) &&
		    item->name && !_is_none(item, w) &&
		    (way->name_cnt < JOB_WAY_NAMES) &&
		    _has_usable(in, w, item) && !_is_told(way, item->name))
			way->names[way->name_cnt++] = item->name;
	}
}

bool job_way(const gantt_input_t *in, const job_wish_t *wish, time_t now,
	     job_way_t *ret)
{
	int64_t *taken = calloc((size_t) in->node_cnt * 2 + 1, sizeof(*taken));

	if (!taken)
		return false;
	*ret = (job_way_t) { .usable = 0 };
	for (uint32_t i = 0; i < in->node_cnt; i++)
		ret->usable += _is_usable(in, wish, i);
	_first_taken(in, wish, now, taken);
	ret->left = _left(in, wish, taken, now + wish->seconds);
	ret->blocked = (ret->usable >= wish->nodes) &&
		       (ret->left < wish->nodes);
	if (ret->blocked) {
		_add_names(in, wish, now, ret);
		ret->shorter = _shorter(in, wish, taken, now,
					taken + in->node_cnt);
		ret->from = _from(in, wish, now, taken);
	}
	free(taken);
	return true;
}
