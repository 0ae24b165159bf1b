/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_search_test.c - searches whose answers are known, and plans that are wrong.
 */
#include <errno.h>
#include <string.h>

#include "test/unit/srl_texts.h"
#include "test/unit/srl_world.h"

#define HOUR 3600

static const srl_limits_t no_limits;

static srl_answer_t _search(const srl_t *srl, const struct test_world *w)
{
	srl_answer_t answer;
	size_t constraint;
	char why[SRL_ERROR_MAX] = "";
	const char *reason = "";

	ck_assert_msg(srl_world_check(&w->world, srl, &reason), "%s", reason);
	ck_assert_int_eq(srl_search(srl, &w->world, &no_limits, &answer,
				    &constraint), 0);
	if (answer.verdict == SRL_OPTIMAL)
		ck_assert_msg(srl_plan_check(srl, &w->world, answer.places, why,
					     sizeof(why)), "%s", why);
	return answer;
}

static const char *_where(const struct test_world *w, const srl_answer_t *a,
			  uint32_t part)
{
	return w->resources[w->lanes[a->places[part].lane].resource].name;
}

/* Two parts of an hour, A and B, with more lines. */
static srl_t *_two(const char *more)
{
	srl_errors_t errors;
	srl_t *srl = read_two(more, &errors);

	ck_assert_msg(srl != NULL, "%s", errors.list[0].text);
	return srl;
}

/* A part can be on a resource from `first` on, for a price. */
static void _from(struct test_world *w, uint32_t part, uint32_t resource,
		  int64_t amount, int64_t first, double cost)
{
	world_run(w, world_lane(w, part, resource, amount, 0), first,
		  first + 10 * 24 * HOUR, cost);
}

/* b busy until noon: all at noon, VIS four hours later. */
START_TEST(the_example_starts_when_all_can)
{
	srl_t *srl = read_right(text_example);
	int64_t noon = FIGURE1_EST + 18 * HOUR;
	struct test_world w;
	srl_answer_t a;

	world_init(&w);
	uint32_t ra = world_resource(&w, "a", "x", 8);
	uint32_t rb = world_resource(&w, "b", "y", 8);
	uint32_t rc = world_resource(&w, "c", "z", 4);
	uint32_t ab = world_link(&w, "ab", "x", "y");
	uint32_t ca = world_link(&w, "ca", "z", "x");
	_from(&w, srl_find_part(srl, "IBM"), ra, 4, FIGURE1_EST, 100);
	_from(&w, srl_find_part(srl, "PCC"), rb, 8, noon, 100);
	_from(&w, srl_find_part(srl, "VIS"), rc, 1, FIGURE1_EST, 100);
	for (uint32_t r = ab; r <= ca; r++) {
		world_run(&w, world_lane(&w, srl_find_part(srl, "NET"), r, 1, 1e9),
			  FIGURE1_EST, FIGURE1_LET, 1);
		world_run(&w, world_lane(&w, srl_find_part(srl, "OUT"), r, 1, 1e9),
			  FIGURE1_EST, FIGURE1_LET, 1);
	}
	a = _search(srl, &w);
	ck_assert_int_eq(a.verdict, SRL_OPTIMAL);
	ck_assert_uint_eq(a.groups, 1);
	ck_assert_int_eq(a.places[srl_find_part(srl, "IBM")].begin, noon);
	ck_assert_int_eq(a.places[srl_find_part(srl, "OUT")].begin,
			 noon + 4 * HOUR);
	ck_assert_str_eq(_where(&w, &a, srl_find_part(srl, "NET")), "ab");
	ck_assert_str_eq(_where(&w, &a, srl_find_part(srl, "OUT")), "ca");
	ck_assert_double_eq(srl_plan_cost(&w.world, a.places, 5), 302);
	srl_destroy(srl);
}
END_TEST

