/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_test.c - tests of garq.c: refused arguments, and legal ids.
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

	assert_error(garq_addReserv(g, 1, bad_interval[_i].t_s,
				    bad_interval[_i].t_e,
				    bad_interval[_i].num_cn),
		     bad_interval[_i].err);
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

	add(g, 1, 2000, 3000, 4);
	assert_error(garq_addReserv(g, 1, 20, 10, 1), EINVAL);
	assert_error(garq_addReserv(g, 1, 10, 20, 1), ERANGE);
	assert_error(garq_addReserv(g, 1, 2000, 3000, 1), EEXIST);
	assert_error(garq_addReserv(g, 1, 4000, 5000, 5), EEXIST);
	assert_error(garq_addReserv(g, 2, 2999, 3001, 1), ENOSPC);
	assert_error(garq_addReserv(g, 2, 4000, 5000, 5), ENOSPC);
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

/* Ids */

START_TEST(delete_unknown)
{
	garq_t *g = small_garq(4, 60);

	assert_error(garq_deleteReserv(g, 1), ENOENT);
	add(g, 1, 2000, 3000, 4);
	assert_error(garq_deleteReserv(g, 0), ENOENT);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	assert_error(garq_deleteReserv(g, 1), ENOENT);
	garq_destroy(g);
}
END_TEST

START_TEST(any_id_is_good)
{
	garq_t *g = small_garq(4, 60);

	add(g, 0, 2000, 3000, 1);
	add(g, UINT64_MAX, 2000, 3000, 1);
	add(g, UINT64_C(1) << 32, 2000, 3000, 1);
	ck_assert_uint_eq(garq_count(g), 3);
	assert_error(garq_addReserv(g, 0, 2000, 3000, 1), EEXIST);
	ck_assert_int_eq(garq_deleteReserv(g, UINT64_MAX), 0);
	ck_assert_uint_eq(garq_usage(g, 2000), 2);
	garq_destroy(g);
}
END_TEST

START_TEST(ended_stays_known_until_deleted)
{
	garq_t *g = small_garq(4, 60);

	add(g, 1, 1100, 1200, 4);
	ck_assert_int_eq(garq_advance(g, 1200), 0);
	ck_assert_uint_eq(garq_count(g), 1);
	assert_error(garq_addReserv(g, 1, 2000, 3000, 4), EEXIST);
	ck_assert_int_eq(garq_deleteReserv(g, 1), 0);
	ck_assert_uint_eq(garq_count(g), 0);
	add(g, 1, 2000, 3000, 4);
	garq_destroy(g);
}
END_TEST

START_TEST(a_hundred_thousand_ids)
{
	garq_t *g = garq_create(1000, 300, YEAR, NOW);
	uint64_t id, cnt = 100000;

	for (id = 0; id < cnt; id++)
		ck_assert_int_eq(garq_addReserv(g, id, NOW + (time_t) id * 300,
						NOW + (time_t) id * 300 + 450,
						1), 0);
	ck_assert_uint_eq(garq_count(g), cnt);
	assert_intact(garq_check, g);
	for (id = 0; id < cnt; id += 2)
		ck_assert_int_eq(garq_deleteReserv(g, id), 0);
	assert_intact(garq_check, g);
	for (id = 1; id < cnt; id += 2)
		ck_assert_int_eq(garq_deleteReserv(g, id), 0);
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

	tc = test_case(s, "ids", 120);
	tcase_add_test(tc, delete_unknown);
	tcase_add_test(tc, any_id_is_good);
	tcase_add_test(tc, ended_stays_known_until_deleted);
	tcase_add_test(tc, a_hundred_thousand_ids);
	return test_run(s);
}
