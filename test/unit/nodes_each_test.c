/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes_each_test.c - tests of nodes_search.c: where an interval fails, and
 * which holders are in the way; one fact per assertion.
 */
#include <errno.h>
#include <stdlib.h>

#include "test/unit/nodes_fixture.h"
/* Shortage */

START_TEST(shortage)
{
	garq_nodes_t *n = three_nodes();
	garq_set_t *e = test_set(NODE_CNT, "0-2");
	time_t at = NONE;
	uint32_t missing = 77;

	ck_assert_int_eq(garq_nodes_shortage(n, e, 2, 20, 30, 0, &at, &missing),
			 0);
	ck_assert_int_eq(garq_nodes_shortage(n, e, 2, 20, 20, 0, &at, &missing),
			 0);
	ck_assert_int_eq(at, NONE);
	ck_assert_uint_eq(missing, 77);
	/* 2 is free until 30, 0 until 40 */
	ck_assert_int_eq(garq_nodes_shortage(n, e, 2, 20, 50, 0, &at, &missing),
			 1);
	ck_assert_int_eq(at, 30);
	ck_assert_uint_eq(missing, 1);
	ck_assert_int_eq(garq_nodes_shortage(n, e, 1, 20, 50, 0, &at, &missing),
			 1);
	ck_assert_int_eq(at, 40);
	ck_assert_uint_eq(missing, 1);
	/* more than exist: short from the first second on */
	ck_assert_int_eq(garq_nodes_shortage(n, e, 9, 10, 50, 0, &at, &missing),
			 1);
	ck_assert_int_eq(at, 10);
	ck_assert_uint_eq(missing, 8);
	ck_assert_int_eq(garq_nodes_shortage(n, e, 3, 0, 5, 0, &at, &missing),
			 1);
	ck_assert_int_eq(at, 0);
	ck_assert_uint_eq(missing, 2);
	ck_assert_int_eq(garq_nodes_shortage(n, e, 2, 0, 5, 1, &at, &missing),
			 0);
	garq_set_destroy(e);
	garq_nodes_destroy(n);
}
END_TEST

START_TEST(shortage_of_an_empty_set)
{
	garq_nodes_t *n = three_nodes();
	garq_set_t *e = garq_set_create(NODE_CNT);
	time_t at = NONE;
	uint32_t missing = 77;

	ck_assert_int_eq(garq_nodes_shortage(n, e, 2, 7, 9, 0, &at, &missing),
			 1);
	ck_assert_int_eq(at, 7);
	ck_assert_uint_eq(missing, 2);
	garq_set_destroy(e);
	garq_nodes_destroy(n);
}
END_TEST

/* Each */

struct seen {
	uint64_t id[16];
	uint32_t node[16];
	int cnt;
	int stop_after;
};

static bool _see(void *arg, uint64_t id, uint32_t node, time_t t_s,
		 time_t t_e)
{
	struct seen *seen = arg;

	ck_assert_int_lt(t_s, t_e);
	seen->id[seen->cnt] = id;
	seen->node[seen->cnt++] = node;
	return seen->cnt != seen->stop_after;
}

START_TEST(each_in_order)
{
	garq_nodes_t *n = three_nodes();
	garq_set_t *e = test_set(NODE_CNT, "0-2");
	struct seen seen = { .cnt = 0 };

	garq_nodes_each(n, e, 5, 40, 0, _see, &seen);
	ck_assert_int_eq(seen.cnt, 4);
	ck_assert_uint_eq(seen.id[0], 1);
	ck_assert_uint_eq(seen.id[1], 3);
	ck_assert_uint_eq(seen.id[2], 2);
	ck_assert_uint_eq(seen.id[3], 4);
	ck_assert_uint_eq(seen.node[3], 2);
	garq_set_destroy(e);
	garq_nodes_destroy(n);
}
END_TEST

