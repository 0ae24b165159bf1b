/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_method.h - flexible requests, what becomes of them, and what a method is.
 *
 * The values that all files of this evaluation share. All times are multiples
 * of delta; intervals are half-open.
 */
#ifndef EVAL_LRH_METHOD_H
#define EVAL_LRH_METHOD_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "garq/nodeset.h"

/* A request: the paper's (numC, t_esr, t_lsr, t_e). */
struct flex_request {
	time_t come;		/* when it is asked for, <= t_lsr */
	time_t t_esr;
	time_t t_lsr;		/* >= t_esr; rigid: == t_esr */
	time_t t_e;		/* seconds, >= 1 */
	uint32_t num_cn;	/* 1 .. max_cn */
};

struct flex_work {
	struct flex_request *request;	/* by come */
	uint32_t cnt;
	uint32_t max_cn;
	uint32_t delta;		/* seconds */
	time_t begin;		/* of slot 0 */
	time_t from;		/* utilisation is measured in [from, to) */
	time_t to;
};

/* What became of a request. */
struct flex_fate {
	bool in;		/* accepted */
	time_t start;		/* if so */
	garq_set_t *nodes;	/* ... in the physical view; NULL: the method
				 * has counts alone. Owned */
};

struct flex_result {
	struct flex_fate *fate;	/* by request */
	uint32_t cnt;
	uint64_t moved;		/* starts that changed after they were given */
	uint64_t rebound;	/* bookings that got other nodes */
	uint64_t order[8];	/* accepted by each lrh_order_t */
	double seconds;		/* that the method took, all of it */
};

struct flex_method {
	const char *name;
	int (*run)(const struct flex_work *w, const struct flex_method *method,
		   struct flex_result *result);
	int rule;		/* what run makes of it */
	bool queues;		/* nobody is refused, and t_lsr is nothing to it */
};

#endif
