/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_open.c - opening the ledger's file: creating, checking, migrating. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "plugin/ledger/file/ledger_copy_files.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/file/ledger_integrity.h"
#include "plugin/ledger/ledger_place.h"
#include "plugin/ledger/file/ledger_present.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_schema.h"
#include "plugin/ledger/ledger_statement.h"
#include "plugin/memory/memory.h"

/* Read a number of the file's header. */
static int _read_header(sqlite3 *db, const char *pragma, int *ret)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(db, pragma, -1, &s, NULL);

	if ((rc == SQLITE_OK) && ((rc = sqlite3_step(s)) == SQLITE_ROW)) {
		*ret = sqlite3_column_int(s, 0);
		rc = SQLITE_OK;
	}
	sqlite3_finalize(s);
	return rc;
}

/* Read the header only: tables of a newer schema may be unreadable here. */
static int _read_schema(sqlite3 *db, int *ret_schema)
{
	int rc = _read_header(db, "PRAGMA user_version", ret_schema);

	return (!rc && (*ret_schema < 0)) ? SQLITE_CORRUPT : rc;
}

/*
 * Give the file an identity, if it has none. It is kept in the header, so that
 * no table has to change, and copies of the file have it, too.
 */
static int _identify(ledger_t *l)
{
	int id = 0, rc = _read_header(l->db, "PRAGMA application_id", &id);
	char sql[64];

	if (!rc && !id) {
		while (!id)
			sqlite3_randomness(sizeof(id), &id);
		snprintf(sql, sizeof(sql), "PRAGMA application_id=%d", id);
		rc = sqlite3_exec(l->db, sql, NULL, NULL, NULL);
	}
	l->identity = (uint32_t) id;
	return rc;
}

ledger_status_t ledger_status(int rc)
{
	switch (rc & 0xff) {
	case SQLITE_OK:
		return LEDGER_OK;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
	case SQLITE_ERROR:	/* e.g. a table of another program */
		return LEDGER_DAMAGED;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return LEDGER_BUSY;
	default:
		return LEDGER_UNREADABLE;
	}
}

/* The size of PATH with a suffix; -1 if there is no such file. */
static off_t _size_of(const char *path, const char *suffix)
{
	ledger_name_t name;
	struct stat st;

	return (ledger_name(name, path, "%s", suffix) && !stat(name, &st)) ?
	       st.st_size : -1;
}

/*
 * Keep the WAL if the file is closed: its writer may have been killed, and the
 * next start compares the WAL with that of the copy. RET SQLite's code
 */
static int _keep_wal(sqlite3 *db, bool keep)
{
	return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE,
				 (int) keep, NULL);
}

/* Refuse a newer ledger; error has the advice to the administrator. */
static ledger_status_t _leave_newer(ledger_t *l, const char *path, char *error,
				    size_t error_size)
{
	char copy[16], back[80] = "";

	snprintf(copy, sizeof(copy), ".v%d", LEDGER_SCHEMA);
	if (_size_of(path, copy) > 0)
		snprintf(back, sizeof(back), ", or go back to " LEDGER_FILE
			 "%s, see garq-ledger(8)", copy);
	snprintf(error, error_size,
		 "it was written by a newer version of sched/garq (schema %d, this one knows %d): install that again%s",
		 l->found_schema, LEDGER_SCHEMA, back);
	return LEDGER_NEWER;
}

/* True if db has any table, also one of another program; or after an error. */
static bool _has_tables(sqlite3 *db)
{
	int cnt = 1;

	(void) _read_header(db, "SELECT count(*) FROM sqlite_schema", &cnt);
	return cnt;
}

static ledger_status_t _migrate(ledger_t *l, const char *path, char *error,
				size_t error_size)
{
	char why[192];
	int rc;

	if (l->found_schema == LEDGER_SCHEMA)
		return LEDGER_OK;
	rc = ledger_schema_migrate(l->db, path, ledger_schema_steps,
				   l->found_schema, LEDGER_SCHEMA, why,
				   sizeof(why));
	if (rc == SQLITE_OK)
		return LEDGER_OK;
	if (!l->found_schema) {
		snprintf(error, error_size, "%s", why);
		return ledger_status(rc);
	}
	snprintf(error, error_size,
		 "it can't be migrated from schema %d to %d and is left as it was: %s",
		 l->found_schema, LEDGER_SCHEMA, why);
	/* The file is intact, as was checked before: not damaged. */
	return ((rc & 0xff) == SQLITE_ERROR) ? LEDGER_UNREADABLE :
					       ledger_status(rc);
}

