/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_copy_test.c - the rolling copy of a ledger is never torn, and a damaged
 * one never replaces a good one
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/ledger_private.h"
#include "test/unit/ledger_salvage_fixture.h"
#include "test/unit/pause_fixture.h"

#define HOUR 3600

static bool copied(ledger_t *l)
{
	return ledger_copy(l, 0, why, sizeof(why));
}

static void put_new(ledger_t *l, const char *name)
{
	booking_t *b = booking(name);

	put(l, b);
	booking_destroy(b);
}

static void assert_sound(const char *file, const char *bookings)
{
	assert_says(file, "PRAGMA quick_check", "ok");
	assert_says(file, "SELECT count(*) FROM booking WHERE closed IS NULL",
		    bookings);
}

START_TEST(it_is_one_file)
{
	ledger_t *l = big_open();

	ck_assert(copied(l));
	ck_assert_str_eq(why, "");
	ck_assert(there(LEDGER_COPY) && !there(LEDGER_COPY "-wal") &&
		  !there(LEDGER_COPY ".new") && !there(LEDGER_COPY ".new-wal"));
	ledger_close(l);
	assert_says(beside(LEDGER_COPY), "PRAGMA journal_mode", "delete");
	assert_sound(beside(LEDGER_COPY), "50");
	ck_assert_int_gt(pauses, 1);
}
END_TEST

/* An administrator may use the copy as a ledger: then it lacks rows. */
START_TEST(it_does_not_count_as_reconciled)
{
	const ledger_owner_t owner = { .host = "a", .boot = "b", .pid = 1 };
	ledger_t *l = opened();
	int64_t epoch;

	ck_assert(ledger_begin_epoch(l, &owner, &epoch, why, sizeof(why)));
	commit(l, ledger_put_reconciled(l));
	ck_assert(copied(l));
	ledger_close(l);
	assert_says(path, "SELECT reconciled FROM meta", "1");
	assert_says(beside(LEDGER_COPY), "SELECT reconciled FROM meta", "0");
}
END_TEST

START_TEST(what_has_not_changed_is_not_copied_again)
{
	ledger_t *l = opened();

	content_t *was;

	ck_assert(copied(l));
	sql_on(beside(LEDGER_COPY), "PRAGMA application_id = 1");
	was = content(beside(LEDGER_COPY));
	ck_assert(copied(l));
	assert_unchanged(was, beside(LEDGER_COPY));
	free(was);
	unlink(beside(LEDGER_COPY));
	ck_assert(copied(l));
	ck_assert(there(LEDGER_COPY));
	put_new(l, "r");
	ck_assert(copied(l));
	ledger_close(l);
	assert_sound(beside(LEDGER_COPY), "1");
}
END_TEST

/* The time of the file counts at the first try, then the time that has passed. */
START_TEST(it_is_made_once_an_interval)
{
	ledger_t *l = opened();

	ck_assert(ledger_copy(l, HOUR, why, sizeof(why)));
	ck_assert(there(LEDGER_COPY));
	for (int i = 0; i < 3; i++) {
		content_t *was;

		l = reopened(l);
		put_new(l, i ? "b" : "a");
		was = content(beside(LEDGER_COPY));
		test_clock.ahead = (i == 0) ? HOUR - 60 :
				   (i == 1) ? HOUR + 60 : -60;
		ck_assert(ledger_copy(l, HOUR, why, sizeof(why)));
		if (!i)
			assert_unchanged(was, beside(LEDGER_COPY));
		else
			ck_assert(l->copied);
		free(was);
		put_new(l, "c");
		was = content(beside(LEDGER_COPY));
		if (i)
			ck_assert(ledger_copy(l, HOUR, why, sizeof(why)));
		assert_unchanged(was, beside(LEDGER_COPY));
		free(was);
	}
	ledger_close(l);
}
END_TEST

static ledger_t *written;

static void commit_one(void)
{
	char name[32];
	booking_t *b;

	snprintf(name, sizeof(name), "live-%d", (pauses * 7) % LIVE);
	b = booking(name);
	b->created = 900 + (pauses * 7) % LIVE;
	b->creator = ((pauses * 7) % LIVE) % 2 ? 1000 : 0;
	b->end = b->start + 4000 + pauses;
	put(written, b);
	booking_destroy(b);
}

/* A copy is never torn, and it has what was committed before its last step. */
START_TEST(commits_go_on)
{
	char *ledger, *copy;
	static const char sum[] = "SELECT count(*) || ' ' || sum(\"end\")"
		" FROM booking WHERE closed IS NULL";

	written = big_open();
	meanwhile = commit_one;
	ck_assert(copied(written));
	meanwhile = NULL;
	ck_assert_int_gt(pauses, 1);
	ledger_close(written);
	ledger = ask(path, sum);
	copy = ask(beside(LEDGER_COPY), sum);
	ck_assert_str_eq(ledger, copy);
	assert_sound(beside(LEDGER_COPY), "50");
	free(ledger);
	free(copy);
}
END_TEST

