/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger.c - see ledger.h
 *
 * Two mutexes: queue_lock protects the list of waiting operations and is held
 * for a few instructions only; db_lock is held by the one thread that writes.
 * A thread that finds its operation already written by another one returns at
 * once, so that many requests at a time share one fsync.
 */

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/ledger.h"
#include "plugin/ledger_row.h"
#include "plugin/ledger_schema.h"

typedef enum { OP_WAITING, OP_DURABLE, OP_FAILED } op_state_t;

struct ledger_op {
	ledger_op_t *next;
	booking_t *booking;	/* NULL: drop name */
	char *name;
	char *why;
	bool keep;		/* nobody waits: try until it is written */
	op_state_t state;	/* written under queue_lock */
};

struct ledger {
	sqlite3 *db;
	sqlite3_stmt *put;
	sqlite3_stmt *drop;
	sqlite3_stmt *purge;
	pthread_mutex_t db_lock;
	pthread_mutex_t queue_lock;
	ledger_op_t *head;
	ledger_op_t **tail;
	int found_schema;	/* of the file before it was opened */
	char error[256];	/* of the last commit that failed */
};

/* Of the file's header alone: tables of a newer one may be beyond us. */
static int _read_schema(sqlite3 *db, int *ret_schema)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &s, NULL);

	if ((rc == SQLITE_OK) && ((rc = sqlite3_step(s)) == SQLITE_ROW)) {
		*ret_schema = sqlite3_column_int(s, 0);
		rc = (*ret_schema < 0) ? SQLITE_CORRUPT : SQLITE_OK;
	}
	sqlite3_finalize(s);
	return rc;
}

/*
 * OUT error - what is broken; untouched if it could not be found out
 * RET SQLITE_OK, SQLITE_CORRUPT, or why it could not be found out
 */
static int _integrity(sqlite3 *db, char *error, size_t error_size)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &s, NULL);

	if (rc == SQLITE_OK) {
		rc = sqlite3_step(s);
		if (rc == SQLITE_ROW) {
			const char *t = (const char *) sqlite3_column_text(s, 0);
			rc = (t && !strcmp(t, "ok")) ? SQLITE_OK :
						       SQLITE_CORRUPT;
			if (t && rc)
				snprintf(error, error_size, "%s", t);
		}
	}
	sqlite3_finalize(s);
	return rc;
}

static ledger_status_t _status(int rc)
{
	switch (rc & 0xff) {
	case SQLITE_OK:
		return LEDGER_OK;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
	case SQLITE_ERROR:	/* e.g. a table of that name that is not ours */
		return LEDGER_DAMAGED;
	default:
		return LEDGER_UNREADABLE;
	}
}

/* The size of PATH and suffix, -1 if there is none. */
static off_t _size_of(const char *path, const char *suffix)
{
	char *name = sqlite3_mprintf("%s%s", path, suffix);
	struct stat st;
	off_t size = (name && !stat(name, &st)) ? st.st_size : -1;

	sqlite3_free(name);
	return size;
}

/*
 * Say what can be done about it. If its writer was killed, changes that are
 * only in its WAL stay there.
 */
static ledger_status_t _leave_newer(ledger_t *l, const char *path, char *error,
				    size_t error_size)
{
	char copy[16], back[80] = "";

	if (_size_of(path, "-wal") > 0)
		sqlite3_db_config(l->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1,
				  NULL);
	snprintf(copy, sizeof(copy), ".v%d", LEDGER_SCHEMA);
	if (_size_of(path, copy) > 0)
		snprintf(back, sizeof(back), ", or go back to " LEDGER_FILE
			 "%s, see sched_garq(8)", copy);
	snprintf(error, error_size,
		 "it was written by a newer version of sched/garq (schema %d, this one knows %d): install that again%s",
		 l->found_schema, LEDGER_SCHEMA, back);
	return LEDGER_NEWER;
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
		return _status(rc);
	}
	snprintf(error, error_size,
		 "it can't be migrated from schema %d to %d and is left as it was: %s",
		 l->found_schema, LEDGER_SCHEMA, why);
	/* It is whole, as was looked at before: nothing to put aside. */
	return ((rc & 0xff) == SQLITE_ERROR) ? LEDGER_UNREADABLE : _status(rc);
}

