/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_history_fault_test.c - a move to the history that fails or is killed
 * loses nothing
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/unit/ledger_history_fixture.h"

static int move_and_die(void)
{
	ledger_t *l = NULL;

	if (ledger_open(path, &l, why, sizeof(why)) != LEDGER_OK)
		return 1;
	move(l);
	return kill(getpid(), SIGKILL);
}

/* What is moved, at the n-th change of files. */
static int fault_at;
static fault_t fault;

static int move_with_fault(void)
{
	fault_vfs_arm(fault, fault_at);
	return move_and_die();
}

static int changes_of_one(void)
{
	ledger_t *l = opened();
	int changes;

	fill(l);
	l = reopened(l);
	fault_vfs_arm(FAULT_NONE, 0);
	move(l);
	ledger_close(l);
	changes = fault_vfs_disarm();
	ck_assert_int_gt(changes, 20);
	return changes;
}

/* A row may be in both files then, but is one row after the next move. */
START_TEST(a_kill_at_any_moment_loses_nothing)
{
	int changes;

	fault = _i ? FAULT_TORN : FAULT_KILL;
	changes = changes_of_one();
	for (fault_at = 1 + test_offset(); fault_at <= changes;
	     fault_at += test_stride()) {
		ledger_t *l;

		empty_dir();
		l = opened();
		fill(l);
		ledger_close(l);
		ck_assert(WIFSIGNALED(in_child(move_with_fault)));
		l = opened();
		assert_live(l, 1);
		move(l);
		ledger_close(l);
		assert_moved();
	}
}
END_TEST

/* Commits go on as soon as the disk does; the next move finds all rows. */
START_TEST(a_disk_that_fails_loses_nothing)
{
	int changes, tried = 0, failed = 0;

	changes = changes_of_one();
	for (int n = 1 + test_offset(); n <= changes; n += test_stride()) {
		booking_t *b = booking("new");
		ledger_t *l;

		empty_dir();
		l = opened();
		fill(l);
		fault_vfs_arm(_i ? FAULT_FULL : FAULT_ONE, n);
		move(l);
		failed += fault_vfs_failures() > 0;
		tried++;
		fault_vfs_disarm();
		put(l, b);
		drop(l, "new");
		move(l);
		move(l);
		ck_assert_str_eq(said, "");
		ledger_close(l);
		assert_rows("booking", 3, 3);
		assert_rows("event", 1, EVENTS + 2);
		assert_rows("request", ASKED / 4, ASKED);
		booking_destroy(b);
	}
	ck_assert_int_gt(failed, tried / 2);
}
END_TEST

/* A read of either file fails, the n-th since it was armed. */
static int reads, read_to_fail;

static ssize_t some_pread(int fd, void *to, size_t size, off_t at)
{
	if (++reads != read_to_fail)
		return pread(fd, to, size, at);
	errno = EIO;
	return -1;
}

static void arm_reads(int n)
{
	static const char *const calls[] = { "pread", "pread64" };
	sqlite3_vfs *unix_vfs = sqlite3_vfs_find("unix");

	for (int i = 0; i < 2; i++)
		(void) unix_vfs->xSetSystemCall(unix_vfs, calls[i], n ?
			(sqlite3_syscall_ptr) some_pread : NULL);
	reads = 0;
	read_to_fail = n;
}

START_TEST(a_read_that_fails_loses_nothing)
{
	int failed = 0;

	for (int n = 1; n == failed + 1; n++) {
		bool put_aside;
		ledger_t *l;

		empty_dir();
		l = opened();
		fill(l);
		move(l);
		l = reopened(l);
		shift_first(l);
		shift_first(l);
		arm_reads(n);
		move(l);
		failed += (reads >= n);
		arm_reads(0);
		/* SQLite calls some of these errors damage */
		put_aside = strstr(said, "aside") != NULL;
		assert_live(l, 1);
		move(l);
		move(l);
		ck_assert_str_eq(said, "");
		ledger_close(l);
		assert_rows("booking", 2, 2);
		assert_rows("event", 1, put_aside ? 3 : EVENTS + 2);
		if (put_aside)
			assert_says(aside, "SELECT count(*) FROM event", "32");
	}
	ck_assert_int_gt(failed, 5);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_history_fault");
	TCase *tc = test_case(s, "faults", 300);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, history_setup, ledger_teardown);
	tcase_add_loop_test(tc, a_kill_at_any_moment_loses_nothing, 0, 2);
	tcase_add_loop_test(tc, a_disk_that_fails_loses_nothing, 0, 2);
	tcase_add_test(tc, a_read_that_fails_loses_nothing);
	return test_run(s);
}
