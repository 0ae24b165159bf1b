/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_meter_test.c - a search ends where it is told to, in each phase, and says what it
 * knows then.
 *
 *	SEED=n ROUNDS=100000 CK_RUN_CASE=small test/unit/srl_meter_test
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "srl/nodes_fit.h"
#include "test/unit/srl_texts.h"
#include "test/unit/srl_world.h"

#define PARTS 64
#define RESOURCES 4
#define RUNS 200
#define NODES 40
#define SPANS 16
#define MONTH (30 * 86400)
#define WORLDS 60	/* small ones, unless ROUNDS= says how many */
#define WORLDS_PART 5000	/* of one test */

/* 64 parts of a month, on resources of which much is known. */
struct large {
	srl_world_t world;
	srl_pool_t pools[RESOURCES];
	srl_resource_t resources[RESOURCES];
	srl_step_t steps[RESOURCES][RUNS];
	srl_lane_t lanes[PARTS * RESOURCES];
	srl_run_t runs[PARTS * RESOURCES][RUNS];
	srl_nodes_t nodes[RESOURCES * NODES];
	srl_span_t spans[RESOURCES * NODES][SPANS];
	uint32_t in[RESOURCES];
	char text[PARTS * 100];
};

static struct large large;

static void _make_pool(rng_t *rng, struct large *w, uint32_t r)
{
	w->pools[r] = (srl_pool_t) { w->steps[r], RUNS, NULL, 0, true };
	w->resources[r] = (srl_resource_t) { "r", "x", "x", { NULL }, r };
	w->in[r] = r;
	for (int i = 0; i < RUNS; i++)
		w->steps[r][i] = (srl_step_t) {
			i * (MONTH / RUNS) + rng_between(rng, 0, 999), NODES };
	for (uint32_t n = r * NODES; n < (r + 1) * NODES; n++) {
		int64_t at = 0;

		for (int i = 0; i < SPANS; i++) {
			w->spans[n][i].from = at + rng_between(rng, 1, 50000);
			at = w->spans[n][i].from + rng_between(rng, 1, 90000);
			w->spans[n][i].to = at;
		}
		w->nodes[n] = (srl_nodes_t) { 1, w->spans[n], SPANS, &w->in[r], 1 };
	}
}

static void _make_lane(rng_t *rng, struct large *w, uint32_t l)
{
	for (int i = 0; i < RUNS; i++) {
		int64_t at = i * (MONTH / RUNS);

		w->runs[l][i] = (srl_run_t) {
			at + rng_between(rng, 0, 999),
			at + rng_between(rng, 2000, 5000),
			(double) rng_below(rng, 100) };
	}
	w->lanes[l] = (srl_lane_t) {
		.part = l / RESOURCES, .resource = l % RESOURCES, .amount = 1,
		.runs = w->runs[l], .run_cnt = RUNS };
}

/* Of so many parts; if they are chained each part is after the one before it. */
static srl_t *_large(uint32_t parts, bool chained)
{
	struct large *w = &large;
	rng_t rng = { 15 };
	const char *reason = "";
	size_t len = 0;
	srl_t *srl;

	for (uint32_t p = 0; p < parts; p++) {
		len += (size_t) snprintf(
			w->text + len, sizeof(w->text) - len,
			"P%" PRIu32 ".TS.duration = %" PRIu32 "\n", p,
			3000 + 17 * p);
		if (p && chained)
			len += (size_t) snprintf(
				w->text + len, sizeof(w->text) - len,
				"P%" PRIu32 ".CON.c = P%" PRIu32
				".RVC.begin >= P%" PRIu32 ".RVC.end\n", p, p,
				p - 1);
	}
	snprintf(w->text + len, sizeof(w->text) - len,
		 "CO.TS.est = 0\nCO.TS.let = %d\n", MONTH);
	srl = read_right(w->text);
	for (uint32_t r = 0; r < RESOURCES; r++)
		_make_pool(&rng, w, r);
	for (uint32_t l = 0; l < parts * RESOURCES; l++)
		_make_lane(&rng, w, l);
	w->world = (srl_world_t) {
		w->pools, RESOURCES, w->resources, RESOURCES, w->lanes,
		parts * RESOURCES, w->nodes, RESOURCES * NODES };
	ck_assert_msg(srl_world_check(&w->world, srl, &reason), "%s", reason);
	return srl;
}

/* Stops when it is told so often, or of a plan; notes how much was done between two times. */
struct teller {
	uint64_t left;
	bool plan;
	uint64_t told, work, most;
};

static bool _tell(void *arg, const srl_progress_t *p)
{
	struct teller *t = arg;

	t->most = (p->work - t->work > t->most) ? p->work - t->work : t->most;
	t->work = p->work;
	t->told++;
	if (t->plan && (p->value < 2))
		return false;
	return !t->left || --t->left;
}

