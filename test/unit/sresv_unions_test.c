/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sresv_unions_test.c - pools that overlap, against all ways to give nodes to them.
 *
 *	SEED=n ROUNDS=100000 test/unit/sresv_unions_test
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/model/unions.h"
#include "test/unit/test_util.h"

#define NODES 6
#define POOLS 4
#define ROUNDS 3000

static char names_of_nodes[NODES][4] = { "n1", "n2", "n3", "n4", "n5", "n6" };

/* Pools of a cluster at one moment. */
typedef struct {
	unsigned int nodes[POOLS];	/* bits */
	unsigned int taken;		/* of all nodes, by others */
	size_t cnt;
	char *names[POOLS][NODES];
	span_t spans[POOLS];
	profile_t profiles[POOLS];
	union_pool_t pools[POOLS];
} world_t;

static void _make(world_t *w)
{
	for (size_t p = 0; p < w->cnt; p++) {
		union_pool_t *to = &w->pools[p];

		*to = (union_pool_t) { .names = w->names[p],
				       .profile = &w->profiles[p] };
		for (unsigned int i = 0; i < NODES; i++)
			if (w->nodes[p] & (1U << i))
				w->names[p][to->name_cnt++] = names_of_nodes[i];
		w->spans[p] = (span_t) { 100, 200, __builtin_popcount(
					w->nodes[p] & ~w->taken) };
		w->profiles[p] = (profile_t) { &w->spans[p], 1 };
	}
}

/* All ways to give the nodes from i on. RET whether each pool gets enough */
static bool _force(const world_t *w, int *wanted, unsigned int i)
{
	bool enough = true;

	for (size_t p = 0; p < w->cnt; p++)
		enough = enough && (wanted[p] <= 0);
	if (enough || (i == NODES))
		return enough;
	for (size_t p = 0; p < w->cnt; p++) {
		if (!(w->nodes[p] & ~w->taken & (1U << i)) || (wanted[p] <= 0))
			continue;
		wanted[p]--;
		enough = _force(w, wanted, i + 1);
		wanted[p]++;
		if (enough)
			return true;
	}
	return _force(w, wanted, i + 1);
}

/* By counts: each pool alone, and each union. */
static bool _fits(const world_t *w, const int *wanted)
{
	union_t *unions;
	size_t cnt;
	bool fits = true;

	ck_assert_int_eq(unions_find(w->pools, w->cnt, &unions, &cnt), 0);
	for (size_t p = 0; p < w->cnt; p++)
		fits = fits && (wanted[p] <= w->spans[p].free);
	for (size_t u = 0; u < cnt; u++) {
		int sum = 0;

		for (size_t p = 0; p < w->cnt; p++)
			sum += (unions[u].pools >> p) & 1 ? wanted[p] : 0;
		ck_assert_uint_eq(unions[u].profile.cnt, 1);
		ck_assert_int_eq(unions[u].profile.spans[0].from, 100);
		ck_assert_int_eq(unions[u].profile.spans[0].to, 200);
		fits = fits && (sum <= unions[u].profile.spans[0].free);
	}
	unions_free(unions, cnt);
	return fits;
}

/* Each pool is within another one, or apart from it. */
static bool _is_laminar(const world_t *w)
{
	for (size_t p = 0; p < w->cnt; p++)
		for (size_t q = 0; q < p; q++) {
			unsigned int both = w->nodes[p] & w->nodes[q];

			if (both && (both != w->nodes[p]) &&
			    (both != w->nodes[q]))
				return false;
		}
	return true;
}

