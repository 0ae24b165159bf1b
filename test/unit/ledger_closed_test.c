/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_closed_test.c - closed bookings are kept for some days */

#include <stdlib.h>

#include "plugin/ledger/ledger_statement.h"
#include "plugin/ledger/ledger_saved.h"
#include "test/unit/ledger_fixture.h"

static void close_some(ledger_t *l, int cnt)
{
	for (int i = 0; i < cnt; i++) {
		booking_t *b = booking("old");

		b->resv_id = (uint32_t) i;
		put(l, b);
		drop(l, "old");
		booking_destroy(b);
	}
}

/* A ledger_match_fn */
static bool any(void *arg, const booking_t *b)
{
	(void) arg;
	(void) b;
	return true;
}

static int closed_cnt(ledger_t *l, int max)
{
	int cnt = 0;

	for (int i = 0; i < max; i++)
		cnt += ledger_was_closed(l, "old", (uint32_t) i, any, NULL);
	return cnt;
}

START_TEST(closed_ones_are_kept_for_some_days)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	close_some(l, 10);
	ledger_close(l);
	test_clock.ahead = LEDGER_CLOSED_DAYS * 86400 - 60;
	l = opened();
	ck_assert_int_eq(closed_cnt(l, 10), 10);
	ledger_close(l);
	test_clock.ahead += 120;
	purge_old();
	l = opened();
	ck_assert_int_eq(closed_cnt(l, 10), 0);
	assert_parked(l, 1, 0);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

/* Slurm has saved a file, as the next one after the last. */
static void note_file(ledger_t *l, int64_t digest)
{
	ledger_file_t *file = calloc(1, sizeof(*file));

	file->digest = digest;
	file->kind = LEDGER_FILE_IN_TURN;
	commit(l, ledger_put_saved(l, file));
}

/*
 * A controller is killed before Slurm has saved a deletion, and the clock of the next
 * one is years ahead: the row has to be there when that reads Slurm's older file, and
 * until no file that Slurm keeps can be so old.
 */
START_TEST(a_clock_that_is_ahead_purges_none_that_slurm_may_have)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	note_file(l, 1);
	close_some(l, 10);
	test_clock.ahead = 10 * 365 * 86400;
	l = reopened(l);
	l->purge_at = 1;
	for (int i = 0; i < LEDGER_PASSED; i++) {
		put(l, b);
		ck_assert_int_eq(closed_cnt(l, 10), 10);
		note_file(l, 1);	/* known: it may be an older one */
		note_file(l, 100 + i);
	}
	for (int i = 0; i < 5; i++)
		put(l, b);
	ck_assert_int_eq(closed_cnt(l, 10), 0);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

START_TEST(closed_ones_keep_when_and_why)
{
	ledger_t *l = opened();
	booking_t *live = booking("r"), *b;

	put(l, live);
	for (int i = 0; i < 3; i++, test_clock.ahead++) {
		b = booking("old");
		b->resv_id = (uint32_t) i;
		put(l, b);
		drop(l, "old");
		booking_destroy(b);
	}
	ck_assert_int_eq(ledger_number(
		l->db, "SELECT count(*) FROM booking WHERE name = 'old'"
		" AND users = 'ada,bob' AND why = 'deleted'"
		" AND closed IS NOT NULL"), 3);
	ck_assert_int_eq(ledger_number(
		l->db, "SELECT count(*) FROM booking AS a JOIN booking AS b"
		" ON a.resv_id < b.resv_id AND a.closed < b.closed"), 3);
	ledger_close(l);
	booking_destroy(live);
}
END_TEST

/* A purge takes as long as a commit: not each commit has one. */
START_TEST(closed_ones_go_many_at_once)
{
	ledger_t *l = passed(opened());
	booking_t *b = booking("r");

	close_some(l, 10);
	test_clock.ahead = LEDGER_CLOSED_DAYS * 86400 + 60;
	l->to_purge = 0;
	for (int i = 1; i < LEDGER_PURGE_AT / 2; i++)
		put(l, b);
	ck_assert_int_eq(closed_cnt(l, 10), 10);
	put(l, b);
	ck_assert_int_eq(closed_cnt(l, 10), 0);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

/* Also in a ledger that is open for years, without slow commits. */
START_TEST(closed_ones_go_by_and_by)
{
	ledger_t *l = passed(opened());
	booking_t *b = booking("r");

	l->purge_at = 1;
	close_some(l, 10);
	test_clock.ahead = LEDGER_CLOSED_DAYS * 86400 - 60;
	put(l, b);
	ck_assert_int_eq(closed_cnt(l, 10), 10);
	test_clock.ahead += 120;
	for (int left = 8; left >= 0; left -= 2) {
		put(l, b);
		ck_assert_int_eq(closed_cnt(l, 10), left);
	}
	assert_parked(l, 1, 0);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_closed");
	TCase *tc = test_case(s, "closed", 60);

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_test(tc, closed_ones_are_kept_for_some_days);
	tcase_add_test(tc, closed_ones_keep_when_and_why);
	tcase_add_test(tc, a_clock_that_is_ahead_purges_none_that_slurm_may_have);
	tcase_add_test(tc, closed_ones_go_many_at_once);
	tcase_add_test(tc, closed_ones_go_by_and_by);
	return test_run(s);
}
