/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine_model.h - a naive model of a machine: the holders of each node at
 * each second, in a matrix. Also random questions for both machines.
 */
#pragma once

#include "garq/machine.h"
#include "test/unit/test_util.h"

#define FOREVER GARQ_FOREVER

#define SECONDS 200
#define NODES_MAX 140
#define ID_CNT 40
#define PARTS_MAX 6
#define GROUP_CNT 6
#define POOLS_MAX GARQ_POOLS_MAX

/* Group ids by number; the first is GARQ_NO_GROUP, no holder takes the last. */
extern const uint64_t group_of[GROUP_CNT];

struct model_part {
	bool node[NODES_MAX];
	time_t t_s;
	time_t t_e;
};

struct model_holder {
	int group;
	int part_cnt;
	struct model_part part[PARTS_MAX];
};

/*
 * held[i][t - base][group] holders have node i at second t; [SECONDS] is every
 * second from base + SECONDS on.
 */
struct model {
	uint32_t node_cnt;
	uint32_t pool_of[NODES_MAX];
	time_t base;
	time_t now;
	uint8_t held[NODES_MAX][SECONDS + 1][GROUP_CNT];
	struct model_holder holder[ID_CNT];
};

static inline time_t model_end(const struct model *m)
{
	return m->base + SECONDS;
}

/* The column of second t >= base. */
static inline time_t model_column(const struct model *m, time_t t)
{
	return test_min(t, model_end(m)) - m->base;
}

/* An empty model with all nodes in one pool. */
extern void model_init(struct model *m, uint32_t node_cnt, time_t base);

/* Does another group hold the node at t? */
extern bool model_busy(const struct model *m, uint32_t node, time_t t,
		       int group);

/* Is the node free of other groups in [t_s, t_e)? Yes if that is empty. */
extern bool model_free(const struct model *m, uint32_t node, time_t t_s,
		       time_t t_e, int group);

/* 0 or -EINVAL; 1 if there is no room for another part, and nothing is done */
extern int model_hold(struct model *m, int who, int group,
		      const garq_set_t *set, time_t t_s, time_t t_e);

/* 0 or -ENOENT */
extern int model_release(struct model *m, int who);

/* The first feasible start of all. base <= from. 1 or 0 */
extern int model_earliest(const struct model *m, const garq_set_t *eligible,
			  uint32_t num_cn, time_t duration, time_t from,
			  time_t latest, int group, time_t *ret_start);

/* 1 or 0 */
extern int model_shortage(const struct model *m, const garq_set_t *eligible,
			  uint32_t num_cn, time_t t_s, time_t t_e, int group,
			  time_t *ret_at, uint32_t *ret_missing);

/* As machine.h says. free of the answer is not set. 0 or -EINVAL */
extern int model_place(const struct model *m, const garq_request_t *rq,
		       int group, garq_answer_t *a);

/* Random questions */

struct interval {
	time_t t_s;
	time_t t_e;
};

/* Has each node with probability 1 / one_in; sometimes the wrong size. */
extern garq_set_t *some_set(rng_t *r, const struct model *m, uint64_t one_in);

/* Any interval, illegal ones as well. */
extern struct interval some_interval(rng_t *r, const struct model *m);

/* An interval to hold: past the model's last second, only FOREVER ends one. */
extern struct interval some_fitting(rng_t *r, const struct model *m);

extern uint32_t some_cn(rng_t *r, const struct model *m);

/* A hold: its group is mostly legal, sometimes another one. */
struct some_hold {
	int who;
	int group;
	struct interval iv;
	garq_set_t *set;	/* garq_set_destroy() */
};

extern struct some_hold some_hold(rng_t *r, const struct model *m);

extern int some_group(rng_t *r);
extern time_t some_duration(rng_t *r);

/* t + duration, or FOREVER if that is less. */
extern time_t model_end_of(time_t t, time_t duration);
