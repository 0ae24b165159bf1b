/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_plan_world.h - a small machine with bookings that shift, and the paper's
 * algorithm as it is written there: all that has not started is taken out and
 * placed again, second by second.
 */
#ifndef LRH_PLAN_WORLD_H
#define LRH_PLAN_WORLD_H

#include "lrh/lrh_private.h"
#include "test/unit/test_util.h"

#define PLAN_SECONDS 120	/* all that happens is before */
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

/* Where the paper's algorithm has one. */
struct plan_lie {
	const struct lrh_booking *b;	/* NULL: the request */
	time_t from;
	time_t to;
	time_t start;
	uint32_t share[GARQ_POOLS_MAX];	/* by lrh_pool() */
	time_t t_e;
	const garq_set_t *pinned;	/* to these; or NULL */
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

/* Both views, and what is known. Ends the test if something is broken */
extern void plan_world_check(const struct plan_world *w);

/* Some nodes, at least one, of all; owned by the caller. */
extern garq_set_t *plan_world_some(const struct plan_world *w, rng_t *r);

/* Any request; eligible is the caller's. */
extern lrh_request_t plan_world_request(struct plan_world *w, rng_t *r);

/*
 * Someone else holds free nodes for some time; in a hard world also later, and
 * also nodes that are not free.
 */
extern void plan_world_hold(struct plan_world *w, rng_t *r);

/* One known, at random; NULL: there is none. */
extern const struct lrh_booking *plan_world_any(const struct plan_world *w,
						rng_t *r);

extern void plan_world_advance(struct plan_world *w, time_t by);

/* The paper's algorithm; rq NULL: only those known. */
extern void plan_oracle(const struct plan_world *w, const lrh_request_t *rq,
			struct plan_oracle *ret);

/* All that is known, to compare: of each its start, nodes, place in order. */
extern uint64_t plan_world_sum(const struct plan_world *w);

#endif
