/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile_test.c - tests of profile.c: one fact per assertion.
 */
#include "test/unit/garq_fixture.h"

/* Free: 9, from 1102 on 5, from 1105 0, from 1107 4, from 1109 9. */
static garq_t *_make(uint32_t delta)
{
	garq_t *g = small_garq(9, delta);

	add(g, 1102, 1107, 4);
	add(g, 1105, 1109, 5);
	return g;
}

/* Least free */

static const struct {
	time_t t_s;
	time_t t_e;
	uint32_t num_free;
} least[] = {
	{ 1000, 1102, 9 }, { 1000, 1103, 5 }, { 1102, 1105, 5 },
	{ 1104, 1106, 0 }, { 1107, 1109, 4 }, { 1107, 1200, 4 },
	{ 1109, 9000, 9 }, { 1000, 9000, 0 }, { 1000, FOREVER, 0 },
	{ INT64_MIN, 1001, 9 }, { 1109, FOREVER, 9 }, { 90000, 90001, 9 },
};

START_TEST(least_free)
{
	for (int i = 0; i < COUNT(least); i++) {
		garq_t *g = _make(deltas[_i]);
		uint32_t num_free = 77;

		ck_assert_int_eq(garq_least_free(g, least[i].t_s, least[i].t_e,
						 &num_free), 0);
		ck_assert_uint_eq(num_free, least[i].num_free);
		garq_destroy(g);
	}
}
END_TEST

START_TEST(least_free_refuses)
{
	garq_t *g = _make(60);
	uint32_t num_free = 77;

	assert_error(garq_least_free(g, 2000, 2000, &num_free), EINVAL);
	assert_error(garq_least_free(g, 2000, FOREVER + 1, &num_free), EINVAL);
	assert_error(garq_least_free(g, 10, NOW, &num_free), ERANGE);
	ck_assert_uint_eq(num_free, 77);
	garq_destroy(g);
}
END_TEST

/* Profile */

struct told {
	time_t t_s[8];
	time_t t_e[8];
	uint32_t num_free[8];
	int cnt;
	int stop_after;
};

static bool _tell(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	struct told *told = arg;

	ck_assert_int_lt(told->cnt, 8);
	told->t_s[told->cnt] = t_s;
	told->t_e[told->cnt] = t_e;
	told->num_free[told->cnt] = num_free;
	return ++told->cnt != told->stop_after;
}

static struct told _profile(const garq_t *g, time_t t_s, time_t t_e)
{
	struct told told = { .cnt = 0 };

	ck_assert_int_eq(garq_profile(g, t_s, t_e, _tell, &told), 0);
	return told;
}

START_TEST(profile_of_all)
{
	static const time_t at[] = { 1050, 1102, 1105, 1107, 1109, 1200 };
	static const uint32_t num_free[] = { 9, 5, 0, 4, 9 };
	garq_t *g = _make(deltas[_i]);
	struct told told = _profile(g, 1050, 1200);

	ck_assert_int_eq(told.cnt, 5);
	for (int i = 0; i < 5; i++) {
		ck_assert_int_eq(told.t_s[i], at[i]);
		ck_assert_int_eq(told.t_e[i], at[i + 1]);
		ck_assert_uint_eq(told.num_free[i], num_free[i]);
	}
	garq_destroy(g);
}
END_TEST

START_TEST(profile_of_a_part)
{
	garq_t *g = _make(deltas[_i]);
	struct told told = _profile(g, 1103, 1106);

	ck_assert_int_eq(told.cnt, 2);
	ck_assert_int_eq(told.t_s[0], 1103);
	ck_assert_int_eq(told.t_e[0], 1105);
	ck_assert_int_eq(told.t_e[1], 1106);
	ck_assert_uint_eq(told.num_free[1], 0);
	garq_destroy(g);
}
END_TEST

START_TEST(profile_begins_now)
{
	garq_t *g = _make(60);
	struct told told = _profile(g, 10, FOREVER);

	ck_assert_int_eq(told.t_s[0], NOW);
	ck_assert_int_eq(told.cnt, 5);
	ck_assert_int_eq(told.t_e[4], FOREVER);
	garq_destroy(g);
}
END_TEST

/* A reservation that begins where one of the same size ends changes nothing. */
START_TEST(profile_does_not_see_who_holds)
{
	garq_t *g = _make(deltas[_i]);
	struct told told;

	ck_assert_int_eq(test_add(g, 2000, 2100, 3), 0);
	ck_assert_int_eq(test_add(g, 2100, 2200, 3), 0);
	told = _profile(g, 1900, 2300);
	ck_assert_int_eq(told.cnt, 3);
	ck_assert_int_eq(told.t_s[1], 2000);
	ck_assert_int_eq(told.t_e[1], 2200);
	ck_assert_uint_eq(told.num_free[1], 6);
	garq_destroy(g);
}
END_TEST

START_TEST(profile_stops_when_told)
{
	garq_t *g = _make(60);
	struct told told = { .stop_after = 2 };

	ck_assert_int_eq(garq_profile(g, 1050, 1200, _tell, &told), 0);
	ck_assert_int_eq(told.cnt, 2);
	garq_destroy(g);
}
END_TEST

START_TEST(profile_refuses)
{
	garq_t *g = _make(60);
	struct told told = { .cnt = 0 };

	assert_error(garq_profile(g, 2000, 1999, _tell, &told), EINVAL);
	assert_error(garq_profile(g, 10, NOW, _tell, &told), ERANGE);
	ck_assert_int_eq(told.cnt, 0);
	garq_destroy(g);
}
END_TEST

/* Many equal slots are skipped at once; the answer is the same. */
START_TEST(profile_over_a_year)
{
	garq_t *g = garq_create(9, 300, (time_t) 365 * 86400, NOW);
	time_t end = NOW + (time_t) 364 * 86400;
	struct told told;

	ck_assert_int_eq(test_add(g, NOW + 300, end, 2), 0);
	ck_assert_int_eq(test_add(g, 20000000, 20000001, 1), 0);
	told = _profile(g, NOW, end + 1);
	ck_assert_int_eq(told.cnt, 5);
	ck_assert_int_eq(told.t_s[2], 20000000);
	ck_assert_int_eq(told.t_e[2], 20000001);
	ck_assert_uint_eq(told.num_free[2], 6);
	ck_assert_int_eq(told.t_s[4], end);
	garq_destroy(g);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("profile");
	TCase *tc = test_case(s, "all", 0);

	for_each_delta(tc, least_free);
	tcase_add_test(tc, least_free_refuses);
	for_each_delta(tc, profile_of_all);
	for_each_delta(tc, profile_of_a_part);
	tcase_add_test(tc, profile_begins_now);
	for_each_delta(tc, profile_does_not_see_who_holds);
	tcase_add_test(tc, profile_stops_when_told);
	tcase_add_test(tc, profile_refuses);
	tcase_add_test(tc, profile_over_a_year);
	return test_run(s);
}
