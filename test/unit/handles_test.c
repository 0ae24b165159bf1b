/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * handles_test.c - tests of handles.h, and of reserving without an id. SEED=n
 * replays a failure.
 */
#include <stdlib.h>

#include "garq/handles.h"
#include "test/unit/garq_fixture.h"

#define CNT 10000U

static uint32_t _put(struct garq_handles *h, time_t t_s, time_t t_e,
		     uint32_t num_cn)
{
	ck_assert_int_eq(garq_handles_reserve(h), 0);
	return garq_handles_put(h, &(struct garq_reserv) { t_s, t_e, num_cn });
}

START_TEST(keeps_what_it_is_given)
{
	static const struct garq_reserv some[] = {
		{ 0, 1, 1 }, { 0, FOREVER, UINT32_MAX },
		{ FOREVER - 1, FOREVER, 1U << 18 }, { 5, 6, (1U << 18) - 1 },
	};
	struct garq_handles h = { 0 };

	for (uint32_t i = 0; i < COUNT(some); i++) {
		struct garq_reserv r;

		ck_assert_uint_eq(_put(&h, some[i].t_s, some[i].t_e,
				       some[i].num_cn), i);
		r = garq_handles_get(&h, i);
		ck_assert_int_eq(r.t_s, some[i].t_s);
		ck_assert_int_eq(r.t_e, some[i].t_e);
		ck_assert_uint_eq(r.num_cn, some[i].num_cn);
	}
	ck_assert_int_eq(garq_handles_get(&h, _put(&h, -7, 3, 1)).t_s, 0);
	ck_assert(!garq_handles_has(&h, COUNT(some) + 1));
	ck_assert(!garq_handles_has(&h, UINT32_MAX));
	garq_handles_free(&h);
}
END_TEST

/* The lowest free handle is given out; others stay as they are. */
START_TEST(lowest_first)
{
	struct garq_handles h = { 0 };
	rng_t rng = { test_seed() };
	bool *used = calloc(CNT, sizeof(*used));
	uint32_t cnt = 0;

	for (int op = 0; op < 200000; op++) {
		uint32_t i = (uint32_t) rng_below(&rng, CNT);
		/* it fills and empties by turns */
		bool fill = (op / 40000 % 2) == 0;

		if (used[i] && !(fill && rng_one_in(&rng, 3))) {
			ck_assert_uint_eq(garq_handles_get(&h, i).num_cn, i + 1);
			garq_handles_del(&h, i);
			used[i] = false;
			cnt--;
		} else if (fill && (cnt < CNT)) {
			for (i = 0; used[i]; i++)
				;
			ck_assert_uint_eq(_put(&h, 1, 2, i + 1), i);
			used[i] = true;
			cnt++;
		}
		if (op % 1000 == 0) {
			ck_assert(garq_handles_check(&h));
			garq_handles_trim(&h);
			ck_assert(garq_handles_check(&h));
		}
		ck_assert_uint_eq(h.cnt, cnt);
	}
	for (uint32_t i = 0; i < CNT; i++)
		ck_assert(garq_handles_has(&h, i) == used[i]);
	garq_handles_free(&h);
	free(used);
}
END_TEST

START_TEST(memory_is_given_back)
{
	struct garq_handles h = { 0 };

	for (uint32_t i = 0; i < CNT; i++)
		_put(&h, 1, 2, 1);
	for (uint32_t i = 3; i < CNT; i++)
		garq_handles_del(&h, i);
	ck_assert_uint_eq(h.blocks, (CNT + GARQ_HANDLES - 1) / GARQ_HANDLES);
	for (uint32_t i = 0; i < CNT; i++)
		garq_handles_trim(&h);
	ck_assert_uint_le(h.blocks, 2);
	ck_assert(garq_handles_check(&h));
	ck_assert_uint_eq(_put(&h, 1, 2, 1), 3);
	garq_handles_free(&h);
}
END_TEST

START_TEST(reserve_and_release)
{
	garq_t *g = small_garq(4, 300);
	uint32_t a = 77, b = 77;

	ck_assert_int_eq(garq_reserve(g, 2000, 3000, 3, &a), 0);
	add(g, 0, 2000, 3000, 1);
	assert_error(garq_reserve(g, 2999, 3001, 1, &b), ENOSPC);
	assert_error(garq_reserve(g, 20, 10, 1, &b), EINVAL);
	assert_error(garq_reserve(g, 10, 20, 1, &b), ERANGE);
	ck_assert_uint_eq(b, 77);
	ck_assert_uint_eq(garq_usage(g, 2500), 4);
	ck_assert_uint_eq(garq_count(g), 2);
	assert_intact(garq_check, g);
	ck_assert_int_eq(garq_release(g, a), 0);
	assert_error(garq_release(g, a), ENOENT);
	ck_assert_uint_eq(garq_usage(g, 2500), 1);
	ck_assert_int_eq(garq_advance(g, 5000), 0);
	ck_assert_int_eq(garq_deleteReserv(g, 0), 0);
	ck_assert_uint_eq(garq_count(g), 0);
	assert_intact(garq_check, g);
	garq_destroy(g);
}
END_TEST

START_TEST(reserve_found)
{
	garq_t *g = small_garq(4, 300), *other = small_garq(4, 300);
	struct garq_found found = { .num_cn = 77 };
	uint32_t a = 77, b = 77;

	assert_error(garq_reserve_found(g, &(struct garq_found) { 0 }, &a),
		     EINVAL);
	assert_error(garq_find(g, 20, 10, 1, &found), EINVAL);
	ck_assert_int_eq(garq_find(g, 2000, 3000, 5, &found), 0);
	ck_assert_uint_eq(found.num_cn, 77);
	ck_assert_int_eq(garq_find(g, 2000, 3000, 3, &found), 1);
	ck_assert_int_eq(garq_reserve_found(g, &found, &a), 0);
	ck_assert_uint_eq(garq_usage(g, 2500), 3);
	/* the answer is old, or that of another garq_t */
	assert_error(garq_reserve_found(g, &found, &b), ENOSPC);
	ck_assert_int_eq(garq_find(other, 2000, 3000, 3, &found), 1);
	found.changes++;	/* as many as there were here */
	assert_error(garq_reserve_found(g, &found, &b), ENOSPC);
	ck_assert_int_eq(garq_find(other, 2000, 3000, 3, &found), 1);
	ck_assert_int_eq(garq_advance(other, 4000), 0);
	assert_error(garq_reserve_found(other, &found, &b), ERANGE);
	ck_assert_uint_eq(b, 77);
	assert_intact(garq_check, g);
	garq_destroy(g);
	garq_destroy(other);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("handles");
	TCase *tc = test_case(s, "all", 120);

	test_seed();
	tcase_add_test(tc, keeps_what_it_is_given);
	tcase_add_test(tc, lowest_first);
	tcase_add_test(tc, memory_is_given_back);
	tcase_add_test(tc, reserve_and_release);
	tcase_add_test(tc, reserve_found);
	return test_run(s);
}
