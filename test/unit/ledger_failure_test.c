/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_failure_test.c - failed writes leave nothing behind and are tried
 * again; a file that is no ledger is left alone.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/ledger/file/ledger_files.h"
#include "test/unit/ledger_fixture.h"

/* Make every write fail, as a full disk does. */
static void break_writes(void)
{
	sql_on(path, "CREATE TRIGGER broken BEFORE INSERT ON booking"
	       " BEGIN SELECT RAISE(FAIL, 'broken'); END;"
	       "CREATE TRIGGER broken2 BEFORE UPDATE ON booking"
	       " WHEN NEW.name = 'kept'"
	       " BEGIN SELECT RAISE(FAIL, 'broken'); END;");
}

static void mend_writes(void)
{
	sql_on(path, "DROP TRIGGER broken; DROP TRIGGER broken2");
}

START_TEST(failed_commit_leaves_nothing_behind)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");
	ledger_op_t *op;

	ledger_close(l);
	break_writes();
	l = opened();
	op = ledger_put(l, b);
	ck_assert(!ledger_commit(l, op, why, sizeof(why)));
	ck_assert_str_ne(why, "");
	assert_live(l, 0);
	ledger_close(l);
	mend_writes();
	l = opened();
	assert_live(l, 0);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* The files as a kill would leave them now. RET is a booking of this name live? */
static bool is_there_after_a_kill(const char *name)
{
	const char *file = beside(".killed");
	char text[128], *said;
	bool is_there, failed = false;

	ck_assert_int_eq(ledger_files_copy(path, file, &failed), 0);
	snprintf(text, sizeof(text), "SELECT count(*) FROM booking WHERE"
		 " closed IS NULL AND name = '%s'", name);
	said = ask(file, text);
	is_there = strcmp(said, "0") != 0;
	free(said);
	return is_there;
}

/* Regression: a transaction whose sync had failed was whole in the WAL. */
START_TEST(a_failed_commit_is_not_there_after_a_kill)
{
	ledger_t *l;
	int failed = 0, unsure = 0;

	fault_vfs_install();
	l = opened();
	for (int n = 0; n < 60; n++) {
		char name[16];
		booking_t *b;
		bool ok;

		snprintf(name, sizeof(name), "r%d", n);
		b = booking(name);
		fault_vfs_arm(FAULT_ONE, 1 + n % 20);
		ok = ledger_commit(l, ledger_put(l, b), why, sizeof(why));
		fault_vfs_disarm();
		booking_destroy(b);
		ck_assert_int_eq(is_there_after_a_kill(name), ok);
		failed += !ok;
		unsure += strstr(why, "may be there") != NULL;
	}
	ck_assert_int_gt(failed, 5);
	ck_assert_int_eq(unsure, 0);
	ledger_close(l);
}
END_TEST

/* Where nothing can be written over it, the error says so. */
START_TEST(a_commit_that_may_be_there_is_told)
{
	ledger_t *l;
	booking_t *b = booking("r");
	int told = 0;

	fault_vfs_install();
	l = opened();
	for (int n = 1; n < 20; n++) {
		bool ok;

		fault_vfs_arm(FAULT_FULL, n);
		ok = ledger_commit(l, ledger_put(l, b), why, sizeof(why));
		fault_vfs_disarm();
		if (ok)
			break;
		if (is_there_after_a_kill("r"))
			ck_assert_ptr_nonnull(strstr(why, "may be there"));
		told += strstr(why, "may be there") != NULL;
		ck_assert(ledger_commit(l, ledger_drop(l, "r", "deleted"), why,
					sizeof(why)));
	}
	ck_assert_int_gt(told, 0);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* --- memory ---------------------------------------------------------------- */

static sqlite3_mem_methods memory;
static int allocations;	/* of SQLite until one fails; 0: none does */

static bool fails(void)
{
	return allocations && !--allocations;
}

static void *short_malloc(int size)
{
	return fails() ? NULL : memory.xMalloc(size);
}

static void *short_realloc(void *old, int size)
{
	return fails() ? NULL : memory.xRealloc(old, size);
}

/* Before SQLite is used: once in a process, for all tests. RET false: it can't be */
static bool install_short_memory(void)
{
	sqlite3_mem_methods ours;

	if (sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) ||
	    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory))
		return false;
	ours = memory;
	ours.xMalloc = short_malloc;
	ours.xRealloc = short_realloc;
	return !sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
}

/*
 * Regression: SQLite rolled all back as one statement had no memory, and what came
 * after that was committed, statement by statement, and refused.
 */
START_TEST(a_commit_without_memory_is_not_there)
{
	ledger_t *l;
	int failed = 0;
	bool reached = true;

	l = opened();
	for (int n = 1; reached; n++) {
		char name[16];
		booking_t *b;
		ledger_op_t *op;
		bool ok;

		snprintf(name, sizeof(name), "r%d", n);
		b = booking(name);
		op = ledger_put(l, b);
		allocations = n;
		ok = ledger_commit(l, op, why, sizeof(why));
		reached = !allocations;
		allocations = 0;
		booking_destroy(b);
		ck_assert_msg(is_there_after_a_kill(name) == ok, "%d: %s", n,
			      why);
		failed += !ok;
	}
	ck_assert_int_gt(failed, 5);
	ledger_close(l);
}
END_TEST

