/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_salvage_rows_test.c - which rows a salvage takes, which it leaves out,
 * and which ones it reports as lost
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/ledger/ledger_salvage_private.h"
#include "test/unit/ledger_salvage_fixture.h"

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
	purge_old();
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
	for (uint32_t n = 1 + (uint32_t) test_offset();
	     n <= page_cnt(beside(".whole"));
	     n += (uint32_t) test_stride()) {
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

int main(void)
{
	Suite *s = suite_create("ledger_salvage_rows");
	TCase *tc = test_case(s, "ledger_salvage_rows", 600);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, salvage_setup, ledger_teardown);
	tcase_add_test(tc, the_columns_are_those_of_the_schema);
	tcase_add_test(tc, rows_that_were_deleted_stay_away);
	tcase_add_test(tc, lost_bookings_are_named);
	from_each(tc, of_an_older_schema);
	tcase_add_test(tc, rows_that_make_no_sense_are_left_out);
	tcase_add_test(tc, of_two_of_one_name_the_later_one_is_taken);
	return test_run(s);
}
