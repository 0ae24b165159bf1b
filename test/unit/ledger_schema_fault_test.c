/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_schema_fault_test.c - a ledger of an older plugin is migrated whole or
 * not at all, whatever fails.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/unit/ledger_old.h"

/* Three migration steps, of which the last one fails. */
START_TEST(a_later_step_fails)
{
	static const char *const steps[] = {
		NULL,
		"ALTER TABLE booking ADD COLUMN a TEXT;"
		"DELETE FROM booking WHERE id < 20",
		"CREATE TABLE other (x); UPDATE booking SET a = 'x'",
		"INSERT INTO other VALUES (1); SELECT no_such_function(7)",
	};
	char *before = old_ledger(), *after;
	sqlite3 *db = plain(path);

	why[0] = '\0';
	ck_assert_int_eq(ledger_schema_migrate(db, path, steps, 1, 4, why,
					       sizeof(why)), SQLITE_ERROR);
	ck_assert_ptr_nonnull(strstr(why, "no_such_function"));
	ck_assert(sqlite3_get_autocommit(db));
	after = dump_db(db);
	ck_assert_str_eq(after, before);
	sqlite3_close(db);
	assert_says(path, "PRAGMA user_version", "1");
	assert_says(path, "SELECT count(*) FROM sqlite_master", "3");
	ledger_close(opened());
	assert_dump(path, before);
	free(before);
	free(after);
}
END_TEST

START_TEST(many_steps_are_one)
{
	static const char *const steps[] = {
		NULL,
		"ALTER TABLE booking ADD COLUMN a TEXT",
		"UPDATE booking SET a = name",
	};
	char *before = old_ledger();
	sqlite3 *db = plain(path);

	ck_assert_int_eq(ledger_schema_migrate(db, path, steps, 1, 3, why,
					       sizeof(why)), SQLITE_OK);
	sqlite3_close(db);
	assert_says(path, "PRAGMA user_version", "3");
	assert_says(path, "SELECT count(*) FROM booking WHERE a = name", "60");
	assert_dump(path, before);
	free(before);
}
END_TEST

/* A column was added by hand: the file is foreign, not damaged. */
START_TEST(one_that_was_tinkered_with_is_left)
{
	ledger_t *l = NULL;
	char *before = old_ledger();

	sql_on(path, "ALTER TABLE booking ADD COLUMN comment TEXT");
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_UNREADABLE);
	ck_assert_ptr_null(l);
	ck_assert_ptr_nonnull(strstr(why, "from schema 1 to " CURRENT));
	ck_assert_ptr_nonnull(strstr(why, "duplicate column"));
	assert_dump(path, before);
	assert_says(path, "PRAGMA user_version", "1");
	free(before);
}
END_TEST

/* Old or new, and nothing in between; and it can be opened. */
static void assert_whole(const char *before, int n)
{
	char *version = ask(path, "PRAGMA user_version");
	ledger_t *l = NULL;

	ck_assert_msg(is_old(version) || !strcmp(version, CURRENT),
		      "fault %d: schema %s", n, version);
	assert_says(path, "PRAGMA integrity_check", "ok");
	assert_dump(path, before);
	if (!is_old(version))
		assert_dump(copy_of_old(), before);
	ck_assert_msg(ledger_open(path, &l, why, sizeof(why)) == LEDGER_OK,
		      "fault %d: %s", n, why);
	ck_assert_int_eq(live_cnt(l), ROWS / 2);
	ledger_close(l);
	assert_dump(path, before);
	assert_dump(copy_of_old(), before);
	free(version);
}

/* Number of disk changes of one migration. */
static int changes_of_one(void)
{
	int changes;

	free(old_ledger());
	fault_vfs_arm(FAULT_NONE, 0);
	ledger_close(opened());
	changes = fault_vfs_disarm();
	ck_assert_int_gt(changes, 10);
	empty_dir();
	return changes;
}

/* Where only some changes are tried, each schema has others. */
static int stride(void)
{
	return (test_stride() == 1) ? 1 : 4 * test_stride();
}

static int first_change(void)
{
	return 1 + (test_offset() + from * test_stride()) % stride();
}

