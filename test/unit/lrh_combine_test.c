/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_combine_test.c - requests for named nodes, where bookings get other nodes
 * and other starts in one plan: facts, and random worlds against a search of all
 * placements.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lrh/lrh_private.h"
#include "test/unit/lrh_small_world.h"

#define HOUR SMALL_HOUR
#define HOURS 64		/* of a random world */
#define NODES_MAX 12
#define BOOKINGS_MAX 4

static struct small_world w;

/* Facts */

/* Book just these nodes, of those that are eligible. */
static void _lie(uint64_t id, time_t start, time_t window, time_t t_e,
		 const char *nodes, const char *eligible)
{
	garq_set_t *set = test_set(w.nodes, nodes);
	garq_set_t *all = test_set(w.nodes, eligible);
	lrh_request_t rq = {
		.id = id, .num_cn = garq_set_count(set), .t_esr = start,
		.t_lsr = start + window, .t_e = t_e, .not_before = start,
		.eligible = all,
	};

	ck_assert_int_eq(garq_machine_hold(w.m, id, id, set, start,
					   start + t_e), 0);
	ck_assert_int_eq(lrh_put(w.l, &rq, start, set), 0);
	garq_set_destroy(set);
	garq_set_destroy(all);
}

static time_t _start(uint64_t id)
{
	time_t start;

	ck_assert(lrh_start(w.l, id, &start));
	return start;
}

/*
 *	nodes	10:00	11:00	12:00
 *	0-2	.	.	jobs
 *	3-5	jobs	jobs	jobs
 *	6-7	2	2	.
 *	8-10	1	.	.
 *	11	2	2	.
 * 1 is rigid, 2 may begin up to four hours later.
 */
static void _two(void)
{
	small_begin(&w, 12, NULL);
	small_hold(&w, 10, "0-2", 12 * HOUR, 48 * HOUR);
	small_hold(&w, 11, "3-5", HOUR, 48 * HOUR);
	_lie(1, 10 * HOUR, 0, HOUR, "8-10", "0-11");
	_lie(2, 10 * HOUR, 4 * HOUR, 2 * HOUR, "6-7,11", "0-11");
}

static lrh_plan_t _ask_both(void)
{
	return small_ask_named(&w, 3, 10 * HOUR, 10 * HOUR, 2 * HOUR, "8-11");
}

START_TEST(one_gets_other_nodes_and_one_another_time)
{
	lrh_plan_t plan;

	_two();
	plan = _ask_both();
	ck_assert(plan.fits && (plan.cnt == 2));
	ck_assert(small_has(&w, 1, "0-2", 10 * HOUR));
	ck_assert_int_eq(_start(2), 12 * HOUR);
	small_end(&w);
}
END_TEST

/* Two partitions: booking 2 has no free node, but can have one of booking 1's. */
START_TEST(who_can_keep_its_time_keeps_it)
{
	static const uint32_t pool_of[12] = { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1 };
	lrh_plan_t plan;

	small_begin(&w, 12, pool_of);
	_lie(1, 10 * HOUR, 0, HOUR, "8-10", "0-11");
	_lie(2, 10 * HOUR, 4 * HOUR, 2 * HOUR, "6-7,11", "6-11");
	plan = small_ask_named(&w, 3, 10 * HOUR, 10 * HOUR, HOUR, "11");
	ck_assert(plan.fits && (plan.cnt == 2));
	ck_assert_int_eq(_start(1), 10 * HOUR);
	ck_assert_int_eq(_start(2), 10 * HOUR);
	small_end(&w);
}
END_TEST

START_TEST(no_more_change_than_may)
{
	lrh_plan_t plan;

	_two();
	w.options.moves = 1;
	plan = _ask_both();
	ck_assert(!plan.fits && plan.capped);
	small_end(&w);
}
END_TEST

START_TEST(a_refusal_without_steps_is_not_proven)
{
	lrh_plan_t plan;

	_two();
	w.options.budget = 1;
	plan = _ask_both();
	ck_assert(!plan.fits && plan.cut);
	small_end(&w);
}
END_TEST

/* Booking 2 may not begin later, and no three nodes are free for it. */
START_TEST(a_refusal_is_proven_where_all_was_tried)
{
	lrh_plan_t plan;

	_two();
	w.options.freeze = 24 * HOUR;
	plan = _ask_both();
	ck_assert(!plan.fits && !plan.cut && !plan.capped);
	ck_assert(small_has(&w, 1, "8-10", 10 * HOUR));
	small_end(&w);
}
END_TEST

/* All placements of some bookings, hour by hour, one after the other. */

struct thing {
	uint32_t nodes;		/* that may serve it, a bit for each */
	int num_cn;
	int t_e;		/* hours, as all times here */
	int from;
	int to;
	bool pinned;
	bool stays;		/* it keeps its time, once it is booked */
};

static bool _is_free(const uint32_t *held, const struct thing *b, int start,
		     uint32_t nodes)
{
	for (int t = start; t < start + b->t_e; t++)
		if (held[t] & nodes)
			return false;
	return true;
}

