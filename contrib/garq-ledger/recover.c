/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contrib/garq-ledger/recover.h"
#include "plugin/ledger/ledger.h"

#define SHELL "sqlite3"	/* found by PATH */

extern char **environ;

/* RET 0 or errno; how the shell ends does not matter: see recover() */
static int _run(const char *const *argv, const char *in, const char *out)
{
	posix_spawn_file_actions_t files;
	int status, rc = posix_spawn_file_actions_init(&files);
	pid_t child;

	if (rc)
		return rc;
	if (!(rc = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, in,
						    O_RDONLY, 0)) &&
	    !(rc = posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out,
						    O_WRONLY | O_CREAT |
						    O_TRUNC, 0600)) &&
	    !(rc = posix_spawn_file_actions_addopen(&files, STDERR_FILENO,
						    "/dev/null", O_WRONLY, 0)))
		rc = posix_spawnp(&child, SHELL, &files, NULL,
				  (char *const *) argv, environ);
	posix_spawn_file_actions_destroy(&files);
	if (!rc)
		while ((waitpid(child, &status, 0) < 0) && (errno == EINTR))
			;
	return rc;
}

static bool _has_bookings(const char *path)
{
	sqlite3_stmt *s = NULL;
	sqlite3 *db = NULL;
	bool has = !sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) &&
		   !sqlite3_prepare_v2(db, "SELECT 1 FROM sqlite_schema"
				       " WHERE name = 'booking'", -1, &s,
				       NULL) &&
		   (sqlite3_step(s) == SQLITE_ROW);

	sqlite3_finalize(s);
	sqlite3_close(db);
	return has;
}

/* OUT to - "": the file itself has to be read */
static void _run_recover(const char *damaged, char to[PATH_MAX],
			 ledger_say_fn say, void *arg)
{
	const char *const read[] = {
		SHELL, "-batch", "-init", "/dev/null", damaged, ".recover",
		NULL,
	};
	const char *const write[] = {
		SHELL, "-batch", "-init", "/dev/null", to, NULL,
	};
	char sql[PATH_MAX];
	int rc = ENAMETOOLONG;

	if ((snprintf(to, PATH_MAX, "%s.recovered", damaged) < PATH_MAX) &&
	    (snprintf(sql, PATH_MAX, "%s.sql", damaged) < PATH_MAX))
		rc = _run(read, "/dev/null", sql);
	if (!rc)
		rc = _run(write, sql, "/dev/null");
	if (!rc && _has_bookings(to))
		return;
	to[0] = '\0';
	say(arg, rc ? "there is no shell of SQLite's: rows are those that SQLite can read otherwise" :
		      "the shell of SQLite's recovers nothing: rows are those that SQLite can read otherwise");
}

/* --- rows ---------------------------------------------------------------- */

typedef struct {
	const char *name;
	const char *order;	/* columns of its key ... */
	const char *back;	/* ... from its end */
	const char *where;	/* rows that make sense */
} table_t;

static const table_t tables[] = {
	{ "booking", "id", "id DESC",
	  "typeof(name) = 'text' AND name <> '' AND instr(name, char(0)) = 0"
	  " AND typeof(start) = 'integer' AND typeof(\"end\") = 'integer'"
	  " AND (closed IS NOT NULL OR \"end\" > start)" },
	{ "request", "id", "id DESC", "1" },
	{ "offer", "request, number", "request DESC, number DESC", "1" },
	{ "event", "id", "id DESC", "1" },
	{ "tombstone", "id", "id DESC", "1" },
	{ "standing", "id", "id DESC",
	  "typeof(name) = 'text' AND name <> '' AND instr(name, char(0)) = 0"
	  " AND typeof(packed) = 'blob'" },
	{ "mail", "recipient, event", "recipient DESC, event DESC",
	  "typeof(recipient) = 'text' AND typeof(event) = 'integer'" },
	{ "spent", "account, month", "account DESC, month DESC",
	  "typeof(account) = 'text' AND typeof(month) = 'integer'"
	  " AND typeof(amount) = 'integer'" },
};

#define TABLES (sizeof(tables) / sizeof(tables[0]))

/*
 * RET the statement that inserts a row of s, unless there is one; NULL: none
 * can
 */
static sqlite3_stmt *_inserter(sqlite3 *to, const char *table, sqlite3_stmt *s)
{
	char *names = sqlite3_mprintf(""), *values = sqlite3_mprintf("");
	sqlite3_stmt *insert = NULL;
	char *sql;

	for (int i = 0; i < sqlite3_column_count(s); i++) {
		names = sqlite3_mprintf("%z%s\"%w\"", names, i ? "," : "",
					sqlite3_column_name(s, i));
		values = sqlite3_mprintf("%z%s?", values, i ? "," : "");
	}
	sql = sqlite3_mprintf("INSERT OR IGNORE INTO %s (%s) VALUES (%s)", table,
			      names, values);
	(void) sqlite3_prepare_v2(to, sql, -1, &insert, NULL);
	sqlite3_free(names);
	sqlite3_free(values);
	sqlite3_free(sql);
	return insert;
}

