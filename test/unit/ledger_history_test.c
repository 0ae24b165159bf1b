/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_history_test.c - what is not needed goes to the history, and only that
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/ledger/ledger_offers.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_saved.h"
#include "test/unit/ledger_history_fixture.h"
#include "test/unit/ledger_saved_fixture.h"

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
	shift_first(l);
	ledger_move(l, 3600, said, sizeof(said));
	ledger_close(l);
	assert_rows("event", 2, EVENTS + 1);
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

/* How many rows of a name the ledger has. */
static void assert_closed(const char *name, const char *want)
{
	char text[96];

	snprintf(text, sizeof(text), "SELECT count(*) FROM booking WHERE name"
		 " = '%s' AND closed IS NOT NULL", name);
	assert_says(path, text, want);
}

static booking_t *of_user(const char *name, uint32_t uid)
{
	booking_t *b = booking(name);

	b->creator = uid;
	return b;
}

/*
 * slurmctld may be killed at any time: the next start reads a file that has the
 * records of what was deleted last, and would adopt them.
 */
START_TEST(none_goes_that_slurm_may_have)
{
	ledger_t *l;

	close_many(LEDGER_USER_CLOSED + 105, 10);
	sql_on(path, "UPDATE booking SET serial = 5");
	l = opened();
	for (int i = 0; i < LEDGER_PASSED; i++) {
		move(l);
		ck_assert_str_eq(said, "");
		ck_assert(access(history, F_OK));
		saved(l, 100 + i, LEDGER_FILE_IN_TURN, NULL, NULL);
	}
	move(l);
	ledger_close(l);
	assert_rows("booking", LEDGER_USER_CLOSED + 105 - 256,
		    LEDGER_USER_CLOSED + 105);
}
END_TEST

/* A clock that is ahead ends what was made long ago, and is put back later. */
START_TEST(what_was_closed_last_stays)
{
	booking_t *b = of_user("first", 7);
	ledger_t *l = opened();

	put(l, b);
	ledger_close(l);
	close_many(LEDGER_USER_CLOSED + 105, 10);
	l = passed(opened());
	commit(l, ledger_drop(l, "first", "ended"));
	move(l);
	ledger_close(l);
	assert_rows("booking", LEDGER_USER_CLOSED + 106 - 256,
		    LEDGER_USER_CLOSED + 106);
	assert_closed("first", "1");
	booking_destroy(b);
}
END_TEST

/* The last row of a name says that an earlier one, which ended, is not to come back. */
START_TEST(the_last_of_a_name_stays_beside_one_that_ended)
{
	booking_t *b = of_user("x", 6);
	ledger_t *l = opened();

	put(l, b);
	commit(l, ledger_drop(l, "x", "ended"));
	for (int i = 0; i < 3; i++) {
		booking_t *other = of_user("x", 7);

		other->created += 1 + i;
		put(l, other);
		drop(l, "x");
		booking_destroy(other);
	}
	ledger_close(l);
	sql_on(path, "UPDATE booking SET serial = -1 WHERE creator = 7");
	close_many(LEDGER_USER_CLOSED + 105, 10);
	l = passed(opened());
	move(l);
	ledger_close(l);
	assert_rows("booking", LEDGER_USER_CLOSED + 109 - 256,
		    LEDGER_USER_CLOSED + 109);
	assert_closed("x", "2");
	booking_destroy(b);
}
END_TEST

/* RET bytes of the file, whose pages in the WAL are written to it first */
static off_t size_now(ledger_t *l)
{
	struct stat st;

	ck_assert_int_eq(sqlite3_exec(l->db, "PRAGMA wal_checkpoint(TRUNCATE)",
				      NULL, NULL, NULL), SQLITE_OK);
	ck_assert_int_eq(stat(path, &st), 0);
	return st.st_size;
}

/* Few bytes are in use, so this takes no time for which commits wait. */
START_TEST(the_file_shrinks)
{
	struct stat before;
	ledger_t *l;

	close_many(50, 200000);
	ck_assert_int_eq(stat(path, &before), 0);
	l = opened();
	move(l);
	ck_assert_int_lt(size_now(l), before.st_size / 2);
	ledger_close(l);
}
END_TEST

/* Commits would wait for so many bytes: the file shrinks at its next opening. */
START_TEST(a_file_with_much_in_use_shrinks_when_it_is_opened)
{
	struct stat before;
	ledger_t *l;

	close_many(25, 500000);
	ck_assert_int_eq(stat(path, &before), 0);
	l = opened();
	move(l);
	ck_assert_int_ge(size_now(l), before.st_size);
	ledger_close(l);
	assert_rows("booking", 5, 25);
	l = opened();
	ck_assert_int_lt(size_now(l), before.st_size / 4);
	ledger_close(l);
	assert_rows("booking", 5, 25);
}
END_TEST

/* The history cannot take them: then the ledger loses them, by and by. */
START_TEST(a_file_has_its_bounds)
{
	ledger_t *l;

	close_many(LEDGER_ROWS_MIN + 15, 10);
	l = opened();
	l->purge_at = 1;
	l->bytes_max = 0;
	for (int i = 0; i < 20; i++)
		commit(l, ledger_close_offers(l, 7, 0, "none"));
	ledger_close(l);
	assert_says(path, "SELECT count(*) FROM booking", "1000");
}
END_TEST

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

/*
 * The last event is that the last booking was made, unless that was long ago:
 * so of the others all have gone.
 */
static void assert_old_events(void)
{
	assert_rows("event WHERE id % 3 = 1", 0, 30);
	assert_rows("event WHERE id % 3 = 2", 0, ROWS / 2);
	assert_says(path, "SELECT count(*) FROM event", "1");
}

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
	assert_old_events();
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
		assert_old_events();
		assert_rows("request", 11, 20);
		ck_assert_int_eq(rename(copy_of_old(), path), 0);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_history");
	TCase *tc = test_case(s, "moved", 120);

	tcase_add_checked_fixture(tc, history_setup, ledger_teardown);
	tcase_add_test(tc, what_is_needed_stays);
	tcase_add_test(tc, once_an_interval);
	tcase_add_test(tc, too_many_of_one_user_go);
	tcase_add_test(tc, too_many_bytes_of_one_user_go);
	tcase_add_test(tc, none_goes_that_slurm_may_have);
	tcase_add_test(tc, what_was_closed_last_stays);
	tcase_add_test(tc, the_last_of_a_name_stays_beside_one_that_ended);
	tcase_add_test(tc, the_file_shrinks);
	tcase_add_test(tc, a_file_with_much_in_use_shrinks_when_it_is_opened);
	tcase_add_test(tc, a_file_has_its_bounds);
	tcase_add_test(tc, the_ledger_is_closed_meanwhile);
	tcase_add_test(tc, of_an_older_schema);
	tcase_add_test(tc, packed_by_an_older_plugin);
	tcase_add_test(tc, back_to_an_older_schema_and_forward);
	return test_run(s);
}
