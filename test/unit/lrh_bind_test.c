/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_bind_test.c - tests of the binder: which nodes bookings get.
 *
 *	SEED=n test/unit/lrh_bind_test
 *
 * replays a failure.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test/unit/fail_alloc.h"
#include "test/unit/lrh_bind_world.h"

#define GAMES 100000
#define TINY_GAMES 20000
#define ALLOC_GAMES 150

static int _bind(struct world *w)
{
	struct lrh_meter meter = LRH_METER;

	return test_rc(lrh_bind(w->l, w->away, &w->options, &meter, &w->b));
}

/* By hand */

#define EMPTY(w, nodes, pool_of)					\
	struct world w;							\
	world_empty(&w, nodes, pool_of, 60, 1)

static uint64_t _book(struct world *w, const char *list, time_t t_s, time_t t_e)
{
	garq_set_t *all = test_set_all(w->nodes);
	garq_set_t *nodes = test_set(w->nodes, list);
	uint64_t id = world_book(w, all, nodes, t_s, t_e, false);

	garq_set_destroy(all);
	garq_set_destroy(nodes);
	return id;
}

static void _hold(struct world *w, const char *list, time_t t_s, time_t t_e)
{
	garq_set_t *nodes = test_set(w->nodes, list);

	world_hold(w, nodes, t_s, t_e);
	garq_set_destroy(nodes);
}

/* Ask for so many nodes of pools 0 and 1; pinned if list is given. */
static void _ask(struct world *w, uint64_t id, const char *list,
		 uint32_t of_0, uint32_t of_1, time_t t_s, time_t t_e)
{
	uint32_t share[GARQ_POOLS_MAX] = { of_0, of_1 };
	garq_set_t *class = list ? test_set(w->nodes, list) :
		test_set_all(w->nodes);

	world_lie(w, id, class, list ? NULL : share, t_s, t_e);
	garq_set_destroy(class);
}

#define assert_nodes(w, lie, list)					\
	do {								\
		garq_set_t *want_ = test_set((w)->nodes, list);		\
		ck_assert_msg(test_set_equal((lie)->nodes, want_),	\
			      "not " list);				\
		garq_set_destroy(want_);				\
	} while (0)

START_TEST(lowest_of_those_free)
{
	EMPTY(w, 4, NULL);
	_book(&w, "0", 4, 8);
	_ask(&w, 0, NULL, 2, 0, 7, 9);
	ck_assert_int_eq(_bind(&w), 1);
	ck_assert_uint_eq(w.b.cnt, 1);
	assert_nodes(&w, &w.b.lie[0], "1-2");
	/* asked again: the same answer */
	ck_assert_int_eq(_bind(&w), 1);
	assert_nodes(&w, &w.b.lie[0], "1-2");
	world_verify(&w);
	world_free(&w);
}
END_TEST

START_TEST(moved_keeps_its_nodes)
{
	EMPTY(w, 4, NULL);
	uint64_t a = _book(&w, "2-3", 4, 8), b = _book(&w, "1,3", 8, 12);

	/* a over its own old place, b where a was */
	_ask(&w, a, NULL, 2, 0, 7, 11);
	_ask(&w, b, NULL, 2, 0, 3, 7);
	ck_assert_int_eq(_bind(&w), 1);
	ck_assert_uint_eq(w.b.cnt, 2);
	assert_nodes(&w, &w.b.lie[0], "2-3");
	assert_nodes(&w, &w.b.lie[1], "1,3");
	world_verify(&w);
	world_free(&w);
}
END_TEST

/* Two nodes are free at each second, but not the same two throughout. */
START_TEST(one_has_to_change)
{
	EMPTY(w, 3, NULL);
	uint64_t a;

	_hold(&w, "0", 0, 4);
	a = _book(&w, "1", 4, 8);
	_book(&w, "0", 8, 12);
	_book(&w, "2", 20, 30);
	_ask(&w, 0, NULL, 2, 0, 2, 8);
	ck_assert_int_eq(_bind(&w), 1);
	ck_assert_uint_eq(w.b.cnt, 2);
	assert_nodes(&w, &w.b.lie[0], "1-2");
	ck_assert_uint_eq(w.b.lie[1].id, a);
	assert_nodes(&w, &w.b.lie[1], "0");
	world_verify(&w);
	world_free(&w);
}
END_TEST

