/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/ledger/file/ledger_copy_files.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/file/ledger_integrity.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_replace.h"
#include "plugin/ledger/ledger_statement.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* Suffixes of SQLite's files of a database; the database itself comes first. */
static const char *const kept[] = { "", "-wal", "-journal" };

typedef char name_t[PATH_MAX];

typedef struct {
	const char *path;
	bool whole;		/* see ledger_made_t */
	name_t copy;
	name_t salvage;		/* unfinished new file */
	name_t salvaged;	/* complete, and flushed to the disk */
} names_t;

static bool _name_file(name_t to, const char *path, const char *suffix)
{
	return snprintf(to, PATH_MAX, "%s%s", path, suffix) < PATH_MAX;
}

static bool _set_names(names_t *n, const char *path, char *error,
		       size_t error_size)
{
	error[0] = '\0';
	n->path = path;
	if (_name_file(n->copy, path, LEDGER_COPY) &&
	    _name_file(n->salvage, path, ".salvage") &&
	    _name_file(n->salvaged, path, ".salvaged"))
		return true;
	snprintf(error, error_size, "%s", strerror(ENAMETOOLONG));
	return false;
}

/* RET 0 or errno */
static int _move_file(const char *from, const char *to, const char *suffix)
{
	name_t a, b;

	if (!_name_file(a, from, suffix) || !_name_file(b, to, suffix))
		return ENAMETOOLONG;
	return ledger_files_rename(a, b);
}

static void _remove_salvage(const names_t *n)
{
	name_t name;

	for (size_t i = 0; i < COUNT(kept); i++)
		if (_name_file(name, n->salvage, kept[i]))
			(void) unlink(name);
}

static void _say_kept(const char *aside, ledger_say_fn say, void *arg)
{
	char line[PATH_MAX + 40];

	snprintf(line, sizeof(line), "the damaged ledger is kept as %s", aside);
	if (say)
		say(arg, line);
}

/*
 * The suffix of the files put aside has the time of the salvaged file, so a
 * resumed replacement uses the same name again. RET 0 or errno
 */
static int _damaged(const names_t *n, char *suffix, size_t size)
{
	struct stat st;

	if (stat(n->salvaged, &st))
		return errno;
	snprintf(suffix, size, ".damaged.%lld", (long long) st.st_mtime);
	return 0;
}

/* Rename the files at PATH. OUT aside - the new name. RET 0 or errno */
static int _put_aside(const names_t *n, const char *suffix, name_t aside)
{
	int rc = 0;

	if (!_name_file(aside, n->path, suffix))
		return ENAMETOOLONG;
	for (size_t i = 0; (i < COUNT(kept)) && !rc; i++)
		rc = _move_file(n->path, aside, kept[i]);
	return rc ? rc : ledger_sync_folder_of(n->path);
}

/* RET 0 or errno */
static int _take_place(const names_t *n)
{
	if (rename(n->salvaged, n->path))
		return errno;
	return ledger_sync_folder_of(n->path);
}

static void _say_no_place(const names_t *n, int rc, char *error, size_t size)
{
	snprintf(error, size, "%s can't take its place: %s", n->salvaged,
		 strerror(rc));
}

static bool _swap_ledger(const names_t *n, ledger_say_fn say, void *arg,
			 char *error, size_t error_size)
{
	bool there = !access(n->path, F_OK);
	char suffix[40];
	name_t aside;
	int rc = _damaged(n, suffix, sizeof(suffix));

	if (!rc && !(rc = _put_aside(n, suffix, aside)) && there)
		_say_kept(aside, say, arg);
	if (!rc)
		rc = _take_place(n);
	if (rc)
		_say_no_place(n, rc, error, error_size);
	return !rc;
}

/* The new file is complete, and closed. RET 0 or errno */
static int _publish(const names_t *n)
{
	int rc = ledger_sync(n->salvage);

	if (!rc && rename(n->salvage, n->salvaged))
		rc = errno;
	return rc ? rc : ledger_sync_folder_of(n->salvaged);
}

/* --- of the copy --------------------------------------------------------- */

