/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contrib/garq-ledger/health.h"
#include "contrib/garq-ledger/recover.h"
#include "plugin/ledger/ledger.h"
#include "plugin/ledger/file/ledger_copy_files.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/ledger_replace.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define EXCLUSIVE "PRAGMA locking_mode=EXCLUSIVE"	/* no shared memory */
#define FINDINGS_MAX "100"	/* of SQLite, at most */

enum { LEDGER, FINDINGS };

static const sheet_column_t ledger_columns[] = {
	{ SHEET_YES_NO, "SOUND", false },
	{ SHEET_COUNT, "SCHEMA", false },
	{ SHEET_TEXT, "VERSION", false },
	{ SHEET_COUNT, "LIVE", false },
	{ SHEET_COUNT, "CLOSED", false },
	{ SHEET_COUNT, "OTHERS", false },
};

static const sheet_column_t finding_columns[] = {
	{ SHEET_TEXT, "FINDING", false },
};

static bool _sheets(health_t *h)
{
	*h = (health_t) { .sound = true };
	h->sheets[LEDGER] = sheet_create("ledger", ledger_columns,
					 COUNT(ledger_columns));
	h->sheets[FINDINGS] = sheet_create("findings", finding_columns,
					 COUNT(finding_columns));
	return h->sheets[LEDGER] && h->sheets[FINDINGS];
}

/* A ledger_say_fn. */
static void _add_line(void *arg, const char *line)
{
	health_t *h = arg;

	sheet_text(h->sheets[FINDINGS], line);
}

static void _add_damage(health_t *h, const char *line)
{
	_add_line(h, line);
	h->sound = false;
}

/*
 * RET what a statement says of the file, whose WAL stays as it is; -1: it can't
 * be read
 */
static int64_t _number(const char *path, const char *sql)
{
	sqlite3_stmt *s = NULL;
	sqlite3 *db = NULL;
	int64_t number = -1;

	if (!sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) &&
	    !sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) &&
	    !sqlite3_exec(db, EXCLUSIVE, NULL, NULL, NULL) &&
	    !sqlite3_prepare_v2(db, sql, -1, &s, NULL) &&
	    (sqlite3_step(s) == SQLITE_ROW))
		number = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	sqlite3_close(db);
	return number;
}

static void _add_number(sheet_t *s, int64_t number)
{
	if (number < 0)
		sheet_none(s);
	else
		sheet_count(s, number);
}

static const char *_version(int64_t schema)
{
	if (schema < 0)
		return "unknown";
	if (schema == LEDGER_SCHEMA)
		return "this";
	return (schema < LEDGER_SCHEMA) ? "older" : "newer";
}

/*
 * The rows of a ledger in figures; of a newer or a damaged one they are not
 * known.
 */
static void _add_figures(health_t *h, const char *path)
{
	static const char *const counts[] = {
		"SELECT count(*) FROM booking NOT INDEXED WHERE closed IS NULL",
		"SELECT count(closed) FROM booking NOT INDEXED",
		"SELECT (SELECT count(*) FROM request) +"
		" (SELECT count(*) FROM offer) + (SELECT count(*) FROM event) +"
		" (SELECT count(*) FROM tombstone)",
	};
	int64_t schema = _number(path, "PRAGMA user_version");
	sheet_t *s = h->sheets[LEDGER];

	sheet_count(s, h->sound);
	_add_number(s, schema);
	sheet_text(s, _version(schema));
	for (size_t i = 0; i < COUNT(counts); i++)
		_add_number(s, (schema > LEDGER_SCHEMA) ? -1 :
			       _number(path, counts[i]));
}

/* Add each line of a text of SQLite, but not its heading. */
static void _add_lines(health_t *h, const char *text)
{
	char line[256];

	while (*text) {
		size_t len = strcspn(text, "\n");

		snprintf(line, sizeof(line), "%.*s", (int) len, text);
		if (len && strncmp(line, "*** ", 4))
			_add_damage(h, line);
		text += len + (text[len] == '\n');
	}
}

/* What SQLite finds, index by index, too. RET SQLite's code */
static int _findings(sqlite3 *db, health_t *h)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(db, "PRAGMA integrity_check(" FINDINGS_MAX ")",
				    -1, &s, NULL);

	while (!rc && ((rc = sqlite3_step(s)) == SQLITE_ROW)) {
		const char *t = (const char *) sqlite3_column_text(s, 0);

		if (!t || strcmp(t, "ok"))
			_add_lines(h, t ? t : "?");
		rc = 0;
	}
	sqlite3_finalize(s);
	return (rc == SQLITE_DONE) ? 0 : rc;
}

/* RET false with error set if SQLite can't look at the file; damage is added */
static bool _ask_sqlite(const char *path, health_t *h, char *error,
			size_t error_size)
{
	size_t findings = sheet_rows(h->sheets[FINDINGS]);
	sqlite3 *db = NULL;
	int rc = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL);

	if (!rc && !(rc = sqlite3_exec(db, EXCLUSIVE, NULL, NULL, NULL)))
		rc = _findings(db, h);
	if (rc && db)
		snprintf(error, error_size, "%s", sqlite3_errmsg(db));
	else if (rc)
		snprintf(error, error_size, "out of memory");
	sqlite3_close(db);
	rc &= 0xff;
	if ((rc == SQLITE_CORRUPT) || (rc == SQLITE_NOTADB) ||
	    (rc == SQLITE_ERROR)) {
		if (sheet_rows(h->sheets[FINDINGS]) == findings)
			_add_damage(h, error);
		h->sound = false;
		rc = 0;
	}
	return !rc;
}