/* A newcomer takes over the nodes whose old holder starts last. */
START_TEST(hits_as_few_as_it_can)
{
	EMPTY(w, 4, NULL);

	_hold(&w, "0", 0, 5);
	_book(&w, "1", 5, 20);
	_book(&w, "2", 8, 20);
	_book(&w, "3", 10, 20);
	_ask(&w, 0, NULL, 1, 0, 3, 12);
	ck_assert_int_eq(_bind(&w), 1);
	ck_assert_uint_eq(w.b.cnt, 2);
	assert_nodes(&w, &w.b.lie[0], "3");
	world_verify(&w);
	world_free(&w);
}
END_TEST

/*
 *	node 0	....aaaaaa..	a has no way to node 2, b has: where b was
 *	node 1	....bbbb....	there is room for the newcomer, and a stays
 *	node 2	........ffff
 */
START_TEST(exchanges_are_as_few_as_can_be)
{
	EMPTY(w, 3, NULL);
	uint64_t b;

	_book(&w, "0", 4, 10);
	b = _book(&w, "1", 4, 8);
	_hold(&w, "2", 8, 12);
	_ask(&w, 0, NULL, 1, 0, 6, 10);
	ck_assert_int_eq(_bind(&w), 1);
	ck_assert_uint_eq(w.b.cnt, 2);
	assert_nodes(&w, &w.b.lie[0], "1");
	ck_assert_uint_eq(w.b.lie[1].id, b);
	assert_nodes(&w, &w.b.lie[1], "2");
	world_verify(&w);
	world_free(&w);
}
END_TEST

START_TEST(pinned_send_others_away)
{
	EMPTY(w, 3, NULL);
	uint64_t a = _book(&w, "0", 4, 8);

	_ask(&w, 0, "0-1", 0, 0, 6, 10);
	ck_assert_int_eq(_bind(&w), 1);
	ck_assert_uint_eq(w.b.cnt, 2);
	assert_nodes(&w, &w.b.lie[0], "0-1");
	ck_assert_uint_eq(w.b.lie[1].id, a);
	assert_nodes(&w, &w.b.lie[1], "2");
	world_verify(&w);
	world_free(&w);
}
END_TEST

START_TEST(pinned_cannot_send_away_what_stays)
{
	EMPTY(w, 3, NULL);

	_hold(&w, "0", 8, 9);
	_ask(&w, 0, "0-1", 0, 0, 6, 10);
	ck_assert_int_eq(_bind(&w), 0);
	ck_assert_uint_eq(w.b.cnt, 1);
	world_free(&w);
}
END_TEST

START_TEST(shares_of_pools)
{
	static const uint32_t pool_of[] = { 0, 0, 1, 1 };
	EMPTY(w, 4, pool_of);
	uint32_t first = lrh_pool(w.l, 0);

	_ask(&w, 0, NULL, first ? 2 : 1, first ? 1 : 2, 6, 10);
	ck_assert_int_eq(_bind(&w), 1);
	assert_nodes(&w, &w.b.lie[0], "0,2-3");
	world_free(&w);
}
END_TEST

/* The host's choice */

struct pick {
	const char *list;	/* the host's answer; NULL: none */
	int calls;
	uint32_t free;
	uint32_t num_cn;
};

static bool _pick(void *arg, uint64_t id, bool request,
		  const garq_set_t *free,
		  uint32_t num_cn, garq_set_t *ret_nodes)
{
	struct pick *pick = arg;
	garq_set_t *set = pick->list ? test_set(free->size, pick->list) : NULL;

	(void) id;
	ck_assert(request);
	ck_assert_uint_eq(garq_set_count(ret_nodes), 0);
	pick->calls++;
	pick->free = garq_set_count(free);
	pick->num_cn = num_cn;
	for (uint32_t i = 0; set && (i < set->size); i++)
		if (garq_set_test(set, i))
			garq_set_add(ret_nodes, i);
	garq_set_destroy(set);
	return pick->list;
}

static const struct {
	const char *list;
	const char *want;
} picks[] = {
	{ "3-4", "3-4" }, { NULL, "1-2" },
	{ "0,3", "1-2" },		/* not free */
	{ "3", "1-2" }, { "2-4", "1-2" },	/* not two */
};

