/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_salvage_test.c - all readable rows of a damaged ledger are salvaged
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/ledger_salvage_private.h"
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

/* Old and new columns are identified by their order alone. */
START_TEST(the_columns_are_those_of_the_schema)
{
	ledger_close(opened());
	for (int i = 0; i < SALVAGE_TABLES; i++) {
		const salvage_table_t *t = &salvage_tables[i];
		char text[512], types[64] = "";
		char *is;

		ck_assert_uint_lt(strlen(t->types), sizeof(types));
		for (size_t c = 0; t->types[c]; c++)
			types[c] = strchr("kIi", t->types[c]) ? 'I' :
				   strchr("Tt", t->types[c]) ? 'T' :
				   (t->types[c] == 'R') ? 'R' : 'B';
		snprintf(text, sizeof(text), "SELECT group_concat(substr(type,"
			 " 1, 1), '') || ' ' || group_concat(\"notnull\", '')"
			 " FROM (SELECT * FROM pragma_table_info('%s')"
			 " ORDER BY cid)", t->name);
		is = ask(path, text);
		ck_assert_int_eq(strncmp(is, types, strlen(types)), 0);
		ck_assert_int_eq(is[strlen(types)], ' ');
		for (size_t n = 0; n < strlen(types); n++)
			ck_assert_int_eq(is[strlen(types) + 1 + n] - '0',
					 strchr("ITR", t->types[n]) != NULL);
		free(is);
	}
}
END_TEST

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
	for (uint32_t n = 1; n <= page_cnt(path); n++) {
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
	for (uint32_t n = 1; n <= page_cnt(path); n += 3) {
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

/* An SQLite that is built to leave deleted rows where they are. */
static int leave_deleted(sqlite3 *db, char **error, const void *api)
{
	(void) error;
	(void) api;
	return sqlite3_exec(db, "PRAGMA secure_delete=OFF", NULL, NULL, NULL);
}

/* Without the first page nothing says which pages are in use. */
START_TEST(rows_that_were_deleted_stay_away)
{
	ledger_salvaged_t found;

	ck_assert_int_eq(sqlite3_auto_extension((void (*)(void))
						leave_deleted), SQLITE_OK);
	big();
	test_clock.ahead = (LEDGER_KEEP_DAYS + 1) * 86400;
	ledger_close(opened());	/* purges */
	assert_says(path, "SELECT count(closed) FROM booking", "0");
	assert_says(path, "SELECT count(*) FROM request", "0");
	overwrite(path, 1, GARBAGE);
	found = salvaged(path, beside(".new"));
	ck_assert_uint_eq(found.live, LIVE);
	ck_assert_uint_eq(found.closed, 0);
	ck_assert_uint_eq(found.others, 0);
	sqlite3_reset_auto_extension();
}
END_TEST

/* Is the name in the list, followed by a comma or the line's end? */
static bool said_lost(int n)
{
	char name[2][32];

	snprintf(name[0], sizeof(name[0]), " live-%d,", n);
	snprintf(name[1], sizeof(name[1]), " live-%d\n", n);
	return strstr(said, name[0]) || strstr(said, name[1]);
}

/* As far as an index still has the names. */
START_TEST(lost_bookings_are_named)
{
	ledger_salvaged_t found;
	rows_t *old, *is;
	uint32_t page = 0;
	int lost = 0;

	big();
	old = rows_of(path, "booking");
	for (uint32_t n = 0; (n = leaf_with(path, "live-", n));)
		page = n;
	overwrite(path, page, ZEROS);
	found = salvaged(path, beside(".new"));
	is = rows_of(beside(".new"), "booking");
	for (int i = 0; i < LIVE; i++) {
		char text[96], *there_is;

		snprintf(text, sizeof(text), "SELECT count(*) FROM booking"
			 " WHERE name = 'live-%d'", i);
		there_is = ask(beside(".new"), text);
		ck_assert_msg(said_lost(i) != atoi(there_is), "%d: %s", i,
			      said);
		lost += !atoi(there_is);
		free(there_is);
	}
	ck_assert_int_gt(lost, 0);
	ck_assert_ptr_nonnull(strstr(said, "live bookings that are lost: "));
	ck_assert_uint_eq(found.lost, (uint32_t) lost);
	ck_assert_uint_eq(found.live + found.lost, LIVE);
	rows_free(old);
	rows_free(is);
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
	for (size_t at = 0; at < wal->len; at += 5 * PAGE + 100) {
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

/* A salvaged old ledger equals the migrated intact one. */
static void assert_as_migrated(const char *damaged, const rows_t *migrated)
{
	rows_t *readable, *is;

	(void) salvaged(damaged, beside(".new"));
	readable = rows_of(damaged, "booking");
	is = rows_of(beside(".new"), "booking");
	for (int i = 0; i < ROWS_MAX; i++) {
		ck_assert_msg(is->row[i] || !readable->row[i],
			      "%d can be read, and is not salvaged", i);
		if (is->row[i])
			ck_assert_str_eq(is->row[i], migrated->row[i]);
	}
	rows_free(readable);
	rows_free(is);
	unlink(beside(".new"));
}

START_TEST(of_an_older_schema)
{
	char damaged[128];
	rows_t *migrated;
	sqlite3 *db;

	from = _i;
	snprintf(damaged, sizeof(damaged), "%s.bad", path);
	db = filled();
	sql(db, "UPDATE booking SET start = abs(start / 4),"
	    " \"end\" = abs(start / 4) + 60");
	sqlite3_close(db);
	copy(path, beside(".whole"));
	ledger_close(opened());
	migrated = rows_of(path, "booking");
	ck_assert_int_eq(rows_cnt(migrated), ROWS);
	copy(beside(".whole"), damaged);
	ck_assert_uint_eq(salvaged(damaged, beside(".new")).live, ROWS / 2);
	unlink(beside(".new"));
	for (uint32_t n = 1; n <= page_cnt(beside(".whole")); n++) {
		copy(beside(".whole"), damaged);
		overwrite(damaged, n, GARBAGE);
		assert_as_migrated(damaged, migrated);
	}
	copy(beside(".whole"), damaged);
	assert_as_migrated(damaged, migrated);
	rows_free(migrated);
}
END_TEST

START_TEST(rows_that_make_no_sense_are_left_out)
{
	ledger_salvaged_t found;

	big();
	sql_on(path, "UPDATE booking SET name = '' WHERE name = 'live-1';"
	       "UPDATE booking SET \"end\" = start WHERE name = 'live-2';"
	       "UPDATE booking SET users = 'ada' || x'00' || 'bob'"
	       " WHERE name = 'live-3';"
	       "UPDATE booking SET changed = 'soon' WHERE name = 'live-4';"
	       "UPDATE booking SET \"end\" = start WHERE name = 'closed-1'");
	found = salvaged(path, beside(".new"));
	ck_assert_uint_eq(found.live, LIVE - 4);
	ck_assert_uint_eq(found.closed, CLOSED + 1);
	ck_assert_uint_eq(found.wrong, 4);
	ck_assert_msg(strstr(said, "makes no sense, it is left out"), "%s",
		      said);
}
END_TEST

/* A clock that was put back is not asked which of them is the later one. */
START_TEST(of_two_of_one_name_the_later_one_is_taken)
{
	ledger_salvaged_t found;

	big();
	sql_on(path, "DROP INDEX booking_live;"
	       "UPDATE booking SET changed = 2000000000 - serial % 1000;"
	       "UPDATE booking SET name = 'twice', serial = 100"
	       " WHERE name = 'live-10';"
	       "UPDATE booking SET name = 'twice', serial = 101"
	       " WHERE name = 'live-11';"
	       "UPDATE booking SET name = 'again', serial = 101"
	       " WHERE name = 'live-12';"
	       "UPDATE booking SET name = 'again', serial = 100"
	       " WHERE name = 'live-13';");
	found = salvaged(path, beside(".new"));
	ck_assert_uint_eq(found.live, LIVE - 2);
	ck_assert_uint_eq(found.doubles, 2);
	assert_says(beside(".new"), "SELECT resv_id FROM booking"
		    " WHERE name = 'twice'", "111");
	assert_says(beside(".new"), "SELECT resv_id FROM booking"
		    " WHERE name = 'again'", "112");
	ck_assert_msg(strstr(said, "two live bookings are named twice"), "%s",
		      said);
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
	for (int round = 0; round < 40; round++) {
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
	tcase_add_test(tc, the_columns_are_those_of_the_schema);
	tcase_add_test(tc, a_damaged_page_of_the_log_costs_no_booking);
	tcase_add_loop_test(tc, of_each_page_in_turn, 0, KINDS);
	tcase_add_test(tc, of_a_disk_that_cannot_read_a_page);
	tcase_add_test(tc, no_row_is_lost_with_the_pages_above_it);
	tcase_add_test(tc,
		       no_booking_is_lost_where_a_leaf_replaces_the_root);
	tcase_add_test(tc, rows_that_were_deleted_stay_away);
	tcase_add_test(tc, lost_bookings_are_named);
	tcase_add_test(tc, with_a_wal_beside_it);
	tcase_add_test(tc, with_a_damaged_wal);
	from_each(tc, of_an_older_schema);
	tcase_add_test(tc, rows_that_make_no_sense_are_left_out);
	tcase_add_test(tc, of_two_of_one_name_the_later_one_is_taken);
	tcase_add_loop_test(tc, of_what_is_no_ledger, 0, 14);
	tcase_add_loop_test(tc, of_any_damage, 0, 4);
	return test_run(s);
}
