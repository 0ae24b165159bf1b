/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodeset_test.c - tests of nodeset.c.
 */
#include <stdlib.h>

#include "garq/nodeset.h"
#include "test/unit/test_util.h"

static const uint32_t sizes[] = { 1, 2, 63, 64, 65, 127, 128, 129, 1000 };
#define SIZE_CNT COUNT(sizes)

START_TEST(empty)
{
	garq_set_t *set = garq_set_create(sizes[_i]);

	ck_assert_uint_eq(set->size, sizes[_i]);
	ck_assert_uint_eq(garq_set_count(set), 0);
	ck_assert_uint_eq(garq_set_next(set, 0), sizes[_i]);
	garq_set_destroy(set);
}
END_TEST

START_TEST(full)
{
	uint32_t i, seen = 0, size = sizes[_i];
	garq_set_t *set = garq_set_create(size);

	for (i = 0; i < size; i++)
		garq_set_add(set, i);
	ck_assert_uint_eq(garq_set_count(set), size);
	for (i = garq_set_next(set, 0); i < size; i = garq_set_next(set, i + 1))
		ck_assert_uint_eq(i, seen++);
	ck_assert_uint_eq(seen, size);
	garq_set_zero(set);
	ck_assert_uint_eq(garq_set_count(set), 0);
	garq_set_destroy(set);
}
END_TEST

START_TEST(last_node)
{
	uint32_t last = sizes[_i] - 1;
	garq_set_t *set = garq_set_create(sizes[_i]);

	garq_set_add(set, last);
	ck_assert(garq_set_test(set, last));
	ck_assert_uint_eq(garq_set_next(set, 0), last);
	ck_assert_uint_eq(garq_set_next(set, last), last);
	ck_assert_uint_eq(garq_set_next(set, last + 1), sizes[_i]);
	garq_set_del(set, last);
	ck_assert(!garq_set_test(set, last));
	garq_set_destroy(set);
}
END_TEST

START_TEST(node_outside_is_ignored)
{
	garq_set_t *set = garq_set_create(sizes[_i]);

	garq_set_add(set, sizes[_i]);
	garq_set_add(set, UINT32_MAX);
	garq_set_del(set, sizes[_i]);
	garq_set_del(set, UINT32_MAX);
	ck_assert_uint_eq(garq_set_count(set), 0);
	ck_assert(!garq_set_test(set, sizes[_i]));
	ck_assert(!garq_set_test(set, UINT32_MAX));
	ck_assert_uint_eq(garq_set_next(set, UINT32_MAX), sizes[_i]);
	garq_set_destroy(set);
}
END_TEST

START_TEST(size_0_has_no_node)
{
	garq_set_t *set = garq_set_create(0), *copy = garq_set_copy(set);

	garq_set_zero(set);
	ck_assert_uint_eq(garq_set_count(set), 0);
	ck_assert_uint_eq(garq_set_next(set, 0), 0);
	ck_assert(test_set_equal(set, copy));
	garq_set_destroy(set);
	garq_set_destroy(copy);
}
END_TEST

START_TEST(copy_is_apart)
{
	garq_set_t *set = test_set(130, "0,63-65,129");
	garq_set_t *copy = garq_set_copy(set);

	ck_assert(test_set_equal(set, copy));
	garq_set_del(copy, 64);
	ck_assert(garq_set_test(set, 64));
	ck_assert_uint_eq(garq_set_count(set), 5);
	ck_assert_uint_eq(garq_set_count(copy), 4);
	garq_set_destroy(set);
	garq_set_destroy(copy);
}
END_TEST

START_TEST(sets_are_compared_node_by_node)
{
	garq_set_t *all = test_set(130, "0,63-65,129");
	garq_set_t *some = test_set(130, "0,64,129");
	garq_set_t *others = test_set(130, "1,66,128");

	ck_assert(garq_set_equal(all, all) && !garq_set_equal(all, some));
	ck_assert(garq_set_is_subset(some, all));
	ck_assert(garq_set_is_subset(all, all));
	ck_assert(!garq_set_is_subset(all, some));
	ck_assert(garq_set_meets(some, all) && !garq_set_meets(some, others));
	garq_set_destroy(all);
	garq_set_destroy(some);
	garq_set_destroy(others);
}
END_TEST

START_TEST(all_nodes_of_another_set_go_in_and_out)
{
	garq_set_t *set = test_set(130, "0,63-65,129");
	garq_set_t *other = test_set(130, "1,64,129");
	garq_set_t *both = test_set(130, "0,1,63-65,129");
	garq_set_t *rest = test_set(130, "0,63,65");

	garq_set_add_all(set, other);
	ck_assert(garq_set_equal(set, both));
	garq_set_del_all(set, other);
	ck_assert(garq_set_equal(set, rest));
	garq_set_destroy(set);
	garq_set_destroy(other);
	garq_set_destroy(both);
	garq_set_destroy(rest);
}
END_TEST

START_TEST(destroy_null_is_safe)
{
	garq_set_destroy(NULL);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("nodeset");
	TCase *tc = test_case(s, "all", 0);

	tcase_add_loop_test(tc, empty, 0, SIZE_CNT);
	tcase_add_loop_test(tc, full, 0, SIZE_CNT);
	tcase_add_loop_test(tc, last_node, 0, SIZE_CNT);
	tcase_add_loop_test(tc, node_outside_is_ignored, 0, SIZE_CNT);
	tcase_add_test(tc, size_0_has_no_node);
	tcase_add_test(tc, copy_is_apart);
	tcase_add_test(tc, sets_are_compared_node_by_node);
	tcase_add_test(tc, all_nodes_of_another_set_go_in_and_out);
	tcase_add_test(tc, destroy_null_is_safe);
	return test_run(s);
}