START_TEST(host_picks)
{
	struct pick pick = { .list = picks[_i].list };
	EMPTY(w, 5, NULL);
	uint64_t a = _book(&w, "0", 4, 8), b = _book(&w, "2", 20, 24);

	(void) a;
	w.options.pick = _pick;
	w.options.pick_arg = &pick;
	_ask(&w, 0, NULL, 2, 0, 6, 10);
	/* pick() is not called for a booking that keeps its nodes */
	_ask(&w, b, NULL, 1, 0, 30, 34);
	ck_assert_int_eq(_bind(&w), 1);
	ck_assert_int_eq(pick.calls, 1);
	ck_assert_uint_eq(pick.free, 4);
	ck_assert_uint_eq(pick.num_cn, 2);
	ck_assert(test_set_equal(w.b.lie[1].nodes, lrh_find(w.l, b)->nodes));
	for (uint32_t i = 0; i < w.nodes; i++) {
		garq_set_t *want = test_set(w.nodes, picks[_i].want);

		ck_assert(garq_set_test(w.b.lie[0].nodes, i) ==
			  garq_set_test(want, i));
		garq_set_destroy(want);
	}
	world_free(&w);
}
END_TEST

START_TEST(host_picks_wrong_shares)
{
	static const uint32_t pool_of[] = { 0, 0, 0, 1, 1 };
	struct pick pick = { .list = "0,3" };
	EMPTY(w, 5, pool_of);
	uint32_t first = lrh_pool(w.l, 0);

	w.options.pick = _pick;
	w.options.pick_arg = &pick;
	_ask(&w, 0, NULL, first ? 0 : 2, first ? 2 : 0, 6, 10);
	ck_assert_int_eq(_bind(&w), 1);
	/* nodes of pools with no share are not offered */
	ck_assert_int_eq(pick.calls, 1);
	ck_assert_uint_eq(pick.free, 3);
	assert_nodes(&w, &w.b.lie[0], "0-1");
	world_free(&w);
}
END_TEST

/* Random worlds */

/* Nothing pinned, nothing that begins later: binding never fails. */
static const struct world_kind plain = { WORLD_NODES, 24, WORLD_LIES, false };

START_TEST(counts_are_enough)
{
	rng_t r = { test_seed() };
	int others = 0, quiet = 0, games = test_some(GAMES);

	for (int game = 0; game < games; game++) {
		struct world w;

		world_init(&w, &r, &plain);
		if (world_ask(&w, &r, &plain)) {
			ck_assert_msg(_bind(&w) == 1, "game %d", game);
			world_verify(&w);
			others += w.b.cnt > w.b.cnt_asked;
			quiet += w.b.cnt == w.b.cnt_asked;
		}
		world_free(&w);
	}
	printf("others changed in %d of %d\n", others, others + quiet);
	ck_assert_int_gt(others, games / 100);
	ck_assert_int_gt(quiet, games / 5);
}
END_TEST

static const struct world_kind hard = { WORLD_NODES, 24, WORLD_LIES, true };

START_TEST(answers_are_right)
{
	rng_t r = { test_seed() + 1 };
	int no = 0, others = 0, asked = 0;

	for (int game = 0; game < test_some(GAMES / 2); game++) {
		struct world w;
		int rc;

		world_init(&w, &r, &hard);
		if (world_ask(&w, &r, &hard)) {
			rc = _bind(&w);
			ck_assert_int_ge(rc, 0);
			if (rc)
				world_verify(&w);
			asked++;
			no += !rc;
			others += rc && (w.b.cnt > w.b.cnt_asked);
		}
		world_free(&w);
	}
	printf("no: %d, others changed: %d, of %d\n", no, others, asked);
	ck_assert_int_gt(no, 0);
	ck_assert_int_gt(others, 0);
}
END_TEST

/* Compare with an exhaustive search. */
static const struct world_kind tiny[] = {
	{ 4, 7, 3, true }, { 5, 12, 3, true },
};

