/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_test.c - tests of garq.c: refused arguments, and handles.
 */
#include "test/unit/garq_fixture.h"

/* Create */

static const struct {
	const char *what;
	uint32_t max_cn;
	uint32_t delta;
	time_t horizon;
	time_t now;
} bad_create[] = {
	{ "no nodes", 0, 60, 600, 0 },
	{ "delta 0", 1, 0, 600, 0 },
	{ "delta too long", 1, GARQ_DELTA_MAX + 1, YEAR, 0 },
	{ "horizon less than a slot", 1, 60, 59, 0 },
	{ "horizon 0", 1, 1, 0, 0 },
	{ "horizon negative", 1, 60, -600, 0 },
	{ "too many slots", 1, 1, (time_t) GARQ_SLOTS_MAX + 1, 0 },
	{ "horizon without end", 1, 86400, INT64_MAX, 0 },
	{ "now negative", 1, 60, 600, -1 },
	{ "now is no time", 1, 60, 600, FOREVER },
}, good_create[] = {
	{ "smallest", 1, GARQ_DELTA_MIN, 1, 0 },
	{ "most nodes", UINT32_MAX, 60, 600, 0 },
	{ "longest slot", 1, GARQ_DELTA_MAX, GARQ_DELTA_MAX, 0 },
	{ "horizon not in whole slots", 1, 60, 601, 0 },
	{ "a year of 5 minutes", 1024, 300, YEAR, 1700000000 },
	{ "last legal now", 1, 60, 600, FOREVER - 1 },
};

START_TEST(create_refuses)
{
	errno = 0;
	ck_assert_msg(!garq_create(bad_create[_i].max_cn, bad_create[_i].delta,
				   bad_create[_i].horizon, bad_create[_i].now),
		      "%s", bad_create[_i].what);
	ck_assert_int_eq(errno, EINVAL);
}
END_TEST