static void fail_everywhere(fault_t fault)
{
	int changes, tried = 0, refused = 0;

	fault_vfs_install();
	changes = changes_of_one();
	for (int n = first_change(); n <= changes; n += stride()) {
		char *before = old_ledger();
		ledger_t *l = NULL;
		ledger_status_t status;

		fault_vfs_arm(fault, n);
		status = ledger_open(path, &l, why, sizeof(why));
		ledger_close(l);
		fault_vfs_disarm();
		ck_assert_msg(fault_vfs_failures() > 0, "%d of %d", n, changes);
		ck_assert_msg((status == LEDGER_OK) ||
			      (status == LEDGER_UNREADABLE),
			      "change %d: status %d: %s", n, status, why);
		ck_assert((status == LEDGER_OK) == !why[0]);
		refused += (status != LEDGER_OK);
		tried++;
		assert_whole(before, n);
		free(before);
		empty_dir();
	}
	if (stride() == 1)	/* else too few of them */
		ck_assert_int_gt(refused, tried / 2);
}

START_TEST(one_write_fails)
{
	from = _i;
	fail_everywhere(FAULT_ONE);
}
END_TEST

START_TEST(the_disk_gets_full)
{
	from = _i;
	fail_everywhere(FAULT_FULL);
}
END_TEST

static fault_t child_fault;
static int child_n;

static int open_and_die(void)
{
	ledger_t *l = NULL;

	fault_vfs_arm(child_fault, child_n);
	ledger_open(path, &l, why, sizeof(why));
	ledger_close(l);
	return 0;
}

static void die_everywhere(fault_t fault)
{
	int changes;

	fault_vfs_install();
	changes = changes_of_one();
	child_fault = fault;
	for (child_n = first_change(); child_n <= changes;
	     child_n += stride()) {
		char *before = old_ledger();

		ck_assert(WIFSIGNALED(in_child(open_and_die)));
		assert_whole(before, child_n);
		free(before);
		empty_dir();
	}
}

START_TEST(killed_at_every_write)
{
	from = _i;
	die_everywhere(FAULT_KILL);
}
END_TEST

START_TEST(killed_within_every_write)
{
	from = _i;
	die_everywhere(FAULT_TORN);
}
END_TEST

/* --- it may not be written ------------------------------------------------ */

#define NOBODY 65534

static int open_as_nobody(void)
{
	ledger_t *l = NULL;

	if (!geteuid() && (setgid(NOBODY) || setuid(NOBODY)))
		return 100;
	return (int) ledger_open(path, &l, why, sizeof(why));
}

static void check_read_only(mode_t folder, mode_t file)
{
	char *before = old_ledger();
	content_t *was = content(path);
	int status;

	ck_assert_int_eq(chmod(path, file), 0);
	ck_assert_int_eq(chmod(dir, folder), 0);
	status = in_child(open_as_nobody);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), LEDGER_UNREADABLE);
	assert_unchanged(was, path);
	chmod(dir, 0700);
	chmod(path, 0600);
	ck_assert(!there(".v1") && !there(".v1.new"));
	ledger_close(opened());
	assert_dump(path, before);
	free(was);
	free(before);
}

START_TEST(in_a_folder_that_may_not_be_written)
{
	check_read_only(0555, 0666);
}
END_TEST

START_TEST(a_file_that_may_not_be_written)
{
	check_read_only(0777, 0444);
}
END_TEST

/* A folder has the copy's name. */
START_TEST(no_copy_can_be_made)
{
	char *before = old_ledger();
	ledger_t *l = NULL;

	ck_assert_int_eq(mkdir(beside(".v1"), 0700), 0);
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_UNREADABLE);
	ck_assert_ptr_nonnull(strstr(why, "no copy"));
	ck_assert(!there(".v1.new"));
	assert_says(path, "PRAGMA user_version", "1");
	assert_dump(path, before);
	ck_assert_int_eq(rmdir(beside(".v1")), 0);
	ledger_close(opened());
	assert_dump(path, before);
	free(before);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_schema_fault");
	TCase *tc = test_case(s, "ledger_schema_fault", 300);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, old_setup, ledger_teardown);
	tcase_add_test(tc, a_later_step_fails);
	tcase_add_test(tc, many_steps_are_one);
	tcase_add_test(tc, one_that_was_tinkered_with_is_left);
	from_each(tc, one_write_fails);
	from_each(tc, the_disk_gets_full);
	from_each(tc, killed_at_every_write);
	from_each(tc, killed_within_every_write);
	tcase_add_test(tc, in_a_folder_that_may_not_be_written);
	tcase_add_test(tc, a_file_that_may_not_be_written);
	tcase_add_test(tc, no_copy_can_be_made);
	return test_run(s);
}
