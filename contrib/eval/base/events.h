/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * events.h - future events, the soonest first: a heap.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct eval_event {
	time_t t;
	int kind;		/* at one second, lower kinds come first */
	uint32_t number;	/* of the job or request; breaks further ties */
};

/* All zero: empty. */
struct eval_events {
	struct eval_event *heap;
	uint32_t cnt;
	size_t cap;
};

/* RET 0, or -1 with errno ENOMEM */
extern int eval_events_push(struct eval_events *e,
			    const struct eval_event *event);

/* RET the first event, until the next change; or NULL if there are none */
extern const struct eval_event *eval_events_first(const struct eval_events *e);

/* Remove and return the first event; the heap is not empty. */
extern struct eval_event eval_events_pop(struct eval_events *e);

extern void eval_events_free(struct eval_events *e);
