/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_nodes_fit_test.c - parts that find nodes of their own, against all ways to give
 * nodes to them.
 *
 *	SEED=n ROUNDS=100000 test/unit/srl_nodes_fit_test
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "srl/nodes_fit.h"
#include "test/unit/srl_texts.h"
#include "test/unit/srl_world.h"
#include "test/unit/test_util.h"

#define POOLS 3
#define KINDS 4			/* of nodes */
#define WANTS 4
#define SECONDS 6
#define EACH 2			/* nodes of one kind, at most */
#define ROUNDS 20000
#define PART 50000	/* rounds of one test */
#define HOUR 3600

typedef struct {
	srl_world_t world;
	srl_pool_t pools[POOLS];
	srl_nodes_t nodes[KINDS];
	srl_span_t spans[KINDS][SECONDS];
	uint32_t in[KINDS][POOLS];
	unsigned int free[KINDS];	/* bits of the seconds */
	unsigned int member[KINDS];	/* bits of the pools */
	srl_want_t wants[WANTS + 1];	/* the last is none */
	size_t want_cnt;
} case_t;

static void _spans(case_t *c, size_t k)
{
	srl_nodes_t *n = &c->nodes[k];

	for (unsigned int s = 0; s < SECONDS; s++) {
		if (!(c->free[k] & (1U << s)))
			continue;
		if (n->free_cnt && (c->spans[k][n->free_cnt - 1].to == s))
			c->spans[k][n->free_cnt - 1].to++;
		else
			c->spans[k][n->free_cnt++] = (srl_span_t) { s, s + 1 };
	}
}

static void _make(rng_t *rng, case_t *c)
{
	size_t kinds = 1 + rng_below(rng, KINDS);
	bool together = rng_one_in(rng, 2);

	memset(c, 0, sizeof(*c));
	for (size_t p = 0; p < POOLS; p++)
		c->pools[p].has_nodes = true;
	c->world = (srl_world_t) { .pools = c->pools, .pool_cnt = POOLS,
				   .nodes = c->nodes, .nodes_cnt = kinds };
	for (size_t k = 0; k < kinds; k++) {
		srl_nodes_t *n = &c->nodes[k];

		c->free[k] = rng_one_in(rng, 3) ? (1U << SECONDS) - 1 :
			(unsigned int) rng_below(rng, 1U << SECONDS);
		c->member[k] = 1 + (unsigned int) rng_below(rng,
							    (1U << POOLS) - 1);
		*n = (srl_nodes_t) { .cnt = rng_between(rng, 1, EACH),
				     .free = c->spans[k], .pools = c->in[k] };
		_spans(c, k);
		for (uint32_t p = 0; p < POOLS; p++)
			if (c->member[k] & (1U << p))
				c->in[k][n->pool_cnt++] = p;
	}
	c->want_cnt = 1 + rng_below(rng, WANTS);
	for (size_t w = 0; w < c->want_cnt; w++) {
		int64_t begin = together ? 1 : rng_between(rng, 0, SECONDS - 1);

		c->wants[w] = (srl_want_t) {
			.pool = (uint32_t) rng_below(rng, POOLS),
			.begin = begin,
			.end = rng_between(rng, begin + 1, SECONDS),
			.amount = rng_between(rng, 0, 3),
		};
	}
}

/* Each node by itself: the seconds at which it is taken, so far. */
typedef struct {
	size_t kinds[KINDS * EACH];
	unsigned int taken[KINDS * EACH];
	size_t cnt;
} nodes_t;

static bool _force(const case_t *c, nodes_t *n, size_t w, size_t from,
		   int64_t missing)
{
	const srl_want_t *want = &c->wants[w];
	unsigned int seconds;

	if (w == c->want_cnt)
		return true;
	if (!missing)
		return _force(c, n, w + 1, 0, c->wants[w + 1].amount);
	seconds = (1U << want->end) - (1U << want->begin);
	for (size_t i = from; i < n->cnt; i++) {
		size_t k = n->kinds[i];
		bool fits;

		if (!(c->member[k] & (1U << want->pool)) ||
		    (seconds & ~c->free[k]) || (seconds & n->taken[i]))
			continue;
		n->taken[i] |= seconds;
		fits = _force(c, n, w, i + 1, missing - 1);
		n->taken[i] &= ~seconds;
		if (fits)
			return true;
	}
	return false;
}