/*
 * Exclusive mode comes first: with it WAL needs no shared memory file, and a
 * second controller that still runs keeps us out. FULL: a commit is on the
 * disk when it returns.
 *
 * Now and then a commit brings the WAL's pages into the file. Rather few of
 * them often than many at a time: it is a request that waits for it. The limit
 * is for what one big transaction leaves.
 */
static ledger_status_t _prepare(ledger_t *l, const char *path, char *error,
				size_t error_size)
{
	ledger_status_t status;
	int rc;

	if ((rc = sqlite3_exec(l->db, "PRAGMA locking_mode=EXCLUSIVE", NULL,
			       NULL, NULL)) ||
	    (rc = _read_schema(l->db, &l->found_schema)))
		return _status(rc);
	if (l->found_schema > LEDGER_SCHEMA)
		return _leave_newer(l, path, error, error_size);
	if ((rc = _integrity(l->db, error, error_size)) ||
	    (rc = sqlite3_exec(l->db, "PRAGMA journal_mode=WAL;"
			       "PRAGMA synchronous=FULL;"
			       "PRAGMA wal_autocheckpoint=100;"
			       "PRAGMA journal_size_limit=4194304",
			       NULL, NULL, NULL)))
		return _status(rc);
	if ((status = _migrate(l, path, error, error_size)) != LEDGER_OK)
		return status;
	if (!(rc = sqlite3_prepare_v2(l->db, ledger_row_put, -1, &l->put,
				      NULL)) &&
	    !(rc = sqlite3_prepare_v2(l->db, ledger_row_drop, -1, &l->drop,
				      NULL)))
		rc = sqlite3_prepare_v2(l->db, ledger_row_purge, -1, &l->purge,
					NULL);
	return _status(rc);
}

static void _free_op(ledger_op_t *op)
{
	if (!op)
		return;
	booking_destroy(op->booking);
	free(op->name);
	free(op->why);
	free(op);
}

static void _free_ledger(ledger_t *l)
{
	ledger_op_t *op;

	while ((op = l->head)) {
		l->head = op->next;
		_free_op(op);
	}
	sqlite3_finalize(l->put);
	sqlite3_finalize(l->drop);
	sqlite3_finalize(l->purge);
	sqlite3_close(l->db);
	pthread_mutex_destroy(&l->db_lock);
	pthread_mutex_destroy(&l->queue_lock);
	free(l);
}

/*
 * Remove what was closed long ago, max rows at most (-1: all). If it can't be
 * done now it will be another time.
 */
static void _purge(ledger_t *l, time_t now, int max)
{
	sqlite3_bind_int64(l->purge, 1, now - (LEDGER_KEEP_DAYS * 86400LL));
	sqlite3_bind_int(l->purge, 2, max);
	(void) sqlite3_step(l->purge);
	(void) sqlite3_reset(l->purge);
}

/* To SQLite it is a new one; but a ledger has a page from its first moment. */
static bool _is_empty(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !st.st_size;
}

static ledger_t *_new_ledger(void)
{
	ledger_t *l = calloc(1, sizeof(*l));

	if (l) {
		l->tail = &l->head;
		pthread_mutex_init(&l->db_lock, NULL);
		pthread_mutex_init(&l->queue_lock, NULL);
	}
	return l;
}

ledger_status_t ledger_open(const char *path, ledger_t **ret_ledger,
			    char *error, size_t error_size)
{
	ledger_status_t status = LEDGER_UNREADABLE;
	ledger_t *l;

	error[0] = '\0';
	if (_is_empty(path)) {
		snprintf(error, error_size, "it is empty");
		return LEDGER_DAMAGED;
	}
	if (!(l = _new_ledger())) {
		snprintf(error, error_size, "out of memory");
		return LEDGER_UNREADABLE;
	}
	if (sqlite3_open_v2(path, &l->db, SQLITE_OPEN_READWRITE |
			    SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
			    NULL) == SQLITE_OK) {
		sqlite3_busy_timeout(l->db, 2000);
		status = _prepare(l, path, error, error_size);
	}
	if (status == LEDGER_OK) {
		_purge(l, time(NULL), -1);
		*ret_ledger = l;
		return LEDGER_OK;
	}
	if (!error[0])
		snprintf(error, error_size, "%s", sqlite3_errmsg(l->db));
	_free_ledger(l);
	return status;
}

int ledger_found_schema(const ledger_t *l)
{
	return l->found_schema;
}

