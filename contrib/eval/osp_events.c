/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_events.c - a binary heap: see osp_events.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/osp_events.h"
#include "garq/grow.h"

static bool _sooner(const struct sim_event *a, const struct sim_event *b)
{
	if (a->t != b->t)
		return a->t < b->t;
	if (a->kind != b->kind)
		return a->kind < b->kind;
	return a->job < b->job;
}

extern int sim_events_push(struct sim_events *e, time_t t,
			   enum sim_event_kind kind, uint32_t job)
{
	struct sim_event event = { t, kind, job };
	uint32_t i;

	if (GARQ_GROW(e->heap, (size_t) e->cnt + 1, 256, &e->cap) < 0)
		return -1;
	for (i = e->cnt++; i && _sooner(&event, &e->heap[(i - 1) / 2]);
	     i = (i - 1) / 2)
		e->heap[i] = e->heap[(i - 1) / 2];
	e->heap[i] = event;
	return 0;
}

extern bool sim_events_first(const struct sim_events *e,
			     struct sim_event *ret_event)
{
	if (!e->cnt)
		return false;
	*ret_event = e->heap[0];
	return true;
}

extern void sim_events_pop(struct sim_events *e)
{
	struct sim_event last = e->heap[--e->cnt];
	uint32_t i = 0, child;

	while ((child = 2 * i + 1) < e->cnt) {
		if ((child + 1 < e->cnt) &&
		    _sooner(&e->heap[child + 1], &e->heap[child]))
			child++;
		if (!_sooner(&e->heap[child], &last))
			break;
		e->heap[i] = e->heap[child];
		i = child;
	}
	e->heap[i] = last;
}

extern void sim_events_free(struct sim_events *e)
{
	free(e->heap);
	memset(e, 0, sizeof(*e));
}
