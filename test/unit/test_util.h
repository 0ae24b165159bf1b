/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * test_util.h - helpers of the tests.
 */
#pragma once

#include <check.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "garq/garq.h"
#include "garq/nodeset.h"

/*
 * Check writes the line of each assertion that holds to a file, to report where
 * a test crashed. That is most of the time of the random tests under the
 * sanitizers, which report the place themselves.
 */
#ifdef __SANITIZE_ADDRESS__
#define _mark_point(file, line) ((void) 0)
#endif

/* addReserv, for a test that deletes nothing. RET as garq_addReserv() */
static inline int test_add(garq_t *g, time_t t_s, time_t t_e, uint32_t num_cn)
{
	uint32_t handle;

	return garq_addReserv(g, t_s, t_e, num_cn, &handle);
}

/* splitmix64: small, and the same on every machine. */
typedef struct {
	uint64_t state;
} rng_t;

/*
 * The seed of this run: SEED= of the environment if it is set, to replay a
 * failure, or else a new one. It is printed the first time.
 */
extern uint64_t test_seed(void);

/* Return true if FAULTS=all is in the environment: each place has its fault */
extern bool test_all(void);

/*
 * The step of a loop over all places for a fault, and where it begins (from 0 on,
 * by the seed). It is 1; under the sanitizers, where such loops take minutes, it is
 * 8, unless the environment has FAULTS=all.
 */
extern int test_stride(void);
extern int test_offset(void);

/*
 * The rounds that a random loop of so many plays: all of them; a quarter under
 * the sanitizers, where a round takes ten times as long, unless the environment
 * has FAULTS=all. IN rounds - > 0. RET 1 or more
 */
extern int test_some(int rounds);

extern uint64_t rng_next(rng_t *rng);

/* 0 .. n-1; n > 0 */
extern uint64_t rng_below(rng_t *rng, uint64_t n);

/* lo .. hi, both included; lo if hi is less */
extern int64_t rng_between(rng_t *rng, int64_t lo, int64_t hi);

/* True with probability 1 / n. */
extern bool rng_one_in(rng_t *rng, uint64_t n);

/*
 * The rounds of a random test, in parts that are a test each: Check can't write down
 * that one took longer than 2,147 s. For tcase_add_loop_test().
 */
typedef struct {
	uint64_t rounds;	/* of this part */
	rng_t rng;
} test_part_t;

/*
 * How many parts there are.
 *
 * usual - rounds, of which test_some() are played, unless ROUNDS= of the
 *	environment says how many
 * most - rounds of a part; > 0
 * RET 1 or more
 */
extern int test_part_cnt(uint64_t usual, uint64_t most);

/*
 * Part i of them, from 0 on: all have as many rounds, but for one more or less. Prints
 * what replays a part of several by itself.
 */
extern test_part_t test_part(uint64_t usual, uint64_t most, int i);

/*
 * A set from a list such as "0,3-5". RET owned by the caller; ends the test if
 * there is no memory
 */
extern garq_set_t *test_set(uint32_t size, const char *list);

/* All nodes. RET as test_set() */
extern garq_set_t *test_set_all(uint32_t size);

/* Have two sets the same nodes, and the same size? */
extern bool test_set_equal(const garq_set_t *a, const garq_set_t *b);

/*
 * A new case of the suite, which owns it. timeout - seconds for each of its
 * tests; 0 for Check's own, which is short
 */
extern TCase *test_case(Suite *suite, const char *name, double timeout);

/* The result of main(): run all tests, 0 if all passed. */
extern int test_run(Suite *suite);

static inline time_t test_max(time_t a, time_t b)
{
	return (a > b) ? a : b;
}

static inline time_t test_min(time_t a, time_t b)
{
	return (a < b) ? a : b;
}

/* An id for each n: ids of all sizes. */
static inline uint64_t test_id(int n)
{
	return (n % 3) ? (uint64_t) n :
		(uint64_t) n * UINT64_C(0x0400000000000001) - 1;
}

/* Assert that a check noticed what was broken by hand, and for which reason. */
extern void assert_broken(bool intact, const char *reason, const char *what);

/* The entries of a table, for tcase_add_loop_test(). */
#define COUNT(table) ((int) (sizeof(table) / sizeof((table)[0])))

/* -1 with errno as one number. */
static inline int test_rc(int rc)
{
	return (rc < 0) ? -errno : rc;
}

/* Compare an answer with the model's; game->op counts the operations. */
#define agree(game, rc, want, what)					\
	ck_assert_msg((rc) == (want),					\
		      "operation %" PRIu64 ": %s is %lld, not %lld",	\
		      (game)->op, what, (long long) (rc),		\
		      (long long) (want))

/*
 * The three checks share one shape: assert that all invariants hold.
 *	assert_intact(garq_check, g);
 */
#define assert_intact(check, thing)					\
	do {								\
		const char *reason_ = "";				\
		bool intact_ = check(thing, &reason_);			\
		ck_assert_msg(intact_, "%s: %s", #check, reason_);	\
	} while (0)

/* rc == -1 and errno as said. */
#define assert_error(call, err)						\
	do {								\
		errno = 0;						\
		int rc_ = (call);					\
		int errno_ = errno;					\
		ck_assert_msg((rc_ == -1) && (errno_ == (err)),	\
			      "%s: %d, errno %d, not -1, errno %s",	\
			      #call, rc_, errno_, #err);		\
	} while (0)