static void close_once(void)
{
	if (pauses == 2)
		ck_assert(ledger_close(written));
}

/* The thread that copies may wait for the disk longer than slurmctld does. */
START_TEST(closed_meanwhile)
{
	content_t *was;

	written = big_open();
	ck_assert(copied(written));
	was = content(beside(LEDGER_COPY));
	put_new(written, "r");
	pauses = 0;
	meanwhile = close_once;
	ck_assert(!copied(written));
	meanwhile = NULL;
	assert_unchanged(was, beside(LEDGER_COPY));
	ck_assert(!there(LEDGER_COPY ".new"));
	written = opened();	/* not locked any more */
	assert_live(written, LIVE + 1);
	ledger_close(written);
	free(was);
}
END_TEST

/* Full for good, or one failure: the ledger and the copy before it stay. */
START_TEST(the_disk_fails_meanwhile)
{
	ledger_t *l = big_open();
	content_t *was;
	int failures = 0;

	ck_assert(copied(l));
	was = content(beside(LEDGER_COPY));
	for (int n = 1; ; n += 1 + n / 8) {
		booking_t *b = booking("r");
		bool ok;

		b->end += n;
		put(l, b);
		booking_destroy(b);
		fault_vfs_arm(_i ? FAULT_ONE : FAULT_FULL, n);
		ok = copied(l);
		fault_vfs_disarm();
		if (ok)
			break;
		failures++;
		ck_assert_str_ne(why, "");
		ck_assert(!strchr(why, '\n'));
		ck_assert(!there(LEDGER_COPY ".new"));
		assert_unchanged(was, beside(LEDGER_COPY));
	}
	ck_assert_int_gt(failures, 5);
	assert_live(l, LIVE + 1);
	l = reopened(l);
	assert_live(l, LIVE + 1);
	ledger_close(l);
	assert_sound(beside(LEDGER_COPY), "51");
	free(was);
}
END_TEST

static fault_t fault;
static int fault_n;

static int copy_to_die(void)
{
	ledger_t *l = opened();

	fault_vfs_arm(fault, fault_n);
	return copied(l) ? 0 : 1;
}

START_TEST(killed_meanwhile)
{
	int how, deaths = 0;
	ledger_t *l;

	big();
	fault = _i ? FAULT_TORN : FAULT_KILL;
	fault_n = 1;
	do {
		how = in_child(copy_to_die);
		deaths += WIFSIGNALED(how);
		if (there(LEDGER_COPY))
			assert_sound(beside(LEDGER_COPY), "50");
		fault_n += 1 + fault_n / 4;
	} while (WIFSIGNALED(how));
	ck_assert_int_gt(deaths, 5);
	l = opened();
	ck_assert(copied(l));
	ledger_close(l);
	ck_assert(!there(LEDGER_COPY ".new"));
	assert_sound(beside(LEDGER_COPY), "50");
}
END_TEST

/* A running slurmctld does not look at all pages: the copy's check does. */
START_TEST(damage_is_not_copied_over_a_good_copy)
{
	ledger_t *l = big_open();
	content_t *was;

	ck_assert(copied(l));
	was = content(beside(LEDGER_COPY));
	put_new(l, "r");
	ck_assert_int_eq(sqlite3_wal_checkpoint_v2(l->db, NULL,
				SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL),
			 SQLITE_OK);
	sqlite3_db_release_memory(l->db);
	overwrite(path, leaf_with(path, "refused-one", 0), GARBAGE);
	ck_assert(!copied(l));
	ck_assert_msg(strstr(why, "the ledger is damaged"), "%s", why);
	assert_unchanged(was, beside(LEDGER_COPY));
	ck_assert(!there(LEDGER_COPY ".new"));
	ledger_close(l);
	free(was);
}
END_TEST

static void copy_setup(void)
{
	salvage_setup();
	pause_setup();
}

int main(void)
{
	Suite *s = suite_create("ledger_copy");
	TCase *tc = test_case(s, "ledger_copy", 300);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, copy_setup, ledger_teardown);
	tcase_add_test(tc, it_is_one_file);
	tcase_add_test(tc, it_does_not_count_as_reconciled);
	tcase_add_test(tc, what_has_not_changed_is_not_copied_again);
	tcase_add_test(tc, it_is_made_once_an_interval);
	tcase_add_test(tc, commits_go_on);
	tcase_add_test(tc, closed_meanwhile);
	tcase_add_loop_test(tc, the_disk_fails_meanwhile, 0, 2);
	tcase_add_loop_test(tc, killed_meanwhile, 0, 2);
	tcase_add_test(tc, damage_is_not_copied_over_a_good_copy);
	return test_run(s);
}
