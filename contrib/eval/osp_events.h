/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_events.h - what is going to happen, the soonest first: a heap. At one
 * second, what ends comes before what begins.
 */
#ifndef EVAL_OSP_EVENTS_H
#define EVAL_OSP_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum sim_event_kind {
	SIM_RUN_END,		/* a job in a reservation ends before that */
	SIM_HOLD_END,		/* nodes are free again */
	SIM_BEGIN		/* a reservation begins */
};

struct sim_event {
	time_t t;
	enum sim_event_kind kind;
	uint32_t job;
};

struct sim_events {
	struct sim_event *heap;
	uint32_t cnt;
	size_t cap;
};

/* RET 0, or -1 with errno ENOMEM */
extern int sim_events_push(struct sim_events *e, time_t t,
			   enum sim_event_kind kind, uint32_t job);

/* RET false if there is none; ties by kind, then by number of the job */
extern bool sim_events_first(const struct sim_events *e,
			     struct sim_event *ret_event);

/* Take the first one away; there is one. */
extern void sim_events_pop(struct sim_events *e);

extern void sim_events_free(struct sim_events *e);

#endif
