/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_tool_health_test.c - a ledger is checked and salvaged, sound or not
 */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/garq-ledger/health.h"
#include "contrib/garq-ledger/snapshot.h"
#include "plugin/ledger/ledger_copy.h"
#include "test/unit/ledger_tool_fixture.h"

#define PAGE 4096
#define LIVE 40

static void make(int cnt)
{
	ledger_t *l = opened(path);
	char name[32], comment[1000] = "";

	ledger_copy_begin(l);
	memset(comment, 'c', sizeof(comment) - 1);	/* some rows in a page */
	for (int i = 0; i < cnt; i++) {
		booking_t *b;

		snprintf(name, sizeof(name), "live-%d", i);
		b = booking(name);
		booking_set(&b->comment, comment);
		put(l, b);
	}
	ledger_close(l);
}

static void sql_on(const char *file, const char *text)
{
	sqlite3 *db = NULL;

	ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
	ck_assert_msg(!sqlite3_exec(db, text, NULL, NULL, NULL), "%s",
		      sqlite3_errmsg(db));
	sqlite3_close(db);
}

static void sql(const char *text)
{
	sql_on(path, text);
}

/* Page numbers begin with 1. */
static void overwrite(long number)
{
	unsigned char zeros[PAGE] = { 0 };
	int fd = open(path, O_WRONLY);

	ck_assert_int_eq(pwrite(fd, zeros, PAGE, (number - 1) * PAGE), PAGE);
	close(fd);
}

static void overwrite_root(const char *name)
{
	char *text = sqlite3_mprintf("SELECT rootpage FROM sqlite_schema"
				     " WHERE name = %Q", name);
	sqlite3_stmt *s = NULL;
	sqlite3 *db = NULL;
	int root;

	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_prepare_v2(db, text, -1, &s, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_step(s), SQLITE_ROW);
	root = sqlite3_column_int(s, 0);
	sqlite3_finalize(s);
	sqlite3_close(db);
	sqlite3_free(text);
	overwrite(root);
}

/* What check prints as JSON. RET free() */
static char *checked(bool sound)
{
	char *text = NULL;
	snapshot_t copy;
	health_t h;
	size_t size;
	FILE *f;

	ck_assert_msg(snapshot_make(path, &copy, why, sizeof(why)), "%s", why);
	ck_assert_msg(health_check(copy.path, &h, why, sizeof(why)), "%s",
		      why);
	snapshot_remove(&copy);
	ck_assert_int_ne(access(copy.folder, F_OK), 0);
	f = open_memstream(&text, &size);
	ck_assert(health_print(f, &h, true));
	fclose(f);
	ck_assert_msg(h.sound == sound, "%s", text);
	health_free(&h);
	return text;
}

static void assert_checked(bool sound, const char *part)
{
	char *text = checked(sound);

	ck_assert_msg(strstr(text, part), "%s", text);
	free(text);
}

START_TEST(a_sound_one)
{
	ledger_t *l;

	make(LIVE);
	assert_checked(true, "\"sound\":true,\"schema\":");
	assert_checked(true, "\"version\":\"this\",\"live\":40,\"closed\":0");
	assert_checked(true, "\"findings\":[]");
	l = opened(path);	/* locked, and with a WAL */
	put(l, booking("r"));
	assert_checked(true, "\"live\":41,");
	ledger_close(l);
}
END_TEST

START_TEST(a_damaged_table)
{
	make(LIVE);
	overwrite_root("request");
	assert_checked(false, "\"live\":40,\"closed\":0,\"others\":40");
	assert_checked(false, "btreeInitPage() returns error");
	overwrite_root("booking");
	assert_checked(false, "\"live\":null,");
}
END_TEST

/* All rows can be read, but SQLite does not find them by name. */
START_TEST(a_damaged_index)
{
	make(LIVE);
	overwrite_root("booking_live");
	assert_checked(false, "\"live\":40,\"closed\":0,\"others\":40");
}
END_TEST

START_TEST(no_ledger_at_all)
{
	make(1);
	overwrite(1);
	assert_checked(false, "file is not a database");
	ck_assert_int_eq(truncate(path, 0), 0);
	assert_checked(false, "it is empty");
}
END_TEST

