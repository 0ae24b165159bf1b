/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "contrib/sresv/co/book/journal_private.h"

#define APPLICATION 0x67636f31		/* "gco1": the file is ours */
#define SCHEMA 4
#define PATIENCE_MS 10000		/* for another process that writes */

static const char schema[] =
	"CREATE TABLE co (id TEXT PRIMARY KEY, name TEXT NOT NULL,"
	" file TEXT NOT NULL, phase TEXT NOT NULL, parts INTEGER NOT NULL,"
	" created INTEGER NOT NULL, changed INTEGER NOT NULL,"
	" why TEXT NOT NULL, host TEXT, pid INTEGER, started INTEGER);"
	"CREATE TABLE place (seq INTEGER PRIMARY KEY, co TEXT NOT NULL,"
	" part INTEGER NOT NULL, id TEXT NOT NULL, member TEXT NOT NULL,"
	" cluster TEXT NOT NULL, conf TEXT, ssh TEXT, command TEXT,"
	" start INTEGER NOT NULL, length INTEGER NOT NULL,"
	" nodes INTEGER NOT NULL, partition TEXT, features TEXT,"
	" licenses TEXT, dropped INTEGER NOT NULL,"
	" UNIQUE (member, cluster));"
	"CREATE INDEX place_co ON place (co);"
	"CREATE TABLE step (seq INTEGER PRIMARY KEY, co TEXT NOT NULL,"
	" at INTEGER NOT NULL, part INTEGER NOT NULL, what TEXT NOT NULL,"
	" outcome TEXT, why TEXT);"
	"CREATE INDEX step_co ON step (co);";

/* Since schema 2. */
static const char schema_jobs[] =
	"CREATE TABLE job (seq INTEGER PRIMARY KEY, co TEXT NOT NULL,"
	" part INTEGER NOT NULL, run INTEGER NOT NULL, job INTEGER NOT NULL,"
	" UNIQUE (co, run, part));";

/* Since schema 4. */
static const char schema_list[] = "ALTER TABLE place ADD COLUMN list TEXT;";

/* --- statements -------------------------------------------------------------- */

const char *journal_why(const journal_t *j)
{
	return j->why;
}

bool journal_fail(journal_t *j)
{
	int rc = sqlite3_extended_errcode(j->db);
	const char *advice = "";

	if (((rc & 0xff) == SQLITE_CORRUPT) || ((rc & 0xff) == SQLITE_NOTADB))
		advice = "; move it away, and sresv co resume --scan makes a new one of what the clusters have";
	snprintf(j->why, sizeof(j->why), "%s: %s%s", j->path,
		 sqlite3_errmsg(j->db), advice);
	j->failed = true;
	return false;
}

sqlite3_stmt *journal_query(journal_t *j, const char *sql, const char *format,
			    ...)
{
	sqlite3_stmt *s = NULL;
	bool ok = sqlite3_prepare_v2(j->db, sql, -1, &s, NULL) == SQLITE_OK;
	va_list ap;

	va_start(ap, format);
	for (int i = 0; ok && format[i]; i++) {
		if (format[i] == 's')
			ok = sqlite3_bind_text(s, i + 1, va_arg(ap, char *), -1,
					       SQLITE_TRANSIENT) == SQLITE_OK;
		else
			ok = sqlite3_bind_int64(s, i + 1, va_arg(ap, int64_t)) ==
			     SQLITE_OK;
	}
	va_end(ap);
	if (ok)
		return s;
	journal_fail(j);
	sqlite3_finalize(s);
	return NULL;
}

bool journal_run(journal_t *j, sqlite3_stmt *statement)
{
	bool ok = statement && (sqlite3_step(statement) == SQLITE_DONE);

	if (statement && !ok)
		journal_fail(j);
	sqlite3_finalize(statement);
	return ok;
}

static bool _exec(journal_t *j, const char *sql)
{
	return (sqlite3_exec(j->db, sql, NULL, NULL, NULL) == SQLITE_OK) ||
	       journal_fail(j);
}

bool journal_begin(journal_t *j)
{
	if (j->failed)
		return false;
	if (!j->begun)
		j->begun = _exec(j, "BEGIN IMMEDIATE");
	return j->begun;
}