static bool _possible(const case_t *c)
{
	case_t more = *c;
	nodes_t n = { .cnt = 0 };

	for (size_t k = 0; k < c->world.nodes_cnt; k++)
		for (int64_t i = 0; i < c->nodes[k].cnt; i++)
			n.kinds[n.cnt++] = k;
	return _force(&more, &n, 0, 0, more.wants[0].amount);
}

/* What was given is what was wanted, of nodes that are free, and no node is given twice. */
static void _check_given(const case_t *c, const srl_fitter_t *f)
{
	for (size_t w = 0; w < c->want_cnt; w++) {
		const srl_want_t *want = &c->wants[w];
		int64_t sum = 0;

		for (size_t k = 0; k < c->world.nodes_cnt; k++) {
			int64_t given = srl_fitter_given(f, w, k);

			ck_assert_int_ge(given, 0);
			sum += given;
			for (int64_t s = want->begin; given && (s < want->end);
			     s++)
				ck_assert(c->free[k] & (1U << s));
			ck_assert(!given ||
				  (c->member[k] & (1U << want->pool)));
		}
		ck_assert_int_eq(sum, want->amount);
	}
	for (size_t k = 0; k < c->world.nodes_cnt; k++)
		for (int64_t s = 0; s < SECONDS; s++) {
			int64_t taken = 0;

			for (size_t w = 0; w < c->want_cnt; w++)
				if ((c->wants[w].begin <= s) &&
				    (s < c->wants[w].end))
					taken += srl_fitter_given(f, w, k);
			ck_assert_int_le(taken, c->nodes[k].cnt);
		}
}

START_TEST(as_all_ways_to_give_nodes)
{
	test_part_t part = test_part(ROUNDS, PART, _i);
	uint64_t rounds = part.rounds;
	uint64_t possible = 0, spread = 0;

	for (uint64_t round = 0; round < rounds; round++) {
		srl_fitter_t *f;
		srl_fit_t fit;
		case_t c;

		_make(&part.rng, &c);
		f = srl_fitter_create(&c.world, WANTS, NULL);
		ck_assert_ptr_nonnull(f);
		fit = srl_fit(f, c.wants, c.want_cnt);
		ck_assert_int_ne(fit, SRL_FIT_OPEN);
		ck_assert_int_eq(fit == SRL_FIT_YES, _possible(&c));
		if (fit == SRL_FIT_YES)
			_check_given(&c, f);
		possible += (fit == SRL_FIT_YES);
		spread += (c.wants[0].begin != c.wants[c.want_cnt - 1].begin);
		srl_fitter_destroy(f);
	}
	printf("%" PRIu64 " possible, %" PRIu64 " not at one moment\n", possible,
	       spread);
	ck_assert_uint_gt(possible, rounds / 10);
	ck_assert_uint_lt(possible, rounds - rounds / 10);
	ck_assert_uint_gt(spread, rounds / 10);
}
END_TEST

/*
 * One node is free from 0 to 3, another one from 1 to 2: one, two, one. By counts two
 * parts fit, [0, 2) and [1, 3); each of them alone does. But both need the first node.
 */
START_TEST(a_part_stays_on_its_nodes)
{
	const srl_span_t whole[] = { { 0, 3 } }, middle[] = { { 1, 2 } };
	const uint32_t in[] = { 0 };
	const srl_pool_t pool = { .has_nodes = true };
	const srl_nodes_t nodes[] = { { 1, whole, 1, in, 1 },
				      { 1, middle, 1, in, 1 } };
	const srl_world_t world = { .pools = &pool, .pool_cnt = 1,
				    .nodes = nodes, .nodes_cnt = 2 };
	const srl_want_t wants[] = { { 0, 0, 2, 1 }, { 0, 1, 3, 1 } };
	srl_fitter_t *f = srl_fitter_create(&world, 2, NULL);

	ck_assert_int_eq(srl_fit(f, wants, 1), SRL_FIT_YES);
	ck_assert_int_eq(srl_fit(f, wants + 1, 1), SRL_FIT_YES);
	ck_assert_int_eq(srl_fit(f, wants, 2), SRL_FIT_NO);
	ck_assert_int_eq(srl_fit(f, wants, 0), SRL_FIT_YES);
	srl_fitter_destroy(f);
}
END_TEST