/* a dear, b cheap from 13 on: the limit decides. */
START_TEST(a_cost_limit_decides_where_and_when)
{
	static const struct {
		const char *limit;
		const char *where;	/* NULL: there is no plan */
		int64_t begin;
	} cases[] = {
		{ "A.OBJ.s = min,A.RVC.begin,1\n", "a", 10 * HOUR },
		{ "A.CON.c = A.RVC.cost <= 60\n", "b", 13 * HOUR },
		{ "A.CON.c = A.RVC.cost <= 1\n", NULL, 0 },
	};
	bool guilty[1];
	size_t open;

	for (int i = 0; i < COUNT(cases); i++) {
		srl_t *srl = _two(cases[i].limit);
		struct test_world w;
		srl_answer_t a;

		world_init(&w);
		_from(&w, 0, world_resource(&w, "a", "x", 8), 4, 10 * HOUR, 100);
		_from(&w, 0, world_resource(&w, "b", "y", 8), 4, 13 * HOUR, 50);
		_from(&w, 1, world_resource(&w, "c", "z", 8), 4, 13 * HOUR, 0);
		a = _search(srl, &w);
		if (cases[i].where) {
			ck_assert_str_eq(_where(&w, &a, 0), cases[i].where);
			ck_assert_int_eq(a.places[0].begin, cases[i].begin);
		} else {
			ck_assert_int_eq(a.verdict, SRL_NO_PLAN);
			ck_assert_int_eq(srl_explain(srl, &w.world, &no_limits,
						     guilty, &open), 1);
			ck_assert(guilty[0]);
		}
		srl_destroy(srl);
	}
}
END_TEST

/* Five nodes each, on eight: together only with a second resource. */
START_TEST(parts_on_one_resource_are_checked_together)
{
	srl_t *tied = _two("A.CON.s = A.RVC.begin == B.RVC.begin\n");
	srl_t *loose = _two("");
	struct test_world w;
	srl_answer_t a;

	world_init(&w);
	uint32_t r = world_resource(&w, "a", "x", 8);
	_from(&w, 0, r, 5, 10 * HOUR, 0);
	_from(&w, 1, r, 5, 10 * HOUR, 0);
	a = _search(tied, &w);
	ck_assert_int_eq(a.verdict, SRL_NO_PLAN);
	a = _search(loose, &w);
	ck_assert_int_eq(a.verdict, SRL_OPTIMAL);
	ck_assert_int_eq(a.places[0].begin + a.places[1].begin, 21 * HOUR);
	_from(&w, 1, world_resource(&w, "b", "y", 8), 5, 10 * HOUR, 0);
	a = _search(tied, &w);
	ck_assert_int_eq(a.places[0].begin, 10 * HOUR);
	ck_assert_str_eq(_where(&w, &a, 1), "b");
	srl_destroy(tied);
	srl_destroy(loose);
}
END_TEST

/* There is room for both from half past ten on, at no end of a run. */
START_TEST(a_step_of_a_shared_pool_is_a_start)
{
	srl_t *srl = _two("A.CON.s = A.RVC.begin == B.RVC.begin\n");
	struct test_world w;
	srl_answer_t a;

	world_init(&w);
	uint32_t r = world_resource(&w, "a", "x", 8);
	w.steps[r][1] = (srl_step_t) { 10 * HOUR + HOUR / 2, 20 };
	w.pools[r].step_cnt = 2;
	_from(&w, 0, r, 5, 10 * HOUR, 0);
	_from(&w, 1, r, 5, 10 * HOUR, 0);
	a = _search(srl, &w);
	ck_assert_int_eq(a.verdict, SRL_OPTIMAL);
	ck_assert_int_eq(a.places[0].begin, 10 * HOUR + HOUR / 2);
	srl_destroy(srl);
}
END_TEST

/* Two pools of 8 that overlap: there are 9 nodes, and 12 from half past ten on. */
START_TEST(pools_that_overlap_are_checked_together)
{
	srl_t *tied = _two("A.CON.s = A.RVC.begin == B.RVC.begin\n");
	srl_t *loose = _two("");
	struct test_world w;
	const char *reason;
	srl_answer_t a;

	world_init(&w);
	uint32_t left = world_resource(&w, "left", "x", 8);
	uint32_t right = world_resource(&w, "right", "x", 8);
	uint32_t both = world_resource(&w, "both", "x", 9);
	w.in[left][0] = w.in[right][0] = both;
	w.pools[left].in_cnt = w.pools[right].in_cnt = 1;
	_from(&w, 0, left, 5, 10 * HOUR, 0);
	_from(&w, 1, right, 5, 10 * HOUR, 0);
	a = _search(tied, &w);
	ck_assert_int_eq(a.verdict, SRL_NO_PLAN);
	a = _search(loose, &w);
	ck_assert_int_eq(a.verdict, SRL_OPTIMAL);
	ck_assert_int_eq(a.places[0].begin + a.places[1].begin, 21 * HOUR);
	w.steps[both][1] = (srl_step_t) { 10 * HOUR + HOUR / 2, 12 };
	w.pools[both].step_cnt = 2;
	a = _search(tied, &w);
	ck_assert_int_eq(a.verdict, SRL_OPTIMAL);
	ck_assert_int_eq(a.places[0].begin, 10 * HOUR + HOUR / 2);
	w.in[left][0] = left;
	ck_assert(!srl_world_check(&w.world, tied, &reason));
	srl_destroy(tied);
	srl_destroy(loose);
}
END_TEST

