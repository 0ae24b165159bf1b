/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_oracle_test.c - random requests in random worlds: the search and the best of
 * all plans agree, to the second, and the search says nothing wrong at any unit of its
 * work (SRL_TELL_WORK is 1 here), nor if it is stopped at one.
 *
 *	SEED=n ROUNDS=100000 test/unit/srl_oracle_test
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test/unit/srl_texts.h"
#include "test/unit/srl_world.h"

#define ROUNDS 3000
#define PART 5000	/* rounds of one test */
#define STOPS 3		/* of the search in each world */
#define NOW INT64_C(1700000000)	/* of half the worlds, not 0 */
#define DEAR 1e9		/* of a fourth: each run costs more by this */

struct game {
	rng_t rng;
	uint64_t planned, none, unable, never, many, open;
};

#ifdef SRL_WAYS_MAX
#define ALL_POINTS false	/* breakpoints are left out */
#else
#define ALL_POINTS true
#endif

/* A request in its world, and the best of all plans, or SRL_NO_VALUE. */
struct given {
	const char *text;
	const srl_t *srl;
	const srl_world_t *world;
	srl_range_t ranges[SRL_PAIRS_MAX];
	double best;
};

/* The extremes of all that was told: an assertion each time would take too long. */
struct told {
	double bound_least, bound_most, value_least;
	double over;		/* the bound over the value, at most */
	double fall;		/* of the bound, at most */
};

static bool _tell(void *arg, const srl_progress_t *p)
{
	struct told *t = arg;

	t->fall = fmax(t->fall, t->bound_most - p->bound);
	t->over = fmax(t->over, p->bound - p->value);
	t->bound_least = fmin(t->bound_least, p->bound);
	t->bound_most = fmax(t->bound_most, p->bound);
	t->value_least = fmin(t->value_least, p->value);
	return true;
}

static void _check_told(const struct given *g, const struct told *t)
{
	ck_assert_msg((t->bound_least >= 0) && (t->over <= 0),
		      "a bound of %g, one %g over its value:\n%s",
		      t->bound_least, t->over, g->text);
	ck_assert_msg(t->fall <= SRL_EXACT, "the bound fell by %g:\n%s",
		      t->fall, g->text);
	ck_assert_msg(t->bound_most <= g->best + SRL_EXACT,
		      "bound %.12f, but there is %.12f:\n%s", t->bound_most,
		      g->best, g->text);
	ck_assert_msg(t->value_least >= g->best - SRL_EXACT,
		      "value %.12f, but the best has %.12f:\n%s",
		      t->value_least, g->best, g->text);
}

/* RET false if the search can't do it */
static bool _search(const struct given *g, srl_answer_t *ret)
{
	struct told told = { .value_least = SRL_NO_VALUE };
	const srl_limits_t limits = { .tell = _tell, .arg = &told };
	size_t constraint;

	if (srl_search(g->srl, g->world, &limits, ret, &constraint) < 0) {
		ck_assert_int_eq(errno, ENOTSUP);
		return false;
	}
	_check_told(g, &told);
	assert_gap(ret, g->best, g->text);
	return true;
}

static void _stop_somewhere(struct game *game, const struct given *g,
			    uint64_t work)
{
	for (int i = 0; i < STOPS; i++) {
		srl_limits_t limits = {
			.work_max = (uint64_t) rng_between(
				&game->rng, 1, (int64_t) work),
		};
		srl_answer_t some;
		size_t constraint;

		ck_assert_int_eq(srl_search(g->srl, g->world, &limits, &some,
					    &constraint), 0);
		assert_gap(&some, g->best, g->text);
	}
}

static void _check_plan(const struct given *g, const srl_answer_t *answer)
{
	char why[SRL_ERROR_MAX] = "";
	double value;

	ck_assert_msg(srl_plan_check(g->srl, g->world, answer->places, why,
				     sizeof(why)), "%s:\n%s", why, g->text);
	value = srl_plan_value(g->srl, g->world, g->ranges, answer->places);
	ck_assert_msg(fabs(value - answer->progress.value) <= SRL_EXACT,
		      "the plan has %.12f, not %.12f:\n%s", value,
		      answer->progress.value, g->text);
}

static void _compare(struct game *game, const struct given *g)
{
	srl_answer_t answer;

	if (!_search(g, &answer)) {
		game->unable++;
		return;
	}
	_stop_somewhere(game, g, answer.progress.work);
	if ((answer.verdict == SRL_OPTIMAL) || (answer.verdict == SRL_STOPPED))
		_check_plan(g, &answer);
	game->planned += answer.verdict == SRL_OPTIMAL;
	game->many += (answer.verdict == SRL_OPTIMAL) && (answer.groups > 1);
	game->none += answer.verdict == SRL_NO_PLAN;
	game->open += (answer.verdict == SRL_STOPPED) ||
		      (answer.verdict == SRL_UNKNOWN);
}

static void _play(struct game *game)
{
	static struct test_world w;
	static struct given g;
	srl_errors_t errors;
	char text[2048];
	const char *reason = "";
	uint64_t right;
	srl_t *srl;

	random_request(&game->rng, text, sizeof(text));
	srl = srl_read(text, strlen(text), &test_reader, &errors);
	if (!srl) {	/* "never holds" and the like */
		game->never++;
		return;
	}
	random_world(&game->rng, srl, &w);
	if (rng_one_in(&game->rng, 2))
		move_in_time(srl, &w, NOW);
	if (rng_one_in(&game->rng, 4))
		raise_costs(srl, &w, DEAR);
	g = (struct given) { .text = text, .srl = srl, .world = &w.world };
	ck_assert_msg(srl_world_check(g.world, srl, &reason), "%s", reason);
	ck_assert_int_eq(srl_ranges(srl, g.world, g.ranges), 0);
	if (!best_by_force(srl, g.world, g.ranges, &g.best, &right))
		g.best = SRL_NO_VALUE;
	_compare(game, &g);
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
