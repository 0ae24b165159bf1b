/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reservs_test.c - tests of reservs.c.
 */
#include <stdlib.h>

#include "garq/reservs.h"
#include "test/unit/test_util.h"

/* Add a reservation whose fields are derived from its id. */
static void _put(struct garq_reservs *rs, uint64_t id)
{
	struct garq_reserv r = {
		.id = id, .t_s = (time_t) (id % 1000), .t_e = 1001, .num_cn = 7,
	};

	ck_assert_int_eq(garq_reservs_reserve(rs), 0);
	garq_reservs_prefetch(rs, id);
	garq_reservs_put(rs, garq_reservs_place(rs, r.id), &r);
}

static void _assert_known(const struct garq_reservs *rs, uint64_t id)
{
	const struct garq_reserv *r = garq_reservs_get(rs, id);

	ck_assert_ptr_nonnull(r);
	ck_assert_uint_eq(r->id, id);
	ck_assert_int_eq(r->t_s, (time_t) (id % 1000));
	ck_assert_uint_eq(r->num_cn, 7);
}

START_TEST(empty)
{
	struct garq_reservs rs = { 0 };
	uint32_t pos = 0;

	garq_reservs_prefetch(&rs, 0);
	ck_assert_ptr_null(garq_reservs_get(&rs, 0));
	ck_assert_ptr_null(garq_reservs_next(&rs, &pos));
	garq_reservs_free(&rs);
}
END_TEST

START_TEST(any_id)
{
	struct garq_reservs rs = { 0 };

	_put(&rs, 0);
	_put(&rs, UINT64_MAX);
	_put(&rs, UINT64_C(1) << 63);
	_assert_known(&rs, 0);
	_assert_known(&rs, UINT64_MAX);
	_assert_known(&rs, UINT64_C(1) << 63);
	ck_assert_ptr_null(garq_reservs_get(&rs, 1));
	garq_reservs_del(&rs, garq_reservs_get(&rs, 0));
	ck_assert_ptr_null(garq_reservs_get(&rs, 0));
	ck_assert_uint_eq(rs.cnt, 2);
	garq_reservs_free(&rs);
}
END_TEST

START_TEST(next_gives_each_once)
{
	struct garq_reservs rs = { 0 };
	const struct garq_reserv *r;
	bool seen[1000] = { false };
	uint32_t pos = 0, cnt = 0;

	for (uint64_t id = 0; id < 1000; id++)
		_put(&rs, id);
	while ((r = garq_reservs_next(&rs, &pos))) {
		ck_assert_uint_lt(r->id, 1000);
		ck_assert(!seen[r->id]);
		seen[r->id] = true;
		cnt++;
	}
	ck_assert_uint_eq(cnt, 1000);
	garq_reservs_free(&rs);
}
END_TEST

START_TEST(two_are_a_line)
{
	struct garq_reservs rs = { 0 };

	_put(&rs, 1);
	ck_assert_uint_eq((uintptr_t) rs.entry % 64, 0);
	garq_reservs_free(&rs);
}
END_TEST

/*
 * A small table that is nearly full: a deletion has to move entries that
 * collided.
 */
START_TEST(agrees_with_an_array)
{
	rng_t rng = { test_seed() + (uint64_t) _i };
	uint32_t ids = 10 + (uint32_t) _i * 15, in_use = 0;
	bool used[256] = { false };
	struct garq_reservs rs = { 0 };

	for (int op = 0; op < 30000; op++) {
		uint64_t id = rng_below(&rng, ids);
		struct garq_reserv *r = garq_reservs_get(&rs, id);

		ck_assert(used[id] == (r != NULL));
		if (!used[id]) {
			_put(&rs, id);
			in_use++;
		} else if (rng_one_in(&rng, 2)) {
			_assert_known(&rs, id);
			garq_reservs_del(&rs, r);
			in_use--;
		} else {
			continue;
		}
		used[id] = !used[id];
		ck_assert_uint_eq(rs.cnt, in_use);
	}
	for (uint64_t id = 0; id < ids; id++)
		ck_assert(used[id] == (garq_reservs_get(&rs, id) != NULL));
	garq_reservs_free(&rs);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("reservs");
	TCase *tc = test_case(s, "all", 120);

	test_seed();
	tcase_add_test(tc, empty);
	tcase_add_test(tc, any_id);
	tcase_add_test(tc, next_gives_each_once);
	tcase_add_test(tc, two_are_a_line);
	tcase_add_loop_test(tc, agrees_with_an_array, 0, 10);
	return test_run(s);
}