static void _flip(uint32_t *held, const struct thing *b, int start,
		  uint32_t nodes)
{
	for (int t = start; t < start + b->t_e; t++)
		held[t] ^= nodes;
}

/* Is there a place for each of the things, beside what is held? */
static bool _has_way(uint32_t *held, const struct thing *b, size_t cnt)
{
	if (!cnt)
		return true;
	for (int start = b->from; start <= b->to; start++)
		for (uint32_t nodes = 1; nodes <= b->nodes; nodes++) {
			bool way;

			if ((nodes & ~b->nodes) ||
			    (__builtin_popcount(nodes) != b->num_cn) ||
			    !_is_free(held, b, start, nodes))
				continue;
			_flip(held, b, start, nodes);
			way = _has_way(held, b + 1, cnt - 1);
			_flip(held, b, start, nodes);
			if (way)
				return true;
		}
	return false;
}

/* Random worlds */

struct game {
	rng_t r;
	uint32_t nodes;
	int scale;		/* of all times */
	bool mixed;		/* pools, freeze, and bookings that keep their
				 * time */
	uint32_t pool_of[NODES_MAX];
	uint32_t held[HOURS];	/* by what stays */
	struct thing thing[BOOKINGS_MAX + 1];	/* the request first */
	uint64_t id[BOOKINGS_MAX + 1];
	size_t cnt;
	uint64_t fits;
	uint64_t moved;
	uint64_t refused;	/* rightly, proven */
	uint64_t given_up;	/* rightly, not proven */
	uint64_t false_cnt;	/* refused though there is a way */
};

static garq_set_t *_set(const struct game *g, uint32_t bits)
{
	garq_set_t *set = garq_set_create(g->nodes);

	ck_assert_ptr_nonnull(set);
	for (uint32_t i = 0; i < g->nodes; i++)
		if ((bits >> i) & 1)
			garq_set_add(set, i);
	return set;
}

/* Ask, and book it if it fits. */
static lrh_plan_t _plan(const struct game *g, uint64_t id,
			const struct thing *b)
{
	lrh_request_t rq = {
		.id = id, .num_cn = (uint32_t) b->num_cn,
		.t_esr = b->from * HOUR, .t_lsr = b->to * HOUR,
		.t_e = b->t_e * HOUR, .not_before = b->from * HOUR,
		.eligible = _set(g, b->nodes), .pinned = b->pinned,
		.stays = b->stays,
	};
	lrh_plan_t plan;

	ck_assert_int_eq(lrh_plan(w.l, &rq, &w.options, &plan), 0);
	ck_assert_ptr_null(plan.unsound);
	if (plan.fits)
		ck_assert_int_eq(lrh_apply(w.l, w.m, &rq, &plan), 0);
	garq_set_destroy((garq_set_t *) rq.eligible);
	return plan;
}

static int _between(struct game *g, int lo, int hi)
{
	return (int) rng_between(&g->r, lo * g->scale, hi * g->scale);
}

/* Nodes in a row. */
static uint32_t _row(struct game *g, uint32_t most)
{
	uint32_t cnt = (uint32_t) rng_between(&g->r, 1, most);
	uint32_t first = (uint32_t) rng_below(&g->r, g->nodes - cnt + 1);

	return ((UINT32_C(1) << cnt) - 1) << first;
}

/* All nodes, a row, or a pool. */
static uint32_t _class(struct game *g)
{
	uint32_t all = (UINT32_C(1) << g->nodes) - 1, nodes = 0;
	uint32_t pool = (uint32_t) rng_below(&g->r, 2);

	if (!rng_one_in(&g->r, 3))
		return all;
	if (!g->mixed)
		return _row(g, g->nodes);
	for (uint32_t i = 0; i < g->nodes; i++)
		nodes |= (uint32_t) (g->pool_of[i] == pool) << i;
	return nodes ? nodes : all;
}

/* What stays: a job, or a node that is down. */
static void _hold(struct game *g, uint64_t id)
{
	struct thing b = {
		.nodes = _row(g, g->nodes / 2), .t_e = _between(g, 1, 6),
		.from = _between(g, 1, 8),
	};
	garq_set_t *set = _set(g, b.nodes);

	if (_is_free(g->held, &b, b.from, b.nodes)) {
		ck_assert_int_eq(garq_machine_hold(w.m, id, id, set,
						   b.from * HOUR,
						   (b.from + b.t_e) * HOUR),
				 0);
		_flip(g->held, &b, b.from, b.nodes);
	}
	garq_set_destroy(set);
}

/* Book something that may move. */
static void _book(struct game *g, uint64_t id, bool window)
{
	struct thing b = {
		.nodes = _class(g), .t_e = _between(g, 1, 3),
		.from = _between(g, 1, 6), .pinned = window &&
		rng_one_in(&g->r, 6), .stays = g->mixed &&
		rng_one_in(&g->r, 5),
	};
	lrh_plan_t plan;

	b.num_cn = __builtin_popcount(b.nodes);
	if (!b.pinned)
		b.num_cn = (int) rng_between(&g->r, 1, test_min(4, b.num_cn));
	b.to = b.from + (window ? _between(g, 1, 4) : 0);
	plan = _plan(g, id, &b);
	if (plan.fits) {
		g->id[g->cnt] = id;
		g->thing[g->cnt++] = b;
	}
	lrh_plan_free(&plan);
}