bool ledger_each(ledger_t *l, ledger_fn fn, void *arg, char *error,
		 size_t error_size)
{
	sqlite3_stmt *s = NULL;
	booking_t *b;
	int rc;

	error[0] = '\0';
	pthread_mutex_lock(&l->db_lock);
	rc = sqlite3_prepare_v2(l->db, ledger_row_live, -1, &s, NULL);
	while ((rc == SQLITE_OK) || (rc == SQLITE_ROW)) {
		if ((rc = sqlite3_step(s)) != SQLITE_ROW)
			break;
		if (!(b = ledger_row_read(s)) || !b->name) {
			booking_destroy(b);
			rc = SQLITE_NOMEM;
			break;
		}
		fn(arg, b);
	}
	if (rc != SQLITE_DONE)
		snprintf(error, error_size, "%s", sqlite3_errstr(rc));
	sqlite3_finalize(s);
	pthread_mutex_unlock(&l->db_lock);
	return rc == SQLITE_DONE;
}

bool ledger_was_closed(ledger_t *l, const char *name, uint32_t resv_id,
		       time_t since)
{
	sqlite3_stmt *s = NULL;
	bool found = false;

	pthread_mutex_lock(&l->db_lock);
	if (sqlite3_prepare_v2(l->db, ledger_row_was_closed, -1, &s,
			       NULL) == SQLITE_OK) {
		ledger_row_text(s, 1, name);
		sqlite3_bind_int64(s, 2, resv_id);
		sqlite3_bind_int64(s, 3, since);
		ledger_row_text(s, 4, LEDGER_WHY_NATIVE "%");
		found = (sqlite3_step(s) == SQLITE_ROW);
	}
	sqlite3_finalize(s);
	pthread_mutex_unlock(&l->db_lock);
	return found;
}

static ledger_op_t *_queue(ledger_t *l, ledger_op_t *op)
{
	pthread_mutex_lock(&l->queue_lock);
	op->state = OP_WAITING;
	op->next = NULL;
	*l->tail = op;
	l->tail = &op->next;
	pthread_mutex_unlock(&l->queue_lock);
	return op;
}

ledger_op_t *ledger_put(ledger_t *l, const booking_t *b)
{
	ledger_op_t *op = calloc(1, sizeof(*op));

	if (op && (op->booking = booking_copy(b)))
		return _queue(l, op);
	_free_op(op);
	errno = ENOMEM;
	return NULL;
}

ledger_op_t *ledger_drop(ledger_t *l, const char *name, const char *why)
{
	ledger_op_t *op = calloc(1, sizeof(*op));

	if (op && (op->name = strdup(name)) && (op->why = strdup(why)))
		return _queue(l, op);
	_free_op(op);
	errno = ENOMEM;
	return NULL;
}

static int _write(ledger_t *l, const ledger_op_t *op, time_t now)
{
	sqlite3_stmt *s = op->booking ? l->put : l->drop;
	int rc;

	if (op->booking) {
		ledger_row_bind(s, op->booking, now);
	} else {
		ledger_row_text(s, 1, op->name);
		sqlite3_bind_int64(s, 2, now);
		ledger_row_text(s, 3, op->why);
	}
	rc = sqlite3_step(s);
	sqlite3_reset(s);
	sqlite3_clear_bindings(s);
	return (rc == SQLITE_DONE) ? SQLITE_OK : rc;
}

