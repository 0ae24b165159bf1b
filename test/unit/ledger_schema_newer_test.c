/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_schema_newer_test.c - a ledger of a newer plugin is left alone */

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/unit/ledger_old.h"

static void assert_left_alone(const char *hint)
{
	content_t *was = content(path), *wal = content(beside("-wal"));
	bool had_wal = there("-wal");
	ledger_t *l = NULL;

	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_NEWER);
	ck_assert_ptr_null(l);
	ck_assert_ptr_nonnull(strstr(why, hint));
	assert_unchanged(was, path);
	assert_unchanged(wal, beside("-wal"));
	ck_assert_int_eq(there("-wal"), had_wal);
	ck_assert(!there("-shm") && !there("-journal") && !there(".v99"));
	free(was);
	free(wal);
}

START_TEST(a_newer_one_is_left_untouched)
{
	free(old_ledger());
	sql_on(path, "PRAGMA user_version=99");
	assert_left_alone("schema 99, this one knows " CURRENT
			  "): install that again");
	ck_assert_ptr_null(strstr(why, "go back"));
}
END_TEST

START_TEST(of_a_newer_one_the_copy_is_named)
{
	char *copy;

	free(old_ledger());
	copy = sqlite3_mprintf("VACUUM INTO %Q", beside(".v" CURRENT));
	sql_on(path, copy);
	sqlite3_free(copy);
	sql_on(path, "PRAGMA user_version=99");
	assert_left_alone("or go back to garq.ledger.v" CURRENT
			  ", see garq-ledger(8)");
}
END_TEST

static int make_newer_and_die(void)
{
	sql(plain(path), "BEGIN; PRAGMA user_version=99;"
	    "DELETE FROM booking; COMMIT");
	return kill(getpid(), SIGKILL);
}

/* Only the WAL has the newer schema. */
START_TEST(a_newer_one_of_a_killed_plugin)
{
	free(old_ledger());
	ck_assert(WIFSIGNALED(in_child(make_newer_and_die)));
	ck_assert(there("-wal"));
	assert_left_alone("schema 99,");
	assert_left_alone("schema 99,");
	assert_says(path, "SELECT count(*) FROM booking", "0");
}
END_TEST

/* Content of a newer SQLite may look damaged to an older one. */
START_TEST(a_newer_one_that_cant_be_understood)
{
	free(old_ledger());
	sql_on(path, "PRAGMA user_version=99; PRAGMA writable_schema=ON;"
	       "UPDATE sqlite_master SET sql = 'CREATE TABLE booking OF THINGS"
	       " TO COME' WHERE type = 'table'");
	assert_left_alone("schema 99,");
}
END_TEST

START_TEST(a_schema_below_zero_is_damaged)
{
	ledger_t *l = NULL;

	free(old_ledger());
	sql_on(path, "PRAGMA user_version=-7");
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_DAMAGED);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_schema_newer");
	TCase *tc = test_case(s, "ledger_schema_newer", 300);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, old_setup, ledger_teardown);
	tcase_add_test(tc, a_newer_one_is_left_untouched);
	tcase_add_test(tc, of_a_newer_one_the_copy_is_named);
	tcase_add_test(tc, a_newer_one_of_a_killed_plugin);
	tcase_add_test(tc, a_newer_one_that_cant_be_understood);
	tcase_add_test(tc, a_schema_below_zero_is_damaged);
	return test_run(s);
}
