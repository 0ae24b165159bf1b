/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/garq-ledger/snapshot.h"
#include "test/unit/ledger_tool_fixture.h"

char dir[64];
char path[96];
char why[8192];

extern void zone(const char *name)
{
	setenv("TZ", name, 1);
	tzset();
}

extern void tool_setup(void)
{
	zone("UTC");
	unsetenv("TMPDIR");
	snprintf(dir, sizeof(dir), "/tmp/garq-tool-test.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/%s", dir, LEDGER_FILE);
}

extern const char *in_dir(const char *name)
{
	static char whole[512];

	snprintf(whole, sizeof(whole), "%s/%s", dir, name);
	return whole;
}

extern void tool_teardown(void)
{
	struct dirent *e;
	DIR *d = opendir(dir);

	while ((e = readdir(d)))
		if (e->d_name[0] != '.')
			unlink(in_dir(e->d_name));
	closedir(d);
	ck_assert_int_eq(rmdir(dir), 0);
}

extern booking_t *booking(const char *name)
{
	booking_t *b = booking_create();

	booking_set(&b->name, name);
	booking_set(&b->users, "ada,bob");
	booking_set(&b->nodes, "n[1-4]");
	b->t_esr = b->t_lsr = b->not_before = b->start = NOW + 7200;
	b->end = NOW + 10800;
	b->num_cn = 4;
	b->flags = SPEC_NODES;
	b->purge_comp_time = 300;
	return b;
}

extern ledger_t *opened(const char *file)
{
	ledger_t *l = NULL;

	ck_assert_msg(ledger_open(file, &l, why, sizeof(why)) == LEDGER_OK,
		      "%s", why);
	return l;
}

extern void put(ledger_t *l, booking_t *b)
{
	ck_assert(ledger_commit(l, ledger_put(l, b), why, sizeof(why)));
	booking_destroy(b);
}

extern void set_closed(time_t t)
{
	char *text = sqlite3_mprintf("UPDATE booking SET closed = %lld WHERE"
				     " closed NOTNULL", (long long) t);
	sqlite3 *db = NULL;

	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE",
				      NULL, NULL, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	sqlite3_free(text);
}

extern char *report_of(const report_query_t *query, bool json)
{
	char *text = NULL;
	snapshot_t copy;
	report_t r;
	size_t size;
	FILE *f;

	ck_assert_msg(snapshot_make(path, &copy, why, sizeof(why)), "%s", why);
	ledger_close(opened(copy.path));
	ck_assert_msg(snapshot_add_history(&copy, path, why, sizeof(why)),
		      "%s", why);
	ck_assert_msg(report_read(copy.path, copy.history, query, &r, why,
				  sizeof(why)), "%s", why);
	snapshot_remove(&copy);
	f = open_memstream(&text, &size);
	ck_assert(report_print(f, &r, json));
	fclose(f);
	report_free(&r);
	return text;
}
