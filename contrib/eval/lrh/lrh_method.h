/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_method.h - flexible requests, their results, and what a method is.
 *
 * The values that all files of this evaluation share. All times are multiples
 * of delta; intervals are half-open.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "garq/nodeset.h"

/* A request: the paper's (numC, t_esr, t_lsr, t_e). */
struct flex_request {
	time_t come;		/* time of asking, <= t_lsr */
	time_t t_esr;
	time_t t_lsr;		/* >= t_esr; rigid: == t_esr */
	time_t t_e;		/* seconds, >= 1 */
	uint32_t num_cn;	/* 1 .. max_cn */
};

struct flex_work {
	struct flex_request *request;	/* in order of come */
	uint32_t cnt;
	uint32_t max_cn;
	uint32_t delta;		/* seconds */
	time_t begin;		/* begin of slot 0 */
	time_t from;		/* utilisation is measured in [from, to) */
	time_t to;
	/* limits of LRH's plans (lrh/lrh.h); 0: none */
	uint32_t moves;
	uint64_t budget;
	uint64_t limit;
};

/* The result for a request. */
struct flex_fate {
	bool in;		/* accepted */
	time_t start;		/* if accepted */
	garq_set_t *nodes;	/* ... in the physical view. A method that has
				 * counts alone leaves NULL. Owned */
};

struct flex_result {
	struct flex_fate *fate;	/* by number of the request */
	uint32_t cnt;
	uint64_t moved;		/* starts that changed after they were given */
	uint64_t rebound;	/* bookings that got other nodes */
	uint64_t order[8];	/* number accepted by each lrh_order_t */
	double seconds;		/* total run time of the method */
};

struct flex_method;

/*
 * Give the requests their results, of which the fates are there and all 0.
 * RET 0; or -1 with errno ENOMEM, or EPROTO if the method contradicts itself
 */
typedef int flex_run_fn(const struct flex_work *w,
			const struct flex_method *method,
			struct flex_result *result);

struct flex_method {
	const char *name;
	flex_run_fn *run;
	int rule;		/* parameter of run */
	bool queues;		/* no request is refused, t_lsr is ignored */
};
