/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_other_test.c - the row of another live booking of the same name is not
 * overwritten
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/ledger_events.h"
#include "test/unit/ledger_fixture.h"

static const char taken[] = "another live booking of the name r";
static const char row[] = "SELECT quote(users) || created || ' ' || creator"
	" FROM booking WHERE name = 'r' AND closed IS NULL";

/* A live booking r of ada and bob, created at 900 by root. */
static ledger_t *with_r(void)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	booking_destroy(b);
	return l;
}

/* A booking of the same name, for carol, with another identity. */
static booking_t *other(time_t created, uint32_t creator)
{
	booking_t *b = booking("r");

	booking_set(&b->users, "carol");
	b->created = created;
	b->creator = creator;
	return b;
}

static void assert_taken(ledger_t *l, ledger_op_t *op)
{
	ck_assert_ptr_nonnull(op);
	ck_assert(!ledger_commit(l, op, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, taken));
}

static void assert_row(ledger_t *l, const char *want)
{
	ledger_close(l);
	assert_says(path, row, want);
}

START_TEST(a_put_of_another_one_fails)
{
	static const struct {
		time_t created;
		uint32_t creator;
	} others[] = { { 901, 0 }, { 900, 7 }, { 900, (uint32_t) -1 } };
	booking_t *b = other(others[_i].created, others[_i].creator);
	ledger_t *l = with_r();

	assert_taken(l, ledger_put(l, b));
	ck_assert(ledger_retry(l, why, sizeof(why)));
	assert_row(l, "'ada,bob'900 0");
	booking_destroy(b);
}
END_TEST

/* All else may change. */
START_TEST(a_put_of_the_same_one_changes_it)
{
	booking_t *b = other(900, 0);
	ledger_t *l = with_r();

	b->resv_id = 18;
	b->start = b->t_esr = b->t_lsr = 3000;
	put(l, b);
	assert_live(l, 1);
	assert_row(l, "'carol'900 0");
	booking_destroy(b);
}
END_TEST

START_TEST(once_it_is_closed_the_name_is_free)
{
	booking_t *b = other(901, 7);
	ledger_t *l = with_r();
	ledger_op_t *gone = ledger_drop(l, "r", "deleted");

	put(l, b);	/* put twice in one transaction */
	commit(l, gone);
	assert_live(l, 1);
	assert_row(l, "'carol'901 7");
	booking_destroy(b);
}
END_TEST

/* Operations of the same transaction are not affected. */
START_TEST(what_is_queued_beside_it_is_written)
{
	booking_t *b = other(901, 0), *x = booking("x");
	ledger_op_t *before, *refused, *after;
	ledger_t *l = with_r();

	before = ledger_put(l, x);
	booking_set(&x->name, "y");
	refused = ledger_put(l, b);
	after = ledger_put(l, x);
	commit(l, after);
	assert_taken(l, refused);
	commit(l, before);
	assert_live(l, 3);
	assert_row(l, "'ada,bob'900 0");
	booking_destroy(b);
	booking_destroy(x);
}
END_TEST

/* A plan is written as a whole or not at all. */
START_TEST(of_a_plan_nothing_is_written)
{
	booking_t *b = other(901, 0), *x = booking("x");
	ledger_t *l = with_r();
	ledger_moved_t moved = { .booking = x, .time = 1, .why = "room" };

	put(l, x);
	x->start = 3000;
	assert_taken(l, ledger_put_plan(l, b, ledger_request_create("r"),
					&moved, 1));
	moved.booking = b;
	assert_taken(l, ledger_put_plan(l, x, NULL, &moved, 1));
	ledger_close(l);
	assert_says(path, "SELECT start FROM booking WHERE name = 'x'", "2000");
	assert_says(path, "SELECT group_concat(name || verb) FROM event",
		    "rcreate,xcreate");
	assert_says(path, "SELECT count(*) FROM request", "0");
	assert_says(path, row, "'ada,bob'900 0");
	booking_destroy(b);
	booking_destroy(x);
}
END_TEST

/*
 * Kept in the queue, it would be written when the name is free, maybe long
 * after the booking was deleted.
 */
START_TEST(what_nobody_waits_for_is_forgotten_and_told)
{
	booking_t *b = other(901, 0);
	ledger_t *l = with_r();

	ledger_commit_later(l, ledger_put(l, b));
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, taken));
	ck_assert(ledger_retry(l, why, sizeof(why)));
	ck_assert(!ledger_behind(l));
	drop(l, "r");
	assert_live(l, 0);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_other");
	TCase *tc = test_case(s, "ledger_other", 60);

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_loop_test(tc, a_put_of_another_one_fails, 0, 3);
	tcase_add_test(tc, a_put_of_the_same_one_changes_it);
	tcase_add_test(tc, once_it_is_closed_the_name_is_free);
	tcase_add_test(tc, what_is_queued_beside_it_is_written);
	tcase_add_test(tc, of_a_plan_nothing_is_written);
	tcase_add_test(tc, what_nobody_waits_for_is_forgotten_and_told);
	return test_run(s);
}
