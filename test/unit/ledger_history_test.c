/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_history_test.c - what is not needed goes to the history; whatever
 * becomes of that file, no booking is affected
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_offers.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_shifts.h"
#include "test/unit/ledger_old.h"

#define ASKED 20		/* requests; each fourth has open offers */
#define SHIFTS 30

static char history[128], aside[140], said[320];

/* What happens in each pause of the moving. */
static void (*meanwhile)(void);

extern int __wrap_nanosleep(const struct timespec *t, struct timespec *left);

extern int __wrap_nanosleep(const struct timespec *t, struct timespec *left)
{
	(void) t;
	(void) left;
	if (meanwhile)
		meanwhile();
	return 0;
}

static void setup(void)
{
	ledger_setup();
	fault_vfs_install();
	fault_vfs_skip_sync();
	snprintf(history, sizeof(history), "%s/" LEDGER_HISTORY, dir);
	snprintf(aside, sizeof(aside), "%s" LEDGER_HISTORY_ASIDE, history);
	meanwhile = NULL;
}

static void move(ledger_t *l)
{
	ledger_move(l, 0, said, sizeof(said));
}

static void ask_for(ledger_t *l, int64_t id)
{
	ledger_request_t *r = ledger_request_create("r");

	r->id = id;
	r->time = time(NULL);
	r->offer_cnt = 2;
	r->expires = r->time + 600;
	r->offers = calloc(2, sizeof(*r->offers));
	for (uint32_t i = 0; i < 2; i++)
		r->offers[i] = (ledger_offer_t) {
			.number = 1 + i, .kind = "later", .open = true };
	commit(l, ledger_put_request(l, r));
	if (id % 4)
		commit(l, ledger_close_offers(l, id, 0, "expired"));
}

static void shift(ledger_t *l, booking_t *b, int number)
{
	ledger_shift_t s = { .time = time(NULL), .old_start = b->start,
			     .why = "room" };

	b->start += 1 + number;
	commit(l, ledger_put_shifted(l, b, &s));
}

static void fill(ledger_t *l)
{
	booking_t *b = booking("live"), *old = booking("old");

	put(l, b);
	put(l, old);
	drop(l, "old");
	for (int i = 1; i <= SHIFTS; i++)
		shift(l, b, i);
	for (int i = 1; i <= ASKED; i++)
		ask_for(l, i);
	booking_destroy(b);
	booking_destroy(old);
}

/* Assert a number of rows in the ledger, and of different ones in both. */
static void assert_rows(const char *table, int in_ledger, int in_both)
{
	sqlite3 *db = plain(path);
	char text[200], *is;

	snprintf(text, sizeof(text), "ATTACH '%s' AS h", history);
	sql(db, text);
	snprintf(text, sizeof(text), "SELECT count(*) || ' ' || (SELECT"
		 " count(*) FROM (SELECT * FROM main.%s UNION"
		 " SELECT * FROM h.%s)) FROM main.%s", table, table, table);
	is = ask_db(db, text);
	snprintf(text, sizeof(text), "%d %d", in_ledger, in_both);
	ck_assert_msg(!strcmp(is, text), "%s: %s, not %s", table, is, text);
	free(is);
	sqlite3_close(db);
}

/* All that was in the ledger of fill() is in one of the two. */
static void assert_moved(void)
{
	assert_says(path, "PRAGMA integrity_check", "ok");
	assert_says(history, "PRAGMA integrity_check", "ok");
	assert_rows("booking", 2, 2);
	assert_rows("shift", 1, SHIFTS);
	assert_rows("request", ASKED / 4, ASKED);
	assert_rows("offer", ASKED / 2, 2 * ASKED);
	assert_says(path, "SELECT count(*) FROM offer WHERE closed IS NULL",
		    "10");
}

START_TEST(what_is_needed_stays)
{
	ledger_t *l = opened();

	fill(l);
	move(l);
	ck_assert_str_eq(said, "");
	assert_live(l, 1);
	ledger_close(l);
	assert_moved();
}
END_TEST