static const char unsure_sql[] =
	"UPDATE booking SET parked = 1, seen = 0, files = 0"
	" WHERE closed IS NULL;"
	"UPDATE meta SET reconciled = 0, host = NULL, boot = NULL, pid = NULL";

/* RET false: error is set */
static bool _fit_salvage(ledger_t *l, ledger_made_t *made, char *error,
			 size_t error_size)
{
	int rc = made->whole ? SQLITE_OK :
		 sqlite3_exec(l->db, unsure_sql, NULL, NULL, NULL);

	made->live = (uint32_t) ledger_number(l->db,
		"SELECT count(*) FROM booking WHERE closed IS NULL");
	made->closed = (uint32_t) ledger_number(l->db,
		"SELECT count(closed) FROM booking");
	made->others = (uint32_t) ledger_number(l->db,
		"SELECT (SELECT count(*) FROM request) +"
		" (SELECT count(*) FROM offer) +"
		" (SELECT count(*) FROM event) +"
		" (SELECT count(*) FROM tombstone) +"
		" (SELECT count(*) FROM standing) +"
		" (SELECT count(*) FROM mail) +"
		" (SELECT count(*) FROM spent)");
	if (!rc)
		rc = sqlite3_wal_checkpoint_v2(l->db, NULL,
					       SQLITE_CHECKPOINT_TRUNCATE, NULL,
					       NULL);
	if (rc)
		snprintf(error, error_size, "%s", sqlite3_errmsg(l->db));
	return !rc;
}

/* The migration of a copy keeps the older file, which the copy itself is. */
static void _forget_older(const char *name)
{
	name_t older;

	for (int i = 1; i < LEDGER_SCHEMA; i++)
		if (snprintf(older, PATH_MAX, "%s.v%d", name, i) < PATH_MAX)
			(void) unlink(older);
}

/* RET as ledger_make_of_copy(), for n->salvage */
static ledger_status_t _fill_salvage(const names_t *n, ledger_made_t *made,
				     char *error, size_t error_size)
{
	ledger_status_t status;
	ledger_t *l = NULL;
	struct stat st;
	int rc = ledger_copy_files(n->copy, n->salvage);

	if (rc) {
		snprintf(error, error_size, "%s", (rc == SQLITE_NOTFOUND) ?
			 "there is no copy" : sqlite3_errstr(rc));
		return (rc == SQLITE_NOTFOUND) ? LEDGER_DAMAGED :
						 LEDGER_UNREADABLE;
	}
	made->time = stat(n->copy, &st) ? 0 : st.st_mtime;
	status = ledger_open_there(n->salvage, NULL, NULL, &l, error,
				   error_size);
	if (status != LEDGER_OK)
		return (status == LEDGER_NONE) ? LEDGER_DAMAGED : status;
	if (!_fit_salvage(l, made, error, error_size))
		status = LEDGER_UNREADABLE;
	ledger_close(l);
	return status;
}

static ledger_status_t _make_of_copy(const names_t *n, ledger_made_t *ret,
				     char *error, size_t error_size)
{
	ledger_made_t made = { .whole = n->whole };
	ledger_status_t status;
	int rc;

	error[0] = '\0';
	_remove_salvage(n);
	status = _fill_salvage(n, &made, error, error_size);
	if ((status == LEDGER_OK) && (rc = _publish(n))) {
		snprintf(error, error_size, "%s", strerror(rc));
		status = LEDGER_UNREADABLE;
	}
	_forget_older(n->salvage);
	_remove_salvage(n);
	if ((status == LEDGER_OK) && ret)
		*ret = made;
	return status;
}

ledger_status_t ledger_make_of_copy(const char *copy, bool whole,
				    const char *to, ledger_made_t *ret,
				    char *error, size_t error_size)
{
	names_t n = { .path = to, .whole = whole };

	if (_name_file(n.copy, copy, "") &&
	    _name_file(n.salvage, to, ".salvage") &&
	    _name_file(n.salvaged, to, ""))
		return _make_of_copy(&n, ret, error, error_size);
	snprintf(error, error_size, "%s", strerror(ENAMETOOLONG));
	return LEDGER_UNREADABLE;
}

