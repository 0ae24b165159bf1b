/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_no_alloc_test.c - operations that need no memory: freeing and searching
 * work when there is none left.
 */
#include "test/unit/garq_alloc_world.h"

/* Nodes can always be freed. */
START_TEST(freeing_needs_no_memory)
{
	struct world w = { .start = 0 }, v = { .start = 0 };
	bool ok = true;

	world_full_garq(&w);
	world_full_machine(&v);
	fail_alloc_arm(1, true);
	for (uint32_t handle = 0; handle < 500; handle++)
		(void) garq_deleteReserv(w.g, handle);
	for (uint64_t id = 0; id < 10; id++)
		ok = ok && (garq_machine_release(v.m, id) == 0);
	fail_alloc_disarm();
	ck_assert(ok);
	ck_assert_int_eq(fail_alloc_cnt(), 0);
	assert_world_intact(&w);
	assert_world_intact(&v);
	ck_assert_uint_eq(garq_count(w.g), 0);
	ck_assert_uint_eq(garq_count(garq_machine_counts(v.m, 0)), 0);
	ck_assert_uint_eq(garq_count(garq_machine_counts(v.m, 1)), 0);
	world_free(&w);
	world_free(&v);
}
END_TEST

/*
 * When a holder that others overlap goes, counting the others needs memory.
 * Without memory the holder goes as well: less is counted then, and the answers
 * are the same.
 */
START_TEST(leaving_without_memory)
{
	for (int n = 1; ; n++) {
		struct world w = { .start = 0 };
		int failures;
		bool ok;

		world_full_machine(&w);
		ck_assert_int_eq(garq_machine_hold(w.m, 50, 50, w.all, NOW,
						   NOW + 3000), 0);
		ck_assert_int_eq(garq_machine_hold(w.m, 51, 51, w.some,
						   NOW + 1500, NOW + 4000), 0);
		for (uint32_t i = 0; i < garq_machine_pools(w.m); i++)
			world_drain(garq_machine_counts(w.m, i));
		fail_alloc_arm(n, true);
		ok = (garq_machine_release(w.m, 50) == 0) &&
			(garq_machine_release(w.m, 3) == 0);
		failures = fail_alloc_disarm();
		ck_assert(ok);
		assert_world_intact(&w);
		ck_assert_uint_eq(garq_nodes_free(
			garq_machine_nodes(w.m), w.all, NOW + 1500, NOW + 1501,
			GARQ_NO_GROUP, NULL), 2);
		/* no counted interval is left */
		for (uint64_t id = 0; id < 52; id++)
			(void) garq_machine_release(w.m, id);
		assert_world_intact(&w);
		for (uint32_t i = 0; i < garq_machine_pools(w.m); i++)
			ck_assert_uint_eq(garq_count(garq_machine_counts(
				w.m, i)), 0);
		world_free(&w);
		if (!failures) {
			ck_assert_int_gt(n, 4);
			break;
		}
	}
}
END_TEST

static bool _ignore(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	(void) arg;
	(void) num_free;
	return t_s < t_e;
}

/* Searching by count needs none at all. */
START_TEST(searching_needs_no_memory)
{
	struct world w = { .start = 0 };
	time_t start;
	uint32_t num_free;
	int rc;

	world_full_garq(&w);
	fail_alloc_arm(1, true);
	rc = garq_searchReserv(w.g, 1000, 3000, 90) +
		garq_suggestInterval(w.g, 1000, 3000, 90, -1, &start) +
		garq_suggestInterval(w.g, 1000, 3000, 1, -1, &start) +
		garq_least_free(w.g, 1000, 3000, &num_free) +
		garq_profile(w.g, 1000, 3000, _ignore, NULL);
	fail_alloc_disarm();
	ck_assert_int_eq(rc, 2);
	ck_assert_int_eq(fail_alloc_cnt(), 0);
	world_free(&w);
}
END_TEST

/* Nor does searching by nodes. */
START_TEST(searching_nodes_needs_no_memory)
{
	struct world w = { .start = 0 };
	int rc;

	world_full_nodes(&w);
	fail_alloc_arm(1, true);
	rc = garq_nodes_shortage(w.n, w.all, 6, 1000, 1200, 4, &w.start,
				    &w.missing) +
		(garq_nodes_free(w.n, w.all, 1000, 1200, 5, NULL) == 3);
	fail_alloc_disarm();
	ck_assert_int_eq(rc, 2);
	ck_assert_int_eq(fail_alloc_cnt(), 0);
	assert_world_intact(&w);
	world_free(&w);
}
END_TEST

/* A refusal needs no memory, and includes the excluded group again. */
START_TEST(refusing_needs_no_memory)
{
	struct world w = { .start = 0 };
	bool ok = true;
	uint64_t before;

	world_full_machine(&w);
	before = world_look(&w);
	fail_alloc_arm(1, true);
	for (uint64_t group = 0; group < 14; group++) {
		garq_request_t rq = {
			.eligible = w.all, .num_cn = 3, .t_esr = 1000,
			.t_lsr = 1004, .duration = 600, .group = group,
		};
		garq_answer_t a = { .fits = true };

		ok = ok && !garq_machine_place(w.m, &rq, &a) && !a.fits &&
			a.has_later;
		garq_machine_shortage(w.m, &rq, &a);
		rq.num_cn = NODE_CNT + 1;
		ok = ok && !garq_machine_place(w.m, &rq, &a) && !a.fits &&
			!a.has_later;
	}
	fail_alloc_disarm();
	ck_assert(ok);
	ck_assert_int_eq(fail_alloc_cnt(), 0);
	assert_world_intact(&w);
	ck_assert(world_look(&w) == before);
	world_free(&w);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("no_alloc");
	TCase *tc = test_case(s, "without memory", 120);

	tcase_add_test(tc, freeing_needs_no_memory);
	tcase_add_test(tc, leaving_without_memory);
	tcase_add_test(tc, searching_needs_no_memory);
	tcase_add_test(tc, searching_nodes_needs_no_memory);
	tcase_add_test(tc, refusing_needs_no_memory);
	return test_run(s);
}
