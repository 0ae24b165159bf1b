/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * edges.c - the seconds at which the number of reserved nodes changes.
 *
 * Invariants:
 *  1. edge[0 .. cnt-1] are in strictly rising order of t; cnt <= cap.
 *  2. No edge has both up and down 0.
 * The owner of the edges verifies them (garq_check()), as it knows between
 * which seconds they have to lie.
 */
#include <stdlib.h>
#include <string.h>

#include "garq/access.h"
#include "garq/edges.h"
#include "garq/grow.h"

/* Most slots hold an edge or two. */
#define EDGES_FIRST 2

extern int garq_edges_reserve(struct garq_edges *es, uint32_t cnt)
{
	size_t cap = es->cap;

	if (GARQ_GROW(es->edge, cnt, EDGES_FIRST, &cap) < 0)
		return -1;
	es->cap = (uint32_t) cap;
	return 0;
}

extern void garq_edges_free(struct garq_edges *es)
{
	free(es->edge);
	*es = (struct garq_edges) { 0 };
}

extern uint32_t garq_edges_find(const struct garq_edges *es, time_t t)
{
	uint32_t lo = 0, hi = es->cnt;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		GARQ_ACCESS(1);
		if (es->edge[mid].t < t)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

extern void garq_edges_add(struct garq_edges *es, time_t t, uint32_t up,
			   uint32_t down)
{
	uint32_t i = garq_edges_find(es, t);
	struct garq_edge *e = es->edge + i;

	GARQ_ACCESS(1);
	if ((i == es->cnt) || (e->t != t)) {
		GARQ_ACCESS(es->cnt - i);
		memmove(e + 1, e, (es->cnt - i) * sizeof(*e));
		*e = (struct garq_edge) { .t = t };
		es->cnt++;
	}
	e->up += up;
	e->down += down;
}

extern void garq_edges_sub(struct garq_edges *es, time_t t, uint32_t up,
			   uint32_t down)
{
	uint32_t i = garq_edges_find(es, t);
	struct garq_edge *e = es->edge + i;

	GARQ_ACCESS(1);
	e->up -= up;
	e->down -= down;
	if (!e->up && !e->down) {
		es->cnt--;
		GARQ_ACCESS(es->cnt - i);
		memmove(e, e + 1, (es->cnt - i) * sizeof(*e));
	}
}

extern void garq_edges_drop(struct garq_edges *es, uint32_t cnt)
{
	if (!cnt)
		return;
	es->cnt -= cnt;
	GARQ_ACCESS(es->cnt);
	memmove(es->edge, es->edge + cnt, es->cnt * sizeof(*es->edge));
}

extern uint32_t garq_edges_level(const struct garq_edges *es, uint32_t from,
				 uint32_t to, uint32_t level)
{
	GARQ_ACCESS(to - from);
	/* unsigned: an overflow on the way is undone by later edges */
	for (uint32_t i = from; i < to; i++)
		level += es->edge[i].up - es->edge[i].down;
	return level;
}

extern uint32_t garq_edges_peak(const struct garq_edges *es, uint32_t level,
				time_t t_s, time_t t_e)
{
	uint32_t i, peak;

	for (i = 0; (i < es->cnt) && (es->edge[i].t <= t_s); i++)
		level += es->edge[i].up - es->edge[i].down;
	peak = level;
	for (; (i < es->cnt) && (es->edge[i].t < t_e); i++) {
		level += es->edge[i].up - es->edge[i].down;
		if (level > peak)
			peak = level;
	}
	GARQ_ACCESS(i);
	return peak;
}

extern int garq_edges_append(struct garq_edges *es, time_t t, uint32_t up,
			     uint32_t down)
{
	if (garq_edges_reserve(es, es->cnt + 1) < 0)
		return -1;
	es->edge[es->cnt++] = (struct garq_edge) {
		.t = t, .up = up, .down = down,
	};
	return 0;
}

static int _cmp_edge(const void *a, const void *b)
{
	const struct garq_edge *x = a, *y = b;

	return (x->t > y->t) - (x->t < y->t);
}

extern void garq_edges_sort(struct garq_edges *es)
{
	uint32_t to = 0;

	if (!es->cnt)
		return;
	qsort(es->edge, es->cnt, sizeof(*es->edge), _cmp_edge);
	for (uint32_t i = 1; i < es->cnt; i++) {
		if (es->edge[i].t != es->edge[to].t) {
			es->edge[++to] = es->edge[i];
			continue;
		}
		es->edge[to].up += es->edge[i].up;
		es->edge[to].down += es->edge[i].down;
	}
	es->cnt = to + 1;
}