ledger_status_t ledger_replace_by_copy(const char *path, bool whole,
				       ledger_say_fn say, void *arg,
				       ledger_made_t *ret, char *error,
				       size_t error_size)
{
	ledger_status_t status;
	names_t n;

	if (!_set_names(&n, path, error, error_size))
		return LEDGER_UNREADABLE;
	n.whole = whole;
	status = _make_of_copy(&n, ret, error, error_size);
	return ((status != LEDGER_OK) ||
		_swap_ledger(&n, say, arg, error, error_size)) ?
		status : LEDGER_UNREADABLE;
}

/* --- of the pages in memory ---------------------------------------------- */

/* Copy all pages to a database that is flushed at its end: it needs neither a
 * journal nor SQLite's syncs, and ends without a log. RET SQLite's code */
static int _copy_pages(ledger_t *l, sqlite3 *to)
{
	int rc = sqlite3_exec(to, "PRAGMA locking_mode=EXCLUSIVE;"
			      "PRAGMA journal_mode=OFF;"
			      "PRAGMA synchronous=OFF", NULL, NULL, NULL);
	sqlite3_backup *b;

	if (rc)
		return rc;
	if (!(b = sqlite3_backup_init(to, "main", l->db, "main")))
		return sqlite3_errcode(to);
	(void) sqlite3_backup_step(b, -1);
	rc = sqlite3_backup_finish(b);
	return rc ? rc : sqlite3_exec(to, "PRAGMA journal_mode=DELETE", NULL,
				      NULL, NULL);
}

/* RET false: error is set */
static bool _copy_open(ledger_t *l, const char *name, char *error,
		       size_t error_size)
{
	int err = ledger_files_create(name), rc = SQLITE_CANTOPEN;
	sqlite3 *to = NULL;

	if (!err)
		rc = sqlite3_open_v2(name, &to, SQLITE_OPEN_READWRITE |
				     SQLITE_OPEN_NOMUTEX, NULL);
	if (!rc)
		rc = _copy_pages(l, to);
	if (!rc)
		rc = ledger_integrity(to, error, error_size);
	sqlite3_close(to);
	if (rc && !error[0])
		snprintf(error, error_size, "%s", err ? strerror(err) :
							sqlite3_errstr(rc));
	return !rc;
}

/*
 * What was put aside before is removed: its log must not stay beside another
 * file.
 */
static int _put_aside_alone(const names_t *n)
{
	name_t aside, name;

	for (size_t i = 0; i < COUNT(kept); i++)
		if (_name_file(aside, n->path, LEDGER_ASIDE) &&
		    _name_file(name, aside, kept[i]))
			(void) unlink(name);
	return _put_aside(n, LEDGER_ASIDE, aside);
}

bool ledger_replace_by(const char *path, ledger_t *l, char *error,
		       size_t error_size)
{
	names_t n;
	bool ok;
	int rc;

	if (!_set_names(&n, path, error, error_size))
		return false;
	_remove_salvage(&n);
	ok = _copy_open(l, n.salvage, error, error_size);
	rc = ok ? _publish(&n) : 0;
	if (ok && !rc)
		rc = _put_aside_alone(&n);
	if (ok && !rc)
		rc = _take_place(&n);
	if (rc) {
		_say_no_place(&n, rc, error, error_size);
		ok = false;
	}
	_remove_salvage(&n);
	return ok;
}

bool ledger_replace_resume(const char *path, ledger_say_fn say, void *arg,
			   char *error, size_t error_size)
{
	names_t n;
	int rc;

	if (!_set_names(&n, path, error, error_size))
		return false;
	if ((rc = ledger_files_there(n.salvaged)) == ENOENT)
		return true;
	if (rc) {
		_say_no_place(&n, rc, error, error_size);
		return false;
	}
	if (say)
		say(arg, "slurmctld ended while a ledger was replaced: the new one takes its place now");
	return _swap_ledger(&n, say, arg, error, error_size);
}
