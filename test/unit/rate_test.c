/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rate_test.c - requests of users: a burst, what comes back, who is forgotten */

#include <check.h>
#include <stdlib.h>

#include "plugin/booking/request/rate.h"
#include "test/unit/test_util.h"

#define NOW UINT64_C(5000000000)
#define UID 1000

static rate_t *r;

static void setup(void)
{
	ck_assert_ptr_nonnull(r = calloc(1, sizeof(*r)));
}

static void teardown(void)
{
	free(r);
}

/* Make cnt requests at once. RET the number of those that are allowed */
static uint32_t burst(uint32_t uid, uint32_t cnt, uint32_t rate, uint64_t now)
{
	uint32_t allowed = 0;

	for (uint32_t i = 0; i < cnt; i++)
		allowed += rate_take(r, uid, rate, 1, now).allowed;
	return allowed;
}

/* After a burst that empties a bucket: what is allowed some time later. */
typedef struct {
	uint32_t rate;
	uint32_t first;		/* requests at NOW */
	uint32_t allowed;	/* of these */
	uint64_t later;		/* milliseconds */
	uint32_t again;		/* allowed of 3 * rate requests then */
	uint64_t wait;		/* until the next one, after these */
} case_t;

static const case_t cases[] = {
	/* a burst of the rate, and not one more */
	{ 60, 60, 60, 0, 0, 1000 },
	{ 60, 61, 60, 0, 0, 1000 },
	{ 60, 1000, 60, 0, 0, 1000 },
	{ 1, 2, 1, 0, 0, 60000 },
	{ 1000000, 1000000, 1000000, 0, 0, 1 },
	/* one comes back each second, not a moment before */
	{ 60, 60, 60, 999, 0, 1 },
	{ 60, 60, 60, 1000, 1, 1000 },
	{ 60, 60, 60, 1999, 1, 1 },
	{ 60, 60, 60, 30000, 30, 1000 },
	{ 7, 7, 7, 8571, 0, 1 },
	{ 7, 7, 7, 8572, 1, 8571 },
	/* never more than a burst, however long nothing was asked */
	{ 60, 60, 60, 60000, 60, 1000 },
	{ 60, 60, 60, UINT64_C(1) << 40, 60, 1000 },
	{ 60, 1, 1, 60000, 60, 1000 },
	/* what was left is there still */
	{ 60, 20, 20, 0, 40, 1000 },
	{ 60, 20, 20, 5000, 45, 1000 },
};

START_TEST(tokens)
{
	const case_t *c = &cases[_i];
	rate_verdict_t v;

	ck_assert_uint_eq(burst(UID, c->first, c->rate, NOW), c->allowed);
	ck_assert_uint_eq(burst(UID, 3 * c->rate, c->rate, NOW + c->later),
			  c->again);
	v = rate_take(r, UID, c->rate, 1, NOW + c->later);
	ck_assert(!v.allowed);
	ck_assert_uint_eq(v.wait, c->wait);
	v = rate_take(r, UID, c->rate, 1, NOW + c->later + c->wait - 1);
	ck_assert(!v.allowed);
	v = rate_take(r, UID, c->rate, 1, NOW + c->later + c->wait);
	ck_assert(v.allowed);
}
END_TEST

START_TEST(without_a_limit_nobody_has_an_entry)
{
	ck_assert_uint_eq(burst(UID, 10000, 0, NOW), 10000);
	ck_assert_uint_eq(r->cnt, 0);
}
END_TEST

START_TEST(each_user_has_a_bucket_alone)
{
	ck_assert_uint_eq(burst(UID, 100, 5, NOW), 5);
	ck_assert_uint_eq(burst(UID + 1, 100, 5, NOW), 5);
	ck_assert_uint_eq(burst(UID, 100, 5, NOW), 0);
	ck_assert_uint_eq(r->cnt, 2);
}
END_TEST

START_TEST(another_limit)
{
	ck_assert_uint_eq(burst(UID, 10, 100, NOW), 10);
	ck_assert_uint_eq(burst(UID, 100, 5, NOW), 5);
	ck_assert_uint_eq(burst(UID, 100, 100, NOW), 0);
	ck_assert_uint_eq(burst(UID, 1000, 100, NOW + RATE_PERIOD), 100);
}
END_TEST

START_TEST(a_clock_that_stands_gives_nothing)
{
	ck_assert_uint_eq(burst(UID, 5, 5, NOW), 5);
	ck_assert_uint_eq(burst(UID, 5, 5, NOW - 1), 0);
	ck_assert_uint_eq(burst(UID, 5, 5, 0), 0);
}
END_TEST

