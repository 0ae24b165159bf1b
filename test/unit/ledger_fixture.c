/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_fixture.c - a ledger in a folder of its own, for each test.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/file/ledger_copy_files.h"
#include "plugin/ledger/ledger_private.h"
#include "test/unit/ledger_fixture.h"

char dir[64];
char path[96];
char why[256];
struct test_clock test_clock;

extern time_t __real_time(time_t *t);
extern time_t __wrap_time(time_t *t);

extern time_t __wrap_time(time_t *t)
{
	time_t now = test_clock.at ? test_clock.at : __real_time(NULL);

	now += test_clock.ahead;
	if (t)
		*t = now;
	return now;
}

extern void ledger_setup(void)
{
	test_clock = (struct test_clock) { .at = 0 };
	why[0] = '\0';
	snprintf(dir, sizeof(dir), "/tmp/garq-ledger-test.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/%s", dir, LEDGER_FILE);
}

extern void empty_dir(void)
{
	struct dirent *e;
	DIR *d = opendir(dir);
	char file[512];

	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d))) {
		snprintf(file, sizeof(file), "%s/%s", dir, e->d_name);
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			ck_assert_int_eq(remove(file), 0);
	}
	closedir(d);
}

extern void ledger_teardown(void)
{
	fault_vfs_disarm();
	chmod(dir, 0700);
	empty_dir();
	ck_assert_int_eq(rmdir(dir), 0);
}

extern const char *beside(const char *suffix)
{
	static char name[4][128];
	static int turn;

	turn = (turn + 1) % 4;
	snprintf(name[turn], sizeof(name[turn]), "%s%s", path, suffix);
	return name[turn];
}

extern bool there(const char *suffix)
{
	return !access(beside(suffix), F_OK);
}

extern bool is_kept(void)
{
	bool kept = false;

	(void) ledger_copy_is_kept(beside(LEDGER_COPY), &kept);
	return kept;
}

/* --- the ledger ----------------------------------------------------------- */

extern ledger_t *opened(void)
{
	ledger_t *l = NULL;

	ck_assert_msg(ledger_open(path, &l, why, sizeof(why)) == LEDGER_OK,
		      "%s", why);
	ck_assert_str_eq(why, "");
	return l;
}

extern ledger_t *passed(ledger_t *l)
{
	l->passed[0] = INT64_MAX;
	return l;
}

void purge_old(void)
{
	ledger_t *l = passed(opened());

	ledger_purge(l, time(NULL), -1);
	ledger_close(l);
}

ledger_t *reopened(ledger_t *l)
{
	ledger_close(l);
	return opened();
}

extern void commit(ledger_t *l, ledger_op_t *op)
{
	ck_assert_ptr_nonnull(op);
	ck_assert_msg(ledger_commit(l, op, why, sizeof(why)), "%s", why);
}

extern booking_t *booking(const char *name)
{
	booking_t *b = booking_create();

	booking_set(&b->name, name);
	booking_set(&b->users, "ada,bob");
	booking_set(&b->nodes, "n[1-4]");
	booking_set(&b->partition, "main");
	b->t_esr = 1000;
	b->t_lsr = 4600;
	b->not_before = 1500;
	b->start = 2000;
	b->end = 5600;
	b->num_cn = 4;
	b->flags = UINT64_C(0x8000000100008000);
	b->duration_min = 60;
	b->resv_id = 17;
	b->creator = 0;
	b->created = 900;
	return b;
}

extern void put(ledger_t *l, const booking_t *b)
{
	commit(l, ledger_put(l, b));
}

extern void drop(ledger_t *l, const char *name)
{
	commit(l, ledger_drop(l, name, "deleted"));
}

static void keep(void *arg, booking_t *b)
{
	found_t *f = arg;

	ck_assert_int_lt(f->cnt, 64);
	f->list[f->cnt++] = b;
}

extern found_t found_all(ledger_t *l)
{
	found_t f = { .cnt = 0 };

	ck_assert_msg(ledger_each(l, keep, &f, why, sizeof(why)), "%s", why);
	return f;
}

extern void found_free(found_t *f)
{
	while (f->cnt)
		booking_destroy(f->list[--f->cnt]);
}

extern void assert_live(ledger_t *l, int want_cnt)
{
	found_t f = found_all(l);

	ck_assert_int_eq(f.cnt, want_cnt);
	found_free(&f);
}

extern void assert_parked(ledger_t *l, int want_cnt, int want_parked)
{
	found_t f = found_all(l);
	int parked = 0;

	ck_assert_int_eq(f.cnt, want_cnt);
	for (int i = 0; i < f.cnt; i++)
		parked += f.list[i]->parked;
	ck_assert_int_eq(parked, want_parked);
	found_free(&f);
}

/* --- the same file, by another program ------------------------------------ */

extern void sql(sqlite3 *db, const char *text)
{
	char *error = NULL;
	int rc = sqlite3_exec(db, text, NULL, NULL, &error);

	ck_assert_msg(rc == SQLITE_OK, "%s: %s", text, error);
}

extern sqlite3 *plain(const char *file)
{
	sqlite3 *db = NULL;

	ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
	/* then no shared memory is needed, which the faulty disk lacks */
	sql(db, "PRAGMA locking_mode=EXCLUSIVE");
	return db;
}

extern void sql_on(const char *file, const char *text)
{
	sqlite3 *db = plain(file);

	sql(db, text);
	sqlite3_close(db);
}

extern char *ask_db(sqlite3 *db, const char *text)
{
	sqlite3_stmt *s = NULL;
	const char *answer;
	char *copy;

	ck_assert_msg(sqlite3_prepare_v2(db, text, -1, &s, NULL) == SQLITE_OK,
		      "%s: %s", text, sqlite3_errmsg(db));
	ck_assert_int_eq(sqlite3_step(s), SQLITE_ROW);
	answer = (const char *) sqlite3_column_text(s, 0);
	copy = strdup(answer ? answer : "");
	ck_assert_ptr_nonnull(copy);
	sqlite3_finalize(s);
	return copy;
}

extern int count_rows(ledger_t *l, const char *what)
{
	char *text = sqlite3_mprintf("SELECT count(*) FROM %s", what);
	char *answer = ask_db(l->db, text);
	int cnt = atoi(answer);

	free(answer);
	sqlite3_free(text);
	return cnt;
}

extern char *ask(const char *file, const char *text)
{
	sqlite3 *db = plain(file);
	char *answer = ask_db(db, text);

	sqlite3_close(db);
	return answer;
}

extern void assert_says(const char *file, const char *text, const char *want)
{
	char *is = ask(file, text);

	ck_assert_str_eq(is, want);
	free(is);
}

/* --- another process ------------------------------------------------------ */

extern int in_child(int (*fn)(void))
{
	int status;
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (!pid)
		_exit(fn());
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return status;
}
