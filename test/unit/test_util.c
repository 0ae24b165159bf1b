/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_util.c - helpers of the tests.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test/unit/test_util.h"

extern uint64_t test_seed(void)
{
	static uint64_t seed;
	static bool known;
	const char *env = getenv("SEED");

	if (known)
		return seed;
	known = true;
	if (env)
		seed = strtoull(env, NULL, 0);
	else
		seed = ((uint64_t) time(NULL) << 20) ^ (uint64_t) getpid();
	printf("SEED=%" PRIu64 "\n", seed);
	fflush(stdout);
	return seed;
}

extern bool test_all(void)
{
	const char *env = getenv("FAULTS");

	return env && !strcmp(env, "all");
}

extern int test_stride(void)
{
#ifdef __SANITIZE_ADDRESS__
	return test_all() ? 1 : 8;
#else
	return 1;
#endif
}

extern int test_offset(void)
{
	return (int) (test_seed() % (uint64_t) test_stride());
}

extern int test_some(int rounds)
{
	return (test_stride() == 1) ? rounds : (rounds + 3) / 4;
}

extern uint64_t rng_next(rng_t *rng)
{
	uint64_t z = (rng->state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

extern uint64_t rng_below(rng_t *rng, uint64_t n)
{
	return rng_next(rng) % n;
}

extern int64_t rng_between(rng_t *rng, int64_t lo, int64_t hi)
{
	if (hi <= lo)
		return lo;
	return lo + (int64_t) rng_below(rng, (uint64_t) (hi - lo) + 1);
}

extern bool rng_one_in(rng_t *rng, uint64_t n)
{
	return rng_below(rng, n) == 0;
}

static uint64_t _rounds(uint64_t usual)
{
	const char *env = getenv("ROUNDS");

	return env ? strtoull(env, NULL, 0) :
		     (uint64_t) test_some((int) usual);
}

extern int test_part_cnt(uint64_t usual, uint64_t most)
{
	uint64_t rounds = _rounds(usual);

	(void) test_seed();	/* once, not anew in the process of each part */
	return rounds ? (int) ((rounds - 1) / most + 1) : 1;
}

extern test_part_t test_part(uint64_t usual, uint64_t most, int i)
{
	uint64_t rounds = _rounds(usual), at = (uint64_t) i;
	uint64_t cnt = (uint64_t) test_part_cnt(usual, most);
	test_part_t part = {
		.rounds = rounds / cnt + (at < rounds % cnt),
		.rng = { test_seed() + at },
	};

	ck_assert_uint_lt(at, cnt);
	if (cnt > 1)
		printf("part %d: SEED=%" PRIu64 " ROUNDS=%" PRIu64 "\n", i,
		       part.rng.state, part.rounds);
	fflush(stdout);
	return part;
}

extern garq_set_t *test_set(uint32_t size, const char *list)
{
	garq_set_t *set = garq_set_create(size);
	char *end = NULL;

	ck_assert_ptr_nonnull(set);
	while (*list) {
		unsigned long lo = strtoul(list, &end, 10), hi = lo;

		if (*end == '-')
			hi = strtoul(end + 1, &end, 10);
		for (; lo <= hi; lo++)
			garq_set_add(set, (uint32_t) lo);
		list = (*end == ',') ? end + 1 : end;
	}
	return set;
}

extern garq_set_t *test_set_all(uint32_t size)
{
	garq_set_t *set = garq_set_create(size);

	ck_assert_ptr_nonnull(set);
	for (uint32_t i = 0; i < size; i++)
		garq_set_add(set, i);
	return set;
}

extern bool test_set_equal(const garq_set_t *a, const garq_set_t *b)
{
	if (a->size != b->size)
		return false;
	for (uint32_t i = 0; i < a->size; i++)
		if (garq_set_test(a, i) != garq_set_test(b, i))
			return false;
	return garq_set_count(a) == garq_set_count(b);
}

extern void assert_broken(bool intact, const char *reason, const char *what)
{
	ck_assert_msg(!intact, "not noticed: %s", what);
	ck_assert_msg(reason && *reason, "no reason: %s", what);
}

extern TCase *test_case(Suite *suite, const char *name, double timeout)
{
	TCase *tc = tcase_create(name);

	if (timeout > 0)
		tcase_set_timeout(tc, timeout);
	suite_add_tcase(suite, tc);
	return tc;
}

extern int test_run(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	if (!srunner_ntests_run(runner))
		failed = fprintf(stderr, "no test of this name\n");
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
