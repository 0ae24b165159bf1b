/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_gap_test.c - bounds, search and optimum of contrib/eval/gap-eval.
 *
 *	SEED=n ROUNDS=n test/unit/eval_gap_test
 *
 * replays a failure, or takes so many small instances of each width.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/gap/gap_exact.h"
#include "contrib/eval/gap/gap_lp.h"
#include "contrib/eval/gap/gap_profile.h"
#include "contrib/eval/gap/gap_search.h"
#include "contrib/eval/gap/gap_small.h"
#include "contrib/eval/lrh/lrh_audit.h"
#include "contrib/eval/lrh/lrh_work.h"
#include "test/unit/test_util.h"

static int _rounds(void)
{
	const char *rounds = getenv("ROUNDS");

	return rounds ? atoi(rounds) : test_some(100);
}

/* Two rigid requests for all of two nodes, one of which begins in the other. */
static struct flex_request clash[] = {
	{ 0, 0, 0, 10, 2 }, { 0, 5, 5, 10, 2 },
};
static struct flex_work clash_work = {
	.request = clash, .cnt = 2, .max_cn = 2, .delta = 300
};

static uint64_t _lp(const struct flex_work *w, uint32_t slot)
{
	struct gap_prices prices;
	uint64_t bound;

	ck_assert_int_eq(gap_lp(w, slot, 60, &prices), 1);
	ck_assert_int_eq(gap_price_bound(w, &prices, &bound), 0);
	gap_prices_free(&prices);
	return bound;
}

/* The flow serves half of each; the program takes one or the other. */
START_TEST(a_clash_is_seen_by_the_program_alone)
{
	struct gap_prices cut;
	uint64_t flow, bound;

	ck_assert_int_eq(gap_flow_bound(&clash_work, &flow, &cut), 0);
	ck_assert_uint_eq(flow, 30);
	ck_assert_int_eq(gap_price_bound(&clash_work, &cut, &bound), 0);
	ck_assert_uint_eq(bound, 30);
	gap_prices_free(&cut);
	ck_assert_uint_eq(_lp(&clash_work, 5), 20);
	ck_assert_uint_eq(_lp(&clash_work, 3), 20);
	ck_assert_uint_eq(gap_best(&clash_work), 20);
}
END_TEST

/* A price for what nobody needs, or none where it is short, is a bound too. */
START_TEST(any_prices_give_a_bound)
{
	time_t at[] = { 5, 10, 40 };
	uint32_t price[] = { 2 * GAP_ONE, GAP_ONE / 2 };
	struct gap_prices prices = { at, price, 0 };
	uint64_t bound;

	ck_assert_int_eq(gap_price_bound(&clash_work, &prices, &bound), 0);
	ck_assert_uint_eq(bound, 40);
	prices.cnt = 1;		/* 2 in [5, 10): 20, and nobody gains by it */
	ck_assert_int_eq(gap_price_bound(&clash_work, &prices, &bound), 0);
	ck_assert_uint_eq(bound, 20);
	prices.cnt = 2;		/* 30 more for [10, 40) */
	ck_assert_int_eq(gap_price_bound(&clash_work, &prices, &bound), 0);
	ck_assert_uint_eq(bound, 50);
}
END_TEST

/* The cheapest start of each request, second by second. */
static uint64_t _slow_bound(const struct flex_work *w, const uint32_t *price)
{
	uint64_t sum = 0;

	for (int t = 0; t < 40; t++)
		sum += (uint64_t) price[t] * w->max_cn;
	for (uint32_t i = 0; i < w->cnt; i++) {
		const struct flex_request *rq = &w->request[i];
		uint64_t most = (uint64_t) rq->t_e * GAP_ONE, least = most;

		for (time_t s = rq->t_esr; s <= rq->t_lsr; s++) {
			uint64_t cost = 0;

			for (time_t t = s; t < s + rq->t_e; t++)
				cost += price[t];
			least = (cost < least) ? cost : least;
		}
		sum += (most - least) * rq->num_cn;
	}
	return sum / GAP_ONE;
}

