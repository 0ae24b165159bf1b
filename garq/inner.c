/* SPDX-License-Identifier: GPL-2.0-or-later */
/* inner.c - the edges inside one slot, in one piece of memory. */
#include <string.h>

#include "garq/access.h"
#include "garq/inner.h"

/* Capacity for cnt edges: an eighth more, rounded up to whole lines. */
static uint32_t _edge_capacity(uint32_t cnt)
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
	bigger = garq_pool_get(pool, garq_inner_lines(_edge_capacity(cnt)));
	if (!bigger)
		return -1;
	if (old)
		memcpy(bigger, old, sizeof(*old) +
		       old->cnt * sizeof(*old->edge));
	else
		*bigger = (struct garq_inner) { .cnt = 0 };
	bigger->cap = _edge_capacity(cnt);
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

/* Binary search without a branch that the processor would mispredict. */
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

/* Measures the level along the edges, relative to that before the first one. */
struct measure {
	int64_t level;
	int64_t highest;
	int64_t lowest;
	uint32_t key;		/* of the edge before */
};

/*
 * Pass the next edge. Arithmetic replaces branches, as the processor cannot
 * predict whether an edge is a start or an end.
 */
static inline void _measure_edge(struct measure *m, struct garq_inner_edge e)
{
	int64_t sign = (int64_t) (e.key & 1) * 2 - 1;
	/*
	 * an end and a start at the same second: the dip between them does not
	 * count
	 */
	int64_t seen = (e.key == (m->key | 1)) ? m->lowest : m->level;

	m->lowest = (seen < m->lowest) ? seen : m->lowest;
	m->level += sign * e.num_cn;
	m->highest = (m->level > m->highest) ? m->level : m->highest;
	m->key = e.key;
}

static inline void _measured(struct garq_inner *in, const struct measure *m)
{
	int64_t lowest = (m->level < m->lowest) ? m->level : m->lowest;

	in->rise = (uint32_t) m->highest;
	in->dip = (uint32_t) -lowest;
}

/* A key that no edge has. */
#define NO_KEY UINT32_MAX

/* Measure the edges before key, without changing them. RET their number */
static inline uint32_t _steps_to(const struct garq_inner *in, uint32_t key,
				 struct measure *m)
{
	uint32_t i;

	for (i = 0; (i < in->cnt) && (in->edge[i].key < key); i++)
		_measure_edge(m, in->edge[i]);
	return i;
}

/* Measure the edges from edge i to the last one. */
static inline void _steps_from(struct garq_inner *in, uint32_t i,
			       struct measure *m)
{
	for (; i < in->cnt; i++)
		_measure_edge(m, in->edge[i]);
	_measured(in, m);
}

/* Insert in one pass: each edge is moved and measured at once. */
extern void garq_inner_add(struct garq_inner *in, uint32_t key,
			   uint32_t num_cn)
{
	struct garq_inner_edge e = { key, num_cn }, next;
	struct measure m = { .key = NO_KEY };
	uint32_t i = _steps_to(in, key, &m);

	if ((i < in->cnt) && (in->edge[i].key == key)) {
		GARQ_ACCESS(in->cnt);
		in->edge[i].num_cn += num_cn;
		_steps_from(in, i, &m);
		return;
	}
	for (; i < in->cnt; i++, e = next) {
		next = in->edge[i];
		in->edge[i] = e;
		_measure_edge(&m, e);
	}
	in->edge[in->cnt++] = e;
	GARQ_ACCESS(in->cnt);
	_measure_edge(&m, e);
	_measured(in, &m);
}

extern void garq_inner_sub(struct garq_inner *in, uint32_t key,
			   uint32_t num_cn)
{
	struct measure m = { .key = NO_KEY };
	uint32_t i = _steps_to(in, key, &m);

	GARQ_ACCESS(in->cnt);
	in->edge[i].num_cn -= num_cn;
	if (in->edge[i].num_cn) {
		_steps_from(in, i, &m);
		return;
	}
	in->cnt--;
	for (; i < in->cnt; i++) {
		in->edge[i] = in->edge[i + 1];
		_measure_edge(&m, in->edge[i]);
	}
	_measured(in, &m);
}

extern void garq_inner_drop(struct garq_inner *in, uint32_t cnt)
{
	if (!cnt)
		return;
	in->cnt -= cnt;
	GARQ_ACCESS(in->cnt);
	memmove(in->edge, in->edge + cnt, in->cnt * sizeof(*in->edge));
	_steps_from(in, 0, &(struct measure) { .key = NO_KEY });
}

extern uint32_t garq_inner_level(const struct garq_inner *in, uint32_t from,
				 uint32_t to, uint32_t level)
{
	/* unsigned: an overflow on the way is undone by later edges */
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