/* RET SQLite's code */
static int _compile_statements(ledger_t *l)
{
	static int (*const prepare[])(ledger_t *l) = {
		ledger_events_prepare, ledger_offers_prepare,
		ledger_put_prepare, ledger_saved_prepare, ledger_tombs_prepare,
		ledger_use_prepare,
	};
	static const char *const rows[] = {
		ledger_row_other, ledger_row_one, ledger_row_reopen,
		ledger_row_put, ledger_row_drop, ledger_row_past,
		ledger_row_purge, ledger_row_purge_ended,
		ledger_row_all_native, ledger_row_bound_closed, NULL,
	};
	int rc = SQLITE_OK;

	for (size_t i = 0; !rc && (i < sizeof(prepare) / sizeof(*prepare)); i++)
		rc = prepare[i](l);
	return rc ? rc : ledger_compile(l, rows);
}

/*
 * Exclusive mode comes first: with it WAL needs no shared memory file, and a
 * second controller that still runs is locked out. Nothing of this changes the
 * file.
 */
static ledger_status_t _read_file(ledger_t *l, const char *path, char *error,
				  size_t error_size)
{
	int rc = sqlite3_exec(l->db, "PRAGMA locking_mode=EXCLUSIVE", NULL,
			      NULL, NULL);

	if (!rc)
		rc = _keep_wal(l->db, true);
	if (!rc)
		rc = _read_schema(l->db, &l->found_schema);
	if (rc)
		return ledger_status(rc);
	if (l->found_schema > LEDGER_SCHEMA)
		return _leave_newer(l, path, error, error_size);
	if ((rc = ledger_integrity(l->db, error, error_size)))
		return ledger_status(rc);
	if (l->is_there && !l->found_schema && !_has_tables(l->db)) {
		snprintf(error, error_size, "has no tables");
		return LEDGER_NONE;
	}
	return LEDGER_OK;
}

/*
 * FULL: a commit is on the disk when it returns.
 *
 * Checkpoints copy pages of the WAL into the file during a commit, for which a
 * request waits: so they are small and frequent. The size limit shrinks a WAL
 * that one big transaction has left. Deleted rows are overwritten, also by an
 * SQLite that does not do so by default: a salvage that searches pages would
 * bring them back.
 */
static ledger_status_t _prepare(ledger_t *l, const char *path, char *error,
				size_t error_size)
{
	ledger_status_t status;
	int rc = sqlite3_exec(l->db, "PRAGMA journal_mode=WAL;"
			      "PRAGMA synchronous=FULL;"
			      "PRAGMA secure_delete=ON;"
			      "PRAGMA wal_autocheckpoint=100;"
			      "PRAGMA journal_size_limit=4194304",
			      NULL, NULL, NULL);

	if (rc)
		return ledger_status(rc);
	if ((status = _migrate(l, path, error, error_size)) != LEDGER_OK)
		return status;
	ledger_guard_batch(l);
	rc = _identify(l);
	if (!rc)
		rc = _compile_statements(l);
	return ledger_status(rc ? rc : _keep_wal(l->db, false));
}

/* Files are purged when they are opened, whoever opens them. */
static bool _is_history(const char *path)
{
	const char *slash = strrchr(path, '/');

	return !strcmp(slash ? slash + 1 : path, LEDGER_HISTORY);
}

static ledger_t *_new_ledger(const char *path)
{
	ledger_t *l = memory_new(1, sizeof(*l));
	pthread_condattr_t attr;

	/* SQLite has the log beside the file that a link names */
	if (!(l->path = realpath(path, NULL)))
		l->path = memory_text(path);
	(void) memory_enough(pthread_condattr_init(&attr));
	(void) pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	l->tail = &l->head;
	l->bytes_max = LEDGER_BYTES_MAX;
	l->keep_days = _is_history(path) ? LEDGER_HISTORY_DAYS :
					   LEDGER_CLOSED_DAYS;
	l->purge_at = LEDGER_PURGE_AT;
	pthread_mutex_init(&l->db_lock, NULL);
	pthread_mutex_init(&l->queue_lock, NULL);
	pthread_cond_init(&l->wake, &attr);
	pthread_cond_init(&l->tried, &attr);
	pthread_condattr_destroy(&attr);
	return l;
}

/*
 * SQLite creates files that everybody can read, so it opens one that is there.
 * RET false: error is set
 */
static bool _create(const char *path, char *error, size_t error_size)
{
	int rc = ledger_files_create(path);

	if (!rc || (rc == EEXIST))
		return true;
	snprintf(error, error_size, "it can't be created: %s", strerror(rc));
	return false;
}

