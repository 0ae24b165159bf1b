/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_program_test.c - the paper's program: its rows, and that a solver finds in
 * it what the search finds, and what the best of all plans is.
 *
 *	SEED=n ROUNDS=10000 test/unit/srl_program_test
 *
 * Without GLPK the solver's part is left out.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "srl/program.h"
#include "test/unit/srl_texts.h"
#include "test/unit/srl_world.h"

#define ROUNDS 60
#define PART 5000	/* rounds of one test */
#define SECONDS 20	/* of random worlds */

struct text {
	char data[1 << 20];
	size_t len;
};

static struct text program;

static bool _sink(void *arg, const char *text, size_t len)
{
	struct text *t = arg;

	ck_assert_uint_lt(t->len + len, sizeof(t->data));
	memcpy(t->data + t->len, text, len);
	t->len += len;
	t->data[t->len] = '\0';
	return true;
}

static int _write(const srl_t *srl, const srl_world_t *world,
		  const srl_grid_t *grid, srl_format_t format)
{
	program.len = 0;
	return srl_program(srl, world, grid, format, _sink, &program);
}

/* Two resources, a link each way of being one, and the example's first parts. */
static srl_t *_example(struct test_world *w)
{
	srl_t *srl = read_right("A.TS.duration = 6 h\nB.TS.duration = 6 h\n"
				"N.TS.duration = 6 h\nN.QOS.from = A\n"
				"N.QOS.to = B\n"
				"B.CON.t = B.RVC.begin == A.RVC.begin + 10\n"
				"CO.CON.c = ALL.RVC.cost <= 10000\n"
				"CO.OBJ.c = min,ALL.RVC.cost,1\n");

	world_init(w);
	uint32_t x = world_resource(w, "a", "x", 8);
	uint32_t y = world_resource(w, "b", "y", 8);
	uint32_t n = world_link(w, "n", "y", "x");
	world_run(w, world_lane(w, 0, x, 1, 0), 2000, 2000, 7);
	world_run(w, world_lane(w, 1, y, 1, 0), 2010, 2010, 8);
	world_run(w, world_lane(w, 2, n, 1, 0), 2000, 2010, 9);
	return srl;
}

static const int64_t example_starts[] = { 2000, 2010 };
static const srl_grid_t example_grid = { example_starts, 2 };

START_TEST(the_rows_are_those_of_listing_1)
{
	static const char *const rows[] = {
		" once0: + 1 x#0#0#0 = 1\n",
		" once2: + 1 x#2#2#0 + 1 x#2#2#1 = 1\n",
		/* begins count from the first start: B at 10, A at 0 */
		" con3: + 10 x#1#1#1 = 10\n",
		" con4: + 7 x#0#0#0 + 8 x#1#1#1 + 9 x#2#2#0 + 9 x#2#2#1 <= "
		"10000\n",
		/* as many ends at y as parts */
		": - 1 x#1#1#1 + 1 x#2#2#0 + 1 x#2#2#1 = 0\n",
		"Binary\n x#0#0#0\n x#1#1#1\n x#2#2#0\n x#2#2#1\nEnd\n",
	};
	struct test_world w;
	srl_t *srl = _example(&w);

	ck_assert_int_eq(_write(srl, &w.world, &example_grid, SRL_PROGRAM_LP), 0);
	for (int i = 0; i < COUNT(rows); i++)
		ck_assert_msg(strstr(program.data, rows[i]) != NULL,
			      "no \"%s\" in\n%s", rows[i], program.data);
	srl_destroy(srl);
}
END_TEST

START_TEST(zimpl_has_the_same_rows)
{
	static const char *const rows[] = {
		"var x_0_0_0 binary;\n",
		"subto once0: + 1 * x_0_0_0 == 1;\n",
		"subto con3: + 10 * x_1_1_1 == 10;\n",
		"minimize objective:",
	};
	struct test_world w;
	srl_t *srl = _example(&w);

	ck_assert_int_eq(_write(srl, &w.world, &example_grid,
				SRL_PROGRAM_ZIMPL), 0);
	for (int i = 0; i < COUNT(rows); i++)
		ck_assert_msg(strstr(program.data, rows[i]) != NULL,
			      "no \"%s\" in\n%s", rows[i], program.data);
	srl_destroy(srl);
}
END_TEST

