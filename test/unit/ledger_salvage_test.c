/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_salvage_test.c - of whatever damage, all readable rows of a ledger
 * are salvaged
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/unit/ledger_salvage_fixture.h"

/* The disk can't read the block that begins here; -1: it reads all. */
static off_t unreadable = -1;
static int refused;

extern ssize_t __real_pread(int fd, void *to, size_t len, off_t at);
extern ssize_t __wrap_pread(int fd, void *to, size_t len, off_t at);

extern ssize_t __wrap_pread(int fd, void *to, size_t len, off_t at)
{
	if ((unreadable < 0) || (at >= unreadable + PAGE) ||
	    (at + (off_t) len <= unreadable))
		return __real_pread(fd, to, len, at);
	if (at < unreadable)
		return __real_pread(fd, to, (size_t) (unreadable - at), at);
	refused++;
	errno = EIO;
	return -1;
}

static const char *const names[] = { "booking", "request", "offer", "shift" };

/* Without the salvage, all bookings would be lost. */
START_TEST(a_damaged_page_of_the_log_costs_no_booking)
{
	rows_t *old;
	ledger_t *l = NULL;
	content_t *was;
	uint32_t page;
	char line[64];

	big();
	old = rows_of(path, "booking");
	page = leaf_with(path, "refused-one", 0);
	ck_assert_uint_gt(page, 0);
	overwrite(path, page, GARBAGE);
	was = content(path);
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_DAMAGED);
	assert_unchanged(was, path);
	ck_assert(ledger_replace(path, say, NULL, NULL, why, sizeof(why)));
	assert_salvaged("booking", old, path, path, true);
	l = opened();
	assert_live(l, LIVE);
	ledger_close(l);
	assert_says(path, "SELECT count(closed) FROM booking", "21");
	snprintf(line, sizeof(line), "table request: page %u is damaged", page);
	ck_assert_msg(strstr(said, line), "%s", said);
	rows_free(old);
	free(was);
}
END_TEST

static void each_page(const char *damaged, rows_t *const *old, int kind)
{
	for (uint32_t n = 1 + (uint32_t) test_offset(); n <= page_cnt(path);
	     n += (uint32_t) test_stride()) {
		copy(path, damaged);
		overwrite(damaged, n, kind);
		(void) salvaged(damaged, beside(".new"));
		for (int t = 0; t < COUNT(names); t++)
			assert_salvaged(names[t], old[t], damaged,
					beside(".new"),
					!t && (kind != ANOTHER));
		unlink(beside(".new"));
	}
}

START_TEST(of_each_page_in_turn)
{
	rows_t *old[COUNT(names)];
	char damaged[128];

	snprintf(damaged, sizeof(damaged), "%s.bad", path);
	big();
	ck_assert_uint_gt(page_cnt(path), 40);
	for (int t = 0; t < COUNT(names); t++)
		old[t] = rows_of(path, names[t]);
	ck_assert_int_eq(rows_cnt(old[0]), LIVE + CLOSED + 1);
	ck_assert_int_eq(rows_cnt(old[1]), REFUSED);
	ck_assert_int_eq(rows_cnt(old[2]), 2 * REFUSED);
	ck_assert_int_eq(rows_cnt(old[3]), SHIFTS);
	each_page(damaged, old, _i);
	for (int t = 0; t < COUNT(names); t++)
		rows_free(old[t]);
}
END_TEST

/* It costs what a page of zeros costs. */
START_TEST(of_a_disk_that_cannot_read_a_page)
{
	char zeros[128], expected[128];
	rows_t *old;

	snprintf(zeros, sizeof(zeros), "%s.bad", path);
	snprintf(expected, sizeof(expected), "%s.expected", path);
	big();
	for (uint32_t n = 1 + (uint32_t) test_offset(); n <= page_cnt(path);
	     n += 2 + (uint32_t) test_stride()) {
		copy(path, zeros);
		overwrite(zeros, n, ZEROS);
		(void) salvaged(zeros, expected);
		unreadable = (off_t) (n - 1) * PAGE;
		refused = 0;
		(void) salvaged(path, beside(".new"));
		unreadable = -1;
		ck_assert_int_gt(refused, 0);
		old = rows_of(expected, "booking");
		assert_salvaged("booking", old, expected, beside(".new"),
				true);
		rows_free(old);
		unlink(beside(".new"));
		unlink(expected);
	}
}
END_TEST

/* No page links to the rows any more, in one table or in all. */
START_TEST(no_row_is_lost_with_the_pages_above_it)
{
	static const char root[] = "SELECT rootpage FROM sqlite_schema"
		" WHERE name = 'booking'";
	char damaged[128], *number;
	rows_t *old, *is;

	snprintf(damaged, sizeof(damaged), "%s.bad", path);
	big();
	number = ask(path, root);
	old = rows_of(path, "booking");
	for (int i = 0; i < 2; i++) {
		ledger_salvaged_t found;

		copy(path, damaged);
		overwrite(damaged, i ? 1 : (uint32_t) atoi(number), GARBAGE);
		found = salvaged(damaged, beside(".new"));
		ck_assert_uint_eq(found.live, LIVE);
		ck_assert_uint_eq(found.closed, CLOSED + 1);
		is = rows_of(beside(".new"), "booking");
		for (int n = 0; n < ROWS_MAX; n++)
			ck_assert(!old->row[n] ||
				  !strcmp(old->row[n], is->row[n]));
		rows_free(is);
		unlink(beside(".new"));
	}
	ck_assert_msg(strstr(said, "any rows may be missing"), "%s", said);
	rows_free(old);
	free(number);
}
END_TEST

