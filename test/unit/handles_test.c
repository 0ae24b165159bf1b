/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * handles_test.c - tests of handles.h. SEED=n replays a failure.
 */
#include <stdlib.h>

#include "garq/handles.h"
#include "test/unit/test_util.h"

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
		{ 0, 1, 1 }, { 0, GARQ_FOREVER, UINT32_MAX },
		{ GARQ_FOREVER - 1, GARQ_FOREVER, 1U << 18 },
		{ 5, 6, (1U << 18) - 1 },
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

int main(void)
{
	Suite *s = suite_create("handles");
	TCase *tc = test_case(s, "all", 120);

	test_seed();
	tcase_add_test(tc, keeps_what_it_is_given);
	tcase_add_test(tc, lowest_first);
	tcase_add_test(tc, memory_is_given_back);
	return test_run(s);
}
