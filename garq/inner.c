/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inner.c - the edges inside one slot, in one piece of memory.
 */
#include <string.h>

#include "garq/access.h"
#include "garq/inner.h"

/* Room for cnt, some more, and up to the end of the line. */
static uint32_t _cap(uint32_t cnt)
{
	size_t lines = garq_inner_lines(cnt + cnt / 8);

	return (uint32_t) ((lines * GARQ_LINE - sizeof(struct garq_inner)) /
			   sizeof(struct garq_inner_edge));
}

extern int garq_inner_reserve(struct garq_inner **in, uint32_t cnt,
			      struct garq_pool *pool)
{
	struct garq_inner *old = *in, *bigger;

	if (old ? (cnt <= old->cap) : !cnt)
		return 0;
	bigger = garq_pool_get(pool, garq_inner_lines(_cap(cnt)));
	if (!bigger)
		return -1;
	if (old)
		memcpy(bigger, old, sizeof(*old) +
		       old->cnt * sizeof(*old->edge));
	else
		*bigger = (struct garq_inner) { .cnt = 0 };
	bigger->cap = _cap(cnt);
	garq_inner_free(in, pool);
	*in = bigger;
	return 0;
}

extern void garq_inner_free(struct garq_inner **in, struct garq_pool *pool)
{
	if (*in)
		garq_pool_put(pool, *in, garq_inner_lines((*in)->cap));
	*in = NULL;
}

/* By halving, without a branch that nobody can foretell. */
extern uint32_t garq_inner_find(const struct garq_inner *in, uint32_t key)
{
	uint32_t from = 0, left = garq_inner_cnt(in);

	while (left) {
		uint32_t half = (left + 1) / 2;

		GARQ_ACCESS(1);
		from = (in->edge[from + half - 1].key < key) ?
			from + half : from;
		left -= half;
	}
	return from;
}

extern bool garq_inner_has(const struct garq_inner *in, uint32_t key)
{
	uint32_t i = garq_inner_find(in, key);

	return (i < garq_inner_cnt(in)) && (in->edge[i].key == key);
}

extern void garq_inner_add(struct garq_inner *in, uint32_t key,
			   uint32_t num_cn)
{
	uint32_t i = garq_inner_find(in, key);
	struct garq_inner_edge *e = in->edge + i;

	if ((i == in->cnt) || (e->key != key)) {
		GARQ_ACCESS(in->cnt - i + 1);
		memmove(e + 1, e, (in->cnt - i) * sizeof(*e));
		*e = (struct garq_inner_edge) { .key = key };
		in->cnt++;
	}
	e->num_cn += num_cn;
}

extern void garq_inner_sub(struct garq_inner *in, uint32_t key,
			   uint32_t num_cn)
{
	uint32_t i = garq_inner_find(in, key);
	struct garq_inner_edge *e = in->edge + i;

	e->num_cn -= num_cn;
	if (!e->num_cn) {
		in->cnt--;
		GARQ_ACCESS(in->cnt - i);
		memmove(e, e + 1, (in->cnt - i) * sizeof(*e));
	}
}

extern void garq_inner_drop(struct garq_inner *in, uint32_t cnt)
{
	if (!cnt)
		return;
	in->cnt -= cnt;
	GARQ_ACCESS(in->cnt);
	memmove(in->edge, in->edge + cnt, in->cnt * sizeof(*in->edge));
}

/*
 * Arithmetic in place of branches: whether an edge is a start or an end is
 * what nobody can foretell.
 */
extern void garq_inner_measure(struct garq_inner *in)
{
	int64_t level = 0, highest = 0, lowest = 0;

	GARQ_ACCESS(in->cnt);
	for (uint32_t i = 0; i < in->cnt; i++) {
		uint32_t key = in->edge[i].key;
		uint32_t next = (i + 1 < in->cnt) ? in->edge[i + 1].key : 0;
		int64_t sign = (int64_t) (key & 1) * 2 - 1, seen;

		level += sign * in->edge[i].num_cn;
		highest = (level > highest) ? level : highest;
		/* what ends goes down for no time if something starts then */
		seen = (next == (key ^ 1)) ? lowest : level;
		lowest = (seen < lowest) ? seen : lowest;
	}
	in->rise = (uint32_t) highest;
	in->dip = (uint32_t) -lowest;
}

extern uint32_t garq_inner_level(const struct garq_inner *in, uint32_t from,
				 uint32_t to, uint32_t level)
{
	/* unsigned: what goes over the top on the way comes back */
	for (uint32_t i = from; i < to; i++) {
		GARQ_ACCESS(1);
		level += garq_inner_step(in, i);
	}
	return level;
}

extern uint32_t garq_inner_peak(const struct garq_inner *in, uint32_t level,
				uint32_t at_s, uint32_t at_e)
{
	uint32_t i, cnt = garq_inner_cnt(in), peak;

	for (i = 0; (i < cnt) && (garq_inner_at(in, i) <= at_s); i++)
		level = garq_inner_level(in, i, i + 1, level);
	for (peak = level; (i < cnt) && (garq_inner_at(in, i) < at_e); i++) {
		level = garq_inner_level(in, i, i + 1, level);
		if (level > peak)
			peak = level;
	}
	return peak;
}
