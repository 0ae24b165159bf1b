/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_return_test.c - a node that is down is held until it counts as back: of
 * random nodes and times, against a plain rule. SEED=n replays a run.
 */

#include <sys/param.h>

#include "test/unit/test_office.h"
#include "test/unit/test_util.h"
#include "test/unit/view_fixture.h"

#define DAY 86400
#define ROUNDS 1000
#define LEAD 300	/* what is said does not count from then on */

/* Nodes of a mask are up. IN said - of each node, or NULL */
static void _look(uint32_t up, const time_t *said, time_t now)
{
	garq_set_t *set = garq_set_create(NODES);

	ck_assert_ptr_nonnull(set);
	set->word[0] = up;
	view_advance(office, now);
	do
		view_nodes_see(office, set, said, now);
	while (view_nodes_are_behind(office));
	garq_set_destroy(set);
}

static void _return_after(uint32_t seconds)
{
	office->options.node_return = seconds;
}

/* The first time from t on that a node's steps of so many seconds have. */
static time_t _step(uint32_t node, time_t t, time_t step)
{
	while (t % step != node * (step / 16))
		t++;
	return t;
}

START_TEST(a_day_by_default)
{
	time_t back = _step(0, NOW + DAY, HOUR);

	_return_after(DAY);
	_look(0xfe, NULL, NOW);
	ck_assert_int_eq(view_down_since(office, 0), NOW);
	ck_assert_int_eq(view_back_at(office, 0), back);
	ck_assert_int_eq(view_back_at(office, 1), 0);
	ck_assert_uint_eq(held_at(NOW), 1);
	ck_assert_uint_eq(held_at(back - 1), 1);
	ck_assert_uint_eq(held_at(back), 0);
	/* put off only when less than a day is left */
	_look(0xfe, NULL, back - DAY);
	ck_assert_int_eq(view_back_at(office, 0), back);
	_look(0xfe, NULL, back - DAY + 1);
	ck_assert_int_eq(view_back_at(office, 0), back + HOUR);
	ck_assert_uint_eq(held_at(back), 1);
	ck_assert_uint_eq(held_at(back + HOUR), 0);
	/* nobody looked for days */
	_look(0xfe, NULL, back + (10 * DAY));
	ck_assert_uint_eq(held_at(back + (11 * DAY) - 1), 1);
	ck_assert_int_eq(view_down_since(office, 0), NOW);
	_look(0xff, NULL, back + (10 * DAY) + 1);
	ck_assert_uint_eq(held_at(back + (11 * DAY) - 1), 0);
	ck_assert_int_eq(view_back_at(office, 0), 0);
}
END_TEST

START_TEST(never)
{
	_look(0x7f, NULL, NOW);
	ck_assert_uint_eq(held_at(NOW + (1000 * DAY)), 1);
	ck_assert_int_eq(view_back_at(office, 7), GARQ_FOREVER);
}
END_TEST

START_TEST(as_was_said)
{
	time_t said[NODES] = { [2] = NOW + (3 * DAY), [3] = NOW + HOUR };

	_return_after(DAY);
	_look(0xf3, said, NOW);
	ck_assert_uint_eq(held_at(NOW + HOUR - 1), 2);
	ck_assert_uint_eq(held_at(NOW + HOUR), 1);
	ck_assert_uint_eq(held_at(NOW + (3 * DAY) - 1), 1);
	ck_assert_uint_eq(held_at(NOW + (3 * DAY)), 0);
	/* another time is said; nothing any more */
	said[2] = NOW + (2 * HOUR);
	_look(0xf3, said, NOW + 1);
	ck_assert_uint_eq(held_at(NOW + (2 * HOUR) - 1), 1);
	ck_assert_uint_eq(held_at(NOW + (2 * HOUR)), 0);
	said[2] = 0;
	_look(0xf3, said, NOW + 2);
	ck_assert_int_eq(view_back_at(office, 2), _step(2, NOW + 2 + DAY, HOUR));
	/* it was said, and is not true */
	_look(0xf3, said, NOW + HOUR - LEAD - 1);
	ck_assert_int_eq(view_back_at(office, 3), NOW + HOUR);
	ck_assert(view_back_is_said(office, 3));
	_look(0xf3, said, NOW + HOUR - LEAD);
	ck_assert_int_eq(view_back_at(office, 3),
			 _step(3, NOW + HOUR - LEAD + DAY, HOUR));
	ck_assert(!view_back_is_said(office, 3));
}
END_TEST

/* A node is held from now until a time, and not from then on. */
static void _check_node(uint32_t node, time_t until, time_t now)
{
	const garq_nodes_t *nodes = garq_machine_nodes(view_machine(office));
	garq_set_t *one = set_of(node, 1);

	ck_assert_int_eq(view_back_at(office, node), until);
	for (time_t t = now; t < until; t += 1 + ((until - now) / 7))
		ck_assert_uint_eq(garq_nodes_free(nodes, one, t, t + 1,
						  GARQ_NO_GROUP, NULL), 0);
	ck_assert_uint_eq(garq_nodes_free(nodes, one, MAX(until, now),
					  GARQ_FOREVER, GARQ_NO_GROUP, NULL),
			  1);
	garq_set_destroy(one);
}

START_TEST(as_the_rule_says)
{
	static const uint32_t returns[] = { 1, 600, HOUR, DAY, 7 * DAY };
	rng_t r = { test_seed() };
	time_t said[NODES] = { 0 }, now = NOW;
	int rounds = test_some(ROUNDS);
	uint32_t up = 0xff;

	_return_after(returns[_i]);
	for (int round = 0; round < rounds; round++) {
		time_t wait = returns[_i], step = wait / 24;

		now += rng_between(&r, 0, rng_one_in(&r, 9) ? DAY : 900);
		if (rng_one_in(&r, 3))
			up ^= 1U << rng_below(&r, NODES);
		if (rng_one_in(&r, 3))
			said[rng_below(&r, NODES)] = rng_one_in(&r, 2) ? 0 :
				now + rng_between(&r, -HOUR, 2 * DAY);
		_look(up, said, now);
		step = (step < 600) ? 600 : (step > HOUR) ? HOUR : step;
		for (uint32_t i = 0; i < NODES; i++)
			_check_node(i, (up >> i & 1) ? 0 :
				    (said[i] > now + LEAD) ? said[i] :
				    _step(i, now + wait, step), now);
		ck_assert(garq_nodes_check(garq_machine_nodes(
			view_machine(office)), NULL));
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("view_return");
	TCase *t = test_case(s, "all", 0);

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_day_by_default);
	tcase_add_test(t, never);
	tcase_add_test(t, as_was_said);
	tcase_add_loop_test(t, as_the_rule_says, 0, 5);
	return test_run(s);
}
