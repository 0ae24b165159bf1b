/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes_fixture.c - a few node intervals to state facts of.
 */
#include "test/unit/nodes_fixture.h"

extern void hold_as(garq_nodes_t *n, uint64_t id, uint64_t group,
		    const char *list, time_t t_s, time_t t_e)
{
	garq_set_t *set = test_set(NODE_CNT, list);

	ck_assert_int_eq(garq_nodes_hold(n, id, group, set, t_s, t_e), 0);
	assert_intact(garq_nodes_check, n);
	garq_set_destroy(set);
}

extern void hold(garq_nodes_t *n, uint64_t id, const char *list, time_t t_s,
		 time_t t_e)
{
	hold_as(n, id, id, list, t_s, t_e);
}

extern garq_nodes_t *three_nodes(void)
{
	garq_nodes_t *n = garq_nodes_create(NODE_CNT);

	hold(n, 1, "0", 0, 20);
	hold(n, 2, "1", 10, 30);
	hold(n, 3, "2", 0, 10);
	hold(n, 4, "2", 30, 40);
	hold(n, 5, "0", 40, 50);
	return n;
}