START_TEST(random_prices_agree_with_seconds)
{
	rng_t rng = { test_seed() + (uint64_t) _i };
	struct flex_request rq[3];
	struct flex_work w = { .request = rq, .cnt = 3, .max_cn = 3 };
	uint32_t by_second[40] = { 0 };
	struct gap_prices prices;
	uint64_t bound;
	time_t t = rng_between(&rng, 0, 9);

	for (int i = 0; i < 3; i++) {
		rq[i] = (struct flex_request) {
			.t_esr = rng_between(&rng, 0, 20),
			.t_e = rng_between(&rng, 1, 9),
			.num_cn = (uint32_t) rng_between(&rng, 1, 3),
		};
		rq[i].t_lsr = rq[i].t_esr + rng_between(&rng, 0, 10);
	}
	ck_assert_int_eq(gap_prices_make(&prices, 4), 0);
	for (uint32_t k = 0; k < 4; k++) {
		prices.at[k] = t;
		t += rng_between(&rng, 1, 7);
		prices.at[k + 1] = t;
		prices.price[k] = (uint32_t) rng_below(&rng, 2 * GAP_ONE);
		for (time_t s = prices.at[k]; s < t; s++)
			by_second[s] = prices.price[k];
	}
	ck_assert_int_eq(gap_price_bound(&w, &prices, &bound), 0);
	ck_assert_uint_eq(bound, _slow_bound(&w, by_second));
	gap_prices_free(&prices);
}
END_TEST

START_TEST(nothing_is_asked)
{
	struct flex_work none = { .max_cn = 2, .delta = 300 };
	struct gap_limits limits = { .steps = 10 };
	struct gap_prices cut;
	struct flex_fate fate;
	uint64_t flow, steps;

	ck_assert_int_eq(gap_flow_bound(&none, &flow, &cut), 0);
	ck_assert_uint_eq(flow, 0);
	gap_prices_free(&cut);
	ck_assert_uint_eq(_lp(&none, 5), 0);
	ck_assert_int_eq(gap_search(&none, &limits, &fate, &steps), 0);
}
END_TEST

/* Bounds, optimum, search, methods: in this order, whatever the instance. */
START_TEST(small_instances_are_in_order)
{
	for (int i = 0; i < _rounds(); i++) {
		uint64_t seed = test_seed() + (uint64_t) i;
		struct gap_small s;
		const char *wrong;

		ck_assert_int_eq(gap_small(seed, (uint32_t) (2 * _i + 1), &s),
				 0);
		wrong = gap_small_wrong(&s);
		ck_assert_msg(!wrong, "seed %" PRIu64 ": %s", seed, wrong);
	}
}
END_TEST

/* What was found before cannot hide that a bound is too low. */
START_TEST(disorder_is_noticed)
{
	const struct gap_small good = { 9, 8, 7, 7, 6, 5, 6, { 5, 5, 5, 5 } };
	struct gap_small s = good;

	ck_assert_ptr_null(gap_small_wrong(&s));
	s.cut = 9;
	ck_assert_ptr_nonnull(gap_small_wrong(&s));
	s = good, s.cut = 5;
	ck_assert_ptr_nonnull(gap_small_wrong(&s));
	s = good, s.lp = 5;
	ck_assert_ptr_nonnull(gap_small_wrong(&s));
	s = good, s.found = 7;
	ck_assert_ptr_nonnull(gap_small_wrong(&s));
	s = good, s.admission = 7;
	ck_assert_ptr_nonnull(gap_small_wrong(&s));
	s = good, s.method[3] = 6;
	ck_assert_ptr_nonnull(gap_small_wrong(&s));
}
END_TEST

/* Larger instances: valid, the same again, not worse, below all bounds. */
static void _search(const struct flex_work *w, uint64_t seed)
{
	const struct gap_limits limits = { .seed = seed, .steps = 200 };
	struct flex_fate *fate = calloc((size_t) w->cnt + 1, sizeof(*fate));
	struct flex_fate *again = calloc((size_t) w->cnt + 1, sizeof(*fate));
	struct flex_result r = { .fate = fate, .cnt = w->cnt };
	struct gap_prices cut;
	uint64_t flow, bound, steps, found;

	ck_assert_int_eq(gap_search(w, &limits, fate, &steps), 0);
	ck_assert_uint_eq(steps, limits.steps);
	ck_assert_ptr_null(flex_audit(w, &r, false));
	found = gap_value(w, fate);
	ck_assert_int_eq(gap_search(w, &limits, again, &steps), 0);
	ck_assert_mem_eq(fate, again, w->cnt * sizeof(*fate));
	ck_assert_int_eq(gap_search(w, &limits, again, &steps), 0);
	ck_assert_uint_ge(gap_value(w, again), found);
	ck_assert_int_eq(gap_flow_bound(w, &flow, &cut), 0);
	ck_assert_int_eq(gap_price_bound(w, &cut, &bound), 0);
	gap_prices_free(&cut);
	ck_assert_uint_le(bound, flow);
	ck_assert_uint_le(gap_value(w, again), bound);
	ck_assert_uint_le(gap_value(w, again), _lp(w, 3600));
	ck_assert_uint_le(gap_value(w, again), _lp(w, 700));
	free(fate);
	free(again);
}