/* 30 parts, one after the other and side by side, of 40 kinds: it ends, and says what. */
START_TEST(many_ways_end)
{
	enum { N = 40, CNT = 30 };
	static srl_nodes_t nodes[N];
	static srl_span_t spans[N];
	const uint32_t in[] = { 0 };
	const srl_pool_t pool = { .has_nodes = true };
	const srl_world_t world = { .pools = &pool, .pool_cnt = 1,
				    .nodes = nodes, .nodes_cnt = N };
	srl_want_t wants[CNT];
	srl_fitter_t *f;
	srl_fit_t fit;

	for (int i = 0; i < N; i++) {
		spans[i] = (srl_span_t) { i % 7, 40 + (i * 11) % 13 };
		nodes[i] = (srl_nodes_t) { 3, &spans[i], 1, in, 1 };
	}
	for (int i = 0; i < CNT; i++)
		wants[i] = (srl_want_t) { 0, 1 + i, 12 + i, 11 };
	f = srl_fitter_create(&world, CNT, NULL);
	fit = srl_fit(f, wants, CNT);
	printf("%d\n", (int) fit);
	ck_assert_int_ne(fit, SRL_FIT_YES);
	srl_fitter_destroy(f);
}
END_TEST

/*
 * One node is there all the time; others take a second one from half past ten on, and
 * give a third one back: always two by counts, but no two for an hour before half past.
 */
START_TEST(a_node_that_becomes_free_is_a_start)
{
	srl_errors_t errors;
	srl_t *srl = read_two("A.CON.s = A.RVC.begin == B.RVC.begin\n",
			      &errors);
	const srl_limits_t limits = { 0 };
	int64_t half = 10 * HOUR + HOUR / 2;
	struct test_world w;
	srl_answer_t a;
	char why[SRL_ERROR_MAX];
	size_t constraint;

	ck_assert_ptr_nonnull(srl);
	world_init(&w);
	uint32_t r = world_resource(&w, "a", "x", 2);
	w.free[0][0] = (srl_span_t) { 0, 1000 * HOUR };
	w.free[1][0] = (srl_span_t) { 0, half };
	w.free[2][0] = (srl_span_t) { half, 1000 * HOUR };
	for (int i = 0; i < 3; i++) {
		w.nodes_in[i][0] = r;
		w.nodes[i] = (srl_nodes_t) { 1, w.free[i], 1, w.nodes_in[i], 1 };
	}
	w.pools[r].has_nodes = true;
	w.world.nodes = w.nodes;
	w.world.nodes_cnt = 3;
	for (uint32_t p = 0; p < 2; p++)
		world_run(&w, world_lane(&w, p, r, 1, 0), 10 * HOUR, 200 * HOUR,
			  0);
	ck_assert_int_eq(srl_search(srl, &w.world, &limits, &a, &constraint), 0);
	ck_assert_int_eq(a.verdict, SRL_OPTIMAL);
	ck_assert_int_eq(a.places[0].begin, half);
	a.places[0].begin = a.places[1].begin = 10 * HOUR;
	ck_assert(!srl_plan_check(srl, &w.world, a.places, why, sizeof(why)));
	w.pools[r].has_nodes = false;	/* by counts alone */
	w.world.nodes_cnt = 0;
	ck_assert_int_eq(srl_search(srl, &w.world, &limits, &a, &constraint), 0);
	ck_assert_int_eq(a.places[0].begin, 10 * HOUR);
	srl_destroy(srl);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("srl_nodes_fit");
	TCase *fit = test_case(suite, "fit", 600);

	tcase_add_loop_test(fit, as_all_ways_to_give_nodes, 0,
			    test_part_cnt(ROUNDS, PART));
	tcase_add_test(fit, a_part_stays_on_its_nodes);
	tcase_add_test(fit, many_ways_end);
	tcase_add_test(fit, a_node_that_becomes_free_is_a_start);
	return test_run(suite);
}
