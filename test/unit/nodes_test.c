/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes_test.c - tests of holders.c, nodes_search.c and calendar.c: one fact
 * per assertion.
 */
#include <errno.h>
#include <stdlib.h>

#include "test/unit/nodes_earliest.h"
#include "test/unit/nodes_fixture.h"

static void _assert_free(const garq_nodes_t *n, const char *eligible,
			 time_t t_s, time_t t_e, uint64_t group,
			 const char *want)
{
	garq_set_t *e = test_set(NODE_CNT, eligible);
	garq_set_t *w = test_set(NODE_CNT, want);
	garq_set_t *f = test_set(NODE_CNT, "0-7");

	ck_assert_uint_eq(garq_nodes_free(n, e, t_s, t_e, group, f),
			  garq_set_count(w));
	ck_assert(test_set_equal(f, w));
	ck_assert_uint_eq(garq_nodes_free(n, e, t_s, t_e, group, NULL),
			  garq_set_count(w));
	/* the result may overwrite the argument */
	garq_nodes_free(n, e, t_s, t_e, group, e);
	ck_assert(test_set_equal(e, w));
	garq_set_destroy(e);
	garq_set_destroy(w);
	garq_set_destroy(f);
}

/* The start, or NONE */
static time_t _earliest(garq_nodes_t *n, const char *eligible,
			uint32_t num_cn, time_t duration, time_t from,
			time_t latest, uint64_t group)
{
	garq_set_t *e = test_set(NODE_CNT, eligible);
	time_t start = NONE;
	int rc = nodes_earliest(n, e, num_cn, duration, from, latest,
				     group, &start);

	garq_set_destroy(e);
	ck_assert_int_eq(rc, start != NONE);
	return start;
}

/* Create, destroy */

START_TEST(create)
{
	garq_nodes_t *n = garq_nodes_create(NODE_CNT);

	ck_assert_uint_eq(garq_nodes_size(n), NODE_CNT);
	assert_intact(garq_nodes_check, n);
	_assert_free(n, "0-7", 0, FOREVER, GARQ_NO_GROUP, "0-7");
	garq_nodes_destroy(n);
	errno = 0;
	ck_assert_ptr_null(garq_nodes_create(0));
	ck_assert_int_eq(errno, EINVAL);
	garq_nodes_destroy(NULL);
}
END_TEST

/* Hold and release */

static const struct {
	const char *what;
	uint32_t size;
	const char *list;
	uint64_t group;
	time_t t_s;
	time_t t_e;
} bad_hold[] = {
	{ "empty interval", NODE_CNT, "0", 1, 10, 10 },
	{ "reversed", NODE_CNT, "0", 1, 10, 9 },
	{ "past forever", NODE_CNT, "0", 1, 10, FOREVER + 1 },
	{ "no node", NODE_CNT, "", 1, 10, 20 },
	{ "smaller set", NODE_CNT - 1, "0", 1, 10, 20 },
	{ "larger set", NODE_CNT + 1, "0", 1, 10, 20 },
	{ "no group", NODE_CNT, "0", GARQ_NO_GROUP, 10, 20 },
	{ "another group", NODE_CNT, "0", 2, 10, 20 },
};

START_TEST(hold_refuses)
{
	garq_nodes_t *n = garq_nodes_create(NODE_CNT);
	garq_set_t *set = test_set(bad_hold[_i].size, bad_hold[_i].list);

	hold(n, 1, "7", 0, 5);
	assert_error(garq_nodes_hold(n, 1, bad_hold[_i].group, set,
				     bad_hold[_i].t_s, bad_hold[_i].t_e),
		     EINVAL);
	assert_intact(garq_nodes_check, n);
	_assert_free(n, "0-7", INT64_MIN, FOREVER, GARQ_NO_GROUP, "0-6");
	garq_set_destroy(set);
	garq_nodes_destroy(n);
}
END_TEST

START_TEST(release_frees_all_of_an_id)
{
	garq_nodes_t *n = garq_nodes_create(NODE_CNT);

	hold(n, 1, "0-3", 10, 20);
	hold(n, 1, "2-5", 30, 40);
	hold(n, 1, "2", 10, 25);	/* twice from one second on */
	hold(n, 2, "3", 15, 35);
	_assert_free(n, "0-7", 10, 40, GARQ_NO_GROUP, "6-7");
	ck_assert_int_eq(garq_nodes_release(n, 1), 0);
	assert_intact(garq_nodes_check, n);
	_assert_free(n, "0-7", 10, 40, GARQ_NO_GROUP, "0-2,4-7");
	assert_error(garq_nodes_release(n, 1), ENOENT);
	ck_assert_int_eq(garq_nodes_release(n, 2), 0);
	_assert_free(n, "0-7", 10, 40, GARQ_NO_GROUP, "0-7");
	assert_intact(garq_nodes_check, n);
	garq_nodes_destroy(n);
}
END_TEST

