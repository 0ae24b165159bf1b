/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/eval/gap/gap_profile.h"

extern int gap_profile_open(struct gap_profile *p, uint32_t max_cn,
			    uint32_t most)
{
	/* each request has two ends, and two are split off for a moment */
	p->step = calloc(2 * (size_t) most + 4, sizeof(*p->step));
	p->cnt = 1;
	p->max_cn = max_cn;
	return p->step ? 0 : -1;
}

extern void gap_profile_close(struct gap_profile *p)
{
	free(p->step);
	memset(p, 0, sizeof(*p));
}

/* The step in which t is. */
static uint32_t _find(const struct gap_profile *p, time_t t)
{
	uint32_t low = 0, high = p->cnt - 1;

	while (low < high) {
		uint32_t mid = high - (high - low) / 2;

		if (p->step[mid].at <= t)
			low = mid;
		else
			high = mid - 1;
	}
	return low;
}

/* Begin a step at t. RET its number */
static uint32_t _split(struct gap_profile *p, time_t t)
{
	uint32_t k = _find(p, t);

	if (p->step[k].at == t)
		return k;
	memmove(&p->step[k + 2], &p->step[k + 1],
		(p->cnt - k - 1) * sizeof(*p->step));
	p->step[k + 1] = (struct gap_step) { t, p->step[k].used };
	p->cnt++;
	return k + 1;
}

/* Remove step k if it says what the step before it says. */
static void _merge(struct gap_profile *p, uint32_t k)
{
	if (!k || (p->step[k].used != p->step[k - 1].used))
		return;
	p->cnt--;
	memmove(&p->step[k], &p->step[k + 1], (p->cnt - k) * sizeof(*p->step));
}

static void _change(struct gap_profile *p, time_t start, time_t end, uint32_t n)
{
	uint32_t first = _split(p, start), last = _split(p, end);

	for (uint32_t k = first; k < last; k++)
		p->step[k].used += n;
	_merge(p, last);
	_merge(p, first);
}

extern void gap_profile_add(struct gap_profile *p, time_t start, time_t end,
			    uint32_t n)
{
	_change(p, start, end, n);
}

extern void gap_profile_remove(struct gap_profile *p, time_t start, time_t end,
			       uint32_t n)
{
	/* wraps round */
	_change(p, start, end, 0 - n);
}

static time_t _end(const struct gap_profile *p, uint32_t k)
{
	return p->step[k + 1].at;
}

extern bool gap_profile_first(const struct gap_profile *p, time_t from,
			      time_t to, time_t t_e, uint32_t n,
			      time_t *ret_start)
{
	time_t start = from;

	for (uint32_t k = _find(p, from);
	     (k < p->cnt) && (p->step[k].at < start + t_e); k++) {
		if (p->step[k].used + n <= p->max_cn)
			continue;
		/* the last step has no use */
		start = _end(p, k);
		if (start > to)
			return false;
	}
	*ret_start = start;
	return true;
}

extern bool gap_profile_last(const struct gap_profile *p, time_t from,
			     time_t to, time_t t_e, uint32_t n,
			     time_t *ret_start)
{
	time_t start = to;

	for (uint32_t k = _find(p, to + t_e - 1) + 1; k--; ) {
		if ((k + 1 < p->cnt) && (_end(p, k) <= start))
			break;
		if (p->step[k].used + n <= p->max_cn)
			continue;
		start = p->step[k].at - t_e;
		if (start < from)
			return false;
	}
	*ret_start = start;
	return true;
}