START_TEST(nothing_possible_is_refused_and_what_is_known_is_exact)
{
	rng_t rng = { test_seed() };
	const char *env = getenv("ROUNDS");
	uint64_t rounds = env ? strtoull(env, NULL, 10) : ROUNDS;
	uint64_t possible = 0, exact = 0, refused = 0, wrong = 0;

	for (uint64_t round = 0; round < rounds; round++) {
		world_t w = { .cnt = 1 + rng_below(&rng, POOLS) };
		int wanted[POOLS];
		bool force, fits;

		w.taken = rng_one_in(&rng, 2) ? 0 :
			(unsigned int) rng_below(&rng, 1U << NODES);
		for (size_t p = 0; p < w.cnt; p++) {
			w.nodes[p] = 1 + (unsigned int) rng_below(
					&rng, (1U << NODES) - 1);
			if (p && rng_one_in(&rng, 2))
				w.nodes[p] &= w.nodes[p - 1];
			wanted[p] = (int) rng_below(&rng, 4);
		}
		_make(&w);
		force = _force(&w, wanted, 0);
		fits = _fits(&w, wanted);
		ck_assert_msg(fits || !force, "a possible plan is refused");
		possible += force;
		refused += !fits;
		wrong += fits && !force;
		if (w.taken && !_is_laminar(&w))
			continue;
		ck_assert_msg(fits == force, "an impossible one is not");
		exact++;
	}
	printf("%" PRIu64 " possible, %" PRIu64 " refused, %" PRIu64
	       " known exactly, %" PRIu64 " let through\n", possible, refused,
	       exact, wrong);
	ck_assert_uint_gt(possible, rounds / 10);
	ck_assert_uint_gt(refused, rounds / 10);
	ck_assert_uint_gt(exact, rounds / 4);
}
END_TEST

/* Windows that were probed differ: where one pool is not known the other counts. */
START_TEST(profiles_are_put_together)
{
	char *a[] = { "n1", "n2", "n3" }, *b[] = { "n3", "n4" };
	span_t of_a[] = { { 0, 10, 3 }, { 10, 20, 1 } }, of_b[] = { { 5, 30, 2 } };
	const profile_t pa = { of_a, 2 }, pb = { of_b, 1 };
	const union_pool_t pools[] = { { a, 3, &pa }, { b, 2, &pb } };
	static const span_t right[] = {
		{ 0, 5, 3 }, { 5, 10, 4 }, { 10, 20, 2 }, { 20, 30, 2 },
	};
	union_t *unions;
	size_t cnt;

	ck_assert_int_eq(unions_common(&pools[0], &pools[1]), 1);
	ck_assert_int_eq(unions_find(pools, 2, &unions, &cnt), 0);
	ck_assert_uint_eq(cnt, 1);
	ck_assert_uint_eq(unions[0].pools, 3);
	ck_assert_uint_eq(unions[0].profile.cnt, COUNT(right));
	for (int i = 0; i < COUNT(right); i++) {
		const span_t *s = &unions[0].profile.spans[i];

		ck_assert_int_eq(s->from, right[i].from);
		ck_assert_int_eq(s->to, right[i].to);
		ck_assert_int_eq(s->free, right[i].free);
	}
	unions_free(unions, cnt);
}
END_TEST

/* Of many pools: pairs, and what hangs together. */
START_TEST(many_pools_have_some_unions)
{
	enum { MANY = 9 };
	char text[MANY + 1][16], *list[MANY][2];
	span_t span = { 0, 10, 2 };
	const profile_t profile = { &span, 1 };
	union_pool_t pools[MANY];
	union_t *unions;
	size_t cnt;

	/* a chain: each has a node of the next one */
	for (int i = 0; i <= MANY; i++)
		snprintf(text[i], sizeof(text[i]), "n%02d", i);
	for (int i = 0; i < MANY; i++) {
		list[i][0] = text[i];
		list[i][1] = text[i + 1];
		pools[i] = (union_pool_t) { list[i], 2, &profile };
	}
	ck_assert_int_eq(unions_find(pools, MANY, &unions, &cnt), 0);
	ck_assert_uint_eq(cnt, MANY - 1 + 1);
	ck_assert_uint_eq(unions[cnt - 1].pools, (1U << MANY) - 1);
	ck_assert_int_eq(unions[cnt - 1].profile.spans[0].free, MANY + 1);
	unions_free(unions, cnt);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sresv_unions");
	TCase *tc = test_case(suite, "unions", 600);

	tcase_add_test(tc, nothing_possible_is_refused_and_what_is_known_is_exact);
	tcase_add_test(tc, profiles_are_put_together);
	tcase_add_test(tc, many_pools_have_some_unions);
	return test_run(suite);
}
