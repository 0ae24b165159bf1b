/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_bind_world.h - a small machine with bookings, and a table of each node's
 * holder at each second, to verify answers of the binder.
 *
 * Seconds of the world are stretched by scale in the machine.
 */
#pragma once

#include "lrh/bind.h"
#include "test/unit/test_util.h"

#define WORLD_SECONDS 60
#define WORLD_NODES 16
#define WORLD_ITEMS 64
#define WORLD_LIES 8

/* Contents of a world. */
struct world_kind {
	uint32_t nodes;		/* maximum */
	int bookings;		/* bookings tried */
	int lies;		/* maximum */
	bool later;		/* what is pinned, what begins later; classes that
				 * do not have all nodes of a pool */
};

struct world {
	garq_machine_t *m;
	lrh_t *l;
	uint32_t nodes;
	uint32_t pool_of[WORLD_NODES];
	uint32_t pools;
	time_t scale;
	time_t now;			/* now of the world */
	uint64_t next_id;
	/* the holder of each node at each second; 0: none. Each second alone */
	uint64_t held[WORLD_NODES][WORLD_SECONDS];
	bool later;
	uint64_t away;
	uint32_t share[WORLD_LIES][GARQ_POOLS_MAX];
	struct lrh_class *class[WORLD_LIES];	/* classes of new bookings */
	struct lrh_binding b;
	lrh_options_t options;
};

extern void world_init(struct world *w, rng_t *r,
		       const struct world_kind *kind);
extern void world_free(struct world *w);

/* An empty world: nodes with equal pool_of are a pool. */
extern void world_empty(struct world *w, uint32_t nodes,
			const uint32_t *pool_of, time_t scale, time_t now);

/* Add a fixed holder: a job, or a node that is down. */
extern uint64_t world_hold(struct world *w, const garq_set_t *nodes, time_t t_s,
			   time_t t_e);

/* Add a booking. */
extern uint64_t world_book(struct world *w, const garq_set_t *eligible,
			   const garq_set_t *nodes, time_t t_s, time_t t_e,
			   bool pinned);

/*
 * Ask for a new booking, or for a known one (id) at another time. IN share - by
 * position in the class; NULL: pinned
 */
extern struct lrh_lie *world_lie(struct world *w, uint64_t id,
				 const garq_set_t *eligible,
				 const uint32_t *share, time_t t_s, time_t t_e);

/* Ask for random bookings that the counts allow. RET how many */
extern int world_ask(struct world *w, rng_t *r, const struct world_kind *kind);

/* Is this one of the bookings that were asked for? */
extern bool world_asked(const struct world *w, uint64_t id);

/*
 * Verify the answer, including bookings that changed nodes. Ends the test if it
 * is wrong.
 */
extern void world_verify(const struct world *w);

/* Is there any valid answer? Exhaustive search. */
extern bool world_has_way(const struct world *w);