START_TEST(larger_instances_are_in_order)
{
	rng_t rng = { test_seed() + (uint64_t) _i };
	struct flex_shape shape = {
		.cnt = (uint32_t) rng_between(&rng, 1, 100),
		.mu = (double) rng_between(&rng, 1, 9),
		.max_cn = (uint32_t) rng_between(&rng, 2, 12), .cn_max = 2,
		.te_max = (uint32_t) rng_between(&rng, 1, 60),
		.flexible = (uint32_t) rng_between(&rng, 0, 4) * 25,
		.ahead = rng_one_in(&rng, 3),
	};
	struct flex_work w;

	ck_assert_int_eq(flex_work_make(&shape, rng_next(&rng), &w), 0);
	_search(&w, rng_next(&rng));
	flex_work_free(&w);
}
END_TEST

/* The profile beside an array of seconds. */

#define END 60
#define NODES 5

struct seconds {
	uint32_t used[END + 20];
	struct { time_t start, end; uint32_t n; } of[8];
};

static bool _is_free(const struct seconds *s, time_t t, time_t t_e, uint32_t n)
{
	for (time_t i = t; i < t + t_e; i++)
		if (s->used[i] + n > NODES)
			return false;
	return true;
}

static void _compare(const struct gap_profile *p, const struct seconds *s,
		     rng_t *rng)
{
	time_t from = rng_between(rng, 0, END - 1), start = 0;
	time_t to = rng_between(rng, from, END - 1);
	time_t t_e = rng_between(rng, 1, 15), first = from, last = to;
	uint32_t n = (uint32_t) rng_between(rng, 1, NODES);
	bool fits;

	while ((first <= to) && !_is_free(s, first, t_e, n))
		first++;
	while ((last >= from) && !_is_free(s, last, t_e, n))
		last--;
	fits = gap_profile_first(p, from, to, t_e, n, &start);
	ck_assert(fits == (first <= to));
	ck_assert(!fits || (start == first));
	fits = gap_profile_last(p, from, to, t_e, n, &start);
	ck_assert(fits == (last >= from));
	ck_assert(!fits || (start == last));
}

START_TEST(the_profile_agrees_with_seconds)
{
	rng_t rng = { test_seed() + (uint64_t) _i };
	struct seconds s = { 0 };
	struct gap_profile p;

	ck_assert_int_eq(gap_profile_open(&p, NODES, 8), 0);
	for (int op = 0; op < 200; op++) {
		uint64_t k = rng_below(&rng, 8);
		time_t start = s.of[k].start, end = s.of[k].end;
		uint32_t n = s.of[k].n;

		if (n) {
			gap_profile_remove(&p, start, end, n);
			s.of[k].n = 0;
			for (time_t t = start; t < end; t++)
				s.used[t] -= n;
		} else {
			start = rng_between(&rng, 0, END - 1);
			end = rng_between(&rng, start + 1, END);
			n = (uint32_t) rng_between(&rng, 1, NODES);
			if (!_is_free(&s, start, end - start, n))
				continue;
			gap_profile_add(&p, start, end, n);
			s.of[k].start = start, s.of[k].end = end;
			s.of[k].n = n;
			for (time_t t = start; t < end; t++)
				s.used[t] += n;
		}
		_compare(&p, &s, &rng);
	}
	gap_profile_close(&p);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("eval_gap");
	TCase *tc = test_case(s, "bounds", 0);

	tcase_add_test(tc, a_clash_is_seen_by_the_program_alone);
	tcase_add_test(tc, any_prices_give_a_bound);
	tcase_add_loop_test(tc, random_prices_agree_with_seconds, 0, 200);
	tcase_add_test(tc, nothing_is_asked);
	tcase_add_test(tc, disorder_is_noticed);
	tcase_add_loop_test(tc, the_profile_agrees_with_seconds, 0, 20);
	tc = test_case(s, "order", 600);
	tcase_add_loop_test(tc, small_instances_are_in_order, 0, 4);
	tcase_add_loop_test(tc, larger_instances_are_in_order, 0, 10);
	return test_run(s);
}