static ledger_status_t _open_and_check(ledger_t *l, ledger_check_fn check,
				       void *arg, char *error, size_t size)
{
	ledger_status_t status = LEDGER_UNREADABLE;

	if (sqlite3_open_v2(l->path, &l->db, SQLITE_OPEN_READWRITE |
			    SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK) {
		sqlite3_busy_timeout(l->db, 2000);
		status = _read_file(l, l->path, error, size);
	}
	if ((status == LEDGER_OK) && check)
		status = check(arg, l->db);
	if (status == LEDGER_OK)
		status = _prepare(l, l->path, error, size);
	return status;
}

ledger_status_t ledger_open_file(ledger_t *l, ledger_check_fn check, void *arg,
				 char *error, size_t error_size)
{
	ledger_status_t status;

	error[0] = '\0';
	if (!l->is_there && !_create(l->path, error, error_size))
		return LEDGER_UNREADABLE;
	status = _open_and_check(l, check, arg, error, error_size);
	if (status == LEDGER_OK) {
		ledger_place_note(l);
		l->is_there = true;
	} else if (!error[0]) {
		snprintf(error, error_size, "%s", sqlite3_errmsg(l->db));
	}
	return status;
}

void ledger_close_db(sqlite3 *db)
{
	sqlite3_stmt *s;

	while (db && (s = sqlite3_next_stmt(db, NULL)))
		sqlite3_finalize(s);
	/* a copy of it may be under way: the last step of that closes it */
	(void) sqlite3_close_v2(db);
}

/* The file is closed, so it may be opened to look at its locks. */
static void _name_holder(const char *path, char *error, size_t error_size)
{
	ledger_holder_t h;
	char name[120];

	if (!ledger_files_holder(path, &h))
		return;
	ledger_holder_name(&h, name, sizeof(name));
	snprintf(error, error_size, "%s has it locked", name);
}

typedef struct {
	bool is_there;
	ledger_check_fn check;	/* or NULL */
	void *arg;
} how_t;

/* RET NULL: status and error are set */
static ledger_t *_try_open(const char *path, const how_t *how,
			   ledger_status_t *status, char *error, size_t size)
{
	ledger_t *l = _new_ledger(path);

	l->is_there = how->is_there;
	*status = ledger_open_file(l, how->check, how->arg, error, size);
	if (*status == LEDGER_OK)
		return l;
	if (!_size_of(path, "-wal"))	/* SQLite made it just now */
		(void) _keep_wal(l->db, false);
	ledger_free(l);
	return NULL;
}

/*
 * SQLite reports what a disk can't read now as damage. A file is damaged only
 * if it can be read to its end, and is still damaged after that.
 * RET as _try_open(), which has found damage
 */
static ledger_t *_open_once_more(const char *path, const how_t *how,
				 ledger_status_t *status, char *error,
				 size_t size)
{
	int rc = ledger_copy_read(path);

	if (!rc)
		return _try_open(path, how, status, error, size);
	snprintf(error, size, "it can't be read now: %s", sqlite3_errstr(rc));
	*status = LEDGER_UNREADABLE;
	return NULL;
}

static ledger_status_t _open_ledger(const char *path, const how_t *how,
				    ledger_t **ret_ledger, char *error,
				    size_t error_size)
{
	ledger_status_t status;
	ledger_t *l = _try_open(path, how, &status, error, error_size);

	if (status == LEDGER_DAMAGED)
		l = _open_once_more(path, how, &status, error, error_size);
	if (l) {
		ledger_purge(l, time(NULL), -1);
		ledger_shrink(l, INT64_MAX);
		ledger_place_wrote(l);
		*ret_ledger = l;
	} else if (status == LEDGER_BUSY) {
		_name_holder(path, error, error_size);
	}
	return status;
}

/*
 * SQLite takes an empty file, and one of a single byte, for a new database;
 * but a ledger has a page from its first moment.
 * RET the size of the file, if it is one; -1: it is none; -2: there is none
 */
static off_t _size_of_file(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return (ledger_files_there(path) == ENOENT) ? -2 : -1;
	return S_ISREG(st.st_mode) ? st.st_size : -1;
}

static ledger_status_t _say_empty(char *error, size_t error_size)
{
	snprintf(error, error_size, "it is empty");
	return LEDGER_DAMAGED;
}

ledger_status_t ledger_open(const char *path, ledger_t **ret_ledger,
			    char *error, size_t error_size)
{
	const how_t how = { .is_there = false };
	off_t size = _size_of_file(path);

	return ((size == 0) || (size == 1)) ?
		_say_empty(error, error_size) :
		_open_ledger(path, &how, ret_ledger, error, error_size);
}

ledger_status_t ledger_open_there(const char *path, ledger_check_fn check,
				  void *arg, ledger_t **ret_ledger, char *error,
				  size_t error_size)
{
	const how_t how = { .is_there = true, .check = check, .arg = arg };
	off_t size = _size_of_file(path);

	if (size == 1)
		return _say_empty(error, error_size);
	if ((size == 0) || (size == -2)) {
		snprintf(error, error_size, "is %s", size ? "missing" : "empty");
		return LEDGER_NONE;
	}
	return _open_ledger(path, &how, ret_ledger, error, error_size);
}

uint32_t ledger_identity(const ledger_t *l)
{
	return l->identity;
}

bool ledger_reconciled(const ledger_t *l)
{
	return l->reconciled;
}

int ledger_found_schema(const ledger_t *l)
{
	return l->found_schema;
}