static void _begin(struct game *g, uint32_t nodes, size_t bookings)
{
	uint64_t id = 1;

	g->nodes = nodes;
	g->cnt = 1;
	memset(g->held, 0, sizeof(g->held));
	for (uint32_t i = 0; i < nodes; i++)
		g->pool_of[i] = g->mixed ? (uint32_t) rng_below(&g->r, 3) : 0;
	small_begin(&w, nodes, g->pool_of);
	w.options.limit = 512000;	/* the plugin's defaults */
	w.options.budget = 256000;
	w.options.moves = 64;
	if (g->mixed)
		w.options.freeze = _between(g, 0, 4) * HOUR;
	for (int64_t i = rng_between(&g->r, 1, 4); i; i--)
		_hold(g, id++);
	for (size_t i = 0; i < bookings; i++)
		_book(g, id++, (i == 1) || !rng_one_in(&g->r, 3));
}

/* The window of each booking, as it is now. */
static void _set_windows(struct game *g)
{
	int near = (int) (w.options.freeze / HOUR);

	for (size_t i = 1; i < g->cnt; i++) {
		struct thing *b = &g->thing[i];
		time_t start;
		int now;

		ck_assert(lrh_start(w.l, g->id[i], &start));
		now = (int) (start / HOUR);
		if (b->stays || (now < near))
			b->from = b->to = now;
		else
			b->from = (int) test_min(test_max(b->from, near), now);
	}
}

static void _ask(struct game *g)
{
	struct thing *rq = &g->thing[0];
	lrh_plan_t plan;
	bool way;

	*rq = (struct thing) {
		.nodes = _row(g, (uint32_t) test_min(6, g->nodes)),
		.t_e = _between(g, 1, 3), .from = _between(g, 1, 7),
		.pinned = true,
	};
	rq->num_cn = __builtin_popcount(rq->nodes);
	rq->to = rq->from + (rng_one_in(&g->r, 4) ? _between(g, 1, 2) : 0);
	_set_windows(g);
	way = _has_way(g->held, g->thing, g->cnt);
	plan = _plan(g, 1000, rq);
	ck_assert(way || !plan.fits);
	ck_assert_msg(plan.fits || !way || plan.cut || plan.capped,
		      "falsely refused, and nothing was left out");
	g->fits += plan.fits;
	g->moved += plan.cnt;
	g->false_cnt += way && !plan.fits;
	g->refused += !way && !plan.cut && !plan.capped;
	g->given_up += !way && (plan.cut || plan.capped);
	lrh_plan_free(&plan);
}

static void _play(struct game *g, uint64_t rounds, uint32_t nodes,
		  size_t bookings)
{
	for (uint64_t i = 0; i < rounds; i++) {
		_begin(g, nodes, bookings);
		_ask(g);
		small_end(&w);
	}
	if (getenv("VERBOSE"))
		printf("fits %" PRIu64 ", moved %" PRIu64 ", refused %" PRIu64
		       ", given up %" PRIu64 ", falsely %" PRIu64 "\n", g->fits,
		       g->moved, g->refused, g->given_up, g->false_cnt);
	/* about 1 in 100 before there was this search */
	ck_assert_uint_le(g->false_cnt, rounds / 5000);
}

#define WORLDS 1000
#define PART 6000

static const struct {
	uint32_t nodes;
	size_t bookings;
	int scale;
	bool mixed;
} kinds[] = {
	{ NODES_MAX, 2, 1, false },
	{ 8, 2, 3, false },
	{ 8, BOOKINGS_MAX, 1, false },
	{ 8, BOOKINGS_MAX, 1, true },
};

START_TEST(each_refusal_is_right)
{
	int parts = test_part_cnt(WORLDS, PART), kind = _i / parts;
	test_part_t part = test_part(WORLDS, PART, _i % parts);
	struct game g = {
		.r = part.rng, .scale = kinds[kind].scale,
		.mixed = kinds[kind].mixed,
	};

	_play(&g, part.rounds, kinds[kind].nodes, kinds[kind].bookings);
	if (kinds[kind].bookings == 2)
		ck_assert_uint_eq(g.false_cnt, 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lrh_combine");
	TCase *facts = test_case(s, "facts", 0);
	TCase *c = test_case(s, "random", 900);

	tcase_add_test(facts, one_gets_other_nodes_and_one_another_time);
	tcase_add_test(facts, who_can_keep_its_time_keeps_it);
	tcase_add_test(facts, no_more_change_than_may);
	tcase_add_test(facts, a_refusal_without_steps_is_not_proven);
	tcase_add_test(facts, a_refusal_is_proven_where_all_was_tried);
	tcase_add_loop_test(c, each_refusal_is_right, 0,
			    COUNT(kinds) * test_part_cnt(WORLDS, PART));
	return test_run(s);
}
