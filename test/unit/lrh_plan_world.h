/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_plan_world.h - a small machine with bookings that shift, and the paper's
 * algorithm as it is written there: all bookings that have not started are
 * taken out and placed again, second by second.
 */
#pragma once

#include "lrh/lrh_private.h"
#include "test/unit/test_util.h"

#define PLAN_SECONDS 120	/* all events happen before */
#define PLAN_NODES 12
#define PLAN_BOOKINGS 40

struct plan_world {
	garq_machine_t *m;
	lrh_t *l;
	uint32_t nodes;
	uint32_t pool_of[PLAN_NODES];
	time_t now;
	uint64_t next_id;
	bool hard;		/* pinned ones, and what begins later: there the
				 * counts don't say all */
	lrh_options_t options;
};

/* The place of a booking in the paper's algorithm. */
struct plan_lie {
	const struct lrh_booking *b;	/* NULL: the request */
	time_t from;
	time_t to;
	time_t start;
	uint32_t share[GARQ_POOLS_MAX];	/* by lrh_pool() */
	time_t t_e;
	const garq_set_t *pinned;	/* nodes, if it is pinned; or NULL */
};

struct plan_oracle {
	struct plan_lie lie[PLAN_BOOKINGS + 1];
	size_t cnt;
	bool fits;
	uint64_t blocked;
};

extern void plan_world_init(struct plan_world *w, rng_t *r, bool hard);
extern void plan_world_empty(struct plan_world *w, uint32_t nodes,
			     const uint32_t *pool_of, uint32_t delta);
extern void plan_world_free(struct plan_world *w);

/* Check both views and the bookings. Ends the test if something is broken */
extern void plan_world_check(const struct plan_world *w);

/* A random set with at least one node; owned by the caller. */
extern garq_set_t *plan_world_some(const struct plan_world *w, rng_t *r);

/* A random request; the caller owns eligible. */
extern lrh_request_t plan_world_request(struct plan_world *w, rng_t *r);

/*
 * Add a holder of free nodes for some time; in a hard world it may start later,
 * and take nodes that are not free.
 */
extern void plan_world_hold(struct plan_world *w, rng_t *r);

/* A random known booking; NULL if there is none. */
extern const struct lrh_booking *plan_world_any(const struct plan_world *w,
						rng_t *r);

extern void plan_world_advance(struct plan_world *w, time_t by);

/* Run the paper's algorithm; rq NULL: on known bookings only. */
extern void plan_oracle(const struct plan_world *w, const lrh_request_t *rq,
			struct plan_oracle *ret);

/* Two plans say the same, but for their steps. */
extern void plan_world_same(const lrh_plan_t *a, const lrh_plan_t *b);

/* A checksum of all known bookings: start, nodes, place in the order. */
extern uint64_t plan_world_sum(const struct plan_world *w);
