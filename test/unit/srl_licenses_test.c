/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_licenses_test.c - parts that take licenses beside their nodes: several that share
 * one license are checked together, and parts that are too many for what they share are
 * put one behind the other. srl_oracle_test has random worlds with them.
 */
#include <stdio.h>
#include <string.h>

#include "srl/program.h"
#include "test/unit/srl_texts.h"
#include "test/unit/srl_world.h"

static srl_t *_two(const char *more)
{
	char text[512];

	snprintf(text, sizeof(text), "CO.TS.est = 0\nA.TS.duration = 10\n"
		 "B.TS.duration = 10\n%s", more);
	return read_right(text);
}

static srl_answer_t _search(const srl_t *srl, const struct test_world *w)
{
	const srl_limits_t limits = { 0 };
	srl_answer_t answer;
	size_t constraint;
	const char *reason = "";

	ck_assert_msg(srl_world_check(&w->world, srl, &reason), "%s", reason);
	ck_assert_int_eq(srl_search(srl, &w->world, &limits, &answer,
				    &constraint), 0);
	return answer;
}

/* A on x, B on y, each for 10 seconds, each with 3 licenses of one pool beside. */
static void _licensed(struct test_world *w, uint32_t *ret_pool)
{
	uint32_t lanes[2];

	world_init(w);
	for (uint32_t p = 0; p < 2; p++) {
		uint32_t r = world_resource(w, p ? "y" : "x", "s", 8);

		lanes[p] = world_lane(w, p, r, 1, 0);
		world_run(w, lanes[p], 100, 200, 0);
	}
	*ret_pool = world_license(w, 5);
	for (uint32_t p = 0; p < 2; p++)
		world_also(w, lanes[p], *ret_pool, 3);
}

START_TEST(licenses_beside_nodes_are_checked_together)
{
	static const struct {
		int64_t free, later;	/* later: from second 125 on */
		const char *more;
		int64_t begins[2];	/* of A and B, whichever is first; 0: no plan */
	} cases[] = {
		{ 6, 6, "", { 100, 100 } },
		{ 5, 5, "", { 100, 110 } },
		{ 5, 6, "", { 100, 110 } },
		{ 5, 6, "A.CON.t = A.RVC.begin == B.RVC.begin\n", { 125, 125 } },
		{ 6, 5, "A.CON.t = A.RVC.begin == B.RVC.begin\n"
			"A.OBJ.late = max,A.RVC.begin,1\n", { 115, 115 } },
		{ 5, 5, "A.CON.t = A.RVC.begin == B.RVC.begin\n", { 0, 0 } },
		{ 5, 5, "A.CON.t = A.RVC.begin <= B.RVC.begin + 9\n", { 100, 110 } },
	};

	for (int i = 0; i < COUNT(cases); i++) {
		srl_t *srl = _two(cases[i].more);
		struct test_world w;
		srl_answer_t answer;
		uint32_t pool;
		int64_t a, b;

		_licensed(&w, &pool);
		w.steps[pool][0].free = cases[i].free;
		w.steps[pool][1] = (srl_step_t) { 125, cases[i].later };
		w.pools[pool].step_cnt = 2;
		answer = _search(srl, &w);
		ck_assert_int_eq(answer.verdict, cases[i].begins[0] ?
				 SRL_OPTIMAL : SRL_NO_PLAN);
		if (answer.verdict == SRL_OPTIMAL) {
			a = answer.places[0].begin;
			b = answer.places[1].begin;
			ck_assert_int_eq((a < b) ? a : b, cases[i].begins[0]);
			ck_assert_int_eq((a < b) ? b : a, cases[i].begins[1]);
		}
		srl_destroy(srl);
	}
}
END_TEST

START_TEST(a_world_with_wrong_licenses_is_refused)
{
	static const struct {
		uint32_t pool[2];
		int64_t amount;
		const char *reason;
	} cases[] = {
		{ { 2, 3 }, 1, NULL },
		{ { 3, 2 }, 1, "a lane takes from a pool that it can't take from" },
		{ { 2, 2 }, 1, "a lane takes from a pool that it can't take from" },
		{ { 2, 9 }, 1, "a lane takes from a pool that it can't take from" },
		{ { 0, 2 }, 1, "a lane takes twice from a pool" },
		{ { 2, 3 }, -1, "a lane has an impossible amount" },
	};

	for (int i = 0; i < COUNT(cases); i++) {
		srl_t *srl = _two("");
		struct test_world w;
		const char *reason = NULL;
		uint32_t pool;

		_licensed(&w, &pool);
		world_license(&w, 7);
		w.lanes[0].also_cnt = 0;
		for (int k = 0; k < 2; k++)
			world_also(&w, 0, cases[i].pool[k], cases[i].amount);
		ck_assert(srl_world_check(&w.world, srl, &reason) ==
			  !cases[i].reason);
		if (cases[i].reason)
			ck_assert_str_eq(reason, cases[i].reason);
		srl_destroy(srl);
	}
}
END_TEST

/* One of eight nodes for each of twelve parts: a plan is found in a few steps. */
START_TEST(parts_that_are_too_many_at_once_follow)
{
	const srl_limits_t limits = { .steps_max = 3000 };
	char text[1024] = "CO.TS.est = 0\nCO.TS.duration = 10\n";
	struct test_world w;
	srl_answer_t answer;
	size_t constraint;
	uint32_t r, early = 0;
	srl_t *srl;

	world_init(&w);
	r = world_resource(&w, "x", "s", 8);
	for (uint32_t p = 0; p < 12; p++) {
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 "%c.QOS.nodes = 1\n", (char) ('A' + p));
		world_run(&w, world_lane(&w, p, r, 1, 0), 0, 999, 0);
	}
	srl = read_right(text);
	ck_assert_int_eq(srl_search(srl, &w.world, &limits, &answer,
				    &constraint), 0);
	ck_assert_int_eq(answer.verdict, SRL_STOPPED);
	for (uint32_t p = 0; p < 12; p++)
		early += !answer.places[p].begin;
	ck_assert_uint_eq(early, 8);
	srl_destroy(srl);
}
END_TEST

static bool _sink(void *arg, const char *text, size_t len)
{
	strncat(arg, text, len);
	return true;
}

START_TEST(the_program_has_a_row_for_a_license)
{
	static const int64_t starts[] = { 100, 120 };
	const srl_grid_t grid = { starts, 2 };
	srl_t *srl = _two("");
	struct test_world w;
	char text[4096] = "";
	uint32_t pool;

	_licensed(&w, &pool);
	ck_assert_int_eq(srl_program(srl, &w.world, &grid, SRL_PROGRAM_LP, _sink,
				     text), 0);
	for (int i = 0; i < COUNT(starts); i++) {
		char row[64];

		snprintf(row, sizeof(row), ": + 3 x#0#0#%d + 3 x#1#1#%d <= 5\n",
			 i, i);
		ck_assert_msg(strstr(text, row) != NULL, "no \"%s\" in\n%s", row,
			      text);
	}
	srl_destroy(srl);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("srl_licenses");
	TCase *tc = test_case(suite, "licenses", 0);

	tcase_add_test(tc, licenses_beside_nodes_are_checked_together);
	tcase_add_test(tc, a_world_with_wrong_licenses_is_refused);
	tcase_add_test(tc, parts_that_are_too_many_at_once_follow);
	tcase_add_test(tc, the_program_has_a_row_for_a_license);
	return test_run(suite);
}