START_TEST(once_an_interval)
{
	ledger_t *l = opened();

	fill(l);
	ledger_move(l, 3600, said, sizeof(said));
	shift(l, found_all(l).list[0], 1);
	ledger_move(l, 3600, said, sizeof(said));
	ledger_close(l);
	assert_rows("shift", 2, SHIFTS + 1);
}
END_TEST

/* Closed bookings of two users, most of the first. */
static void close_many(int cnt, int size)
{
	char text[900];

	ledger_close(opened());
	snprintf(text, sizeof(text), "WITH RECURSIVE n(i) AS (VALUES (1) UNION"
		 " ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO booking"
		 " (name, t_esr, t_lsr, num_cn, flags, duration_min,"
		 " purge_comp_time, max_start_delay, start, \"end\", nodes,"
		 " resv_id, creator, created, changed, closed, why, features)"
		 " SELECT 'r' || i, 1, 1, 1, 0, 1, 0, 0, 1, 2, 'n1', i,"
		 " iif(i < 6, 8, 7), 1, 1, strftime('%%s', 'now') - 9, 'deleted',"
		 " hex(zeroblob(%d)) FROM n", cnt, size);
	sql_on(path, text);
}

/* A user who makes and deletes without end takes nothing from others. */
START_TEST(too_many_of_one_user_go)
{
	ledger_t *l;

	close_many(LEDGER_USER_CLOSED + 1005, 10);
	l = opened();
	move(l);
	ck_assert_str_eq(said, "");
	ledger_close(l);
	assert_rows("booking", LEDGER_USER_CLOSED + 1005 - 4 * 256,
		    LEDGER_USER_CLOSED + 1005);
	assert_says(path, "SELECT count(*) FROM booking WHERE creator = 8",
		    "5");
}
END_TEST

START_TEST(too_many_bytes_of_one_user_go)
{
	ledger_t *l;

	close_many(25, 500000);
	l = opened();
	move(l);
	ledger_close(l);
	assert_rows("booking", 5, 25);
}
END_TEST

START_TEST(the_file_shrinks)
{
	struct stat before, after;
	ledger_t *l;

	close_many(25, 500000);
	ck_assert_int_eq(stat(path, &before), 0);
	l = opened();
	move(l);
	ledger_close(l);
	ck_assert_int_eq(stat(path, &after), 0);
	ck_assert_int_lt(after.st_size, before.st_size / 4);
}
END_TEST

/* The history cannot take them: then the ledger loses them, by and by. */
START_TEST(a_file_has_its_bounds)
{
	ledger_t *l;

	close_many(LEDGER_ROWS_MIN + 15, 10);
	l = opened();
	l->bytes_max = 0;
	for (int i = 0; i < 20; i++)
		commit(l, ledger_close_offers(l, 7, 0, "none"));
	ledger_close(l);
	assert_says(path, "SELECT count(*) FROM booking", "1000");
}
END_TEST

/* --- faults --------------------------------------------------------------- */

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
	for (fault_at = 1; fault_at <= changes; fault_at++) {
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
	int changes, failed = 0;

	changes = changes_of_one();
	for (int n = 1; n <= changes; n++) {
		booking_t *b = booking("new");
		ledger_t *l;

		empty_dir();
		l = opened();
		fill(l);
		fault_vfs_arm(_i ? FAULT_FULL : FAULT_ONE, n);
		move(l);
		failed += fault_vfs_failures() > 0;
		fault_vfs_disarm();
		put(l, b);
		drop(l, "new");
		move(l);
		move(l);
		ck_assert_str_eq(said, "");
		ledger_close(l);
		assert_rows("booking", 3, 3);
		assert_rows("shift", 1, SHIFTS);
		assert_rows("request", ASKED / 4, ASKED);
		booking_destroy(b);
	}
	ck_assert_int_gt(failed, 20);
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
		shift(l, found_all(l).list[0], 1);
		shift(l, found_all(l).list[0], 1);
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
		assert_rows("shift", 1, put_aside ? 3 : SHIFTS + 2);
		if (put_aside)
			assert_says(aside, "SELECT count(*) FROM shift", "29");
	}
	ck_assert_int_gt(failed, 5);
}
END_TEST

/* --- the file of the history is not as it should be ------------------------ */

static void write_to(const char *file, const char *text)
{
	FILE *f = fopen(file, "w");

	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	fclose(f);
}

