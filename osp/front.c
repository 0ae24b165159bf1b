/* SPDX-License-Identifier: GPL-2.0-or-later */
/* front.c - a Pareto front of lengths and numbers of nodes. */
#include <string.h>

#include "osp/front.h"

/* Number of points longer than len. */
static size_t _longer(const struct osp_front *f, time_t len)
{
	size_t lo = 0, hi = f->cnt;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (f->at[mid].len > len)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

extern bool osp_front_covers(const struct osp_front *front, time_t len,
			     uint32_t num_cn)
{
	size_t i = _longer(front, len);

	/* of the points of at least this length the last has the most nodes */
	if ((i < front->cnt) && (front->at[i].len == len))
		i++;
	return i && (front->at[i - 1].num_cn >= num_cn);
}

extern void osp_front_add(struct osp_front *front, struct osp_point point)
{
	size_t i, end;

	if (osp_front_covers(front, point.len, point.num_cn))
		return;
	i = _longer(front, point.len);
	for (end = i; (end < front->cnt) &&
	     (front->at[end].num_cn <= point.num_cn); end++)
		;
	memmove(&front->at[i + 1], &front->at[end],
		(front->cnt - end) * sizeof(*front->at));
	front->cnt += 1 - (end - i);
	front->at[i] = point;
}