static int _begin(ledger_t *l)
{
	return sqlite3_exec(l->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
}

/* Have what was done since _begin() on the disk, or undo it if rc is bad. */
static int _end(ledger_t *l, int rc)
{
	if (rc == SQLITE_OK)
		rc = sqlite3_exec(l->db, "COMMIT", NULL, NULL, NULL);
	if (rc != SQLITE_OK) {
		snprintf(l->error, sizeof(l->error), "%s",
			 sqlite3_errmsg(l->db));
		if (!sqlite3_get_autocommit(l->db))
			sqlite3_exec(l->db, "ROLLBACK", NULL, NULL, NULL);
	}
	return rc;
}

/*
 * Write a list in one transaction. Each operation closes one row at most; with
 * two old ones removed for each, they get fewer even in a controller that runs
 * for years.
 * RET SQLITE_OK, or nothing is written
 */
static int _write_all(ledger_t *l, const ledger_op_t *list)
{
	time_t now = time(NULL);
	int rc = _begin(l), cnt = 0;

	for (const ledger_op_t *op = list; op && (rc == SQLITE_OK);
	     op = op->next, cnt++)
		rc = _write(l, op, now);
	if (rc == SQLITE_OK)
		_purge(l, now, 2 * cnt);
	return _end(l, rc);
}

/*
 * Write all that is queued; db_lock is held. An operation that somebody waits
 * for is left to him, with its state; one that nobody waits for is freed, or
 * stays queued if it could not be written.
 * RET SQLITE_OK, or none of it is written
 */
static int _drain(ledger_t *l)
{
	ledger_op_t *list, *op, *kept = NULL, **kept_tail = &kept;
	int rc;

	pthread_mutex_lock(&l->queue_lock);
	list = l->head;
	l->head = NULL;
	l->tail = &l->head;
	pthread_mutex_unlock(&l->queue_lock);
	if (!list)
		return SQLITE_OK;

	rc = _write_all(l, list);

	pthread_mutex_lock(&l->queue_lock);
	while ((op = list)) {
		list = op->next;
		if (!op->keep) {
			op->next = NULL;
			op->state = (rc == SQLITE_OK) ? OP_DURABLE : OP_FAILED;
		} else if (rc == SQLITE_OK) {
			_free_op(op);
		} else {
			*kept_tail = op;
			kept_tail = &op->next;
		}
	}
	/* What is left goes before what was queued meanwhile. */
	*kept_tail = l->head;
	if (kept && !l->head)
		l->tail = kept_tail;
	l->head = kept;
	pthread_mutex_unlock(&l->queue_lock);
	return rc;
}

bool ledger_commit(ledger_t *l, ledger_op_t *op, char *error,
		   size_t error_size)
{
	bool ok;

	error[0] = '\0';
	pthread_mutex_lock(&l->db_lock);
	if (op->state == OP_WAITING)	/* written under db_lock too */
		_drain(l);
	ok = (op->state == OP_DURABLE);
	if (!ok)
		snprintf(error, error_size, "%s", l->error);
	pthread_mutex_unlock(&l->db_lock);
	_free_op(op);
	return ok;
}

/* Who committed meanwhile has tried op as well, and left it to us. */
void ledger_commit_later(ledger_t *l, ledger_op_t *op)
{
	bool durable;

	pthread_mutex_lock(&l->queue_lock);
	op->keep = true;
	durable = (op->state == OP_DURABLE);
	if (op->state == OP_FAILED) {
		/* It goes before what was queued since. */
		op->state = OP_WAITING;
		if (!(op->next = l->head))
			l->tail = &op->next;
		l->head = op;
	}
	pthread_mutex_unlock(&l->queue_lock);
	if (durable)
		_free_op(op);
}

bool ledger_retry(ledger_t *l, char *error, size_t error_size)
{
	bool empty;

	error[0] = '\0';
	pthread_mutex_lock(&l->db_lock);
	_drain(l);
	pthread_mutex_lock(&l->queue_lock);
	empty = !l->head;
	pthread_mutex_unlock(&l->queue_lock);
	if (!empty)
		snprintf(error, error_size, "%s", l->error);
	pthread_mutex_unlock(&l->db_lock);
	return empty;
}

static int _write_all_native(ledger_t *l)
{
	sqlite3_stmt *s = NULL;
	int rc = _begin(l);

	if ((rc == SQLITE_OK) &&
	    !(rc = sqlite3_prepare_v2(l->db, ledger_row_all_native, -1, &s,
				      NULL))) {
		sqlite3_bind_int64(s, 1, time(NULL));
		rc = sqlite3_step(s);
		rc = (rc == SQLITE_DONE) ? SQLITE_OK : rc;
	}
	sqlite3_finalize(s);
	return _end(l, rc);
}

bool ledger_all_native(ledger_t *l, char *error, size_t error_size)
{
	int rc;

	error[0] = '\0';
	pthread_mutex_lock(&l->db_lock);
	if ((rc = _drain(l)) || (rc = _write_all_native(l)))
		snprintf(error, error_size, "%s", l->error);
	pthread_mutex_unlock(&l->db_lock);
	return rc == SQLITE_OK;
}

void ledger_close(ledger_t *l)
{
	if (!l)
		return;
	pthread_mutex_lock(&l->db_lock);
	_drain(l);
	pthread_mutex_unlock(&l->db_lock);
	_free_ledger(l);
}