START_TEST(released_id_may_have_another_group)
{
	garq_nodes_t *n = garq_nodes_create(NODE_CNT);

	hold_as(n, 1, 5, "0", 10, 20);
	ck_assert_int_eq(garq_nodes_release(n, 1), 0);
	hold_as(n, 1, 6, "0", 10, 20);
	_assert_free(n, "0", 10, 20, 5, "");
	_assert_free(n, "0", 10, 20, 6, "0");
	garq_nodes_destroy(n);
}
END_TEST

/* Free */

START_TEST(free_is_half_open)
{
	garq_nodes_t *n = garq_nodes_create(NODE_CNT);

	hold(n, 1, "0", 10, 20);
	_assert_free(n, "0", 9, 10, GARQ_NO_GROUP, "0");
	_assert_free(n, "0", 9, 11, GARQ_NO_GROUP, "");
	_assert_free(n, "0", 19, 20, GARQ_NO_GROUP, "");
	_assert_free(n, "0", 20, 21, GARQ_NO_GROUP, "0");
	garq_nodes_destroy(n);
}
END_TEST

START_TEST(free_of_an_empty_interval_is_all)
{
	garq_nodes_t *n = garq_nodes_create(NODE_CNT);

	hold(n, 1, "0-7", 10, 20);
	_assert_free(n, "0-2", 15, 15, GARQ_NO_GROUP, "0-2");
	_assert_free(n, "0-2", 18, 12, GARQ_NO_GROUP, "0-2");
	garq_nodes_destroy(n);
}
END_TEST

/* A long hold below short ones: the order of starts alone does not find it. */
START_TEST(long_hold_under_short_ones)
{
	garq_nodes_t *n = garq_nodes_create(NODE_CNT);

	hold(n, 1, "0", 10, 1000);
	for (uint64_t id = 2; id < 20; id++)
		hold(n, id, "0", (time_t) id * 20, (time_t) id * 20 + 5);
	_assert_free(n, "0", 900, 910, GARQ_NO_GROUP, "");
	_assert_free(n, "0", 1000, 1001, GARQ_NO_GROUP, "0");
	ck_assert_int_eq(garq_nodes_release(n, 1), 0);
	assert_intact(garq_nodes_check, n);
	_assert_free(n, "0", 900, 910, GARQ_NO_GROUP, "0");
	_assert_free(n, "0", 50, 60, GARQ_NO_GROUP, "0");
	_assert_free(n, "0", 50, 61, GARQ_NO_GROUP, "");
	garq_nodes_destroy(n);
}
END_TEST

START_TEST(group_is_looked_away_from)
{
	garq_nodes_t *n = garq_nodes_create(NODE_CNT);

	hold_as(n, 1, 7, "0-3", 10, 50);	/* a booking */
	hold_as(n, 2, 7, "1", 20, 30);		/* a job inside it */
	hold_as(n, 3, 8, "2", 0, 11);
	_assert_free(n, "0-4", 10, 50, GARQ_NO_GROUP, "4");
	_assert_free(n, "0-4", 10, 50, 7, "0-1,3-4");
	_assert_free(n, "0-4", 10, 50, 8, "4");
	garq_nodes_destroy(n);
}
END_TEST

START_TEST(down_node_is_never_free)
{
	garq_nodes_t *n = garq_nodes_create(NODE_CNT);

	hold(n, 1, "2", INT64_MIN, FOREVER);
	_assert_free(n, "0-7", FOREVER - 1, FOREVER, GARQ_NO_GROUP, "0-1,3-7");
	_assert_free(n, "0-7", INT64_MIN, INT64_MIN + 1, GARQ_NO_GROUP,
		     "0-1,3-7");
	ck_assert_int_eq(_earliest(n, "2", 1, 1, 0, FOREVER, GARQ_NO_GROUP),
			 NONE);
	garq_nodes_destroy(n);
}
END_TEST

/* Earliest */

static const struct {
	uint32_t num_cn;
	time_t duration;
	time_t from;
	time_t latest;
	time_t start;
} earliest[] = {
	{ 1, 5, 0, FOREVER, 0 },
	{ 1, 10, 0, FOREVER, 0 },
	{ 1, 11, 0, FOREVER, 10 },
	{ 1, 20, 0, FOREVER, 10 },
	{ 1, 21, 0, FOREVER, 30 },
	{ 2, 1, 0, FOREVER, 20 },
	{ 2, 10, 0, FOREVER, 20 },
	{ 2, 11, 0, FOREVER, 40 },
	{ 3, 1, 0, FOREVER, 50 },
	{ 3, 1, 0, 50, 50 },
	{ 3, 1, 0, 49, NONE },
	{ 2, 10, 20, 20, 20 },
	{ 2, 10, 21, 39, 30 },
	{ 2, 10, 21, 29, NONE },
	{ 2, 9, 21, 39, 21 },
	{ 4, 1, 0, FOREVER, NONE },
	{ 1, FOREVER, 0, FOREVER, 30 },
	{ 1, INT64_MAX, 45, FOREVER, 45 },
	{ 1, 5, 10, 9, NONE },
	{ 1, 5, FOREVER - 1, FOREVER, FOREVER - 1 },
	{ 1, 5, FOREVER, FOREVER, NONE },
	{ 3, 10, INT64_MIN, FOREVER, INT64_MIN },
};