static void garbage(void)
{
	write_to(history, "this is garbage, and not a short one");
}

static void nothing(void)
{
	write_to(history, "");
}

static void newer(void)
{
	sql_on(history, "PRAGMA user_version=99");
}

static void leaf_lost(void)
{
	struct stat st;

	ck_assert_int_eq(stat(history, &st), 0);
	ck_assert_int_eq(truncate(history, st.st_size / 2), 0);
}

static void (*const spoilers[])(void) = { garbage, nothing, newer, leaf_lost };

/* It is put aside, with one line, and a new one begun. */
START_TEST(a_bad_one_is_put_aside)
{
	ledger_t *l = opened();

	fill(l);
	move(l);
	ledger_close(l);
	spoilers[_i]();
	write_to(beside("-x"), "");	/* not ours */
	l = opened();
	assert_live(l, 1);
	shift(l, found_all(l).list[0], 1);
	move(l);
	ck_assert_msg(strstr(said, "put aside as garq.history.aside"), "%s",
		      said);
	ck_assert_int_eq(access(aside, F_OK), 0);
	shift(l, found_all(l).list[0], 1);
	move(l);
	ck_assert_str_eq(said, "");
	assert_live(l, 1);
	ledger_close(l);
	assert_rows("shift", 1, 3);
}
END_TEST

static void cut_to(const content_t *whole, size_t size)
{
	FILE *f = fopen(history, "w");

	ck_assert_uint_eq(fwrite(whole->bytes, 1, size, f), size);
	fclose(f);
}

/* What was lost with a piece of it is put aside; the ledger loses nothing. */
START_TEST(one_that_is_cut_anywhere)
{
	ledger_t *l = opened();
	content_t *whole;
	int cut = 0;

	fill(l);
	move(l);
	ledger_close(l);
	whole = content(history);
	for (size_t size = 1; size < whole->len; size += 997) {
		cut_to(whole, size);
		l = opened();
		assert_live(l, 1);
		shift(l, found_all(l).list[0], 1);
		move(l);
		if (said[0]) {
			ck_assert_msg(strstr(said, "put aside"), "%s", said);
			cut++;
		}
		ledger_close(l);
		assert_rows("shift", 1, said[0] ? 2 : SHIFTS + 1);
	}
	ck_assert_int_gt(cut, 10);
	free(whole);
}
END_TEST

START_TEST(a_missing_one_is_begun_again)
{
	ledger_t *l = opened();

	fill(l);
	move(l);
	unlink(history);
	shift(l, found_all(l).list[0], 1);
	move(l);
	ck_assert_str_eq(said, "");
	ledger_close(l);
	assert_rows("shift", 1, 2);
}
END_TEST

START_TEST(that_of_another_ledger_is_put_aside)
{
	ledger_t *l = opened();

	fill(l);
	move(l);
	ledger_close(l);
	unlink(path);
	l = opened();
	fill(l);
	move(l);
	ck_assert_msg(strstr(said, "another ledger"), "%s", said);
	move(l);
	ck_assert_str_eq(said, "");
	ledger_close(l);
	assert_moved();
	assert_says(aside, "SELECT count(*) FROM shift", "29");
}
END_TEST

/* What is there is no file: bookings go on, and it is said once. */
START_TEST(one_that_cannot_be_opened_costs_nothing)
{
	ledger_t *l = opened();
	booking_t *b = booking("new");

	fill(l);
	l = reopened(l);
	ck_assert_int_eq(mkdir(history, 0700), 0);
	move(l);
	ck_assert_msg(strstr(said, "can't be opened"), "%s", said);
	put(l, b);
	move(l);
	ck_assert_str_eq(said, "");
	assert_live(l, 2);
	rmdir(history);
	move(l);
	ledger_close(l);
	assert_rows("shift", 1, SHIFTS);
	booking_destroy(b);
}
END_TEST

/* Two controllers: the former one has the history for a while longer. */
START_TEST(one_that_another_has_is_tried_again)
{
	sqlite3 *other;
	ledger_t *l = opened();

	fill(l);
	l = reopened(l);
	other = plain(history);
	sql(other, "PRAGMA locking_mode=EXCLUSIVE; CREATE TABLE x (y)");
	move(l);
	ck_assert_msg(strstr(said, "locked"), "%s", said);
	sql(other, "DROP TABLE x");
	sqlite3_close(other);
	unlink(history);
	move(l);
	ck_assert_str_eq(said, "");
	ledger_close(l);
	assert_moved();
}
END_TEST

