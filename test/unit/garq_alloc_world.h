/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_alloc_world.h - worlds in which memory is to run out: each is one of the
 * core's objects, empty or so full that the next change needs memory.
 */
#pragma once

#include "garq/machine.h"
#include "test/unit/fail_alloc.h"
#include "test/unit/test_util.h"

#define FOREVER GARQ_FOREVER
#define NOW ((time_t) 1000)
#define NODE_CNT 6

/* Two pools; held nodes are in both. */
extern const uint32_t pool_of[NODE_CNT];

struct world {
	garq_t *g;
	garq_nodes_t *n;
	garq_machine_t *m;
	garq_set_t *all;
	garq_set_t *some;
	garq_set_t *made;
	garq_answer_t answer;
	time_t start;
	uint32_t missing;
};

/* Make one of w, which is all 0; RET world_free() */
extern void world_nothing(struct world *w);	/* the sets alone */
extern void world_garq(struct world *w);
extern void world_full_garq(struct world *w);
extern void world_nodes(struct world *w);
extern void world_full_nodes(struct world *w);	/* 0..11 */
extern void world_machine(struct world *w);
extern void world_full_machine(struct world *w);	/* 0..11 */
extern void world_free(struct world *w);

/* Use up the pool's rest: the next edges need new memory. */
extern void world_drain(const garq_t *counts);

/* The state of a world: one number that differs if an answer differs. */
extern uint64_t world_look(const struct world *w);

/* Assert all invariants of a world. */
extern void assert_world_intact(const struct world *w);