/* Each page looks good, but most of them are not below the root any more. */
START_TEST(no_booking_is_lost_where_a_leaf_replaces_the_root)
{
	ledger_salvaged_t found;
	content_t *c;
	char *root;
	FILE *f;

	big();
	c = content(path);
	root = ask(path, "SELECT rootpage FROM sqlite_schema"
		   " WHERE name = 'booking'");
	f = fopen(path, "r+");
	ck_assert_ptr_nonnull(f);
	fseek(f, (atol(root) - 1) * PAGE, SEEK_SET);
	fwrite(c->bytes + (leaf_with(path, "live-", 0) - 1) * PAGE, 1, PAGE,
	       f);
	fclose(f);
	found = salvaged(path, beside(".new"));
	ck_assert_uint_eq(found.live, LIVE);
	ck_assert_uint_eq(found.closed, CLOSED + 1);
	ck_assert_uint_eq(found.lost, 0);
	ck_assert_uint_eq(found.gaps, 1);
	free(root);
	free(c);
}
END_TEST

static int big_and_die(void)
{
	(void) big_open();
	return kill(getpid(), SIGKILL);
}

/* The plugin was killed: many pages are newer in the WAL, or only there. */
START_TEST(with_a_wal_beside_it)
{
	rows_t *old[COUNT(names)];
	char damaged[128];

	snprintf(damaged, sizeof(damaged), "%s.bad", path);
	ck_assert(WIFSIGNALED(in_child(big_and_die)));
	ck_assert(there("-wal"));
	for (int t = 0; t < COUNT(names); t++)
		old[t] = rows_of(path, names[t]);
	ck_assert_int_eq(rows_cnt(old[0]), LIVE + CLOSED + 1);
	(void) salvaged(path, beside(".new"));
	for (int t = 0; t < COUNT(names); t++)
		assert_salvaged(names[t], old[t], path, beside(".new"), true);
	unlink(beside(".new"));
	each_page(damaged, old, GARBAGE);
	for (int t = 0; t < COUNT(names); t++)
		rows_free(old[t]);
}
END_TEST

/* The WAL is damaged from its n-th page on: read as SQLite reads it. */
START_TEST(with_a_damaged_wal)
{
	content_t *wal;
	rows_t *old;

	ck_assert(WIFSIGNALED(in_child(big_and_die)));
	old = rows_of(path, "booking");
	wal = content(beside("-wal"));
	for (size_t at = 0; at < wal->len;
	     at += (size_t) (4 + test_stride()) * PAGE + 100) {
		content_t *was;
		FILE *f = fopen(beside("-wal"), "r+");

		ck_assert_ptr_nonnull(f);
		fseek(f, (long) at, SEEK_SET);
		fputs("damaged", f);
		fclose(f);
		was = content(beside("-wal"));
		(void) salvaged(path, beside(".new"));
		assert_unchanged(was, beside("-wal"));
		assert_salvaged("booking", old, path, beside(".new"), false);
		unlink(beside(".new"));
		f = fopen(beside("-wal"), "w");
		fwrite(wal->bytes, 1, wal->len, f);
		fclose(f);
		free(was);
	}
	free(wal);
	rows_free(old);
}
END_TEST

/* Nothing is readable: an empty ledger, and no crash. */
START_TEST(of_what_is_no_ledger)
{
	static const size_t len[] = { 0, 1, 99, 4095, 4096, 5000, 50000 };
	rng_t rng = { test_seed() };
	ledger_salvaged_t found;
	FILE *f = fopen(path, "w");

	ck_assert_ptr_nonnull(f);
	if (_i % 2)
		fputs("SQLite format 3", f);
	for (size_t i = 0; i < len[_i / 2]; i++)
		fputc((int) (rng_next(&rng) & 0xff), f);
	fclose(f);
	found = salvaged(path, beside(".new"));
	ck_assert_uint_eq(found.live + found.closed + found.others, 0);
}
END_TEST

/* Random bytes: no crash, and no row of wrong types. */
START_TEST(of_any_damage)
{
	rng_t rng = { test_seed() + (uint64_t) _i };
	char damaged[128];

	snprintf(damaged, sizeof(damaged), "%s.bad", path);
	big();
	for (int round = 0; round < test_some(40); round++) {
		FILE *f;

		copy(path, damaged);
		f = fopen(damaged, "r+");
		ck_assert_ptr_nonnull(f);
		for (uint64_t n = 1 + rng_below(&rng, 200); n; n--) {
			fseek(f, (long) rng_below(&rng, PAGE * (uint64_t)
						  page_cnt(path)), SEEK_SET);
			fputc((int) rng_below(&rng, 256), f);
		}
		fclose(f);
		(void) salvaged(damaged, beside(".new"));
		assert_says(beside(".new"), "PRAGMA integrity_check", "ok");
		unlink(beside(".new"));
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_salvage");
	TCase *tc = test_case(s, "ledger_salvage", 600);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, salvage_setup, ledger_teardown);
	tcase_add_test(tc, a_damaged_page_of_the_log_costs_no_booking);
	tcase_add_loop_test(tc, of_each_page_in_turn, 0, KINDS);
	tcase_add_test(tc, of_a_disk_that_cannot_read_a_page);
	tcase_add_test(tc, no_row_is_lost_with_the_pages_above_it);
	tcase_add_test(tc,
		       no_booking_is_lost_where_a_leaf_replaces_the_root);
	tcase_add_test(tc, with_a_wal_beside_it);
	tcase_add_test(tc, with_a_damaged_wal);
	tcase_add_loop_test(tc, of_what_is_no_ledger, 0, 14);
	tcase_add_loop_test(tc, of_any_damage, 0, 4);
	return test_run(s);
}
