/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * change_test.c - tests of change.c and garq_memory(): one fact per assertion.
 */
#include "test/unit/garq_fixture.h"

/* 4 nodes: id 1 has 3 in [1100, 1200), id 2 has 1 in [1150, 1300). */
static garq_t *_make(uint32_t delta)
{
	garq_t *g = small_garq(4, delta);

	add(g, 1, 1100, 1200, 3);
	add(g, 2, 1150, 1300, 1);
	return g;
}

static void _update(garq_t *g, uint64_t id, time_t t_s, time_t t_e,
		    uint32_t num_cn)
{
	ck_assert_int_eq(garq_update(g, id, t_s, t_e, num_cn), 0);
	assert_intact(garq_check, g);
}

/* Update */

START_TEST(own_nodes_are_not_in_the_way)
{
	garq_t *g = _make(deltas[_i]);

	_update(g, 1, 1050, 1150, 3);
	ck_assert_uint_eq(garq_usage(g, 1049), 0);
	ck_assert_uint_eq(garq_usage(g, 1050), 3);
	ck_assert_uint_eq(garq_usage(g, 1149), 3);
	ck_assert_uint_eq(garq_usage(g, 1150), 1);
	_update(g, 1, 1051, 1251, 3);
	ck_assert_uint_eq(garq_usage(g, 1050), 0);
	ck_assert_uint_eq(garq_usage(g, 1250), 4);
	ck_assert_uint_eq(garq_usage(g, 1251), 1);
	ck_assert_uint_eq(garq_count(g), 2);
	garq_destroy(g);
}
END_TEST

START_TEST(more_nodes_if_there_are)
{
	garq_t *g = _make(deltas[_i]);

	assert_error(garq_update(g, 1, 1100, 1200, 4), ENOSPC);
	assert_error(garq_update(g, 1, 1100, 1151, 4), ENOSPC);
	_update(g, 1, 1100, 1150, 4);
	_update(g, 2, 1150, 1300, 4);
	garq_destroy(g);
}
END_TEST

START_TEST(refused_it_is_as_it_was)
{
	garq_t *g = _make(deltas[_i]);

	assert_error(garq_update(g, 1, 1160, 1400, 4), ENOSPC);
	assert_error(garq_update(g, 1, 5000, 6000, 5), ENOSPC);
	assert_error(garq_update(g, 1, 5000, 5000, 1), EINVAL);
	assert_error(garq_update(g, 1, 5000, 6000, 0), EINVAL);
	assert_error(garq_update(g, 1, 10, NOW, 1), ERANGE);
	assert_error(garq_update(g, 3, 5000, 6000, 1), ENOENT);
	assert_intact(garq_check, g);
	ck_assert_uint_eq(garq_usage(g, 1100), 3);
	ck_assert_uint_eq(garq_usage(g, 1199), 4);
	ck_assert_uint_eq(garq_usage(g, 5000), 0);
	garq_destroy(g);
}
END_TEST

START_TEST(to_another_time)
{
	garq_t *g = _make(deltas[_i]);

	_update(g, 1, 50000, FOREVER, 4);
	ck_assert_uint_eq(garq_usage(g, 1100), 0);
	ck_assert_uint_eq(garq_usage(g, 49999), 0);
	ck_assert_uint_eq(garq_usage(g, FOREVER), 4);
	_update(g, 1, 1000, 1001, 1);
	ck_assert_uint_eq(garq_usage(g, FOREVER), 0);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	ck_assert_int_eq(garq_deleteReserv(g, 2), 0);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

START_TEST(of_one_that_runs)
{
	garq_t *g = _make(deltas[_i]);

	ck_assert_int_eq(garq_advance(g, 1120), 0);
	_update(g, 1, 1100, 1130, 3);
	ck_assert_uint_eq(garq_usage(g, 1129), 3);
	ck_assert_uint_eq(garq_usage(g, 1130), 0);
	garq_destroy(g);
}
END_TEST

START_TEST(of_one_that_has_ended)
{
	garq_t *g = _make(deltas[_i]);

	ck_assert_int_eq(garq_advance(g, 1220), 0);
	assert_error(garq_update(g, 1, 1200, 1230, 4), ENOSPC);
	_update(g, 1, 1200, 1230, 3);
	ck_assert_uint_eq(garq_usage(g, 1229), 4);
	garq_destroy(g);
}
END_TEST

/* Memory */

START_TEST(memory_grows_with_what_is_known)
{
	garq_t *g = garq_create(4, 300, (time_t) 30 * 86400, NOW);
	size_t empty = garq_memory(g), one;

	/* two numbers and a pointer for each of 8640 slots, and the index */
	ck_assert_uint_ge(empty, 8640 * 16);
	ck_assert_uint_le(empty, 8640 * 18 + 4096);
	ck_assert_int_eq(garq_addReserv(g, 1, 2000, 3000, 1), 0);
	one = garq_memory(g);
	ck_assert_uint_gt(one, empty);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	ck_assert_uint_eq(garq_memory(g), one);
	garq_destroy(g);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("change");
	TCase *tc = test_case(s, "update", 0);

	for_each_delta(tc, own_nodes_are_not_in_the_way);
	for_each_delta(tc, more_nodes_if_there_are);
	for_each_delta(tc, refused_it_is_as_it_was);
	for_each_delta(tc, to_another_time);
	for_each_delta(tc, of_one_that_runs);
	for_each_delta(tc, of_one_that_has_ended);

	tc = test_case(s, "memory", 0);
	tcase_add_test(tc, memory_grows_with_what_is_known);
	return test_run(s);
}
