/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * order.h - which part is held first, and what follows where parts of ours are in each
 * other's way. For sresv co book and rebook.
 *
 * A cluster gives a part any nodes that it can have, maybe nodes that another part of ours
 * needs: the tightest part goes first, and leaves the others all the rest. Where pools
 * cross each other that is not enough. Then one is refused beside another of ours, though
 * the plan has nodes for both. So all is dropped, probed again without holds, and held on
 * nodes that are named (planner_name_nodes()); the part that was refused goes first.
 */
#pragma once

#include "contrib/sresv/co/book/commit.h"
#include "contrib/sresv/co/plan/planner.h"

#define ORDER_FRESH 2		/* tries for that reason */

/* All zero at the begin. */
typedef struct {
	int64_t refused[SRL_PARTS_MAX];	/* how often each part was, beside others */
	int fresh;
	bool again;		/* the last denial asks for another try */
} order_t;

/*
 * Places were denied.
 *
 * parts - cnt numbers of parts, with their places, and whether each was denied
 * RET all is to be dropped and tried again, as above
 */
extern bool order_denied(order_t *o, planner_t *planner, const uint32_t *parts,
			 const planner_place_t *places, uint32_t cnt,
			 const bool *denied);

/* What is to be held, in the order of the names: parts and places as above. */
extern void order_places(const order_t *o, const srl_t *srl,
			 const uint32_t *parts, const planner_place_t *places,
			 uint32_t cnt, commit_place_t *ret);

/*
 * Put the part that ends last first: its name has number 1. A recovery without a journal
 * takes it that all were dropped, where this part is gone.
 */
extern void order_number(uint32_t *parts, planner_place_t *places,
			 uint32_t cnt);
