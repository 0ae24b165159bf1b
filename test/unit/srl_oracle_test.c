/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_oracle_test.c - random requests in random worlds: the search and the best of
 * all plans agree, to the second.
 *
 *	SEED=n ROUNDS=100000 test/unit/srl_oracle_test
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test/unit/srl_texts.h"
#include "test/unit/srl_world.h"

#define ROUNDS 3000
#define PART 5000	/* rounds of one test */

struct game {
	rng_t rng;
	uint64_t planned, none, unable, never, many, open;
};

#ifdef SRL_WAYS_MAX
#define ALL_POINTS false	/* breakpoints are left out */
#else
#define ALL_POINTS true
#endif

static void _compare(struct game *game, const char *text, const srl_t *srl,
		     const srl_world_t *world)
{
	srl_limits_t limits = { 0 };
	srl_range_t ranges[SRL_PAIRS_MAX];
	srl_answer_t answer;
	char why[SRL_ERROR_MAX] = "";
	double best;
	uint64_t right;
	size_t constraint;
	const char *reason = "";

	ck_assert_msg(srl_world_check(world, srl, &reason), "%s", reason);
	ck_assert_int_eq(srl_ranges(srl, world, ranges), 0);
	if (srl_search(srl, world, &limits, &answer, &constraint) < 0) {
		ck_assert_int_eq(errno, ENOTSUP);
		game->unable++;
		return;
	}
	ck_assert_msg(ALL_POINTS || (answer.progress.bound <=
				     answer.progress.value + SRL_EXACT),
		      "the bound is above the plan:\n%s", text);
	if (!best_by_force(srl, world, ranges, &best, &right)) {
		ck_assert_msg((answer.verdict == SRL_NO_PLAN) ||
			      (!ALL_POINTS && (answer.verdict == SRL_UNKNOWN)),
			      "a plan:\n%s", text);
		game->none++;
		return;
	}
	if (!ALL_POINTS && ((answer.verdict == SRL_STOPPED) ||
			    (answer.verdict == SRL_UNKNOWN))) {
		ck_assert_msg(answer.progress.bound <= best + 1e-7,
			      "bound %g, but there is %g:\n%s",
			      answer.progress.bound, best, text);
		game->open++;
		return;
	}
	game->planned++;
	game->many += (answer.groups > 1);
	ck_assert_msg(answer.verdict == SRL_OPTIMAL, "no plan, not %g:\n%s",
		      best, text);
	ck_assert_msg(srl_plan_check(srl, world, answer.places, why,
				     sizeof(why)), "%s:\n%s", why, text);
	ck_assert_msg(srl_plan_value(srl, world, ranges, answer.places) <
		      best + 1e-7, "%g, not %g:\n%s", answer.progress.value,
		      best, text);
	ck_assert_double_eq_tol(answer.progress.value, best, 1e-7);
	ck_assert_double_eq(answer.progress.value, answer.progress.bound);
}

static void _play(struct game *game)
{
	static struct test_world w;
	srl_errors_t errors;
	char text[2048];
	srl_t *srl;

	random_request(&game->rng, text, sizeof(text));
	srl = srl_read(text, strlen(text), &test_reader, &errors);
	if (!srl) {	/* "never holds" and the like */
		game->never++;
		return;
	}
	random_world(&game->rng, srl, &w);
	_compare(game, text, srl, &w.world);
	srl_destroy(srl);
}

START_TEST(the_search_finds_the_best_plan)
{
	test_part_t part = test_part(ROUNDS, PART, _i);
	struct game game = { .rng = part.rng };
	uint64_t rounds = part.rounds;

	for (uint64_t i = 0; i < rounds; i++)
		_play(&game);
	printf("%" PRIu64 " planned (%" PRIu64 " with several groups), %" PRIu64
	       " without a plan, %" PRIu64 " not for the search, %" PRIu64
	       " never hold\n", game.planned, game.many, game.none, game.unable,
	       game.never);
	ck_assert_uint_gt(game.planned, rounds / 10);
	ck_assert_uint_gt(game.many, rounds / 100);
	ck_assert((game.open > 0) == !ALL_POINTS);
	ck_assert_uint_gt(game.none, rounds / 20);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("srl_oracle");

	tcase_add_loop_test(test_case(suite, "search", 2000),
			    the_search_finds_the_best_plan, 0,
			    test_part_cnt(ROUNDS, PART));
	return test_run(suite);
}
