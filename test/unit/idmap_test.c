/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * idmap_test.c - tests of idmap.c, and of table.c below it.
 */
#include <stdlib.h>

#include "garq/idmap.h"
#include "test/unit/test_util.h"

/* Values; their addresses differ. */
static char value[4096];

static void _put(struct garq_idmap *map, uint64_t id, void *v)
{
	ck_assert_int_eq(garq_idmap_reserve(map), 0);
	garq_idmap_put(map, id, v);
}

START_TEST(empty)
{
	struct garq_idmap map = { 0 };
	uint32_t pos = 0;

	ck_assert_ptr_null(garq_idmap_get(&map, 0));
	ck_assert_ptr_null(garq_idmap_del(&map, 0));
	ck_assert_ptr_null(garq_idmap_next(&map, &pos));
	garq_idmap_free(&map);
}
END_TEST

START_TEST(any_id)
{
	struct garq_idmap map = { 0 };

	_put(&map, 0, &value[0]);
	_put(&map, UINT64_MAX, &value[1]);
	_put(&map, UINT64_C(1) << 63, &value[2]);
	ck_assert_ptr_eq(garq_idmap_get(&map, 0), &value[0]);
	ck_assert_ptr_eq(garq_idmap_get(&map, UINT64_MAX), &value[1]);
	ck_assert_ptr_eq(garq_idmap_get(&map, UINT64_C(1) << 63), &value[2]);
	ck_assert_ptr_null(garq_idmap_get(&map, 1));
	ck_assert_ptr_eq(garq_idmap_del(&map, 0), &value[0]);
	ck_assert_ptr_null(garq_idmap_get(&map, 0));
	ck_assert_uint_eq(garq_idmap_cnt(&map), 2);
	garq_idmap_free(&map);
}
END_TEST

START_TEST(next_gives_each_once)
{
	struct garq_idmap map = { 0 };
	const struct garq_idmap_entry *entry;
	bool seen[1000] = { false };
	uint32_t pos = 0, cnt = 0;

	for (uint64_t id = 0; id < 1000; id++)
		_put(&map, id, &value[id]);
	while ((entry = garq_idmap_next(&map, &pos))) {
		ck_assert_uint_lt(entry->entry.id, 1000);
		ck_assert(!seen[entry->entry.id]);
		ck_assert_ptr_eq(entry->value, &value[entry->entry.id]);
		seen[entry->entry.id] = true;
		cnt++;
	}
	ck_assert_uint_eq(cnt, 1000);
	garq_idmap_free(&map);
}
END_TEST

/* Is each entry found, and in one chain? */
static void _assert_linked(const struct garq_idmap *map)
{
	const size_t size = sizeof(struct garq_idmap_entry);
	const struct garq_table *t = &map->table;
	uint32_t linked = 0;

	for (uint32_t i = 0; i < t->cnt; i++) {
		struct garq_entry *e = garq_table_at(t, size, i);

		ck_assert_ptr_eq(garq_table_get(t, size, e->id), e);
		for (uint32_t k = e->head; k != GARQ_TABLE_NONE; linked++)
			k = garq_table_at(t, size, k)->next;
	}
	ck_assert_uint_eq(linked, t->cnt);
}

/* It grows and shrinks by one; blocks stay until they are given back. */
START_TEST(blocks_are_given_back)
{
	struct garq_idmap map = { 0 };
	uint32_t cnt = 20 * GARQ_TABLE_BLOCK;

	for (uint64_t id = 0; id < cnt; id++)
		_put(&map, id * 4096, value);
	_assert_linked(&map);
	ck_assert_uint_eq(map.table.blocks, 20);
	for (uint64_t id = 3; id < cnt; id++) {
		garq_idmap_del(&map, id * 4096);
		if (id % 500 == 0)
			_assert_linked(&map);
	}
	ck_assert_uint_eq(map.table.blocks, 20);
	garq_table_trim(&map.table);
	ck_assert_uint_eq(map.table.blocks, 2);
	ck_assert_uint_eq(garq_idmap_cnt(&map), 3);
	_assert_linked(&map);
	garq_idmap_free(&map);
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
	struct garq_idmap map = { 0 };

	for (int op = 0; op < 30000; op++) {
		uint64_t id = rng_below(&rng, ids);
		void *want = used[id] ? &value[id] : NULL;

		ck_assert_ptr_eq(garq_idmap_get(&map, id), want);
		if (!used[id]) {
			_put(&map, id, &value[id]);
			in_use++;
		} else if (rng_one_in(&rng, 2)) {
			ck_assert_ptr_eq(garq_idmap_del(&map, id), want);
			in_use--;
		} else {
			continue;
		}
		used[id] = !used[id];
		ck_assert_uint_eq(garq_idmap_cnt(&map), in_use);
		if (op % 1000 == 0)
			_assert_linked(&map);
	}
	for (uint64_t id = 0; id < ids; id++)
		ck_assert_ptr_eq(garq_idmap_get(&map, id),
				 used[id] ? &value[id] : NULL);
	garq_idmap_free(&map);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("idmap");
	TCase *tc = test_case(s, "all", 120);

	test_seed();
	tcase_add_test(tc, empty);
	tcase_add_test(tc, any_id);
	tcase_add_test(tc, next_gives_each_once);
	tcase_add_test(tc, blocks_are_given_back);
	tcase_add_loop_test(tc, agrees_with_an_array, 0, 10);
	return test_run(s);
}