/* --- meanwhile ------------------------------------------------------------ */

static ledger_t *shared;

static void close_it(void)
{
	if (shared)
		ck_assert(ledger_close(shared));
	shared = NULL;
}

START_TEST(the_ledger_is_closed_meanwhile)
{
	shared = opened();
	fill(shared);
	meanwhile = close_it;
	move(shared);
	assert_moved();
	ledger_close(opened());
}
END_TEST

/* An old ledger has all in one file: its history goes by itself. */
START_TEST(of_an_older_schema)
{
	ledger_t *l;

	from = 5;
	free(old_ledger());
	l = opened();
	ck_assert_int_eq(live_cnt(l), ROWS / 2);
	move(l);
	ck_assert_str_eq(said, "");
	ledger_close(l);
	assert_rows("booking", ROWS, ROWS);
	assert_rows("shift", 1, 30);
	assert_rows("request", 11, 20);
	assert_rows("offer", 40, 40);
	assert_says(copy_of_old(), "SELECT count(*) FROM shift", "30");
}
END_TEST

/* Older plugins closed offers and kept the packed request. */
START_TEST(packed_by_an_older_plugin)
{
	ledger_t *l = opened();

	fill(l);
	ledger_close(l);
	sql_on(path, "UPDATE request SET packed = x'0102'");
	l = opened();
	move(l);
	ledger_close(l);
	assert_rows("request", ASKED / 4, ASKED);
	assert_says(path, "SELECT count(packed) FROM request", "5");
	assert_says(history, "SELECT count(packed) FROM request", "0");
}
END_TEST

/* The way back is the copy; what was moved meanwhile is not doubled after it. */
START_TEST(back_to_an_older_schema_and_forward)
{
	ledger_t *l;

	from = LEDGER_SCHEMA - 1;
	free(old_ledger());
	for (int i = 0; i < 2; i++) {
		l = opened();
		move(l);
		ck_assert_str_eq(said, "");
		ledger_close(l);
		assert_rows("booking", ROWS, ROWS);
		assert_rows("shift", 1, 30);
		assert_rows("request", 11, 20);
		ck_assert_int_eq(rename(copy_of_old(), path), 0);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_history");
	TCase *tc = test_case(s, "moved", 120);

	tcase_add_checked_fixture(tc, setup, ledger_teardown);
	tcase_add_test(tc, what_is_needed_stays);
	tcase_add_test(tc, once_an_interval);
	tcase_add_test(tc, too_many_of_one_user_go);
	tcase_add_test(tc, too_many_bytes_of_one_user_go);
	tcase_add_test(tc, the_file_shrinks);
	tcase_add_test(tc, a_file_has_its_bounds);
	tcase_add_test(tc, the_ledger_is_closed_meanwhile);
	tcase_add_test(tc, of_an_older_schema);
	tcase_add_test(tc, packed_by_an_older_plugin);
	tcase_add_test(tc, back_to_an_older_schema_and_forward);
	tc = test_case(s, "faults", 300);
	tcase_add_checked_fixture(tc, setup, ledger_teardown);
	tcase_add_loop_test(tc, a_kill_at_any_moment_loses_nothing, 0, 2);
	tcase_add_loop_test(tc, a_disk_that_fails_loses_nothing, 0, 2);
	tcase_add_loop_test(tc, a_bad_one_is_put_aside, 0,
			    (int) (sizeof(spoilers) / sizeof(spoilers[0])));
	tcase_add_test(tc, a_read_that_fails_loses_nothing);
	tcase_add_test(tc, one_that_is_cut_anywhere);
	tcase_add_test(tc, a_missing_one_is_begun_again);
	tcase_add_test(tc, that_of_another_ledger_is_put_aside);
	tcase_add_test(tc, one_that_cannot_be_opened_costs_nothing);
	tcase_add_test(tc, one_that_another_has_is_tried_again);
	return test_run(s);
}