/* The same for a deletion: what is said to be deleted is not there. */
START_TEST(a_deletion_without_memory_is_there_or_refused)
{
	ledger_t *l;
	booking_t *b = booking("r");
	bool reached = true;

	l = opened();
	for (int n = 1; reached; n++) {
		ledger_op_t *op;
		bool ok;

		put(l, b);
		op = ledger_drop(l, "r", "deleted");
		allocations = n;
		ok = ledger_commit(l, op, why, sizeof(why));
		reached = !allocations;
		allocations = 0;
		ck_assert_msg(is_there_after_a_kill("r") != ok, "%d: %s", n,
			      why);
	}
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* Regression: a retried operation must not overtake later ones. */
START_TEST(tried_again_in_the_order_of_queueing)
{
	ledger_t *l = opened();
	booking_t *b = booking("kept");
	found_t f;

	put(l, b);
	ledger_close(l);
	break_writes();
	l = opened();
	ledger_commit_later(l, ledger_drop(l, "kept", "deleted"));
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	b->end = 7777;
	ledger_commit_later(l, ledger_put(l, b));
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	ledger_close(l);
	mend_writes();
	l = opened();
	assert_live(l, 1);	/* as before: closing could not write either */
	ledger_commit_later(l, ledger_drop(l, "kept", "deleted"));
	ledger_commit_later(l, ledger_put(l, b));
	ck_assert(ledger_retry(l, why, sizeof(why)));
	f = found_all(l);
	ck_assert_int_eq(f.cnt, 1);
	ck_assert_int_eq(f.list[0]->end, 7777);
	found_free(&f);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/*
 * Regression: a deletion that could not be written was queued again ahead of an
 * older change of the booking, which brought the booking back.
 */
START_TEST(a_kept_deletion_does_not_overtake_an_older_change)
{
	booking_t *b = booking("r");
	ledger_t *l;

	fault_vfs_install();
	l = opened();
	put(l, b);
	ledger_commit_later(l, ledger_put(l, b));
	fault_vfs_arm(FAULT_FULL, 1);
	ck_assert(!ledger_commit_or_keep(l, ledger_drop(l, "r", "deleted"),
					 why, sizeof(why)));
	fault_vfs_disarm();
	ck_assert(ledger_behind(l));
	ck_assert(ledger_retry(l, why, sizeof(why)));
	assert_live(l, 0);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* Regression: a later operation was written while the thread that waits for an
 * older one had not noticed yet that it has failed. */
START_TEST(what_has_failed_is_not_overtaken)
{
	booking_t *b = booking("r");
	ledger_op_t *op;
	ledger_t *l;

	fault_vfs_install();
	l = opened();
	op = ledger_put(l, b);
	fault_vfs_arm(FAULT_FULL, 1);
	ck_assert(!ledger_commit_or_keep(l, ledger_drop(l, "r", "deleted"),
					 why, sizeof(why)));
	fault_vfs_disarm();
	ck_assert(ledger_retry(l, why, sizeof(why)));
	assert_live(l, 0);
	ck_assert(ledger_commit(l, op, why, sizeof(why)));
	assert_live(l, 0);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/*
 * Regression: an operation was lost if another thread had tried it meanwhile.
 */
START_TEST(later_is_written_if_it_has_failed_meanwhile)
{
	booking_t *b = booking("r");
	ledger_op_t *op, *other;
	ledger_t *l;

	fault_vfs_install();
	l = opened();
	op = ledger_put(l, b);
	other = ledger_drop(l, "other", "deleted");
	fault_vfs_arm(FAULT_FULL, 1);
	ck_assert(!ledger_commit(l, other, why, sizeof(why)));
	ck_assert_int_gt(fault_vfs_failures(), 0);
	ledger_commit_later(l, op);
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	ck_assert_str_ne(why, "");
	fault_vfs_disarm();
	ck_assert(ledger_retry(l, why, sizeof(why)));
	assert_live(l, 1);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* An operation that its owner undoes does not count as behind. */
START_TEST(behind_until_it_is_written)
{
	booking_t *b = booking("r");
	ledger_t *l;

	fault_vfs_install();
	l = opened();
	ck_assert(!ledger_behind(l));
	fault_vfs_arm(FAULT_FULL, 1);
	ck_assert(!ledger_commit(l, ledger_put(l, b), why, sizeof(why)));
	ck_assert(!ledger_behind(l));
	ledger_commit_later(l, ledger_put(l, b));
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	ck_assert(ledger_behind(l));
	fault_vfs_disarm();
	ck_assert(ledger_behind(l));
	ck_assert(ledger_retry(l, why, sizeof(why)));
	ck_assert(!ledger_behind(l));
	ledger_commit_later(l, ledger_drop(l, "r", "deleted"));
	ck_assert(!ledger_behind(l));	/* not tried yet */
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* Regression: each look of the agent at an empty queue was counted as a commit. */
START_TEST(tries_are_counted_but_not_of_an_empty_queue)
{
	booking_t *b = booking("r");
	ledger_t *l;

	fault_vfs_install();
	l = opened();
	ck_assert(ledger_retry(l, why, sizeof(why)));
	ck_assert_uint_eq(ledger_tries(l).commits, 0);
	ck_assert(ledger_commit(l, ledger_put(l, b), why, sizeof(why)));
	ck_assert(ledger_retry(l, why, sizeof(why)));
	ck_assert_uint_eq(ledger_tries(l).commits, 1);
	fault_vfs_arm(FAULT_FULL, 1);
	ck_assert(!ledger_commit(l, ledger_put(l, b), why, sizeof(why)));
	fault_vfs_disarm();
	ck_assert(ledger_retry(l, why, sizeof(why)));
	ck_assert_uint_eq(ledger_tries(l).commits, 1);
	ck_assert_uint_eq(ledger_tries(l).faults, 1);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* Regression: an operation was never freed (the sanitizers see it). */
START_TEST(later_is_freed_if_it_is_written_already)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");
	ledger_op_t *op = ledger_put(l, b);

	drop(l, "other");
	ledger_commit_later(l, op);
	ck_assert(ledger_retry(l, why, sizeof(why)));
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* --- no ledger ------------------------------------------------------------ */

static void write_file(const char *bytes, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, bytes, len), (ssize_t) len);
	close(fd);
}

START_TEST(garbage_is_damaged_and_left_alone)
{
	static const char garbage[] = "this is not a ledger, it is a text "
		"that is longer than the header of one would be: 0123456789"
		"0123456789012345678901234567890123456789";
	char back[sizeof(garbage)] = "";
	ledger_t *l = NULL;
	int fd;

	write_file(garbage, sizeof(garbage));
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_DAMAGED);
	ck_assert_ptr_null(l);
	ck_assert_str_ne(why, "");
	fd = open(path, O_RDONLY);
	ck_assert_int_eq(read(fd, back, sizeof(back)), sizeof(garbage));
	close(fd);
	ck_assert_mem_eq(back, garbage, sizeof(garbage));
}
END_TEST

START_TEST(a_torn_page_is_damaged)
{
	ledger_t *l = opened();
	char zero[512] = "";
	int fd;

	for (int i = 0; i < 50; i++) {
		char name[16];
		booking_t *b;

		snprintf(name, sizeof(name), "r%d", i);
		b = booking(name);
		put(l, b);
		booking_destroy(b);
	}
	ledger_close(l);
	l = NULL;
	fd = open(path, O_WRONLY);
	memset(zero, 0x5a, sizeof(zero));
	for (off_t at = 4096; at < 3 * 4096; at += sizeof(zero))
		ck_assert_int_eq(pwrite(fd, zero, sizeof(zero), at),
				 sizeof(zero));
	close(fd);
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_DAMAGED);
}
END_TEST

START_TEST(a_folder_is_unreadable)
{
	ledger_t *l = NULL;

	ck_assert_int_eq(mkdir(path, 0700), 0);
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_UNREADABLE);
}
END_TEST

START_TEST(two_writers_are_one_too_many)
{
	ledger_t *l = opened(), *second = NULL;

	ck_assert_int_eq(ledger_open(path, &second, why, sizeof(why)),
			 LEDGER_BUSY);
	ck_assert_ptr_null(second);
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_failure");
	TCase *tc = test_case(s, "failures", 60);

	if (!install_short_memory())
		return 1;
	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_test(tc, failed_commit_leaves_nothing_behind);
	tcase_add_test(tc, a_failed_commit_is_not_there_after_a_kill);
	tcase_add_test(tc, a_commit_that_may_be_there_is_told);
	tcase_add_test(tc, a_commit_without_memory_is_not_there);
	tcase_add_test(tc, a_deletion_without_memory_is_there_or_refused);
	tcase_add_test(tc, tried_again_in_the_order_of_queueing);
	tcase_add_test(tc, a_kept_deletion_does_not_overtake_an_older_change);
	tcase_add_test(tc, what_has_failed_is_not_overtaken);
	tcase_add_test(tc, later_is_written_if_it_has_failed_meanwhile);
	tcase_add_test(tc, behind_until_it_is_written);
	tcase_add_test(tc, tries_are_counted_but_not_of_an_empty_queue);
	tcase_add_test(tc, later_is_freed_if_it_is_written_already);
	tcase_add_test(tc, garbage_is_damaged_and_left_alone);
	tcase_add_test(tc, a_torn_page_is_damaged);
	tcase_add_test(tc, a_folder_is_unreadable);
	tcase_add_test(tc, two_writers_are_one_too_many);
	return test_run(s);
}