START_TEST(create_takes)
{
	garq_t *g = garq_create(good_create[_i].max_cn, good_create[_i].delta,
				good_create[_i].horizon, good_create[_i].now);

	ck_assert_msg(g != NULL, "%s", good_create[_i].what);
	ck_assert_uint_eq(garq_max_cn(g), good_create[_i].max_cn);
	ck_assert_uint_eq(garq_delta(g), good_create[_i].delta);
	ck_assert_int_eq(garq_now(g), good_create[_i].now);
	ck_assert_uint_eq(garq_count(g), 0);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

START_TEST(destroy_null_is_safe)
{
	garq_destroy(NULL);
}
END_TEST

/* Arguments of search, add and suggest */

static const struct {
	const char *what;
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
	int err;
} bad_interval[] = {
	{ "empty", 2000, 2000, 1, EINVAL },
	{ "reversed", 2000, 1999, 1, EINVAL },
	{ "past forever", 2000, FOREVER + 1, 1, EINVAL },
	{ "past forever by far", 2000, INT64_MAX, 1, EINVAL },
	{ "no nodes", 2000, 3000, 0, EINVAL },
	{ "empty and over", 10, 10, 1, EINVAL },
	{ "over, no nodes", 10, 20, 0, EINVAL },
	{ "over", 10, 20, 1, ERANGE },
	{ "ends now", 10, NOW, 1, ERANGE },
	{ "over, too many", 10, 20, 5, ERANGE },
	{ "over, as long ago as can be", INT64_MIN, 0, 1, ERANGE },
};

START_TEST(search_refuses)
{
	garq_t *g = small_garq(4, 60);

	assert_error(garq_searchReserv(g, bad_interval[_i].t_s,
				       bad_interval[_i].t_e,
				       bad_interval[_i].num_cn),
		     bad_interval[_i].err);
	garq_destroy(g);
}
END_TEST

START_TEST(add_refuses)
{
	garq_t *g = small_garq(4, 60);
	uint32_t handle = 77;

	assert_error(garq_addReserv(g, bad_interval[_i].t_s,
				    bad_interval[_i].t_e,
				    bad_interval[_i].num_cn, &handle),
		     bad_interval[_i].err);
	ck_assert_uint_eq(handle, 77);
	ck_assert_uint_eq(garq_count(g), 0);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

START_TEST(suggest_refuses)
{
	garq_t *g = small_garq(4, 60);
	time_t start = 77;

	/* the past is moved, not refused: see suggest_moves_the_past_to_now */
	if (bad_interval[_i].err == EINVAL)
		assert_error(garq_suggestInterval(g, bad_interval[_i].t_s,
						  bad_interval[_i].t_e,
						  bad_interval[_i].num_cn, -1,
						  &start), EINVAL);
	ck_assert_int_eq(start, 77);
	garq_destroy(g);
}
END_TEST

START_TEST(add_errors_in_order)
{
	garq_t *g = small_garq(4, 60);

	add(g, 2000, 3000, 4);
	assert_error(test_add(g, 20, 10, 1), EINVAL);
	assert_error(test_add(g, 10, 20, 5), ERANGE);
	assert_error(test_add(g, 2000, 3000, 1), ENOSPC);
	assert_error(test_add(g, 2999, 3001, 1), ENOSPC);
	assert_error(test_add(g, 4000, 5000, 5), ENOSPC);
	ck_assert_uint_eq(garq_count(g), 1);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

START_TEST(too_many_is_a_no)
{
	garq_t *g = small_garq(4, 60);
	time_t start = 77;

	ck_assert_int_eq(garq_searchReserv(g, 2000, 3000, 4), 1);
	ck_assert_int_eq(garq_searchReserv(g, 2000, 3000, 5), 0);
	ck_assert_int_eq(garq_searchReserv(g, 2000, 3000, UINT32_MAX), 0);
	ck_assert_int_eq(garq_suggestInterval(g, 2000, 3000, 5, -1, &start), 0);
	ck_assert_int_eq(start, 77);
	garq_destroy(g);
}
END_TEST

/*
 * Whole slots may be changed before it is known whether they fit, and then are
 * changed back: one chunk, two, many, and sums that a row cannot hold.
 */
static const struct {
	const char *what;
	uint32_t max_cn;
	uint32_t held;
	uint32_t num_cn;
	time_t t_s;		/* in slots; a chunk begins at 8 */
	time_t t_e;
} unfit[] = {
	{ "a slot", 4, 4, 1, 10, 11 },
	{ "a chunk", 4, 3, 2, 9, 60 },
	{ "two chunks, full in the first", 4, 2, 4, 12, 75 },
	{ "two chunks, full in the last", 4, 2, 4, 0, 12 },
	{ "many chunks", 4, 2, 4, 0, 400 },
	{ "the largest rows of 16 bits", 65535, 65535, 1, 9, 12 },
	{ "past the width of 16 bits", 65535, 40000, 40000, 9, 12 },
	{ "rows of 32 bits", 70000, 40000, 40000, 9, 12 },
	{ "past the width of 32 bits", UINT32_MAX, UINT32_MAX - 1, 2, 9, 12 },
};

START_TEST(refused_add_changes_nothing)
{
	time_t first = 10040 * 60;
	garq_t *g = garq_create(unfit[_i].max_cn, 60, 600 * 60, first);

	add(g, first + 10 * 60, first + 15 * 60, unfit[_i].held);
	assert_error(test_add(g, first + unfit[_i].t_s * 60,
			      first + unfit[_i].t_e * 60, unfit[_i].num_cn),
		     ENOSPC);
	for (time_t t = first; t < first + 600 * 60; t += 60)
		ck_assert_uint_eq(garq_usage(g, t),
				  ((t >= first + 10 * 60) &&
				   (t < first + 15 * 60)) ? unfit[_i].held : 0);
	assert_intact(garq_check, g);
	ck_assert_int_eq(garq_deleteReserv(g, 0), 0);
	add(g, first + unfit[_i].t_s * 60, first + unfit[_i].t_e * 60,
	    unfit[_i].num_cn);
	garq_destroy(g);
}
END_TEST

/* Handles */

START_TEST(delete_unknown)
{
	garq_t *g = small_garq(4, 60);
	uint32_t handle;

	assert_error(garq_deleteReserv(g, 0), ENOENT);
	handle = add(g, 2000, 3000, 4);
	assert_error(garq_deleteReserv(g, handle + 1), ENOENT);
	assert_error(garq_deleteReserv(g, GARQ_NO_HANDLE), ENOENT);
	ck_assert_int_eq(garq_deleteReserv(g, handle), 0);
	assert_error(garq_deleteReserv(g, handle), ENOENT);
	garq_destroy(g);
}
END_TEST

START_TEST(lowest_handle_first)
{
	garq_t *g = small_garq(4, 60);

	for (uint32_t i = 0; i < 4; i++)
		ck_assert_uint_eq(add(g, 2000, 3000, 1), i);
	ck_assert_int_eq(garq_deleteReserv(g, 2), 0);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	ck_assert_uint_eq(garq_usage(g, 2000), 2);
	ck_assert_uint_eq(add(g, 2000, 3000, 1), 1);
	ck_assert_uint_eq(garq_count(g), 3);
	garq_destroy(g);
}
END_TEST

START_TEST(ended_stays_known_until_deleted)
{
	garq_t *g = small_garq(4, 60);
	uint32_t handle = add(g, 1100, 1200, 4);

	ck_assert_int_eq(garq_advance(g, 1200), 0);
	ck_assert_uint_eq(garq_count(g), 1);
	ck_assert_uint_ne(add(g, 2000, 3000, 4), handle);
	ck_assert_int_eq(garq_deleteReserv(g, handle), 0);
	ck_assert_uint_eq(garq_count(g), 1);
	garq_destroy(g);
}
END_TEST

START_TEST(a_hundred_thousand)
{
	garq_t *g = garq_create(1000, 300, YEAR, NOW);
	uint32_t cnt = 100000;

	for (uint32_t i = 0; i < cnt; i++)
		ck_assert_int_eq(test_add(g, NOW + (time_t) i * 300,
					  NOW + (time_t) i * 300 + 450, 1), 0);
	ck_assert_uint_eq(garq_count(g), cnt);
	assert_intact(garq_check, g);
	for (uint32_t i = 0; i < cnt; i += 2)
		ck_assert_int_eq(garq_deleteReserv(g, i), 0);
	assert_intact(garq_check, g);
	for (uint32_t i = 1; i < cnt; i += 2)
		ck_assert_int_eq(garq_deleteReserv(g, i), 0);
	ck_assert_uint_eq(garq_count(g), 0);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("garq");
	TCase *tc;

	tc = test_case(s, "create", 0);
	tcase_add_loop_test(tc, create_refuses, 0, COUNT(bad_create));
	tcase_add_loop_test(tc, create_takes, 0, COUNT(good_create));
	tcase_add_test(tc, destroy_null_is_safe);

	tc = test_case(s, "arguments", 0);
	tcase_add_loop_test(tc, search_refuses, 0, COUNT(bad_interval));
	tcase_add_loop_test(tc, add_refuses, 0, COUNT(bad_interval));
	tcase_add_loop_test(tc, suggest_refuses, 0, COUNT(bad_interval));
	tcase_add_test(tc, add_errors_in_order);
	tcase_add_test(tc, too_many_is_a_no);
	tcase_add_loop_test(tc, refused_add_changes_nothing, 0, COUNT(unfit));

	tc = test_case(s, "handles", 120);
	tcase_add_test(tc, delete_unknown);
	tcase_add_test(tc, lowest_handle_first);
	tcase_add_test(tc, ended_stays_known_until_deleted);
	tcase_add_test(tc, a_hundred_thousand);
	return test_run(s);
}