START_TEST(an_impossible_order_has_its_constraint_named)
{
	srl_t *srl = _two("CO.TS.est = 36000\nA.TS.let = 39600\n"
			  "B.TS.let = 41400\n"
			  "B.CON.o = B.RVC.begin >= A.RVC.end\n"
			  "B.CON.p = B.RVC.cost <= 100\n");
	struct test_world w;
	bool guilty[2];
	size_t open;
	srl_answer_t a;

	world_init(&w);
	_from(&w, 0, world_resource(&w, "a", "x", 8), 4, 0, 0);
	_from(&w, 1, world_resource(&w, "b", "y", 8), 4, 0, 0);
	a = _search(srl, &w);
	ck_assert_int_eq(a.verdict, SRL_NO_PLAN);
	ck_assert_int_eq(srl_explain(srl, &w.world, &no_limits, guilty,
				     &open), 1);
	ck_assert_uint_eq(open, 0);
	ck_assert(guilty[0] && !guilty[1]);
	srl_destroy(srl);
}
END_TEST

/* A chain of four: the windows of the later parts bound the earlier ones. */
START_TEST(a_chain_is_proven_in_few_steps)
{
	srl_t *srl = read_right("CO.TS.duration = 100\nA.QOS.cpus = 1\n"
				"B.QOS.cpus = 1\nC.QOS.cpus = 1\n"
				"D.QOS.cpus = 1\n"
				"B.CON.a = B.RVC.begin >= A.RVC.end\n"
				"C.CON.b = C.RVC.begin >= B.RVC.end\n"
				"D.CON.c = D.RVC.begin >= C.RVC.end\n"
				"D.OBJ.x = min,D.RVC.end,1\n");
	static srl_run_t runs[4][200];
	struct test_world w;
	srl_answer_t a;

	world_init(&w);
	for (uint32_t p = 0; p < 4; p++) {
		uint32_t r = world_resource(&w, "r", "x", 8);
		uint32_t l = world_lane(&w, p, r, 1, 0);

		for (int i = 0; i < 200; i++) {
			int64_t at = 2000 + (int) p * 37 + i * 90;

			runs[p][i] = (srl_run_t) { at, at + 10, 0 };
		}
		w.lanes[l].runs = runs[p];
		w.lanes[l].run_cnt = 200;
	}
	a = _search(srl, &w);
	ck_assert_int_eq(a.verdict, SRL_OPTIMAL);
	ck_assert_uint_eq(a.groups, 4);
	ck_assert_uint_lt(a.progress.steps, 100000);
	srl_destroy(srl);
}
END_TEST

START_TEST(what_the_search_cannot_do_is_named)
{
	static const char *const lines[] = {
		"A.CON.x = A.RVC.begin + B.RVC.begin <= 9\n",
		"A.CON.x = 2*A.RVC.begin <= B.RVC.begin\n",
	};

	for (int i = 0; i < COUNT(lines); i++) {
		srl_t *srl = _two(lines[i]);
		struct test_world w;
		srl_answer_t answer;
		size_t constraint = 99;

		world_init(&w);
		assert_error(srl_search(srl, &w.world, &no_limits, &answer,
					&constraint), ENOTSUP);
		ck_assert_uint_eq(constraint, 0);
		srl_destroy(srl);
	}
}
END_TEST

struct told {
	int cnt;
	double value, bound;
};

