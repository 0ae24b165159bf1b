/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * histogram.c - the nodes used during an interval: see histogram.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/slots/histogram.h"
#include "garq/grow.h"

extern void eval_histogram_free(struct eval_histogram *h)
{
	free(h->step);
	memset(h, 0, sizeof(*h));
}

extern int eval_histogram_reserve(struct eval_histogram *h, uint32_t cnt)
{
	size_t cap = h->cap;

	if (GARQ_GROW(h->step, cnt, 16, &cap) < 0)
		return -1;
	h->cap = (uint32_t) cap;
	return 0;
}

/* Begin with one step, in which the request b uses its nodes. */
static int _begin(struct eval_histogram *h, const struct eval_booking *b)
{
	if (eval_histogram_reserve(h, 1) < 0)
		return -1;
	EVAL_ACCESS(1);
	h->step[0] = (struct eval_step) { b->t_s, b->num_cn };
	h->cnt = 1;
	h->end = b->t_e;
	return 0;
}

extern uint32_t eval_histogram_at(const struct eval_histogram *h, time_t t)
{
	uint32_t lo = 0, hi = h->cnt;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (h->step[mid].t < t)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

extern uint32_t eval_histogram_cut(struct eval_histogram *h, time_t t)
{
	uint32_t i = eval_histogram_at(h, t);

	if ((i < h->cnt) && (h->step[i].t == t))
		return i;
	if (t >= h->end)
		return h->cnt;
	EVAL_ACCESS(1);
	memmove(&h->step[i + 1], &h->step[i], (h->cnt - i) * sizeof(*h->step));
	h->step[i] = (struct eval_step) { t, h->step[i - 1].used };
	h->cnt++;
	return i;
}

/* Add the part of a reservation that is inside the histogram, if any is. */
static int _add(struct eval_histogram *h, const struct eval_booking *b)
{
	uint32_t from, to;

	if (b->t_e <= h->step[0].t)
		return 0;
	if (eval_histogram_reserve(h, h->cnt + 2) < 0)
		return -1;
	from = (b->t_s > h->step[0].t) ? eval_histogram_cut(h, b->t_s) : 0;
	to = eval_histogram_cut(h, b->t_e);
	EVAL_ACCESS(to - from);
	for (uint32_t i = from; i < to; i++)
		h->step[i].used += b->num_cn;
	return 0;
}

/*
 * Figure 7: the histogram of [t_s, t_e) with the new request in it. The nodes
 * are sorted by t_s, so the walk ends at the first node that starts too late.
 */
static int _make(struct eval_histogram *h, const struct eval_node *head,
		 const struct eval_booking *b)
{
	if (_begin(h, b) < 0)
		return -1;
	for (const struct eval_node *n = head; n; n = n->next) {
		EVAL_ACCESS(1);
		if (n->b.t_s >= b->t_e)
			break;
		if (_add(h, &n->b) < 0)
			return -1;
	}
	return 0;
}

extern int eval_histogram_full(struct eval_histogram *h,
			       const struct eval_node *head,
			       const struct eval_booking *b, uint32_t max_cn,
			       time_t *ret_end)
{
	if (_make(h, head, b) < 0)
		return -1;
	for (uint32_t i = h->cnt; i-- > 0; ) {
		EVAL_ACCESS(1);
		if (h->step[i].used <= max_cn)
			continue;
		if (ret_end)
			*ret_end = eval_histogram_step_end(h, i);
		return 1;
	}
	return 0;
}

extern int eval_histogram_suggest(void *s, eval_full_fn full,
				  const struct eval_booking *b,
				  time_t max_limit, time_t *ret_start)
{
	struct eval_booking at = *b;
	time_t full_to;

	while (at.t_e <= b->t_s + max_limit) {
		int rc = full(s, &at, &full_to);

		if (rc < 0)
			return -1;
		if (!rc) {
			*ret_start = at.t_s;
			return 1;
		}
		at.t_e += full_to - at.t_s;
		at.t_s = full_to;
	}
	return 0;
}
