/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_model.h - a naive model of garq_t: the number of reserved nodes at each
 * second, in an array.
 */
#pragma once

#include "garq/garq.h"
#include "test/unit/test_util.h"

#define FOREVER GARQ_FOREVER

#define ID_CNT 64
#define SECONDS_MAX 9000

struct booked {
	bool used;
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

/* Second t is usage[t - base]; from base + seconds on nothing changes. */
struct model {
	uint32_t max_cn;
	uint32_t delta;
	time_t horizon;
	time_t base;
	time_t seconds;
	time_t now;
	uint32_t usage[SECONDS_MAX];
	uint32_t usage_after;
	struct booked booked[ID_CNT];
};

/* The first second that is not in the array. */
extern time_t model_end(const struct model *m);

/* 0 before now */
extern uint32_t model_usage(const struct model *m, time_t t);

/* The largest usage at any second of [t_s, t_e). */
extern uint32_t model_peak(const struct model *m, time_t t_s, time_t t_e);

/*
 * As garq.h says of the function of that name, for booked[slot]: an answer, 0,
 * or -errno.
 */
extern int model_search(const struct model *m, time_t t_s, time_t t_e,
			uint32_t num_cn);
extern int model_add(struct model *m, int slot, time_t t_s, time_t t_e,
		     uint32_t num_cn);
extern int model_delete(struct model *m, int slot);

extern int model_suggest(const struct model *m, time_t t_s, time_t t_e,
			 uint32_t num_cn, time_t max_limit, time_t *ret_start);
extern void model_advance(struct model *m, time_t now);

/* Random questions */

struct interval {
	time_t t_s;
	time_t t_e;
};

/* Any interval, illegal ones as well. */
extern struct interval some_interval(rng_t *r, const struct model *m);

/* An interval to hold: past the model's last second, only FOREVER ends one. */
extern struct interval some_fitting(rng_t *r, const struct model *m);

/* A number of nodes: mostly few; also 0, and more than there are. */
extern uint32_t some_cn(rng_t *r, const struct model *m);