/*
 * Insert the rows of a table in an order, up to the first that can't be read.
 */
static void _copy_rows(sqlite3 *to, sqlite3 *from, const table_t *t,
		       const char *order)
{
	char *sql = sqlite3_mprintf("SELECT * FROM %s NOT INDEXED WHERE %s"
				    " ORDER BY %s", t->name, t->where, order);
	sqlite3_stmt *s = NULL, *insert = NULL;

	if (!sqlite3_prepare_v2(from, sql, -1, &s, NULL))
		insert = _inserter(to, t->name, s);
	while (insert && (sqlite3_step(s) == SQLITE_ROW)) {
		for (int i = 0; i < sqlite3_column_count(s); i++)
			sqlite3_bind_value(insert, i + 1,
					   sqlite3_column_value(s, i));
		(void) sqlite3_step(insert);	/* a wrong one stays out */
		(void) sqlite3_reset(insert);
	}
	sqlite3_finalize(s);
	sqlite3_finalize(insert);
	sqlite3_free(sql);
}

static int _open(const char *name, sqlite3 **ret)
{
	int rc = sqlite3_open_v2(name, ret, SQLITE_OPEN_READWRITE, NULL);

	return rc ? rc : sqlite3_exec(*ret, "PRAGMA locking_mode=EXCLUSIVE",
				      NULL, NULL, NULL);
}

static void _copy_file(sqlite3 *to, const char *name, ledger_say_fn say,
		       void *arg)
{
	char recovered[PATH_MAX];
	sqlite3 *from = NULL;

	_run_recover(name, recovered, say, arg);
	if (!_open(recovered[0] ? recovered : name, &from))
		for (size_t i = 0; i < TABLES; i++) {
			_copy_rows(to, from, &tables[i], tables[i].order);
			_copy_rows(to, from, &tables[i], tables[i].back);
		}
	sqlite3_close(from);
}

/* --- the new ledger ------------------------------------------------------ */

/* In a transaction. RET SQLite's code */
static int _fill(sqlite3 *db, const char *path, const char *copy,
		 ledger_say_fn say, void *arg)
{
	int rc = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);

	_copy_file(db, path, say, arg);
	if (!rc)
		rc = sqlite3_exec(db, "CREATE TEMP TABLE sure AS"
				  " SELECT id FROM booking", NULL, NULL, NULL);
	if (copy)
		_copy_file(db, copy, say, arg);
	return rc ? rc : sqlite3_exec(db,
		"UPDATE booking SET parked = 1, seen = 0, files = 0"
		" WHERE closed IS NULL AND id NOT IN (SELECT id FROM sure);"
		"INSERT INTO meta (id, epoch) SELECT 1,"
		" min(ifnull(max(serial), 0) >> 32, 1 << 30) FROM booking;"
		"UPDATE booking SET closed = changed, why = 'hold ended'"
		" WHERE closed IS NULL AND hold_until AND held IS NULL;"
		"DELETE FROM offer WHERE closed IS NULL"
		" OR request NOT IN (SELECT id FROM request);"
		"COMMIT", NULL, NULL, NULL);
}

bool recover(const char *path, const char *copy, const char *to,
	     ledger_say_fn say, void *arg, char *error, size_t error_size)
{
	sqlite3 *db = NULL;
	ledger_t *l = NULL;
	int rc;

	if (ledger_open(to, &l, error, error_size) != LEDGER_OK)
		return false;
	ledger_close(l);
	if (!(rc = _open(to, &db)))
		rc = _fill(db, path, copy, say, arg);
	if (rc)
		snprintf(error, error_size, "%s", sqlite3_errmsg(db));
	sqlite3_close(db);
	if (rc)
		(void) unlink(to);
	else
		say(arg, "rows may be missing: live bookings that the copy alone has are parked, and may have been deleted since");
	return !rc;
}

bool recover_disown(const char *path, char *error, size_t error_size)
{
	sqlite3 *db = NULL;
	int rc = _open(path, &db);

	if (!rc)
		rc = sqlite3_exec(db, "UPDATE meta SET host = NULL, boot = NULL,"
				  " pid = NULL; PRAGMA application_id = 0;"
				  "PRAGMA journal_mode=DELETE", NULL, NULL,
				  NULL);
	if (rc)
		snprintf(error, error_size, "%s", sqlite3_errmsg(db));
	sqlite3_close(db);
	return !rc;
}