START_TEST(earliest_of_three_nodes)
{
	garq_nodes_t *n = three_nodes();

	ck_assert_int_eq(_earliest(n, "0-2", earliest[_i].num_cn,
				   earliest[_i].duration, earliest[_i].from,
				   earliest[_i].latest, GARQ_NO_GROUP),
			 earliest[_i].start);
	garq_nodes_destroy(n);
}
END_TEST

/* Two nodes are free at every second, but not the same two for long. */
START_TEST(earliest_needs_the_same_nodes_throughout)
{
	garq_nodes_t *n = garq_nodes_create(NODE_CNT);

	hold(n, 1, "0", 0, 10);
	hold(n, 2, "1", 10, 20);
	hold(n, 3, "2", 20, 30);
	ck_assert_int_eq(_earliest(n, "0-2", 2, 10, 0, FOREVER, 0), 0);
	ck_assert_int_eq(_earliest(n, "0-2", 2, 11, 0, FOREVER, 0), 20);
	garq_nodes_destroy(n);
}
END_TEST

START_TEST(earliest_looks_away_from_group)
{
	garq_nodes_t *n = three_nodes();

	ck_assert_int_eq(_earliest(n, "0-2", 2, 10, 0, FOREVER, 3), 0);
	ck_assert_int_eq(_earliest(n, "0-2", 2, 11, 0, FOREVER, 4), 20);
	garq_nodes_destroy(n);
}
END_TEST

/* So many nodes that slots are longer; a part has words in the middle only. */
START_TEST(many_nodes)
{
	enum { CNT = 5000 };
	garq_nodes_t *n = garq_nodes_create(CNT);
	garq_set_t *all = garq_set_create(CNT), *some = garq_set_create(CNT);
	time_t start = NONE;

	for (uint32_t i = 0; i < CNT; i++)
		garq_set_add(all, i);
	for (uint32_t i = 700; i < 4900; i++)
		garq_set_add(some, i);
	for (uint64_t id = 1; id < 40; id++)
		ck_assert_int_eq(garq_nodes_hold(n, id, id, some,
						 (time_t) id * 1000,
						 (time_t) id * 1000 + 900), 0);
	assert_intact(garq_nodes_check, n);
	ck_assert_uint_eq(garq_nodes_free(n, all, 1000, 40000, 0, NULL), 800);
	ck_assert_uint_eq(garq_nodes_free(n, all, 1900, 2000, 0, NULL), CNT);
	ck_assert_uint_eq(garq_nodes_free(n, all, 1899, 2000, 0, NULL), 800);
	ck_assert_int_eq(nodes_earliest(n, all, 801, 100, 1000, FOREVER, 0,
					&start), 1);
	ck_assert_int_eq(start, 1900);
	ck_assert_int_eq(nodes_earliest(n, all, 801, 101, 1000, FOREVER, 0,
					&start), 1);
	ck_assert_int_eq(start, 39900);
	garq_set_destroy(all);
	garq_set_destroy(some);
	garq_nodes_destroy(n);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("nodes");
	TCase *tc = test_case(s, "hold", 0);

	tcase_add_test(tc, create);
	tcase_add_loop_test(tc, hold_refuses, 0, COUNT(bad_hold));
	tcase_add_test(tc, release_frees_all_of_an_id);
	tcase_add_test(tc, released_id_may_have_another_group);

	tc = test_case(s, "free", 0);
	tcase_add_test(tc, free_is_half_open);
	tcase_add_test(tc, free_of_an_empty_interval_is_all);
	tcase_add_test(tc, long_hold_under_short_ones);
	tcase_add_test(tc, group_is_looked_away_from);
	tcase_add_test(tc, down_node_is_never_free);
	tcase_add_test(tc, many_nodes);

	tc = test_case(s, "earliest", 0);
	tcase_add_loop_test(tc, earliest_of_three_nodes, 0, COUNT(earliest));
	tcase_add_test(tc, earliest_needs_the_same_nodes_throughout);
	tcase_add_test(tc, earliest_looks_away_from_group);
	return test_run(s);
}