START_TEST(each_is_half_open)
{
	garq_nodes_t *n = three_nodes();
	garq_set_t *e = test_set(NODE_CNT, "0-2");
	struct seen seen = { .cnt = 0 };

	garq_nodes_each(n, e, 20, 30, 0, _see, &seen);
	ck_assert_int_eq(seen.cnt, 1);
	ck_assert_uint_eq(seen.id[0], 2);
	garq_nodes_each(n, e, 15, 15, 0, _see, &seen);
	garq_nodes_each(n, e, 15, 12, 0, _see, &seen);
	ck_assert_int_eq(seen.cnt, 1);
	garq_set_destroy(e);
	garq_nodes_destroy(n);
}
END_TEST

START_TEST(each_looks_away_and_stops)
{
	garq_nodes_t *n = three_nodes();
	garq_set_t *e = test_set(NODE_CNT, "0-2");
	struct seen seen = { .stop_after = 2 };

	garq_nodes_each(n, e, 0, FOREVER, 1, _see, &seen);
	ck_assert_int_eq(seen.cnt, 2);
	ck_assert_uint_eq(seen.id[0], 3);
	ck_assert_uint_eq(seen.id[1], 2);
	garq_set_destroy(e);
	garq_nodes_destroy(n);
}
END_TEST

START_TEST(each_on_one_node)
{
	garq_nodes_t *n = three_nodes();
	struct seen seen = { .cnt = 0 };

	hold(n, 6, "0", 5, 60);	/* overlaps the others of node 0 */
	garq_nodes_each_on(n, 0, INT64_MIN, _see, &seen);
	ck_assert_int_eq(seen.cnt, 3);
	ck_assert_uint_eq(seen.id[0], 1);
	ck_assert_uint_eq(seen.id[1], 6);
	ck_assert_uint_eq(seen.id[2], 5);
	ck_assert_uint_eq(seen.node[2], 0);
	garq_nodes_destroy(n);
}
END_TEST

START_TEST(each_on_leaves_out_what_has_ended)
{
	garq_nodes_t *n = three_nodes();
	struct seen seen = { .cnt = 0 };

	hold(n, 6, "0", 5, 60);
	hold(n, 7, "0", 10, 15);
	garq_nodes_each_on(n, 0, 19, _see, &seen);
	ck_assert_int_eq(seen.cnt, 3);
	ck_assert_uint_eq(seen.id[0], 1);
	ck_assert_uint_eq(seen.id[1], 6);
	ck_assert_uint_eq(seen.id[2], 5);
	seen.cnt = 0;
	garq_nodes_each_on(n, 0, 20, _see, &seen);
	ck_assert_int_eq(seen.cnt, 2);
	ck_assert_uint_eq(seen.id[0], 6);
	seen.cnt = 0;
	garq_nodes_each_on(n, 0, 60, _see, &seen);
	garq_nodes_each_on(n, 3, 0, _see, &seen);
	garq_nodes_each_on(n, NODE_CNT, 0, _see, &seen);
	garq_nodes_each_on(n, UINT32_MAX, 0, _see, &seen);
	ck_assert_int_eq(seen.cnt, 0);
	garq_nodes_destroy(n);
}
END_TEST

START_TEST(each_on_stops)
{
	garq_nodes_t *n = three_nodes();
	struct seen seen = { .stop_after = 1 };

	garq_nodes_each_on(n, 0, 0, _see, &seen);
	ck_assert_int_eq(seen.cnt, 1);
	ck_assert_uint_eq(seen.id[0], 1);
	garq_nodes_destroy(n);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("nodes_each");
	TCase *tc = test_case(s, "who", 0);

	tcase_add_test(tc, shortage);
	tcase_add_test(tc, shortage_of_an_empty_set);
	tcase_add_test(tc, each_in_order);
	tcase_add_test(tc, each_is_half_open);
	tcase_add_test(tc, each_looks_away_and_stops);
	tcase_add_test(tc, each_on_one_node);
	tcase_add_test(tc, each_on_leaves_out_what_has_ended);
	tcase_add_test(tc, each_on_stops);
	return test_run(s);
}
