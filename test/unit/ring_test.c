/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ring_test.c - tests of ring.h and grow.h: one fact per assertion.
 */
#include <errno.h>
#include <stdlib.h>

#include "garq/grow.h"
#include "garq/ring.h"
#include "test/unit/test_util.h"

#define SLOTS 7U

/* A range visits its places in order, as one run or two. */
START_TEST(goes_on_with_place_0)
{
	for (uint32_t x = 0; x < SLOTS; x++)
		for (uint32_t cnt = 0; cnt <= SLOTS; cnt++) {
			struct garq_run r = garq_run(x, cnt, SLOTS);
			uint32_t seen = 0;

			for (; garq_run_has(&r); garq_run_next(&r)) {
				ck_assert_uint_le(r.y, SLOTS);
				for (uint32_t i = r.x; i < r.y; i++)
					ck_assert_uint_eq(i, (x + seen++) %
							     SLOTS);
				ck_assert_uint_eq(r.left, cnt - seen);
			}
			ck_assert_uint_eq(seen, cnt);
		}
}
END_TEST

START_TEST(is_one_run_up_to_the_last_place)
{
	struct garq_run r = garq_run(3, SLOTS - 3, SLOTS);

	ck_assert_uint_eq(r.y, SLOTS);
	ck_assert_uint_eq(r.left, 0);
	garq_run_next(&r);
	ck_assert(!garq_run_has(&r));
}
END_TEST

START_TEST(grows_from_the_first_room_by_doubling)
{
	uint64_t *array = NULL;
	size_t room = 0;

	ck_assert_int_eq(GARQ_GROW(array, 1, 3, &room), 0);
	ck_assert_uint_eq(room, 3);
	for (uint64_t i = 0; i < 3; i++)
		array[i] = i;
	ck_assert_int_eq(GARQ_GROW(array, 13, 3, &room), 0);
	ck_assert_uint_eq(room, 24);
	for (uint64_t i = 0; i < 3; i++)
		ck_assert_uint_eq(array[i], i);
	free(array);
}
END_TEST

START_TEST(does_not_move_what_has_room)
{
	uint64_t *array = NULL, *was;
	size_t room = 0;

	ck_assert_int_eq(GARQ_GROW(array, 4, 4, &room), 0);
	was = array;
	ck_assert_int_eq(GARQ_GROW(array, 4, 4, &room), 0);
	ck_assert_ptr_eq(array, was);
	ck_assert_uint_eq(room, 4);
	free(array);
}
END_TEST

START_TEST(stays_where_there_is_no_memory)
{
	uint64_t *array = NULL, *was;
	size_t room = 0;

	ck_assert_int_eq(GARQ_GROW(array, 1, 4, &room), 0);
	was = array;
	assert_error(GARQ_GROW(array, SIZE_MAX, 4, &room), ENOMEM);
	assert_error(GARQ_GROW(array, SIZE_MAX / 4, 4, &room), ENOMEM);
	ck_assert_ptr_eq(array, was);
	ck_assert_uint_eq(room, 4);
	free(array);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ring");
	TCase *tc = test_case(s, "all", 0);

	tcase_add_test(tc, goes_on_with_place_0);
	tcase_add_test(tc, is_one_run_up_to_the_last_place);
	tcase_add_test(tc, grows_from_the_first_room_by_doubling);
	tcase_add_test(tc, does_not_move_what_has_room);
	tcase_add_test(tc, stays_where_there_is_no_memory);
	return test_run(s);
}
