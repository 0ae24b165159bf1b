/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_native_test.c - all bookings become Slurm's own: none is parked */

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/unit/ledger_fixture.h"

/* p0..p9, of which the odd ones are parked; one more is closed. */
static ledger_t *with_parked(void)
{
	ledger_t *l = opened();

	for (int i = -1; i < 10; i++) {
		char name[16];
		booking_t *b;

		snprintf(name, sizeof(name), "p%d", i);
		b = booking(name);
		b->parked = i % 2;
		put(l, b);
		if (i < 0)
			drop(l, name);
		booking_destroy(b);
	}
	ledger_close(l);
	sql_on(path, "UPDATE booking SET changed = 1000");
	return opened();
}

START_TEST(all_native_leaves_none_parked)
{
	ledger_t *l = with_parked();
	booking_t *b = booking("queued");
	time_t before = time(NULL);
	found_t f;

	b->parked = true;
	ledger_commit_later(l, ledger_put(l, b));
	ledger_commit_later(l, ledger_drop(l, "p9", "deleted"));
	ck_assert_msg(ledger_all_native(l, why, sizeof(why)), "%s", why);
	ck_assert_str_eq(why, "");
	assert_parked(l, 10, 0);
	f = found_all(l);
	for (int i = 0; i < 9; i++) {	/* by name: p0..p8 */
		if (i % 2)
			ck_assert_int_ge(f.list[i]->changed, before);
		else
			ck_assert_int_eq(f.list[i]->changed, 1000);
	}
	found_free(&f);
	/* parked may be set again: the next put stores its own value */
	put(l, b);
	assert_parked(l, 10, 1);
	ledger_close(l);
	/* What is closed stays as it was. */
	assert_says(path, "SELECT count(*) FROM booking WHERE name = 'p-1'"
		    " AND parked = 1", "1");
	booking_destroy(b);
}
END_TEST

static int all_native_and_die(void)
{
	ledger_t *l = NULL;

	if ((ledger_open(path, &l, why, sizeof(why)) == LEDGER_OK) &&
	    ledger_all_native(l, why, sizeof(why)))
		return kill(getpid(), SIGKILL);
	return 1;
}

START_TEST(all_native_survives_a_kill)
{
	ledger_t *l;

	ledger_close(with_parked());
	ck_assert(WIFSIGNALED(in_child(all_native_and_die)));
	l = opened();
	assert_parked(l, 10, 0);
	ledger_close(l);
}
END_TEST

START_TEST(all_native_is_all_or_none)
{
	ledger_t *l = with_parked();

	ledger_close(l);
	sql_on(path, "CREATE TRIGGER broken BEFORE UPDATE OF parked ON booking"
	       " WHEN NEW.name = 'p7' BEGIN SELECT RAISE(FAIL, 'broken'); END");
	l = opened();
	ck_assert(!ledger_all_native(l, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "broken"));
	assert_parked(l, 10, 5);
	drop(l, "p7");
	ck_assert(ledger_all_native(l, why, sizeof(why)));
	assert_parked(l, 9, 0);
	ledger_close(l);
}
END_TEST

/* Whichever write fails, also of a queued operation, all stay parked. */
START_TEST(all_native_fails_at_every_write)
{
	ledger_t *l;
	booking_t *b = booking("r");
	char comment[3 * 4096];	/* some pages more to write */
	bool ok;
	int n = 0;

	fault_vfs_install();
	memset(comment, 'c', sizeof(comment));
	comment[sizeof(comment) - 1] = '\0';
	booking_set(&b->comment, comment);
	l = with_parked();
	b->parked = true;
	do {
		b->end = 100 + n;	/* an equal put is not written */
		memset(b->comment, 'a' + (n % 26), sizeof(comment) - 1);
		ledger_commit_later(l, ledger_put(l, b));
		fault_vfs_arm(FAULT_ONE, ++n);
		ok = ledger_all_native(l, why, sizeof(why));
		fault_vfs_disarm();
		ck_assert_int_eq(ok, fault_vfs_failures() == 0);
		ck_assert_int_eq(ok, !why[0]);
		ck_assert(ledger_retry(l, why, sizeof(why)));
		assert_parked(l, 11, ok ? 0 : 6);
	} while (!ok);
	ck_assert_int_gt(n, 5);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_native");
	TCase *tc = test_case(s, "all native", 60);

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_test(tc, all_native_leaves_none_parked);
	tcase_add_test(tc, all_native_survives_a_kill);
	tcase_add_test(tc, all_native_is_all_or_none);
	tcase_add_test(tc, all_native_fails_at_every_write);
	return test_run(s);
}