/* SQLite takes a file without a second byte for a new database. */
static bool _look(const char *path, health_t *h, char *error,
		  size_t error_size)
{
	struct stat st;

	if (stat(path, &st)) {
		snprintf(error, error_size, "%s", strerror(errno));
		return false;
	}
	if (st.st_size <= 1)
		_add_damage(h, "it is empty");
	else if (!_ask_sqlite(path, h, error, error_size))
		return false;
	_add_figures(h, path);
	return true;
}

bool health_check(const char *path, health_t *ret, char *error,
		  size_t error_size)
{
	health_t h;
	bool ok = _sheets(&h);

	if (!ok)
		snprintf(error, error_size, "out of memory");
	if (ok && (ok = _look(path, &h, error, error_size)))
		*ret = h;
	else
		health_free(&h);
	return ok;
}

/*
 * IN rc - errno of the copying of the copy, or 0
 * RET false: it is damaged, or can't be read, or there is none; a line says so
 */
static bool _of_copy(const char *copy, int rc, const char *to, health_t *h)
{
	char line[PATH_MAX + 300], why[200];
	ledger_made_t made;
	bool kept = false;

	if (!rc)
		rc = ledger_copy_is_kept(copy, &kept);
	if (rc)
		snprintf(why, sizeof(why), "%s", strerror(rc));
	else if (ledger_make_of_copy(copy, kept, to, &made, why, sizeof(why)) ==
	    LEDGER_OK) {
		_add_line(h, made.whole ?
			  "it is made of the copy, which has all that the ledger had" :
			  "it is made of a copy that was not kept: changes since then are not in it");
		h->sound = made.whole;
		return true;
	}
	snprintf(line, sizeof(line), "the copy can't be used: %s", why);
	_add_line(h, line);
	h->sound = false;
	return false;
}

/* Copy the copy, as slurmctld may be writing it, beside the snapshot. */
static bool _salvage(const char *path, const char *copy, const char *to,
		     health_t *h, char *error, size_t error_size)
{
	char mine[PATH_MAX];
	bool unused, ok;
	int rc;

	if (snprintf(mine, sizeof(mine), "%s.its-copy", path) >=
	    (int) sizeof(mine)) {
		snprintf(error, error_size, "%s", strerror(ENAMETOOLONG));
		return false;
	}
	rc = ledger_files_copy(copy, mine, &unused);
	if (rc)
		(void) unlink(mine);
	ok = _of_copy(mine, rc, to, h) ||
	     recover(path, rc ? NULL : mine, to, _add_line, h, error,
		     error_size);
	return ok && recover_disown(to, error, error_size);
}

bool health_salvage(const char *path, const char *copy, const char *to,
		    health_t *ret, char *error, size_t error_size)
{
	health_t h;
	bool ok = _sheets(&h);

	if (!ok)
		snprintf(error, error_size, "out of memory");
	if (!ok || !_salvage(path, copy, to, &h, error, error_size)) {
		health_free(&h);
		return false;
	}
	_add_figures(&h, to);
	*ret = h;
	return true;
}

static bool _ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);

	return (len >= end_len) && !strcmp(text + len - end_len, end);
}

bool health_may_write(const char *to, char *error, size_t error_size)
{
	/* a WAL without its file is that of a slurmctld that still runs */
	static const char *const parts[] = {
		"", "-wal", "-journal", ".salvage",
	};
	char name[PATH_MAX];
	struct stat st;

	if (_ends_with(to, ".salvaged") || _ends_with(to, ".salvage")) {
		snprintf(error, error_size,
			 "%s: slurmctld itself uses such a name: choose another one",
			 to);
		return false;
	}
	for (size_t i = 0; i < COUNT(parts); i++) {
		if (snprintf(name, sizeof(name), "%s%s", to, parts[i]) >=
		    PATH_MAX) {
			snprintf(error, error_size, "%s: %s", to,
				 strerror(ENAMETOOLONG));
			return false;
		}
		if (!lstat(name, &st)) {
			snprintf(error, error_size,
				 "%s is there already, and is not overwritten",
				 name);
			return false;
		}
	}
	return true;
}

bool health_print(FILE *out, const health_t *h, bool json)
{
	bool ok;

	if (!json)
		return sheets_print(h->sheets, out, SHEET_TABLE | SHEET_HEADS);
	fputc('{', out);
	ok = sheets_json(h->sheets, out);
	fputs("}\n", out);
	return ok;
}

bool health_print_lines(FILE *out, const health_t *h)
{
	return sheets_print(&h->sheets[FINDINGS], out, SHEET_LINES);
}

void health_free(health_t *h)
{
	for (size_t i = 0; i < COUNT(h->sheets); i++)
		sheet_destroy(h->sheets[i]);
	*h = (health_t) { .sheets = { NULL } };
}
