/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_schema_test.c - a ledger of an older plugin is migrated */

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test/unit/ledger_old.h"

START_TEST(there_is_a_step_to_every_schema)
{
	for (int i = 0; i < LEDGER_SCHEMA; i++)
		ck_assert_ptr_nonnull(ledger_schema_steps[i]);
}
END_TEST

static void check_not_before(void)
{
	assert_says(path, "SELECT count(*) FROM event WHERE id % 3 = 1", "0");
	assert_says(path, "SELECT count(*) FROM booking WHERE not_before IS NOT"
		    " CASE WHEN t_lsr <= t_esr THEN t_esr"
		    " WHEN start < t_esr THEN t_esr"
		    " WHEN start > t_lsr THEN t_lsr ELSE start END", "0");
}

/* Two queries of the ledger have the same rows. */
static void assert_same_rows(const char *a, const char *b)
{
	char *text = sqlite3_mprintf("SELECT (SELECT count(*) FROM (%s EXCEPT"
		" %s)) || ' ' || (SELECT count(*) FROM (%s EXCEPT %s))", a, b,
		b, a);

	assert_says(path, text, "0 0");
	sqlite3_free(text);
}

#define EVENTS_OF \
	"SELECT id, time, name, owner, users, resv_id, verb, uid, why," \
	" old_start, old_end, old_nodes, start, \"end\", nodes FROM event"
#define KEPT "time > strftime('%s', 'now') - 29 * 86400"

/*
 * Each booking was made at some time, and half of them are closed. What was
 * made long ago is forgotten when the ledger is opened.
 */
static void check_events(void)
{
	assert_same_rows(EVENTS_OF " WHERE id % 3 = 0 AND " KEPT,
		"SELECT * FROM (SELECT 3 * id, created AS time, name, creator,"
		" users, resv_id, iif((creator & 0xffffffff) = 0xffffffff,"
		" 'adopted', 'create'), iif((creator & 0xffffffff) ="
		" 0xffffffff, NULL, creator), NULL, NULL, NULL, NULL, NULL,"
		" NULL, NULL FROM booking) WHERE " KEPT);
	assert_same_rows(EVENTS_OF " WHERE id % 3 = 2",
		"SELECT 3 * id + 2, closed, name, creator, users, resv_id,"
		" iif(why LIKE 'ended%', 'ended', 'closed'), NULL, why, start,"
		" \"end\", nodes, NULL, NULL, NULL FROM booking"
		" WHERE closed IS NOT NULL");
	assert_says(path, "SELECT count(*) FROM event WHERE id % 3 = 2", "30");
	assert_says(path, "SELECT count(*) FROM event WHERE id % 3 = 1 AND"
		    " (verb IS NOT iif(old_start = start AND old_nodes IS NULL,"
		    " 'note', 'moved') OR uid NOTNULL OR old_end NOTNULL"
		    " OR \"end\" NOTNULL)", "0");
}

START_TEST(every_row_survives)
{
	char *before;
	ledger_t *l;

	from = _i;
	before = old_ledger();
	l = opened();
	ck_assert_int_eq(ledger_found_schema(l), from);
	ck_assert_int_eq(live_cnt(l), ROWS / 2);
	ledger_close(l);
	assert_says(path, "PRAGMA user_version", CURRENT);
	assert_dump(path, before);
	check_events();
	if (from < 3)
		assert_says(path, "SELECT count(*) FROM booking WHERE parked"
			    " IS NOT 0", "0");
	if (from < 4)
		assert_says(path, "SELECT count(*) FROM request, offer", "0");
	if (from < 5)
		check_not_before();
	if (from < 7)
		assert_says(path, "SELECT count(*) FROM booking WHERE serial"
			    " IS NOT max(0, min(changed, 0xffffffff))", "0");
	if (from < 8) {
		assert_says(path, "SELECT count(*) FROM booking WHERE hold_until"
			    " OR hold_ttl OR held NOTNULL", "0");
		assert_says(path, "SELECT count(*) FROM tombstone", "0");
	}
	if (from < 11)
		assert_says(path, "SELECT count(*) FROM standing", "0");
	assert_says(path, "SELECT count(*) FROM standing WHERE asked NOTNULL",
		    "0");
	assert_says(path, "SELECT count(*) FROM meta WHERE reconciled", "0");
	assert_says(path, "SELECT count(*) FROM booking WHERE ended IS NOT"
		    " (closed IS NOT NULL AND why IS NOT NULL"
		    " AND substr(why, 1, 5) = 'ended')", "0");
	if (from < 6)
		assert_says(path, "SELECT count(*) FROM saved, meta", "0");
	if (from < 2)
		assert_says(path, "SELECT count(*) FROM booking WHERE comment"
			    " NOTNULL OR allowed_parts NOTNULL OR qos NOTNULL",
			    "0");
	l = opened();
	ck_assert_int_eq(ledger_found_schema(l), LEDGER_SCHEMA);
	ck_assert_int_eq(live_cnt(l), ROWS / 2);
	ledger_close(l);
	assert_dump(path, before);
	free(before);
}
END_TEST