bool journal_commit(journal_t *j)
{
	bool ok = !j->failed;

	if (j->begun && ok)
		ok = _exec(j, "COMMIT");
	if (j->begun && !ok)
		sqlite3_exec(j->db, "ROLLBACK", NULL, NULL, NULL);
	j->begun = false;
	j->failed = false;
	return ok;
}

/* --- open -------------------------------------------------------------------- */

/* Make the folders of a path, for this user alone. */
static bool _make_folders(char *path)
{
	for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
		int rc;

		*at = '\0';
		rc = mkdir(path, 0700);
		*at = '/';
		if (rc && (errno != EEXIST))
			return false;
	}
	return true;
}

/* RET for free(), or NULL with errno */
static char *_path(const char *path)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	char *ret = NULL;
	int rc;

	if (path)
		return strdup(path);
	errno = ENOENT;
	if (state && (state[0] == '/'))
		rc = asprintf(&ret, "%s/sresv/co.db", state);
	else if (home && (home[0] == '/'))
		rc = asprintf(&ret, "%s/.local/state/sresv/co.db", home);
	else
		return NULL;
	return (rc < 0) ? NULL : ret;
}

static bool _pragma(journal_t *j, const char *sql, int64_t *ret)
{
	sqlite3_stmt *s = journal_query(j, sql, "");
	bool ok = s && (sqlite3_step(s) == SQLITE_ROW);

	if (ok)
		*ret = sqlite3_column_int64(s, 0);
	else if (s)
		journal_fail(j);
	sqlite3_finalize(s);
	return ok;
}

/* Add what is new since schema 1; the file says then that it has it. */
static bool _make_newer(journal_t *j, int64_t version)
{
	char pragmas[80];

	snprintf(pragmas, sizeof(pragmas),
		 "PRAGMA application_id=%d; PRAGMA user_version=%d;",
		 APPLICATION, SCHEMA);
	return ((version > 1) || _exec(j, schema_jobs)) &&
	       _exec(j, journal_schema_rebook) && _exec(j, schema_list) &&
	       _exec(j, pragmas);
}

static bool _make_schema(journal_t *j)
{
	return _exec(j, schema) && _make_newer(j, 1);
}

/* Two processes may come first: only one of them makes the tables. */
static bool _check_schema(journal_t *j)
{
	int64_t application, version, tables;

	if (!journal_begin(j) ||
	    !_pragma(j, "PRAGMA application_id", &application) ||
	    !_pragma(j, "PRAGMA user_version", &version) ||
	    !_pragma(j, "SELECT count(*) FROM sqlite_master", &tables))
		return false;
	if (!tables && !application)
		return _make_schema(j) && journal_commit(j);
	if ((application == APPLICATION) && (version >= 1) && (version < SCHEMA))
		return _make_newer(j, version) && journal_commit(j);
	if ((application == APPLICATION) && (version == SCHEMA))
		return journal_commit(j);
	snprintf(j->why, sizeof(j->why), (application == APPLICATION) ?
		 "%s: a newer sresv has made it; use that one" :
		 "%s: it is no journal of sresv; move it away", j->path);
	j->failed = true;
	return false;
}

#define OLD "SELECT id FROM co WHERE changed < ?1 AND (phase = 'aborted' OR" \
	" (phase = 'done' AND ?1 > (SELECT max(start + length) FROM place" \
	" WHERE place.co = co.id)))"

/* Forget what has ended long ago. */
static bool _clean(journal_t *j)
{
	static const char *const deletes[] = {
		"DELETE FROM step WHERE co IN (" OLD ")",
		"DELETE FROM co WHERE id IN (" OLD ")",
		"DELETE FROM place WHERE co NOT IN (SELECT id FROM co)",
		"DELETE FROM job WHERE co NOT IN (SELECT id FROM co)",
		"DELETE FROM request WHERE co NOT IN (SELECT id FROM co)",
		"DELETE FROM rebook WHERE co NOT IN (SELECT id FROM co)",
		"DELETE FROM keep WHERE co NOT IN (SELECT id FROM co)",
	};
	int64_t before = (int64_t) time(NULL) - JOURNAL_KEPT;

	for (size_t i = 0; i < sizeof(deletes) / sizeof(deletes[0]); i++) {
		if (!journal_run(j, journal_query(j, deletes[i],
						  (i < 2) ? "i" : "", before)))
			return false;
	}
	return true;
}

