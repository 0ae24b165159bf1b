/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_events.h - future events, the soonest first: a heap. At one second, ends
 * come before begins.
 */
#ifndef EVAL_OSP_EVENTS_H
#define EVAL_OSP_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum sim_event_kind {
	SIM_RUN_END,		/* a job ends before its reservation does */
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

/* RET false if there are none; ties by kind, then by number of the job */
extern bool sim_events_first(const struct sim_events *e,
			     struct sim_event *ret_event);

/* Remove the first event; the heap is not empty. */
extern void sim_events_pop(struct sim_events *e);

extern void sim_events_free(struct sim_events *e);

#endif