START_TEST(migrated_or_new_it_is_the_same_table)
{
	static const char text[] = "SELECT group_concat(sql, ';') FROM"
		" (SELECT sql FROM sqlite_master ORDER BY name)";
	char *new, *migrated;

	from = _i;
	ledger_close(opened());
	new = ask(path, text);
	empty_dir();
	free(old_ledger());
	ledger_close(opened());
	migrated = ask(path, text);
	ck_assert_str_eq(migrated, new);
	ck_assert_ptr_nonnull(strstr(new, "parked"));
	ck_assert_ptr_nonnull(strstr(new, "not_before"));
	ck_assert_ptr_nonnull(strstr(new, "seen"));
	ck_assert_ptr_nonnull(strstr(new, "tombstone"));
	free(new);
	free(migrated);
}
END_TEST

START_TEST(a_new_one_has_no_copy)
{
	ledger_t *l = opened();

	ck_assert_int_eq(ledger_found_schema(l), 0);
	ledger_close(l);
	ck_assert(!there(".v0") && !there(".v1") && !there(".v0.new"));
}
END_TEST

/* Whoever goes back to it later lacks what was written since. */
START_TEST(a_copy_is_not_reconciled)
{
	static const char *const steps[LEDGER_SCHEMA + 1] = {
		[LEDGER_SCHEMA] = "CREATE TABLE later (x)",
	};
	char copy[512];
	sqlite3 *db;

	ledger_close(opened());
	sql_on(path, "INSERT INTO meta (id, epoch, reconciled) VALUES (1, 1, 1)");
	db = plain(path);
	ck_assert_int_eq(ledger_schema_migrate(db, path, steps, LEDGER_SCHEMA,
					       LEDGER_SCHEMA + 1, why,
					       sizeof(why)), SQLITE_OK);
	sqlite3_close(db);
	assert_says(path, "SELECT reconciled FROM meta", "1");
	snprintf(copy, sizeof(copy), "%s.v" CURRENT, path);
	assert_says(copy, "SELECT reconciled FROM meta", "0");
	ck_assert(!there(".v" CURRENT ".new") &&
		  !there(".v" CURRENT ".new-journal"));
}
END_TEST

START_TEST(the_old_one_is_kept)
{
	char *before, *version;

	from = _i;
	before = old_ledger();
	ledger_close(opened());
	version = ask(copy_of_old(), "PRAGMA user_version");
	ck_assert_msg(is_old(version), "schema %s", version);
	assert_says(copy_of_old(), "PRAGMA integrity_check", "ok");
	assert_dump(copy_of_old(), before);
	ck_assert(!there(".v1.new") && !there(".v2.new"));
	for (int v = 1; v < LEDGER_SCHEMA; v++) {
		char suffix[16];

		snprintf(suffix, sizeof(suffix), ".v%d", v);
		ck_assert_int_eq(there(suffix), v == from);
	}
	/* back to the old file, and forward again with one more booking */
	ck_assert_int_eq(rename(copy_of_old(), path), 0);
	sql_on(path, "UPDATE booking SET name = 'other' WHERE id = 40");
	free(before);
	before = dump_of(path);
	ledger_close(opened());
	assert_dump(path, before);
	assert_dump(copy_of_old(), before);
	free(version);
	free(before);
}
END_TEST

/* An earlier migration's copy, and a killed one's leftovers, are replaced. */
START_TEST(older_copies_are_replaced)
{
	char *before = old_ledger();
	int fd = open(beside(".v1"), O_WRONLY | O_CREAT, 0600);

	ck_assert_int_eq(write(fd, "old", 3), 3);
	close(fd);
	fd = open(beside(".v1.new"), O_WRONLY | O_CREAT, 0600);
	ck_assert_int_eq(write(fd, "half", 4), 4);
	close(fd);
	ledger_close(opened());
	assert_dump(beside(".v1"), before);
	ck_assert(!there(".v1.new"));
	free(before);
}
END_TEST

START_TEST(in_a_folder_with_quotes)
{
	char *before;

	snprintf(path, sizeof(path), "%s/it's %%d \"it\"", dir);
	before = old_ledger();
	ledger_close(opened());
	assert_dump(path, before);
	assert_dump(beside(".v1"), before);
	free(before);
}
END_TEST

static int fill_and_die(void)
{
	(void) filled();
	return kill(getpid(), SIGKILL);
}

/* The old plugin was killed: its bookings are only in the WAL. */
START_TEST(of_a_killed_plugin)
{
	char *version;

	from = _i;
	ck_assert(WIFSIGNALED(in_child(fill_and_die)));
	ck_assert(there("-wal"));
	ledger_close(opened());
	assert_says(path, "SELECT count(*) FROM booking", "60");
	assert_says(copy_of_old(), "SELECT count(*) FROM booking", "60");
	assert_says(path, "PRAGMA user_version", CURRENT);
	version = ask(copy_of_old(), "PRAGMA user_version");
	ck_assert_msg(is_old(version), "schema %s", version);
	free(version);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_schema");
	TCase *tc = test_case(s, "ledger_schema", 300);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, old_setup, ledger_teardown);
	tcase_add_test(tc, there_is_a_step_to_every_schema);
	from_each(tc, every_row_survives);
	from_each(tc, migrated_or_new_it_is_the_same_table);
	tcase_add_test(tc, a_new_one_has_no_copy);
	tcase_add_test(tc, a_copy_is_not_reconciled);
	from_each(tc, the_old_one_is_kept);
	tcase_add_test(tc, older_copies_are_replaced);
	tcase_add_test(tc, in_a_folder_with_quotes);
	from_each(tc, of_a_killed_plugin);
	return test_run(s);
}