START_TEST(full_ones_are_forgotten)
{
	ck_assert_uint_eq(burst(UID, 1, 60, NOW), 1);
	ck_assert_uint_eq(burst(UID + 1, 2, 60, NOW), 2);
	ck_assert_uint_eq(burst(UID + 2, 1, 60, NOW + 1000), 1);
	ck_assert_uint_eq(r->cnt, 2);
	/* the others still count */
	ck_assert_uint_eq(burst(UID + 1, 100, 60, NOW + 1000), 59);
	ck_assert_uint_eq(burst(UID + 2, 100, 60, NOW + 1000), 59);
	for (uint32_t i = 0; i < 100000; i++)
		ck_assert_uint_eq(burst(i, 1, 60, NOW + 2000 + 1000 * i), 1);
	ck_assert_uint_le(r->cnt, 3);
}
END_TEST

START_TEST(a_full_table_forgets_the_fullest)
{
	ck_assert_uint_eq(burst(7, 5, 5, NOW), 5);
	for (uint32_t i = 1; i < RATE_USERS_MAX; i++)
		ck_assert_uint_eq(burst(UID + i, (i == 99) ? 1 : 2, 5, NOW),
				  (i == 99) ? 1 : 2);
	ck_assert_uint_eq(r->cnt, RATE_USERS_MAX);
	ck_assert_uint_eq(burst(UID, 5, 5, NOW), 5);
	ck_assert_uint_eq(r->cnt, RATE_USERS_MAX);
	/* not those who have taken most */
	ck_assert_uint_eq(burst(7, 5, 5, NOW), 0);
	ck_assert_uint_eq(burst(UID, 5, 5, NOW), 0);
	ck_assert_uint_eq(burst(UID + 98, 5, 5, NOW), 3);
}
END_TEST

START_TEST(reported_once_a_minute)
{
	uint32_t reports = 0, sum = 0;

	ck_assert_uint_eq(burst(UID, 1, 1, NOW), 1);
	ck_assert_uint_eq(rate_take(r, UID, 1, 1, NOW + 1).report, 1);
	for (uint32_t i = 0; i < 100; i++)
		ck_assert_uint_eq(rate_take(r, UID, 1, 1, NOW + 2 + i).report, 0);
	/* ten minutes with a request each 10 ms */
	for (uint64_t t = 1000; t < 600000; t += 10) {
		rate_verdict_t v = rate_take(r, UID, 1, 1, NOW + t);

		reports += v.report > 0;
		sum += v.report;
	}
	ck_assert_uint_ge(reports, 9);
	ck_assert_uint_le(reports, 10);
	ck_assert_uint_ge(sum, 50000);
	ck_assert_uint_le(sum, 60000);
}
END_TEST

/* A request that costs several tokens takes all of them, or none. */
START_TEST(costs_several)
{
	rate_verdict_t v;

	ck_assert(rate_take(r, UID, 60, 52, NOW).allowed);
	v = rate_take(r, UID, 60, 12, NOW);
	ck_assert(!v.allowed);
	ck_assert_uint_eq(v.wait, 4000);
	ck_assert_uint_eq(burst(UID, 9, 60, NOW), 8);
	ck_assert(rate_take(r, UID, 60, 60, NOW + 60000).allowed);
	ck_assert(!rate_take(r, UID, 60, 61, NOW + 600000).allowed);
	ck_assert(rate_take(r, UID, 60, 60, NOW + 600000).allowed);
}
END_TEST

/* In no minute more than a burst and what a minute gives. */
START_TEST(any_minute)
{
	static uint32_t allowed[20000];
	rng_t rng = { test_seed() };
	uint32_t rate = (uint32_t) rng_between(&rng, 1, 40), sum;
	uint64_t t = 0;

	for (int i = 0; i < 20000; i++) {
		t = (uint64_t) i * 100;
		allowed[i] = burst(UID, (uint32_t) rng_below(&rng, 3), rate,
				   NOW + t);
	}
	for (int i = 0; i + 600 <= 20000; i += 50) {
		sum = 0;
		for (int k = i; k < i + 600; k++)
			sum += allowed[k];
		ck_assert_uint_le(sum, 2 * rate);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("rate");
	TCase *t = tcase_create("rate");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, tokens, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_test(t, without_a_limit_nobody_has_an_entry);
	tcase_add_test(t, each_user_has_a_bucket_alone);
	tcase_add_test(t, another_limit);
	tcase_add_test(t, a_clock_that_stands_gives_nothing);
	tcase_add_test(t, full_ones_are_forgotten);
	tcase_add_test(t, a_full_table_forgets_the_fullest);
	tcase_add_test(t, reported_once_a_minute);
	tcase_add_test(t, costs_several);
	tcase_add_test(t, any_minute);
	suite_add_tcase(s, t);
	return test_run(s);
}