START_TEST(few_ways_are_missed)
{
	rng_t r = { test_seed() + 2 + (uint64_t) _i };
	int yes = 0, missed = 0, none = 0;

	for (int game = 0; game < test_some(TINY_GAMES); game++) {
		struct world w;

		world_init(&w, &r, &tiny[_i]);
		if (world_ask(&w, &r, &tiny[_i])) {
			if (_bind(&w)) {
				world_verify(&w);
				ck_assert(world_has_way(&w));
				yes++;
			} else if (world_has_way(&w)) {
				missed++;
			} else {
				none++;
			}
		}
		world_free(&w);
	}
	printf("a way found: %d, missed: %d; none: %d\n", yes, missed, none);
	ck_assert_int_gt(none, 0);
	ck_assert_int_le(100 * missed, yes);
}
END_TEST

/*
 * A booking keeps its nodes if it can: no booking changes if the newcomer finds
 * free nodes.
 */
START_TEST(nobody_changes_without_need)
{
	rng_t r = { test_seed() + 5 };

	for (int game = 0; game < test_some(GAMES / 10); game++) {
		struct world w;
		const struct lrh_lie *lie = w.b.lie;
		garq_set_t *free;
		bool enough = true;

		world_init(&w, &r, &plain);
		lie = w.b.lie;
		_ask(&w, 0, NULL, 1, 0, rng_between(&r, w.now, 40),
		     rng_between(&r, 41, WORLD_SECONDS));
		free = garq_set_copy(lie->class->nodes);
		garq_nodes_free(garq_machine_nodes(w.m), free, lie->t_s,
				lie->t_e, GARQ_NO_GROUP, free);
		for (uint32_t i = 0; i < w.nodes; i++)
			if (w.pool_of[i] != lie->class->pool[0].pool)
				garq_set_del(free, i);
		enough = garq_set_count(free);
		if (enough) {
			ck_assert_int_eq(_bind(&w), 1);
			ck_assert_uint_eq(w.b.cnt, 1);
		}
		garq_set_destroy(free);
		world_free(&w);
	}
}
END_TEST

/* Memory runs out */

/* RET true if the n-th allocation was made, and failed */
static bool _fail_at(struct world *w, int n, bool all, int want)
{
	int rc, failures;

	fail_alloc_arm(n, all);
	rc = _bind(w);
	failures = fail_alloc_disarm();
	ck_assert_int_eq(rc, failures ? -ENOMEM : want);
	return failures;
}

START_TEST(memory_runs_out)
{
	rng_t r = { test_seed() + 7 };
	int most = 0;

	/* by chance, few games may have no search of many allocations */
	for (int game = 0; (game < test_some(ALLOC_GAMES)) || (most < 20);
	     game++) {
		const struct world_kind *kind = (game & 1) ? &hard : &plain;
		struct world w;
		int want, n = 1;

		world_init(&w, &r, kind);
		if (world_ask(&w, &r, kind)) {
			want = _bind(&w);
			while (_fail_at(&w, n, false, want))
				n++;
			for (int i = 1; i < n; i++)
				ck_assert(_fail_at(&w, i, true, want));
			ck_assert_int_eq(_bind(&w), want);
			if (want)
				world_verify(&w);
			most = (n > most) ? n : most;
		}
		world_free(&w);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_bind");
	TCase *tc = test_case(s, "by hand", 0);

	tcase_add_test(tc, lowest_of_those_free);
	tcase_add_test(tc, moved_keeps_its_nodes);
	tcase_add_test(tc, one_has_to_change);
	tcase_add_test(tc, hits_as_few_as_it_can);
	tcase_add_test(tc, exchanges_are_as_few_as_can_be);
	tcase_add_test(tc, pinned_send_others_away);
	tcase_add_test(tc, pinned_cannot_send_away_what_stays);
	tcase_add_test(tc, shares_of_pools);
	tcase_add_loop_test(tc, host_picks, 0, COUNT(picks));
	tcase_add_test(tc, host_picks_wrong_shares);
	tc = test_case(s, "at random", 240);
	tcase_add_test(tc, counts_are_enough);
	tcase_add_test(tc, answers_are_right);
	tcase_add_loop_test(tc, few_ways_are_missed, 0, COUNT(tiny));
	tcase_add_test(tc, nobody_changes_without_need);
	tc = test_case(s, "out of memory", 120);
	tcase_add_test(tc, memory_runs_out);
	return test_run(s);
}
