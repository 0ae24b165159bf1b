/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_history_file_test.c - whatever becomes of the file of the history, no
 * booking is affected
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/ledger_place.h"
#include "plugin/ledger/ledger_private.h"
#include "test/unit/ledger_history_fixture.h"

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
	shift_first(l);
	move(l);
	ck_assert_msg(strstr(said, "put aside as garq.history.aside"), "%s",
		      said);
	ck_assert_int_eq(access(aside, F_OK), 0);
	shift_first(l);
	move(l);
	ck_assert_str_eq(said, "");
	assert_live(l, 1);
	ledger_close(l);
	assert_rows("event", 1, 3);
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
		shift_first(l);
		move(l);
		if (said[0]) {
			ck_assert_msg(strstr(said, "put aside"), "%s", said);
			cut++;
		}
		ledger_close(l);
		assert_rows("event", 1, said[0] ? 2 : EVENTS + 1);
	}
	ck_assert_int_gt(cut, 10);
	free(whole);
}
END_TEST

/* It is open, and another file gets its name: what is moved is in that. */
START_TEST(one_that_is_replaced_is_not_written)
{
	ledger_t *l = opened();

	fill(l);
	move(l);
	ck_assert(!rename(history, aside));
	ck_assert_int_eq(ledger_files_create(history), 0);
	shift_first(l);
	move(l);
	ck_assert_msg(strstr(said, "put aside"), "%s", said);	/* it is empty */
	ck_assert(ledger_in_place(l->history));
	ledger_close(l);
	assert_says(history, "SELECT count(*) FROM event", "1");
}
END_TEST

START_TEST(a_missing_one_is_begun_again)
{
	ledger_t *l = opened();

	fill(l);
	move(l);
	unlink(history);
	shift_first(l);
	move(l);
	ck_assert_str_eq(said, "");
	ledger_close(l);
	assert_rows("event", 1, 2);
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
	assert_says(aside, "SELECT count(*) FROM event", "32");
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
	assert_rows("event", 1, EVENTS + 1);
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

int main(void)
{
	Suite *s = suite_create("ledger_history_file");
	TCase *tc = test_case(s, "file", 300);

	tcase_add_checked_fixture(tc, history_setup, ledger_teardown);
	tcase_add_loop_test(tc, a_bad_one_is_put_aside, 0,
			    (int) (sizeof(spoilers) / sizeof(spoilers[0])));
	tcase_add_test(tc, one_that_is_cut_anywhere);
	tcase_add_test(tc, one_that_is_replaced_is_not_written);
	tcase_add_test(tc, a_missing_one_is_begun_again);
	tcase_add_test(tc, that_of_another_ledger_is_put_aside);
	tcase_add_test(tc, one_that_cannot_be_opened_costs_nothing);
	tcase_add_test(tc, one_that_another_has_is_tried_again);
	return test_run(s);
}
