/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_copy.c - see ledger_copy.h */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/ledger_files.h"
#include "plugin/ledger/ledger_integrity.h"
#include "plugin/ledger/ledger_place.h"
#include "plugin/ledger/ledger_private.h"

#define STEP_PAGES 16			/* copied while commits wait */
#define PAUSE_NS 1000000L		/* for the commits between two steps */
#define SPARE (INT64_C(8) << 20)	/* bytes left to the ledger on its disk */

typedef struct {
	char *copy;
	char *unfinished;
} names_t;

static time_t _uptime(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + 1;	/* never 0 */
}

static bool _names(const ledger_t *l, names_t *n)
{
	n->copy = sqlite3_mprintf("%s" LEDGER_COPY, l->path);
	n->unfinished = sqlite3_mprintf("%s" LEDGER_COPY ".new", l->path);
	return n->copy && n->unfinished;
}

static void _free_names(names_t *n)
{
	sqlite3_free(n->copy);
	sqlite3_free(n->unfinished);
}

/*
 * Keep the writer out for a step. A disk that does not answer to the copy has
 * the same consequences as one that does not answer to the writer.
 */
void ledger_hold(ledger_t *l)
{
	pthread_mutex_lock(&l->db_lock);
	pthread_mutex_lock(&l->queue_lock);
	l->busy_since = ledger_clock_ms();
	pthread_mutex_unlock(&l->queue_lock);
	l->untouched = ledger_place_untouched(l);
}

void ledger_release(ledger_t *l)
{
	if (l->untouched)	/* else the writer will see that it is not */
		ledger_place_wrote(l);
	pthread_mutex_lock(&l->queue_lock);
	l->busy_since = 0;
	pthread_mutex_unlock(&l->queue_lock);
	pthread_mutex_unlock(&l->db_lock);
}

/* A copy from the future counts as old: the clock was set back. */
static bool _is_old(const char *copy, time_t interval)
{
	time_t now = time(NULL);
	struct stat st;

	return stat(copy, &st) || (st.st_mtime > now) ||
	       (now - st.st_mtime >= interval);
}

static int _changes(ledger_t *l)
{
	int changes;

	pthread_mutex_lock(&l->db_lock);
	changes = sqlite3_total_changes(l->db);
	pthread_mutex_unlock(&l->db_lock);
	return changes;
}

#define IDENTITY_AT 68	/* in the header of a file of SQLite's */

/* Return true if the copy has the identity of an earlier ledger. */
static bool _is_of_another(const ledger_t *l, const char *copy)
{
	unsigned char id[4] = { 0 };
	int fd = open(copy, O_RDONLY | O_CLOEXEC);
	bool read = (fd >= 0) && (pread(fd, id, 4, IDENTITY_AT) == 4);

	if (fd >= 0)
		close(fd);
	return read && (l->identity != (((uint32_t) id[0] << 24) |
					((uint32_t) id[1] << 16) |
					((uint32_t) id[2] << 8) | id[3]));
}

static bool _is_due(ledger_t *l, const char *copy, time_t interval)
{
	if (!l->copy_tried)
		return _is_old(copy, interval) || _is_of_another(l, copy);
	return (_uptime() - l->copy_tried >= interval) &&
	       (!l->copied || access(copy, F_OK) ||
		(_changes(l) != l->copied_changes));
}

/* RET 0 or errno. A copy must not take the last room from the ledger. */
static int _check_room(const char *path)
{
	struct statvfs disk;
	struct stat st;

	if (stat(path, &st) || statvfs(path, &disk))
		return errno;
	return ((int64_t) disk.f_bavail * (int64_t) disk.f_frsize <
		st.st_size + SPARE) ? ENOSPC : 0;
}

static void _clear(const char *unfinished)
{
	char *journal = sqlite3_mprintf("%s-journal", unfinished);
	char *wal = sqlite3_mprintf("%s-wal", unfinished);

	(void) unlink(unfinished);
	if (journal)
		(void) unlink(journal);
	if (wal)
		(void) unlink(wal);
	sqlite3_free(journal);
	sqlite3_free(wal);
}

/* Return true if the ledger has been closed meanwhile. */
bool ledger_is_freed(ledger_t *l)
{
	bool freed;

	pthread_mutex_lock(&l->queue_lock);
	freed = l->freed;
	pthread_mutex_unlock(&l->queue_lock);
	return freed;
}

/* RET SQLite's code; SQLITE_DONE: all is copied */
static int _step(ledger_t *l, sqlite3_backup *b)
{
	int rc;

	ledger_hold(l);
	rc = sqlite3_backup_step(b, STEP_PAGES);
	ledger_release(l);
	return rc;
}

/*
 * Copy all pages.
 * OUT changes - what l had seen when the last page was copied, or less
 * RET SQLite's code
 */
static int _pages(ledger_t *l, sqlite3 *to, int *changes)
{
	static const struct timespec pause = { .tv_nsec = PAUSE_NS };
	sqlite3_backup *b;
	int rc;

	ledger_hold(l);
	b = sqlite3_backup_init(to, "main", l->db, "main");
	ledger_release(l);
	if (!b)
		return sqlite3_errcode(to);
	do {
		nanosleep(&pause, NULL);
		*changes = _changes(l);
		rc = _step(l, b);
	} while ((rc == SQLITE_OK) && !ledger_is_freed(l));
	ledger_hold(l);
	rc = sqlite3_backup_finish(b);
	ledger_release(l);
	return ledger_is_freed(l) ? SQLITE_ABORT : rc;
}