static srl_answer_t _search(const srl_t *srl, const srl_world_t *world,
			    const srl_limits_t *limits)
{
	srl_answer_t answer;
	size_t constraint;

	ck_assert_int_eq(srl_search(srl, world, limits, &answer, &constraint), 0);
	return answer;
}

static void _check_plan(const srl_t *srl, const srl_answer_t *answer)
{
	char why[200];

	ck_assert_msg(srl_plan_check(srl, &large.world, answer->places, why,
				     sizeof(why)), "%s", why);
}

/*
 * With 64 parts of a month what is done before the first start took many times the time
 * that was given, as nobody looked at a clock.
 */
START_TEST(it_is_stopped_before_the_first_start)
{
	static const uint64_t most[] = { 1000, 8 * SRL_TELL_WORK };
	srl_t *srl = _large(PARTS, true);

	for (int i = 0; i < COUNT(most); i++) {
		const srl_limits_t limits = { .work_max = most[i] };
		srl_answer_t answer = _search(srl, &large.world, &limits);

		ck_assert(answer.stopped);
		ck_assert_uint_eq(answer.progress.steps, 0);
		ck_assert_uint_lt(answer.progress.work, most[i] + SRL_TELL_WORK);
		ck_assert_double_eq(answer.progress.bound, 0);
		ck_assert_int_eq(answer.verdict, i ? SRL_STOPPED : SRL_UNKNOWN);
		ck_assert((answer.progress.value < 2) == (i == 1));
	}
	srl_destroy(srl);
}
END_TEST

/* The plan comes in a small part of the time that it takes to get to the first start. */
START_TEST(a_plan_comes_first)
{
	for (int chained = 0; chained < 2; chained++) {
		srl_t *srl = _large(PARTS, chained);
		struct teller teller = { .left = 1000, .plan = true };
		srl_limits_t limits = { .tell = _tell, .arg = &teller };
		srl_answer_t answer = _search(srl, &large.world, &limits);
		uint64_t first = answer.progress.work;

		ck_assert_int_eq(answer.verdict, SRL_STOPPED);
		ck_assert_double_lt(answer.progress.value, 0.5);
		_check_plan(srl, &answer);
		limits = (srl_limits_t) { .steps_max = 1 };
		answer = _search(srl, &large.world, &limits);
		ck_assert_uint_gt(answer.progress.work, 8 * first);
		_check_plan(srl, &answer);
		srl_destroy(srl);
	}
}
END_TEST

/* Wherever it is stopped, it ends at once, and the bound is right. */
START_TEST(it_is_stopped_in_each_phase)
{
	srl_t *srl = _large(PARTS, true);
	struct teller teller = { 0 };
	const srl_limits_t limits = { .steps_max = 100, .tell = _tell,
				      .arg = &teller };
	srl_answer_t some = _search(srl, &large.world, &limits);
	uint64_t told = teller.told;
	double bound = some.progress.bound;

	ck_assert_uint_eq(some.progress.steps, 100);
	ck_assert_uint_gt(told, 50);
	ck_assert_double_gt(bound, 0);
	ck_assert_uint_lt(teller.most, 20 * SRL_TELL_WORK);
	for (uint64_t n = 2; n < told; n += 1 + n / 4) {
		teller = (struct teller) { .left = n };
		some = _search(srl, &large.world, &limits);
		ck_assert(some.stopped);
		ck_assert_uint_eq(teller.told, n);
		ck_assert((some.verdict == SRL_UNKNOWN) ||
			  (some.verdict == SRL_STOPPED));
		ck_assert(some.progress.bound <= bound + SRL_EXACT);
	}
	srl_destroy(srl);
}
END_TEST

/* What is done before the first start is counted: another part, more than half as much again. */
START_TEST(preparation_is_counted)
{
	static const uint32_t parts[] = { 1, 2, 3 };
	const srl_limits_t limits = { .steps_max = 1 };
	uint64_t before = 0;

	for (int i = 0; i < COUNT(parts); i++) {
		srl_t *srl = _large(parts[i], true);
		srl_answer_t a = _search(srl, &large.world, &limits);

		ck_assert_uint_gt(a.progress.work, before + before / 2);
		ck_assert_uint_gt(a.progress.work, 30 * a.breakpoints);
		before = a.progress.work;
		srl_destroy(srl);
	}
}
END_TEST

/* Where there are too many ways for all breakpoints, no time goes to ways that add none. */
START_TEST(preparation_ends_with_the_breakpoints)
{
	srl_t *srl = _large(PARTS, true);
	const srl_limits_t limits = { .steps_max = 1 };
	srl_answer_t a = _search(srl, &large.world, &limits);

	ck_assert_uint_gt(a.breakpoints, 400000);
	ck_assert_uint_lt(a.progress.work, 170 * a.breakpoints);
	srl_destroy(srl);
}
END_TEST