START_TEST(an_answer_is_read_or_refused)
{
	static const struct {
		const char *text;
		bool right;
	} answers[] = {
		{ "optimal 3\nx#0#0#0\nx#1#1#1\nx#2#2#1\n", true },
		{ "x#2#2#0\nx#1#1#1\nx#0#0#0", true },
		{ "x#0#0#0\nx#1#1#1\n", false },
		{ "x#0#0#0\nx#0#0#0\nx#1#1#1\n", false },
		{ "x#0#0#1\nx#1#1#1\nx#2#2#1\n", false },
		{ "x#0#1#0\nx#1#1#1\nx#2#2#1\n", false },
		{ "x#0#9#0\nx#1#1#1\nx#2#2#1\n", false },
		{ "x#9#0#0\nx#1#1#1\nx#2#2#1\n", false },
		{ "x#0#0#9\nx#1#1#1\nx#2#2#1\n", false },
		{ "", false },
		{ "infeasible 0\n", false },
	};
	struct test_world w;
	srl_t *srl = _example(&w);

	for (int i = 0; i < COUNT(answers); i++) {
		srl_place_of_part_t places[3];
		int rc = srl_program_read(srl, &w.world, &example_grid,
					  answers[i].text, places);

		ck_assert_msg((rc == 0) == answers[i].right, "%s",
			      answers[i].text);
	}
	srl_destroy(srl);
}
END_TEST

/* What is free falls between two starts of the grid, while both parts run. */
START_TEST(a_step_between_starts_has_a_row)
{
	srl_t *srl = read_right("A.TS.duration = 60\nB.TS.duration = 60\n");
	struct test_world w;

	world_init(&w);
	uint32_t r = world_resource(&w, "a", "x", 9);
	w.steps[r][1] = (srl_step_t) { 2005, 4 };
	w.pools[r].step_cnt = 2;
	for (uint32_t p = 0; p < 2; p++)
		world_run(&w, world_lane(&w, p, r, 3, 0), 2000, 2010, 0);
	ck_assert_int_eq(_write(srl, &w.world, &example_grid, SRL_PROGRAM_LP), 0);
	ck_assert_msg(strstr(program.data, ": + 3 x#0#0#0 + 3 x#1#1#0 <= 4\n")
		      != NULL, "%s", program.data);
	srl_destroy(srl);
}
END_TEST

static bool _refuse(void *arg, const char *text, size_t len)
{
	(void) arg;
	(void) text;
	(void) len;
	return false;
}

START_TEST(a_sink_can_stop)
{
	struct test_world w;
	srl_t *srl = _example(&w);

	assert_error(srl_program(srl, &w.world, &example_grid, SRL_PROGRAM_LP,
				 _refuse, NULL), EIO);
	srl_destroy(srl);
}
END_TEST

#ifdef SRESV_MILP
/* A pool never refuses a part that is alone: the program relies on it. */
static void _make_room(struct test_world *w)
{
	for (uint32_t r = 0; r < w->world.pool_cnt; r++)
		for (size_t i = 0; i < w->pools[r].step_cnt; i++)
			if (w->steps[r][i].free < 3)
				w->steps[r][i].free = 3;
}

/* RET what the solver says to the program */
static const char *_solve(void)
{
	static char answer[4096];
	char name[] = "/tmp/srl-program-XXXXXX", command[512];
	int fd = mkstemp(name);
	size_t len;
	FILE *pipe;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, program.data, program.len),
			 (ssize_t) program.len);
	close(fd);
	snprintf(command, sizeof(command), "%s 60 < %s", SRESV_MILP, name);
	pipe = popen(command, "r");
	ck_assert_ptr_nonnull(pipe);
	len = fread(answer, 1, sizeof(answer) - 1, pipe);
	answer[len] = '\0';
	ck_assert_int_eq(pclose(pipe), 0);
	unlink(name);
	return answer;
}

