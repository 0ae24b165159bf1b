/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_world.h - worlds for the tests of the search: by hand, and random ones with
 * requests for them.
 */
#pragma once

#include "srl/search.h"
#include "test/unit/test_util.h"

#define WORLD_LANES 64
#define WORLD_RUNS 8
#define WORLD_POOLS 16
#define WORLD_STEPS 8
#define WORLD_UNIONS 2
#define WORLD_NODES 4
#define WORLD_LICENSES 2

/* The storage of a small world. */
struct test_world {
	srl_world_t world;
	srl_pool_t pools[WORLD_POOLS];
	srl_step_t steps[WORLD_POOLS][WORLD_STEPS];
	uint32_t in[WORLD_POOLS][WORLD_UNIONS];
	srl_resource_t resources[WORLD_POOLS];
	srl_lane_t lanes[WORLD_LANES];
	srl_run_t runs[WORLD_LANES][WORLD_RUNS];
	srl_take_t also[WORLD_LANES][WORLD_LICENSES + 1];
	srl_nodes_t nodes[WORLD_NODES];
	srl_span_t free[WORLD_NODES][3];
	uint32_t nodes_in[WORLD_NODES][WORLD_POOLS];
};

extern void world_init(struct test_world *w);

/*
 * A resource with a pool of its own, of which `free` is free for ever; free < 0:
 * a pool that is not known. RET its number
 */
extern uint32_t world_resource(struct test_world *w, const char *name,
			       const char *site, int64_t free);

/* A link between two sites, without a limit. RET its number */
extern uint32_t world_link(struct test_world *w, const char *name,
			   const char *a, const char *b);

/* A lane without a run yet. RET its number */
extern uint32_t world_lane(struct test_world *w, uint32_t part,
			   uint32_t resource, int64_t amount, double bandwidth);

extern void world_run(struct test_world *w, uint32_t lane, int64_t first,
		      int64_t last, double cost);

/* A pool without resources. RET its number */
extern uint32_t world_license(struct test_world *w, int64_t free);

/* The lane takes of a further pool, of a larger number than those before. */
extern void world_also(struct test_world *w, uint32_t lane, uint32_t pool,
		       int64_t amount);

/* A random request of few parts in a few seconds, as text. */
extern void random_request(rng_t *rng, char *text, size_t size);

/* A random world for it. */
extern void random_world(rng_t *rng, const srl_t *srl, struct test_world *w);

/*
 * The same request and world at another moment: each time is `by` seconds later. No plan
 * gets another value.
 */
extern void move_in_time(srl_t *srl, struct test_world *w, int64_t by);

/* The same where each run costs more. No plan gets another value. */
extern void raise_costs(srl_t *srl, struct test_world *w, double by);

/*
 * The best of all plans, second by second, and how many plans are right. RET
 * false if there is none
 */
extern bool best_by_force(const srl_t *srl, const srl_world_t *world,
			  const srl_range_t *ranges, double *ret_value,
			  uint64_t *ret_right);

/*
 * Assert the rule of srl_progress_t, and that the verdict agrees with it.
 *
 * best - of all plans, or SRL_NO_VALUE
 * text - of the request, for the message
 */
extern void assert_gap(const srl_answer_t *answer, double best,
		       const char *text);