static bool _tell(void *arg, const srl_progress_t *p)
{
	struct told *told = arg;

	ck_assert(p->bound <= p->value + SRL_EXACT);
	ck_assert(p->value <= told->value + SRL_EXACT);
	ck_assert(p->bound >= told->bound - SRL_EXACT);
	told->value = p->value;
	told->bound = p->bound;
	told->cnt += (p->value < 2);
	return true;
}

/* Stopped after n steps, for each n: the optimum is never below the bound. */
START_TEST(the_gap_is_right_at_each_step)
{
	rng_t rng = { 7 };
	static struct test_world w;

	for (int i = 0; i < 200; i++) {
		struct told told = { 0, 2, -1 };
		srl_limits_t limits = { .tell = _tell, .arg = &told };
		srl_answer_t whole, some;
		srl_errors_t errors;
		size_t constraint;
		char text[2048];
		srl_t *srl;

		random_request(&rng, text, sizeof(text));
		srl = srl_read(text, strlen(text), &test_reader, &errors);
		if (!srl)
			continue;
		random_world(&rng, srl, &w);
		ck_assert_int_eq(srl_search(srl, &w.world, &limits, &whole,
					    &constraint), 0);
		ck_assert((told.cnt > 0) == (whole.verdict == SRL_OPTIMAL));
		limits.tell = NULL;
		for (uint64_t n = 1; n < whole.progress.steps; n++) {
			limits.steps_max = n;
			ck_assert_int_eq(srl_search(srl, &w.world, &limits,
						    &some, &constraint), 0);
			assert_gap(&some, whole.progress.value, text);
			ck_assert((some.verdict == SRL_STOPPED) ||
				  (some.verdict == SRL_UNKNOWN));
		}
		srl_destroy(srl);
	}
}
END_TEST

/* A right plan of two parts, and each way to spoil it. */
START_TEST(a_wrong_plan_is_noticed)
{
	srl_t *srl = _two("A.CON.s = A.RVC.begin <= B.RVC.begin\n"
			  "A.CON.t = A.RVC.site == B.RVC.site\n"
			  "A.CON.c = ALL.RVC.cost <= 10\n"
			  "CO.TS.let = 36000\n");
	struct test_world w;
	char why[SRL_ERROR_MAX];

	world_init(&w);
	uint32_t a = world_resource(&w, "a", "x", 8);
	uint32_t b = world_resource(&w, "b", "y", -1);
	_from(&w, 0, a, 5, 0, 5);
	_from(&w, 1, a, 3, 0, 5);
	_from(&w, 1, b, 3, 0, 5);
	const struct {
		srl_place_of_part_t plan[2];
		const char *why;	/* NULL: it is right */
	} cases[] = {
		{ { { 0, 0, 7200 }, { 1, 0, 7200 } }, NULL },
		{ { { 0, 0, 7200 }, { 1, 0, 7199 } }, "A.CON.s" },
		{ { { 0, 0, 7200 }, { 2, 0, 7200 } }, "A.CON.t" },
		{ { { 0, 0, 7200 }, { 1, 0, 32401 } }, "window" },
		{ { { 0, 0, 999 }, { 1, 0, 7200 } }, "window" },
		{ { { 0, 1, 7200 }, { 1, 0, 7200 } }, "can't be" },
		{ { { 1, 0, 7200 }, { 1, 0, 7200 } }, "can't be" },
		{ { { 9, 0, 7200 }, { 1, 0, 7200 } }, "can't be" },
		{ { { 0, 0, 7200 }, { 1, 0, 1 << 30 } }, "can't be" },
	};
	for (int i = 0; i < COUNT(cases); i++) {
		bool right = srl_plan_check(srl, &w.world, cases[i].plan, why,
					    sizeof(why));

		ck_assert_msg(right == !cases[i].why, "%d: %s", i, why);
		ck_assert_msg(right || strstr(why, cases[i].why), "%d: %s", i,
			      why);
	}
	w.steps[a][0].free = 7;
	ck_assert(!srl_plan_check(srl, &w.world, cases[0].plan, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "no room"));
	w.runs[0][0].cost = 6;
	w.steps[a][0].free = 8;
	ck_assert(!srl_plan_check(srl, &w.world, cases[0].plan, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "A.CON.c"));
	srl_destroy(srl);
}
END_TEST

