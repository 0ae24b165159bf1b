/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes_fixture.h - a few node intervals to state facts of.
 */
#pragma once

#include "garq/garq.h"
#include "garq/nodes.h"
#include "test/unit/test_util.h"

#define FOREVER GARQ_FOREVER
#define NODE_CNT 8
#define NONE (-77)	/* no time in the tests */

/* Hold the nodes of a list such as "0,3-5"; asserts all invariants. */
extern void hold_as(garq_nodes_t *n, uint64_t id, uint64_t group,
		    const char *list, time_t t_s, time_t t_e);

/* As hold_as(), with the id as the group. */
extern void hold(garq_nodes_t *n, uint64_t id, const char *list, time_t t_s,
		 time_t t_e);

/*
 *	      0    10   20   30   40   50
 *	0     |=========|         |====
 *	1          |=========|
 *	2     |====|         |====|
 *
 * RET garq_nodes_destroy()
 */
extern garq_nodes_t *three_nodes(void);