/* RET SQLITE_OK, SQLITE_CORRUPT with error set, or another code */
static int _check(sqlite3 *copy, char *error, size_t error_size)
{
	int rc;

	snprintf(error, error_size,
		 "the ledger is damaged (its next start salvages it): ");
	rc = ledger_integrity(copy, error, error_size);
	if (rc != SQLITE_CORRUPT)
		error[0] = '\0';
	return rc;
}

/* Copy all pages in one step. Locks: db_lock. RET SQLite's code */
static int _pages_at_once(ledger_t *l, sqlite3 *to)
{
	sqlite3_backup *b = sqlite3_backup_init(to, "main", l->db, "main");

	if (!b)
		return sqlite3_errcode(to);
	(void) sqlite3_backup_step(b, -1);
	return sqlite3_backup_finish(b);
}

/*
 * The copy is no transaction that could be rolled back, and is flushed at its
 * end: so it needs neither a journal nor SQLite's syncs. It ends as a database
 * without a WAL: one file, which also opens read-only. Used as a ledger later,
 * one that was made step by step would lack rows (ledger_reconciled()).
 * IN changes - see _pages(); NULL: copy at once, with db_lock
 * RET SQLite's code, maybe with error set
 */
static int _fill(ledger_t *l, sqlite3 *to, int *changes, char *error,
		 size_t error_size)
{
	int rc = sqlite3_exec(to, "PRAGMA locking_mode=EXCLUSIVE;"
			      "PRAGMA journal_mode=OFF;"
			      "PRAGMA synchronous=OFF", NULL, NULL, NULL);

	if (!rc)
		rc = changes ? _pages(l, to, changes) : _pages_at_once(l, to);
	if (!rc && !(rc = _check(to, error, error_size)))
		rc = sqlite3_exec(to, changes ?
				  "UPDATE meta SET reconciled = 0;"
				  "PRAGMA journal_mode=DELETE" :
				  "PRAGMA journal_mode=DELETE", NULL, NULL,
				  NULL);
	return rc;
}

/* Make a file of all pages. IN, OUT, RET as _fill(), but RET false and error set */
static bool _make_file(ledger_t *l, const char *name, int *changes, char *error,
		       size_t error_size)
{
	int err = ledger_files_create(name), rc = SQLITE_CANTOPEN;
	sqlite3 *to = NULL;

	if (!err)
		rc = sqlite3_open_v2(name, &to, SQLITE_OPEN_READWRITE |
				     SQLITE_OPEN_NOMUTEX, NULL);
	if (!rc)
		rc = _fill(l, to, changes, error, error_size);
	sqlite3_close(to);
	if (rc && !error[0])
		snprintf(error, error_size, "%s", err ? strerror(err) :
							sqlite3_errstr(rc));
	return !rc;
}

bool ledger_copy_at_once(ledger_t *l, const char *name, char *error,
			 size_t error_size)
{
	error[0] = '\0';
	return _make_file(l, name, NULL, error, error_size);
}

/* RET 0 or errno. From here on a kill leaves the old copy or the new one. */
static int _publish(const names_t *n)
{
	int rc;

	if ((rc = ledger_sync(n->unfinished)) ||
	    (rc = rename(n->unfinished, n->copy) ? errno : 0))
		return rc;
	return ledger_sync_folder_of(n->copy);
}

static bool _make(ledger_t *l, const names_t *n, char *error,
		  size_t error_size)
{
	int err = _check_room(l->path), changes = 0;
	bool ok;

	_clear(n->unfinished);
	ok = !err && _make_file(l, n->unfinished, &changes, error, error_size);
	if (ok && (err = _publish(n)))
		ok = false;
	if (err)
		snprintf(error, error_size, "%s", strerror(err));
	_clear(n->unfinished);
	if (ok) {
		l->copied = true;
		l->copied_changes = changes;
	}
	return ok;
}

void ledger_borrow(ledger_t *l)
{
	pthread_mutex_lock(&l->queue_lock);
	l->copying = true;
	pthread_mutex_unlock(&l->queue_lock);
}

void ledger_give_back(ledger_t *l)
{
	bool freed;

	pthread_mutex_lock(&l->queue_lock);
	l->copying = false;
	freed = l->freed;
	pthread_mutex_unlock(&l->queue_lock);
	if (freed)
		ledger_free(l);
}

bool ledger_copy(ledger_t *l, time_t interval, char *error, size_t error_size)
{
	names_t n;
	bool ok = true;

	error[0] = '\0';
	ledger_borrow(l);
	if (!_names(l, &n)) {
		snprintf(error, error_size, "out of memory");
		ok = false;
	} else if (_is_due(l, n.copy, interval)) {
		if (!_check_room(l->path))
			ledger_place_doubt(l);
		ok = _make(l, &n, error, error_size);
		l->copy_tried = _uptime();
	}
	_free_names(&n);
	ledger_give_back(l);
	return ok;
}