/* Two begin together; the free amount falls after the first of them has ended. */
START_TEST(a_load_that_falls_is_checked_behind_an_end)
{
	srl_t *srl = read_right("A.TS.duration = 1000\nB.TS.duration = 2000\n"
				"C.TS.duration = 2000\n");
	struct test_world w;
	char why[SRL_ERROR_MAX];
	srl_place_of_part_t plan[3] = { { 0, 0, 5000 }, { 1, 0, 5000 },
					{ 2, 0, 5000 } };

	world_init(&w);
	uint32_t r = world_resource(&w, "a", "x", 9);
	for (uint32_t p = 0; p < 3; p++)
		_from(&w, p, r, 3, 0, 0);
	ck_assert(srl_plan_check(srl, &w.world, plan, why, sizeof(why)));
	w.steps[r][1] = (srl_step_t) { 6000, 5 };
	w.pools[r].step_cnt = 2;
	ck_assert(!srl_plan_check(srl, &w.world, plan, why, sizeof(why)));
	srl_destroy(srl);
}
END_TEST

/* What a world may not be, each spoiled alone. */
START_TEST(a_wrong_world_is_noticed)
{
	srl_t *srl = _two("");

	for (int i = 0; i < 17; i++) {
		struct test_world w;
		const char *reason = NULL;

		world_init(&w);
		uint32_t r = world_resource(&w, "a", "x", 8);
		uint32_t l = world_lane(&w, 0, r, 1, 1);
		world_lane(&w, 1, r, 1, 1);
		world_run(&w, l, 0, 5, 1);
		world_run(&w, l, 6, 6, 1);
		w.steps[r][1] = (srl_step_t) { 10, 3 };
		w.pools[r].step_cnt = 2;
		w.pools[r].has_nodes = true;
		w.free[0][0] = (srl_span_t) { 0, 5 };
		w.free[0][1] = (srl_span_t) { 6, 9 };
		w.nodes_in[0][0] = r;
		w.nodes[0] = (srl_nodes_t) { 2, w.free[0], 2, w.nodes_in[0], 1 };
		w.world.nodes = w.nodes;
		w.world.nodes_cnt = 1;
		ck_assert(srl_world_check(&w.world, srl, &reason));
		switch (i) {
		case 0: w.runs[l][1].first = 5; break;
		case 1: w.runs[l][0].first = -1; break;
		case 2: w.runs[l][0].last = -1; break;
		case 3: w.runs[l][0].cost = 0. / 0.; break;
		case 4: w.lanes[l].part = 2; break;
		case 5: w.lanes[l].resource = 1; break;
		case 6: w.lanes[l].amount = -1; break;
		case 7: w.steps[r][1].time = 0; break;
		case 8: w.steps[r][1].free = -1; break;
		case 9: w.resources[r].site = NULL; break;
		case 10: w.resources[r].ends[1] = "x"; break;
		case 11: w.nodes[0].cnt = 0; break;
		case 12: w.free[0][1].from = 5; break;
		case 13: w.free[0][1].to = 6; break;
		case 14: w.nodes_in[0][0] = 1; break;
		case 15: w.pools[r].has_nodes = false; break;
		default: w.lanes[l].part = 1; break;
		}
		ck_assert_msg(!srl_world_check(&w.world, srl, &reason), "%d", i);
		ck_assert_ptr_nonnull(reason);
	}
	srl_destroy(srl);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("srl_search");
	TCase *tc = test_case(suite, "answers", 60);

	tcase_add_test(tc, the_example_starts_when_all_can);
	tcase_add_test(tc, a_cost_limit_decides_where_and_when);
	tcase_add_test(tc, parts_on_one_resource_are_checked_together);
	tcase_add_test(tc, a_step_of_a_shared_pool_is_a_start);
	tcase_add_test(tc, pools_that_overlap_are_checked_together);
	tcase_add_test(tc, an_impossible_order_has_its_constraint_named);
	tcase_add_test(tc, a_chain_is_proven_in_few_steps);
	tcase_add_test(tc, what_the_search_cannot_do_is_named);
	tcase_add_test(tc, the_gap_is_right_at_each_step);
	tc = test_case(suite, "certificates", 0);
	tcase_add_test(tc, a_wrong_plan_is_noticed);
	tcase_add_test(tc, a_load_that_falls_is_checked_behind_an_end);
	tcase_add_test(tc, a_wrong_world_is_noticed);
	return test_run(suite);
}
