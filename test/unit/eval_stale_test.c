/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_stale_test.c - co-reservations whose probes are old, on clusters on which
 * it is known beforehand what happens: contrib/eval/stale/stale_try.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/stale/stale_try.h"
#include "test/unit/test_util.h"

#define NODES 32
#define LATENCY 4000
#define COME (STALE_BEGIN + 86400)
#define EST (COME + STALE_LEAD)
#define HOUR 3600

static const stale_rules_t rules = { .rounds = 10, .step = 1800 };
static stale_method_t *const methods[] = {
	&stale_hold, &stale_hold_all, &stale_book, &stale_hold_old,
	&stale_guess,
};
#define METHODS (sizeof(methods) / sizeof(methods[0]))
#define OLD 3			/* hold-old: all but it and guess probe again */

/* A: 16 nodes for 3 h; B the same; V 4 nodes for 1 h, 2 h later. */
static const stale_ask_t ask = {
	.come = COME,
	.length = { 3 * HOUR, 3 * HOUR, HOUR },
	.later = { 0, 0, 2 * HOUR },
	.nodes = { 16, 16, 4 },
};

/* Those who book on cluster 1, where B is to be. */
static stale_other_t list[4];
static stale_others_t others[2 * STALE_KINDS];
static stale_world_t world;

static void _other(int64_t come, int64_t ready, int64_t length, uint32_t nodes)
{
	list[others[1].cnt++] = (stale_other_t) {
		.come = come, .ready = ready, .length = length, .nodes = nodes,
	};
}

static void _begin(int64_t age, uint32_t clusters)
{
	others[1].list = list;
	stale_world_begin(&world, clusters, NODES, age, LATENCY, others);
	stale_world_pass_to(&world, COME * 1000);
}

static stale_outcome_t _run(int64_t age, stale_method_t *method)
{
	stale_outcome_t out;

	_begin(age, STALE_KINDS);
	out = stale_run(&world, &ask, &rules, method);
	stale_world_end(&world);
	return out;
}

static void _setup(void)
{
	memset(others, 0, sizeof(others));
}

START_TEST(where_nobody_else_is_all_get_the_first_start)
{
	for (size_t i = 0; i < METHODS; i++) {
		stale_outcome_t out = _run(HOUR, methods[i]);

		ck_assert(out.booked);
		ck_assert_int_eq(out.begin, EST);
		ck_assert_uint_eq(out.denials, 0);
		ck_assert_uint_eq(out.rounds, 1);
		ck_assert_double_eq(out.vain, 0);
		ck_assert_double_eq(out.kept, 0);
	}
}
END_TEST

/* Greeting, probe, hold, extend, confirm one, confirm the others. */
START_TEST(each_message_takes_its_time)
{
	stale_outcome_t out = _run(0, &stale_hold);

	ck_assert_int_eq(out.took, 6 * LATENCY);
	ck_assert_uint_eq(out.messages, 5 * 3);
	out = _run(0, &stale_book);
	ck_assert_int_eq(out.took, 3 * LATENCY);
	out = _run(0, &stale_guess);
	ck_assert_int_eq(out.took, 3 * LATENCY);
	ck_assert_uint_eq(out.messages, 3);
}
END_TEST

/* B's nodes are taken after the view was: from its start, for 5 hours. */
START_TEST(what_came_after_the_view_is_denied)
{
	_other(COME - 600, EST, 5 * HOUR, 20);
	ck_assert_uint_eq(_run(590, &stale_hold).denials, 0);
	for (size_t i = 0; i <= OLD; i++) {
		stale_outcome_t out = _run(1000, methods[i]);

		/* hold-old sees the same as before: it tries the next second */
		ck_assert_uint_eq(out.denials, (i == OLD) ? 10 : 1);
		ck_assert_uint_eq(out.rounds, (i == OLD) ? 10 : 2);
		ck_assert_int_eq(out.booked, i != OLD);
		if (out.booked)
			ck_assert_int_eq(out.begin, EST + 5 * HOUR);
	}
}
END_TEST

/* A and V were held, and can't stay, as B goes elsewhere. */
START_TEST(what_is_given_back_was_in_vain)
{
	const double given = 16 * 3 * HOUR + 4 * HOUR;
	stale_outcome_t out;

	_other(COME - 600, EST, 5 * HOUR, 20);
	ck_assert_double_eq(_run(1000, &stale_hold).vain, given);
	out = _run(1000, &stale_book);
	ck_assert_double_eq(out.vain, given);
	/* given back at once: the answer, and the way of the cancel */
	ck_assert_double_eq(out.kept, (16 + 4) * LATENCY / 1000.0);
}
END_TEST

/* B has another cluster at the same time, so A, which fills its own, may stay. */
START_TEST(what_still_fits_stays_held)
{
	stale_ask_t wide = ask;

	wide.nodes[0] = NODES;
	_other(COME - 600, EST, 5 * HOUR, 20);
	for (size_t i = 0; i < OLD; i++) {
		stale_outcome_t out;

		_begin(1000, 2 * STALE_KINDS);
		out = stale_run(&world, &wide, &rules, methods[i]);
		stale_world_end(&world);
		ck_assert(out.booked);
		ck_assert_int_eq(out.begin, EST);
		ck_assert_uint_eq(out.denials, 1);
		/* book cancels A and V */
		ck_assert_double_eq(out.vain, (methods[i] != &stale_book) ? 0 :
				    (NODES * 3 + 4) * HOUR);
	}
}
END_TEST

