/* SPDX-License-Identifier: GPL-2.0-or-later */
/* health.c - see health.h */

#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>

#include "contrib/garq-ledger/health.h"
#include "plugin/ledger/ledger.h"
#include "plugin/ledger/ledger_salvage.h"

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
	{ SHEET_COUNT, "LOST", false },
	{ SHEET_COUNT, "SENSELESS", false },
	{ SHEET_COUNT, "DOUBLES", false },
	{ SHEET_COUNT, "PAGES", false },
	{ SHEET_COUNT, "COPIED", true },
	{ SHEET_COUNT, "UNSURE", true },
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

static const char *_version(int schema)
{
	if (schema < 0)
		return "unknown";
	if (schema == LEDGER_SCHEMA)
		return "this";
	return (schema < LEDGER_SCHEMA) ? "older" : "newer";
}

static bool _is_missing(const ledger_salvaged_t *found)
{
	return found->gaps || found->wrong || found->doubles || found->lost;
}

/* found - NULL: the rows of a newer ledger are not known here */
static void _add_figures(health_t *h, int schema,
			 const ledger_salvaged_t *found)
{
	sheet_t *s = h->sheets[LEDGER];

	sheet_count(s, h->sound);
	if (schema < 0)
		sheet_none(s);
	else
		sheet_count(s, schema);
	sheet_text(s, _version(schema));
	if (!found) {
		for (size_t i = 3; i < COUNT(ledger_columns); i++)
			sheet_none(s);
		return;
	}
	sheet_count(s, found->live);
	sheet_count(s, found->closed);
	sheet_count(s, found->others);
	sheet_count(s, found->lost);
	sheet_count(s, found->wrong);
	sheet_count(s, found->doubles);
	sheet_count(s, found->gaps);
	sheet_count(s, found->copied);
	sheet_count(s, found->unsure);
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

/* RET the schema of the file, whose WAL stays as it is; -1: it can't be read */
static int _schema_of(const char *path)
{
	sqlite3_stmt *s = NULL;
	sqlite3 *db = NULL;
	int schema = -1;

	if (!sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) &&
	    !sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) &&
	    !sqlite3_exec(db, EXCLUSIVE, NULL, NULL, NULL) &&
	    !sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &s, NULL) &&
	    (sqlite3_step(s) == SQLITE_ROW))
		schema = sqlite3_column_int(s, 0);
	sqlite3_finalize(s);
	sqlite3_close(db);
	return schema;
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

/*
 * What a salvage would find. RET false with error set if none can be made
 */
static bool _try_salvage(const char *path, health_t *h,
			 ledger_salvaged_t *found, char *error,
			 size_t error_size)
{
	char scratch[PATH_MAX];

	if (snprintf(scratch, sizeof(scratch), "%s.scratch", path) >=
	    PATH_MAX) {
		snprintf(error, error_size, "%s", strerror(ENAMETOOLONG));
		return false;
	}
	if (!ledger_salvage_to(path, NULL, scratch, _add_line, h, found, error,
			       error_size))
		return false;
	h->sound = h->sound && !_is_missing(found);
	return true;
}

/*
 * SQLite comes last: it may write the WAL's pages into the file. It takes a
 * file without a second byte for a new database. Rows of a newer ledger are not known here.
 */
static bool _look(const char *path, health_t *h, char *error,
		  size_t error_size)
{
	ledger_salvaged_t found;
	struct stat st;
	bool newer, empty;
	int schema;

	if (stat(path, &st)) {
		snprintf(error, error_size, "%s", strerror(errno));
		return false;
	}
	if ((empty = (st.st_size <= 1)))
		_add_damage(h, "it is empty");
	schema = empty ? -1 : _schema_of(path);
	newer = schema > LEDGER_SCHEMA;
	if ((!newer && !_try_salvage(path, h, &found, error, error_size)) ||
	    (!empty && !_ask_sqlite(path, h, error, error_size)))
		return false;
	_add_figures(h, schema, newer ? NULL : &found);
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

bool health_salvage(const char *path, const char *copy, const char *to,
		    health_t *ret, char *error, size_t error_size)
{
	ledger_salvaged_t found;
	health_t h;
	bool ok = _sheets(&h);

	if (!ok)
		snprintf(error, error_size, "out of memory");
	ok = ok && ledger_salvage_to(path, copy, to, _add_line, &h, &found,
				     error, error_size);
	if (!ok) {
		health_free(&h);
		return false;
	}
	ledger_salvage_tell(&found, _add_line, &h);
	h.sound = !_is_missing(&found);
	_add_figures(&h, _schema_of(path), &found);
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