/* The search and the best of all plans */
static void _agree_by_force(const srl_t *srl, const srl_world_t *world,
			    const srl_answer_t *best, const char *text)
{
	srl_range_t ranges[SRL_PAIRS_MAX];
	uint64_t right;
	double value;

	ck_assert_int_eq(srl_ranges(srl, world, ranges), 0);
	if (!best_by_force(srl, world, ranges, &value, &right)) {
		ck_assert_msg(best->verdict == SRL_NO_PLAN, "a plan:\n%s", text);
		return;
	}
	ck_assert_msg(best->verdict == SRL_OPTIMAL, "no plan, not %g:\n%s",
		      value, text);
	ck_assert_double_eq_tol(best->progress.value, value, 1e-7);
}

/* The search and the solver */
static void _agree(const srl_t *srl, const srl_world_t *world,
		   const srl_grid_t *grid, const srl_answer_t *best,
		   const char *text)
{
	const char *said = _solve();
	srl_place_of_part_t plan[SRL_PARTS_MAX];
	srl_range_t ranges[SRL_PAIRS_MAX];
	char why[SRL_ERROR_MAX];

	if (best->verdict == SRL_NO_PLAN) {
		ck_assert_msg(!strncmp(said, "infeasible", 10), "%s%s", said,
			      text);
		return;
	}
	ck_assert_msg(!strncmp(said, "optimal", 7), "%s%s", said, text);
	ck_assert_int_eq(srl_program_read(srl, world, grid, said, plan), 0);
	ck_assert_msg(srl_plan_check(srl, world, plan, why, sizeof(why)),
		      "%s:\n%s", why, text);
	ck_assert_int_eq(srl_ranges(srl, world, ranges), 0);
	ck_assert_msg(srl_plan_value(srl, world, ranges, plan) <
		      best->progress.value + 1e-5, "worse than %g:\n%s",
		      best->progress.value, text);
	ck_assert_double_eq_tol(srl_plan_value(srl, world, ranges, plan),
				best->progress.value, 1e-5);
}

static void _play(rng_t *rng, uint64_t *plans, uint64_t *none)
{
	static struct test_world w;
	int64_t seconds[SECONDS];
	const srl_grid_t grid = { seconds, SECONDS };
	const srl_limits_t limits = { 0 };
	srl_errors_t errors;
	srl_answer_t best;
	size_t constraint;
	char text[2048];
	srl_t *srl;

	for (int i = 0; i < SECONDS; i++)
		seconds[i] = i;
	random_request(rng, text, sizeof(text));
	srl = srl_read(text, strlen(text), &test_reader, &errors);
	if (!srl)
		return;
	random_world(rng, srl, &w);
	w.world.nodes_cnt = 0;	/* the program knows counts alone */
	_make_room(&w);
	if (_write(srl, &w.world, &grid, SRL_PROGRAM_LP) < 0) {
		ck_assert_int_eq(errno, ENOTSUP);
	} else {
		ck_assert_int_eq(srl_search(srl, &w.world, &limits, &best,
					    &constraint), 0);
		_agree_by_force(srl, &w.world, &best, text);
		_agree(srl, &w.world, &grid, &best, text);
		*plans += best.verdict == SRL_OPTIMAL;
		*none += best.verdict == SRL_NO_PLAN;
	}
	srl_destroy(srl);
}

START_TEST(a_solver_finds_what_the_search_finds)
{
	test_part_t part = test_part(ROUNDS, PART, _i);
	uint64_t plans = 0, none = 0;

	for (uint64_t i = part.rounds; i; i--)
		_play(&part.rng, &plans, &none);
	printf("%" PRIu64 " plans, %" PRIu64 " without\n", plans, none);
	ck_assert_uint_gt(plans, 0);
	ck_assert_uint_gt(none, 0);
}
END_TEST
#endif

int main(void)
{
	Suite *suite = suite_create("srl_program");
	TCase *tc = test_case(suite, "text", 0);

	tcase_add_test(tc, the_rows_are_those_of_listing_1);
	tcase_add_test(tc, zimpl_has_the_same_rows);
	tcase_add_test(tc, an_answer_is_read_or_refused);
	tcase_add_test(tc, a_step_between_starts_has_a_row);
	tcase_add_test(tc, a_sink_can_stop);
#ifdef SRESV_MILP
	tcase_add_loop_test(test_case(suite, "solver", 2000),
			    a_solver_finds_what_the_search_finds, 0,
			    test_part_cnt(ROUNDS, PART));
#endif
	return test_run(suite);
}
