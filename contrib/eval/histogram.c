/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * histogram.c - the nodes used during an interval: see histogram.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/eval.h"
#include "contrib/eval/histogram.h"
#include "garq/grow.h"

extern void eval_histogram_free(struct eval_histogram *h)
{
	free(h->step);
	memset(h, 0, sizeof(*h));
}

static int _reserve(struct eval_histogram *h, uint32_t cnt)
{
	size_t cap = h->cap;

	if (GARQ_GROW(h->step, cnt, 16, &cap) < 0)
		return -1;
	h->cap = (uint32_t) cap;
	return 0;
}

extern int eval_histogram_begin(struct eval_histogram *h, time_t t_s,
				time_t t_e, uint32_t num_cn)
{
	if (_reserve(h, 1) < 0)
		return -1;
	EVAL_ACCESS(1);
	h->step[0].t = t_s;
	h->step[0].used = num_cn;
	h->cnt = 1;
	h->end = t_e;
	return 0;
}

/*
 * Index of the step that begins at t; splits a step if t is inside. Has room.
 */
static uint32_t _cut(struct eval_histogram *h, time_t t)
{
	uint32_t lo = 0, hi = h->cnt;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (h->step[mid].t < t)
			lo = mid + 1;
		else
			hi = mid;
	}
	if ((lo < h->cnt) && (h->step[lo].t == t))
		return lo;
	if (t >= h->end)
		return h->cnt;
	EVAL_ACCESS(1);
	memmove(&h->step[lo + 1], &h->step[lo],
		(h->cnt - lo) * sizeof(*h->step));
	h->step[lo].t = t;
	h->step[lo].used = h->step[lo - 1].used;
	h->cnt++;
	return lo;
}

extern int eval_histogram_add(struct eval_histogram *h, time_t t_s, time_t t_e,
			      uint32_t num_cn)
{
	uint32_t from, to;

	if ((t_e <= h->step[0].t) || (t_s >= h->end))
		return 0;
	if (_reserve(h, h->cnt + 2) < 0)
		return -1;
	from = (t_s > h->step[0].t) ? _cut(h, t_s) : 0;
	to = _cut(h, t_e);
	EVAL_ACCESS(to - from);
	for (uint32_t i = from; i < to; i++)
		h->step[i].used += num_cn;
	return 0;
}

extern int eval_histogram_full(const struct eval_histogram *h, uint32_t max_cn,
			       time_t *ret_end)
{
	for (uint32_t i = h->cnt; i-- > 0; ) {
		EVAL_ACCESS(1);
		if (h->step[i].used <= max_cn)
			continue;
		if (ret_end)
			*ret_end = (i + 1 < h->cnt) ? h->step[i + 1].t : h->end;
		return 1;
	}
	return 0;
}