/* No reason is given for what was not searched to its end. */
START_TEST(reasons_end_in_time)
{
	srl_t *srl = _large(PARTS, true);
	const srl_limits_t limits = { .work_max = 1000 };
	bool guilty[PARTS];
	size_t open;

	ck_assert_int_eq(srl_explain(srl, &large.world, &limits, guilty, &open),
			 0);
	ck_assert_uint_eq(open, PARTS - 1);
	srl_destroy(srl);
}
END_TEST

/* Stop the search after each unit of work of a small one, and ever fewer of a large one. */
static void _stop_each(const srl_t *srl, const srl_world_t *world,
		       const char *text, uint64_t *unknown, uint64_t *found)
{
	srl_limits_t limits = { 0 };
	const srl_answer_t whole = _search(srl, world, &limits);
	srl_answer_t some;

	for (uint64_t n = 1; n <= whole.progress.work; n += 1 + n / 50) {
		limits.work_max = n;
		some = _search(srl, world, &limits);
		assert_gap(&some, whole.progress.value, text);
		ck_assert(some.stopped == ((some.verdict == SRL_UNKNOWN) ||
					   (some.verdict == SRL_STOPPED)));
		*unknown += some.verdict == SRL_UNKNOWN;
		*found += some.verdict == SRL_STOPPED;
	}
}

/*
 * Random small worlds, until searches were stopped both before and after a first plan:
 * nothing wrong is said. A group without a start once counted as one that costs nothing,
 * so a bound was 2.9 where no plan has more than 1.
 */
START_TEST(the_gap_is_right_after_each_unit)
{
	test_part_t part = test_part(WORLDS, WORLDS_PART, _i);
	static struct test_world w;
	uint64_t unknown = 0, found = 0;

	for (uint64_t i = 0; (i < part.rounds) || !unknown || !found; i++) {
		srl_errors_t errors;
		char text[2048];
		srl_t *srl;

		random_request(&part.rng, text, sizeof(text));
		srl = srl_read(text, strlen(text), &test_reader, &errors);
		if (!srl)
			continue;
		random_world(&part.rng, srl, &w);
		_stop_each(srl, &w.world, text, &unknown, &found);
		srl_destroy(srl);
	}
}
END_TEST

/* A stopped meter refuses no parts, whether they fit or not, and accepts none. */
START_TEST(a_stopped_fit_is_open)
{
	const srl_span_t whole[] = { { 0, 100 } };
	const uint32_t in[] = { 0 };
	const srl_pool_t pool = { .has_nodes = true };
	const srl_nodes_t nodes[] = { { 1, whole, 1, in, 1 } };
	const srl_world_t world = { .pools = &pool, .pool_cnt = 1,
				    .nodes = nodes, .nodes_cnt = 1 };
	const srl_want_t wants[] = { { 0, 0, 9, 1 }, { 0, 5, 12, 1 } };
	srl_limits_t limits = { 0 };
	srl_fit_t last[2] = { SRL_FIT_OPEN, SRL_FIT_OPEN };

	for (size_t cnt = 1; cnt <= 2; cnt++) {
		srl_fit_t right = (cnt == 1) ? SRL_FIT_YES : SRL_FIT_NO;

		for (uint64_t n = 1; n < 1000; n++) {
			srl_meter_t meter = srl_meter(&limits);
			srl_fitter_t *f = srl_fitter_create(&world, 2, &meter);

			limits.work_max = n;
			last[cnt - 1] = srl_fit(f, wants, cnt);
			ck_assert_int_eq(last[cnt - 1], meter.stopped ?
					 SRL_FIT_OPEN : right);
			srl_fitter_destroy(f);
		}
	}
	ck_assert_int_eq(last[0], SRL_FIT_YES);
	ck_assert_int_eq(last[1], SRL_FIT_NO);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("srl_meter");
	TCase *tc = test_case(suite, "large", 600);

	tcase_add_test(tc, it_is_stopped_before_the_first_start);
	tcase_add_test(tc, a_plan_comes_first);
	tcase_add_test(tc, it_is_stopped_in_each_phase);
	tcase_add_test(tc, preparation_is_counted);
	tcase_add_test(tc, preparation_ends_with_the_breakpoints);
	tcase_add_test(tc, reasons_end_in_time);
	tc = test_case(suite, "small", 600);
	tcase_add_loop_test(tc, the_gap_is_right_after_each_unit, 0,
			    test_part_cnt(WORLDS, WORLDS_PART));
	tcase_add_test(tc, a_stopped_fit_is_open);
	return test_run(suite);
}
