/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * co_walk_test.c - all or nothing, whatever is lost, late, twice or killed: all
 * interleavings of small co-reservations, and rules that are broken on purpose.
 *
 * ROUNDS=N walks larger ones, up to N worlds each: 100000000 is enough.
 */
#include <stdlib.h>

#include "test/unit/co_walk.h"
#include "test/unit/test_util.h"

#define WORLDS_MAX 2000000

/* What may happen how often: faults, crashes, losses, denials, cancels. */
static const walk_setup_t right[] = {
	{ 2, { 0, 0, 0, 1, 1 }, false, WALK_RIGHT, WORLDS_MAX },
	{ 2, { 0, 2, 0, 1, 1 }, false, WALK_RIGHT, WORLDS_MAX },
	{ 2, { 1, 0, 1, 0, 1 }, false, WALK_RIGHT, WORLDS_MAX },
	{ 2, { 1, 1, 0, 0, 0 }, false, WALK_RIGHT, WORLDS_MAX },
	{ 2, { 1, 1, 0, 0, 0 }, true, WALK_RIGHT, WORLDS_MAX },
	{ 2, { 0, 2, 0, 1, 1 }, true, WALK_RIGHT, WORLDS_MAX },
	{ 3, { 0, 1, 0, 0, 0 }, true, WALK_RIGHT, WORLDS_MAX },
};

static const walk_setup_t larger[] = {
	{ 2, { 1, 1, 0, 1, 0 }, false, WALK_RIGHT, 0 },
	{ 2, { 1, 1, 0, 1, 0 }, true, WALK_RIGHT, 0 },
	{ 2, { 0, 1, 1, 1, 1 }, false, WALK_RIGHT, 0 },
	{ 2, { 2, 1, 0, 0, 0 }, false, WALK_RIGHT, 0 },
	{ 2, { 1, 2, 0, 0, 1 }, false, WALK_RIGHT, 0 },
	{ 3, { 0, 1, 0, 0, 0 }, false, WALK_RIGHT, 0 },
	{ 3, { 1, 1, 0, 0, 0 }, true, WALK_RIGHT, 0 },
};

static const walk_setup_t broken[] = {
	{ 2, { 0, 0, 0, 0, 0 }, false, WALK_NO_VOTE, WORLDS_MAX },
	{ 2, { 0, 0, 0, 0, 0 }, false, WALK_ANY_ORDER, WORLDS_MAX },
	{ 2, { 1, 1, 0, 0, 0 }, false, WALK_CREATES, WORLDS_MAX },
	{ 2, { 1, 0, 0, 0, 0 }, false, WALK_NO_TOMBSTONE, WORLDS_MAX },
	{ 2, { 1, 0, 0, 0, 0 }, false, WALK_SHORTENS, WORLDS_MAX },
	{ 2, { 0, 1, 0, 0, 1 }, true, WALK_UNDO_ANY_ORDER, WORLDS_MAX },
	{ 2, { 0, 0, 0, 0, 0 }, false, WALK_NO_MARGIN, WORLDS_MAX },
	{ 2, { 1, 1, 0, 0, 0 }, false, WALK_NO_JOURNAL, WORLDS_MAX },
	{ 2, { 0, 0, 0, 1, 0 }, false, WALK_NO_WAIT, WORLDS_MAX },
};

static void _walk_right(const walk_setup_t *setup)
{
	walk_outcome_t out;

	co_walk(setup, &out);
	ck_assert_msg(!out.wrong, "%s", out.wrong);
	ck_assert_msg(out.worlds < setup->worlds_max,
		      "there are more than %" PRIu64 " worlds", out.worlds);
	/* a walk that never comes to an end proves nothing */
	ck_assert_uint_gt(out.booked, 0);
}

START_TEST(all_or_nothing)
{
	_walk_right(&right[_i]);
}
END_TEST

START_TEST(all_or_nothing_in_larger_walks)
{
	const char *rounds = getenv("ROUNDS");
	walk_setup_t setup = larger[_i];

	setup.worlds_max = rounds ? strtoull(rounds, NULL, 10) : 0;
	if (setup.worlds_max)
		_walk_right(&setup);
}
END_TEST

START_TEST(a_broken_rule_is_found)
{
	walk_outcome_t out;

	co_walk(&broken[_i], &out);
	ck_assert_msg(out.wrong != NULL, "after %" PRIu64 " worlds", out.worlds);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("co_walk");
	TCase *walks = test_case(suite, "walks", 600);
	TCase *long_walks = test_case(suite, "larger", 6000);

	tcase_add_loop_test(walks, all_or_nothing, 0, COUNT(right));
	tcase_add_loop_test(walks, a_broken_rule_is_found, 0, COUNT(broken));
	tcase_add_loop_test(long_walks, all_or_nothing_in_larger_walks, 0,
			    COUNT(larger));
	return test_run(suite);
}