/* It books A, and is denied B, at 0, 30, ... minutes: ten times. */
START_TEST(a_guess_books_what_it_gives_back)
{
	stale_outcome_t out;

	_other(COME - 600, EST, 5 * HOUR, 20);
	out = _run(0, &stale_guess);
	ck_assert(out.booked);
	ck_assert_int_eq(out.begin, EST + 5 * HOUR);
	ck_assert_uint_eq(out.denials, 10);
	ck_assert_uint_eq(out.rounds, 11);
	ck_assert_double_eq(out.vain, 10.0 * 16 * 3 * HOUR);
}
END_TEST

/* Somebody takes B's place between probe and hold, though the view is fresh. */
START_TEST(a_fresh_view_is_old_when_the_hold_arrives)
{
	_other(COME + 9, EST, 5 * HOUR, 20);
	for (size_t i = 0; i <= OLD; i++)
		ck_assert_uint_eq(_run(0, methods[i]).denials, 1);
}
END_TEST

START_TEST(without_room_nothing_is_left)
{
	_other(COME - 600, COME, 80 * HOUR, 20);
	for (size_t i = 0; i < METHODS; i++) {
		stale_outcome_t out = _run(HOUR, methods[i]);

		ck_assert(!out.booked);
		ck_assert_uint_gt(out.denials, 0);
	}
	_begin(0, STALE_KINDS);
	ck_assert_int_eq(stale_best(&world, &ask), -1);
	stale_world_end(&world);
}
END_TEST

START_TEST(the_best_is_that_of_this_moment)
{
	_other(COME - 600, EST, 5 * HOUR, 20);
	_begin(HOUR, STALE_KINDS);
	ck_assert_int_eq(stale_best(&world, &ask), EST + 5 * HOUR);
	ck_assert_int_eq(world.now, COME * 1000);
	ck_assert_uint_eq(world.messages, 0);
	stale_world_end(&world);
}
END_TEST

/* The view has what was booked and given back, so many seconds late. */
START_TEST(a_view_follows)
{
	stale_other_t o = { .come = COME, .ready = COME, .length = HOUR,
			    .nodes = 8, .cancel = COME + 100 };
	const stale_others_t one = { .list = &o, .cnt = 1 };
	stale_cluster_t *c = stale_cluster_create(NODES, STALE_BEGIN, 60, &one);
	const struct { int64_t t; uint32_t now, then; } moments[] = {
		{ COME - 1, NODES, NODES }, { COME, NODES - 8, NODES },
		{ COME + 59, NODES - 8, NODES },
		{ COME + 60, NODES - 8, NODES - 8 },
		{ COME + 100, NODES, NODES - 8 },
		{ COME + 159, NODES, NODES - 8 }, { COME + 160, NODES, NODES },
	};

	for (size_t i = 0; i < sizeof(moments) / sizeof(moments[0]); i++) {
		uint32_t num;

		stale_cluster_pass(c, moments[i].t);
		ck_assert_int_eq(garq_least_free(
			garq_machine_counts(stale_cluster_now(c), 0),
			COME + 200, COME + 201, &num), 0);
		ck_assert_uint_eq(num, moments[i].now);
		ck_assert_int_eq(garq_least_free(
			garq_machine_counts(stale_cluster_view(c), 0),
			COME + 200, COME + 201, &num), 0);
		ck_assert_uint_eq(num, moments[i].then);
	}
	stale_cluster_destroy(c);
}
END_TEST

/* The same numbers make the same callers; a trace is cut, and in order. */
START_TEST(callers_are_as_they_say)
{
	const stale_shape_t shape = { .nodes = NODES, .days = 4, .rate = 50,
				      .gap = 3600, .quiet = 86400 };
	uint64_t random = 7, again = 7;
	stale_others_t a = stale_others(&shape, NULL, &random);
	stale_others_t b = stale_others(&shape, NULL, &again);
	stale_asks_t asks = stale_asks(&shape, &random);

	ck_assert_uint_eq(a.cnt, b.cnt);
	ck_assert_uint_gt(a.cnt, 100);
	for (uint32_t i = 0; i < a.cnt; i++) {
		const stale_other_t *o = &a.list[i];

		ck_assert_int_eq(o->come, b.list[i].come);
		ck_assert(!i || (o[-1].come <= o->come));
		ck_assert(!o->cancel || ((o->cancel > o->come) &&
					 (o->cancel <= o->ready)));
		ck_assert((o->nodes >= 1) && (o->nodes <= 16));
	}
	ck_assert_uint_gt(asks.cnt, 10);
	ck_assert_int_ge(asks.list[0].come, STALE_BEGIN + 86400);
	free(a.list);
	free(b.list);
	free(asks.list);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("eval_stale");
	TCase *tc = test_case(s, "stale", 60);

	tcase_add_checked_fixture(tc, _setup, NULL);
	tcase_add_test(tc, where_nobody_else_is_all_get_the_first_start);
	tcase_add_test(tc, each_message_takes_its_time);
	tcase_add_test(tc, what_came_after_the_view_is_denied);
	tcase_add_test(tc, what_is_given_back_was_in_vain);
	tcase_add_test(tc, what_still_fits_stays_held);
	tcase_add_test(tc, a_guess_books_what_it_gives_back);
	tcase_add_test(tc, a_fresh_view_is_old_when_the_hold_arrives);
	tcase_add_test(tc, without_room_nothing_is_left);
	tcase_add_test(tc, the_best_is_that_of_this_moment);
	tcase_add_test(tc, a_view_follows);
	tcase_add_test(tc, callers_are_as_they_say);
	return test_run(s);
}