/* Its rows are not looked at: they may have columns that are not known here. */
START_TEST(a_newer_one)
{
	make(1);
	sql("PRAGMA user_version=99; DROP TABLE booking");
	assert_checked(true, "\"schema\":99,\"version\":\"newer\",\"live\":null");
	assert_checked(true, "\"findings\":[]");
}
END_TEST

START_TEST(an_older_one)
{
	make(1);
	sql("PRAGMA user_version=1");
	assert_checked(true, "\"schema\":1,\"version\":\"older\",\"live\":1,");
}
END_TEST

/* Salvage, and look at what is said and made. IN live - as JSON */
static void assert_salvaged(const char *copy, const char *line,
			    const char *live)
{
	char to[200], *text = NULL;
	size_t size;
	health_t h;
	FILE *f;

	snprintf(to, sizeof(to), "%s.new", path);
	ck_assert_msg(health_may_write(to, why, sizeof(why)), "%s", why);
	ck_assert_msg(health_salvage(path, copy, to, &h, why, sizeof(why)),
		      "%s", why);
	f = open_memstream(&text, &size);
	ck_assert(health_print_lines(f, &h));
	fclose(f);
	ck_assert_msg(strstr(text, line), "%s", text);
	health_free(&h);
	free(text);
	ck_assert(!health_may_write(to, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, ".new is there already"));
	ck_assert_int_eq(rename(to, path), 0);
	assert_checked(true, live);
}

START_TEST(without_a_copy_what_can_be_read)
{
	make(LIVE);
	overwrite_root("request");
	assert_salvaged("", "rows may be missing", "\"live\":40,");
	overwrite_root("booking");
	assert_salvaged("", "rows may be missing", "\"live\":0,");
}
END_TEST

/* With the copy nothing is lost. */
START_TEST(the_copy_is_used)
{
	char copy[200];

	make(LIVE);
	ck_assert_int_eq(truncate(path, PAGE), 0);
	snprintf(copy, sizeof(copy), "%s" LEDGER_COPY, path);
	assert_salvaged(copy, "which has all that the ledger had",
			"\"live\":40,");
}
END_TEST

/* The one that an older plugin has made. */
START_TEST(a_copy_that_was_not_kept)
{
	char copy[200];

	make(LIVE);
	snprintf(copy, sizeof(copy), "%s" LEDGER_COPY, path);
	sql_on(copy, "PRAGMA journal_mode=DELETE");
	ck_assert_int_eq(truncate(path, PAGE), 0);
	assert_salvaged(copy, "a copy that was not kept", "\"live\":40,");
}
END_TEST

START_TEST(names_that_are_refused)
{
	static const char *const names[] = {
		LEDGER_FILE ".salvaged", LEDGER_FILE ".salvage",
	};
	static const char *const there[] = { "x", "x-wal", "x-journal" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		ck_assert(!health_may_write(in_dir(names[i]), why,
					    sizeof(why)));
		ck_assert_ptr_nonnull(strstr(why, "choose another one"));
	}
	for (size_t i = 0; i < sizeof(there) / sizeof(there[0]); i++) {
		int fd = open(in_dir(there[i]), O_CREAT | O_WRONLY, 0600);

		close(fd);
		ck_assert(!health_may_write(in_dir("x"), why, sizeof(why)));
		unlink(in_dir(there[i]));
		ck_assert(health_may_write(in_dir("x"), why, sizeof(why)));
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_tool_health");
	TCase *tc = test_case(s, "ledger_tool_health", 60);

	tcase_add_checked_fixture(tc, tool_setup, tool_teardown);
	tcase_add_test(tc, a_sound_one);
	tcase_add_test(tc, a_damaged_table);
	tcase_add_test(tc, a_damaged_index);
	tcase_add_test(tc, no_ledger_at_all);
	tcase_add_test(tc, a_newer_one);
	tcase_add_test(tc, an_older_one);
	tcase_add_test(tc, without_a_copy_what_can_be_read);
	tcase_add_test(tc, the_copy_is_used);
	tcase_add_test(tc, a_copy_that_was_not_kept);
	tcase_add_test(tc, names_that_are_refused);
	return test_run(s);
}
