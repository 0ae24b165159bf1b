/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * events.c - a binary heap: see events.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/base/events.h"
#include "garq/grow.h"

static bool _sooner(const struct eval_event *a, const struct eval_event *b)
{
	if (a->t != b->t)
		return a->t < b->t;
	if (a->kind != b->kind)
		return a->kind < b->kind;
	return a->number < b->number;
}

extern int eval_events_push(struct eval_events *e,
			    const struct eval_event *event)
{
	uint32_t i;

	if (GARQ_GROW(e->heap, (size_t) e->cnt + 1, 256, &e->cap) < 0)
		return -1;
	for (i = e->cnt++; i && _sooner(event, &e->heap[(i - 1) / 2]);
	     i = (i - 1) / 2)
		e->heap[i] = e->heap[(i - 1) / 2];
	e->heap[i] = *event;
	return 0;
}

extern const struct eval_event *eval_events_first(const struct eval_events *e)
{
	return e->cnt ? &e->heap[0] : NULL;
}

extern struct eval_event eval_events_pop(struct eval_events *e)
{
	struct eval_event first = e->heap[0], last = e->heap[--e->cnt];
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
	return first;
}

extern void eval_events_free(struct eval_events *e)
{
	free(e->heap);
	memset(e, 0, sizeof(*e));
}
