/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reservs_test.c - tests of reservs.h, and of table.c below it.
 */
#include <stdlib.h>

#include "garq/reservs.h"
#include "test/unit/test_util.h"

/* Add an id whose handle is derived from it. */
static void _put(struct garq_table *rs, uint64_t id)
{
	ck_assert_int_eq(garq_reservs_reserve(rs), 0);
	garq_table_prefetch(rs, sizeof(struct garq_named), id);
	garq_table_prefetch_next(rs, sizeof(struct garq_named), id);
	garq_reservs_put(rs, id, (uint32_t) (id % 1000));
}

static void _assert_known(const struct garq_table *rs, uint64_t id)
{
	const struct garq_named *r = garq_reservs_get(rs, id);

	ck_assert_ptr_nonnull(r);
	ck_assert_uint_eq(r->entry.id, id);
	ck_assert_uint_eq(r->handle, id % 1000);
}

START_TEST(empty)
{
	struct garq_table rs = { 0 };
	uint32_t pos = 0;

	garq_table_prefetch(&rs, sizeof(struct garq_named), 0);
	garq_table_prefetch_next(&rs, sizeof(struct garq_named), 0);
	ck_assert_ptr_null(garq_reservs_get(&rs, 0));
	ck_assert_ptr_null(garq_reservs_next(&rs, &pos));
	garq_table_free(&rs);
}
END_TEST

START_TEST(any_id)
{
	struct garq_table rs = { 0 };

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
	garq_table_free(&rs);
}
END_TEST

START_TEST(next_gives_each_once)
{
	struct garq_table rs = { 0 };
	const struct garq_named *r;
	bool seen[1000] = { false };
	uint32_t pos = 0, cnt = 0;

	for (uint64_t id = 0; id < 1000; id++)
		_put(&rs, id);
	while ((r = garq_reservs_next(&rs, &pos))) {
		ck_assert_uint_lt(r->entry.id, 1000);
		ck_assert(!seen[r->entry.id]);
		seen[r->entry.id] = true;
		cnt++;
	}
	ck_assert_uint_eq(cnt, 1000);
	garq_table_free(&rs);
}
END_TEST

/* Is each entry found, and in one chain? */
static void _assert_linked(const struct garq_table *rs)
{
	uint32_t linked = 0;

	for (uint32_t i = 0; i < rs->cnt; i++) {
		struct garq_entry *e = garq_table_at(
			rs, sizeof(struct garq_named), i);

		ck_assert_ptr_eq(garq_reservs_get(rs, e->id), e);
		for (uint32_t k = e->head; k != GARQ_TABLE_NONE; linked++)
			k = garq_table_at(rs, sizeof(struct garq_named),
					  k)->next;
	}
	ck_assert_uint_eq(linked, rs->cnt);
}

/* It grows and shrinks by one; blocks stay until they are given back. */
START_TEST(blocks_are_given_back)
{
	struct garq_table rs = { 0 };
	uint32_t cnt = 20 * GARQ_TABLE_BLOCK;

	for (uint64_t id = 0; id < cnt; id++)
		_put(&rs, id * 4096);
	_assert_linked(&rs);
	ck_assert_uint_eq(rs.blocks, 20);
	for (uint64_t id = 3; id < cnt; id++) {
		garq_reservs_del(&rs, garq_reservs_get(&rs, id * 4096));
		if (id % 500 == 0)
			_assert_linked(&rs);
	}
	ck_assert_uint_eq(rs.blocks, 20);
	garq_table_trim(&rs);
	ck_assert_uint_eq(rs.blocks, 2);
	ck_assert_uint_eq(rs.cnt, 3);
	_assert_linked(&rs);
	garq_table_free(&rs);
}
END_TEST

/*
 * Small tables: with most deletions another entry moves.
 */
START_TEST(agrees_with_an_array)
{
	rng_t rng = { test_seed() + (uint64_t) _i };
	uint32_t ids = 10 + (uint32_t) _i * 15, in_use = 0;
	bool used[256] = { false };
	struct garq_table rs = { 0 };

	for (int op = 0; op < 30000; op++) {
		uint64_t id = rng_below(&rng, ids);
		struct garq_named *r = garq_reservs_get(&rs, id);

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
		if (op % 1000 == 0)
			_assert_linked(&rs);
	}
	for (uint64_t id = 0; id < ids; id++)
		ck_assert(used[id] == (garq_reservs_get(&rs, id) != NULL));
	garq_table_free(&rs);
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
	tcase_add_test(tc, blocks_are_given_back);
	tcase_add_loop_test(tc, agrees_with_an_array, 0, 10);
	return test_run(s);
}