static bool _open(journal_t *j)
{
	mode_t mask = umask(077);
	int rc = sqlite3_open_v2(j->path, &j->db, SQLITE_OPEN_READWRITE |
				 SQLITE_OPEN_CREATE, NULL);

	umask(mask);
	if (!j->db) {
		snprintf(j->why, sizeof(j->why), "there is no memory");
		return false;
	}
	if (rc != SQLITE_OK)
		return journal_fail(j);
	sqlite3_busy_timeout(j->db, PATIENCE_MS);
	return _exec(j, "PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL;") &&
	       _check_schema(j);
}

journal_t *journal_open(const char *path, FILE *err)
{
	journal_t *j = calloc(1, sizeof(*j));

	if (j)
		j->path = _path(path);
	if (!j || !j->path || !_make_folders(j->path)) {
		fprintf(err, "sresv: the journal's folder can't be made (%s); set XDG_STATE_HOME\n",
			strerror(errno));
	} else if (_open(j)) {
		return j;
	} else {
		fprintf(err, "sresv: %s\n", j->why);
	}
	journal_close(j);
	return NULL;
}

void journal_close(journal_t *j)
{
	if (!j)
		return;
	if (j->begun)
		sqlite3_exec(j->db, "ROLLBACK", NULL, NULL, NULL);
	sqlite3_close(j->db);
	free(j->path);
	free(j);
}

/* --- changes ----------------------------------------------------------------- */

bool journal_put_co(journal_t *j, const journal_co_t *co)
{
	return journal_begin(j) && _clean(j) &&
	       journal_run(j, journal_query(j,
			"INSERT INTO co (id, name, file, phase, parts, created,"
			" changed, why) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			"ssssiiis", co->id, co->name, co->file,
			decide_phase_name(co->phase), (int64_t) co->part_cnt,
			co->created, co->created, co->why)) &&
	       journal_put_origin(j, co);
}

bool journal_put_place(journal_t *j, const char *id,
		       const journal_place_t *place)
{
	const lrs_cluster_t *c = &place->cluster;
	const lrs_shape_t *shape = &place->shape;

	return journal_begin(j) &&
	       journal_run(j, journal_query(j,
			"INSERT INTO place (co, part, id, member, cluster,"
			" conf, ssh, command, start, length, nodes, partition,"
			" features, licenses, list, dropped) VALUES (?, ?, ?,"
			" ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
			"sissssssiiissss",
			id, (int64_t) place->part, place->id, place->member,
			c->name, c->conf, c->ssh, c->command, shape->start,
			shape->length, shape->nodes, shape->partition,
			shape->features, shape->licenses, shape->list));
}

bool journal_put_phase(journal_t *j, const char *id, decide_phase_t phase,
		       const char *why)
{
	return journal_begin(j) &&
	       journal_run(j, journal_query(j,
			"UPDATE co SET phase = ?, why = ?, changed = ?"
			" WHERE id = ?", "ssis", decide_phase_name(phase), why,
			(int64_t) time(NULL), id));
}

bool journal_put_dropped(journal_t *j, const journal_place_t *place)
{
	return journal_begin(j) &&
	       journal_run(j, journal_query(j,
			"UPDATE place SET dropped = 1 WHERE member = ?"
			" AND cluster = ?", "ss", place->member,
			place->cluster.name));
}

bool journal_put_step(journal_t *j, const char *id, const journal_step_t *step)
{
	return journal_begin(j) &&
	       journal_run(j, journal_query(j,
			"INSERT INTO step (co, at, part, what, outcome, why)"
			" VALUES (?, ?, ?, ?, ?, ?)", "siisss", id,
			(int64_t) time(NULL), (int64_t) step->part, step->what,
			step->outcome, step->why));
}
