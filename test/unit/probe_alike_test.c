/* SPDX-License-Identifier: GPL-2.0-or-later */
/* probe_alike_test.c - which nodes are free when, against each node second by second. */
#include <string.h>

#include "plugin/booking/offer/probe_alike.h"
#include "test/unit/nodes_fixture.h"

#define NODES 8
#define SECONDS 40
#define ROUNDS 3000

static bool _is_busy(const probe_alike_t *a, time_t t)
{
	bool busy = false;

	for (size_t i = 0; i < a->cnt; i++)
		busy = busy || ((a->busy[i].t_s <= t) && (t < a->busy[i].t_e));
	return busy;
}

/* Each eligible node is in one group, and is busy as it was held; no two are alike. */
static void _check(const probe_nodes_t *found, const garq_set_t *eligible,
		   bool held[NODES][SECONDS], time_t from, time_t to)
{
	for (uint32_t n = 0; n < NODES; n++) {
		const probe_alike_t *in = NULL;

		for (size_t i = 0; i < found->cnt; i++) {
			if (!garq_set_test(found->list[i].nodes, n))
				continue;
			ck_assert_ptr_null(in);
			in = &found->list[i];
		}
		ck_assert(garq_set_test(eligible, n) == (in != NULL));
		for (time_t t = from; in && (t < to); t++)
			ck_assert(_is_busy(in, t) == held[n][t]);
	}
	for (size_t i = 0; i < found->cnt; i++) {
		const probe_alike_t *a = &found->list[i];

		ck_assert_uint_gt(garq_set_count(a->nodes), 0);
		for (size_t k = 0; k < a->cnt; k++) {
			ck_assert_int_ge(a->busy[k].t_s, from);
			ck_assert_int_le(a->busy[k].t_e, to);
			ck_assert_int_lt(a->busy[k].t_s, a->busy[k].t_e);
			ck_assert(!k || (a->busy[k - 1].t_e < a->busy[k].t_s));
		}
		for (size_t k = 0; k < i; k++)
			ck_assert((a->cnt != found->list[k].cnt) ||
				  memcmp(a->busy, found->list[k].busy,
					 a->cnt * sizeof(*a->busy)));
	}
}

static void _play(rng_t *rng)
{
	garq_nodes_t *n = garq_nodes_create(NODES);
	garq_set_t *eligible = garq_set_create(NODES);
	bool held[NODES][SECONDS] = { { false } };
	time_t from = rng_between(rng, 0, 10), to = rng_between(rng, 20, 39);
	probe_nodes_t found;

	ck_assert(n && eligible);
	for (uint64_t id = rng_below(rng, 12); id; id--) {
		garq_set_t *set = garq_set_create(NODES);
		time_t t_s = rng_between(rng, 0, SECONDS - 2);
		time_t t_e = rng_between(rng, t_s + 1, SECONDS - 1);

		for (uint64_t k = 1 + rng_below(rng, 3); k; k--) {
			uint32_t node = (uint32_t) rng_below(rng, NODES);

			garq_set_add(set, node);
			for (time_t t = t_s; t < t_e; t++)
				held[node][t] = true;
		}
		ck_assert_int_eq(garq_nodes_hold(n, id, id, set, t_s, t_e), 0);
		garq_set_destroy(set);
	}
	garq_set_add(eligible, (uint32_t) rng_below(rng, NODES));
	for (uint32_t i = 0; i < NODES; i++)
		if (rng_below(rng, 3))
			garq_set_add(eligible, i);
	found = probe_nodes_find(n, eligible, from, to);
	ck_assert_uint_gt(found.cnt, 0);
	_check(&found, eligible, held, from, to);
	probe_nodes_free(&found);
	garq_set_destroy(eligible);
	garq_nodes_destroy(n);
}

START_TEST(as_each_node_second_by_second)
{
	rng_t rng = { test_seed() };

	for (int i = 0; i < ROUNDS; i++)
		_play(&rng);
}
END_TEST

static garq_set_t *_all(uint32_t size)
{
	garq_set_t *set = garq_set_create(size);

	for (uint32_t i = 0; i < size; i++)
		garq_set_add(set, i);
	return set;
}

/* RET how many groups are told where each of size nodes is held from its number on */
static size_t _told(uint32_t size, int each)
{
	garq_nodes_t *n = garq_nodes_create(size);
	garq_set_t *all = _all(size), *one = garq_set_create(size);
	probe_nodes_t found;
	size_t cnt;

	for (uint32_t i = 0; i < size; i++) {
		garq_set_zero(one);
		garq_set_add(one, i);
		for (int k = 0; k < each; k++)
			ck_assert_int_eq(garq_nodes_hold(
				n, 1 + i * 100 + (uint32_t) k, 1, one,
				10 * k + i % 3, 10 * k + 4 + i), 0);
	}
	found = probe_nodes_find(n, all, 0, 100000);
	cnt = found.cnt;
	ck_assert_uint_gt(found.seen, 0);
	probe_nodes_free(&found);
	garq_set_destroy(one);
	garq_set_destroy(all);
	garq_nodes_destroy(n);
	return cnt;
}

START_TEST(too_many_are_not_told)
{
	ck_assert_uint_eq(_told(PROBE_ALIKE, 1), PROBE_ALIKE);
	ck_assert_uint_eq(_told(PROBE_ALIKE + 1, 1), 0);
	ck_assert_uint_eq(_told(100, PROBE_HELD / 100 + 1), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("probe_alike");
	TCase *tc = test_case(suite, "alike", 300);

	tcase_add_test(tc, as_each_node_second_by_second);
	tcase_add_test(tc, too_many_are_not_told);
	return test_run(suite);
}
