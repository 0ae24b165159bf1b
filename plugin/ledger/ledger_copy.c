/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/file/ledger_copy_files.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/file/ledger_log.h"
#include "plugin/ledger/ledger_place.h"
#include "plugin/ledger/file/ledger_present.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/memory/memory.h"

#define STEP (INT64_C(4) << 20)		/* bytes copied while commits wait */
#define SPARE (INT64_C(8) << 20)	/* bytes left on the ledger's disk */

struct ledger_copy {
	ledger_name_t base, log;
	sqlite3_file *file;	/* log; NULL: not open */
	dev_t dev;		/* of base */
	ino_t ino;
	bool begun;		/* log_frames is right */
	int64_t log_frames;	/* of the log of the ledger */
	int64_t checked;	/* of these, that its file has at least */
	int64_t frames;		/* of the log of the copy */
	bool taken;		/* its file has them all */
	uint8_t head[LEDGER_LOG_HEAD];	/* of both logs */
	bool kept;
	bool making;		/* no checkpoint: the ledger's file is read */
	uint32_t turn;		/* number of the copy that was begun last */
	char why[128];		/* it is not kept */
	/* for the thread of ledger_copy() alone */
	time_t tried;		/* monotonic */
	time_t told_at;
	char told[128];		/* the last reason that it has reported */
};

static time_t _uptime(void)
{
	return (time_t) (ledger_clock_ms() / 1000) + 1;
}

/*
 * A file of the ledger: to open it once more would take SQLite's locks from it.
 */
static sqlite3_file *_file_of(ledger_t *l, int which)
{
	sqlite3_file *file = NULL;

	if (sqlite3_file_control(l->db, "main", which, &file) ||
	    !file->pMethods)
		return NULL;
	return file;
}

/* --- the copy that is kept ----------------------------------------------- */

static int64_t _end_of(const uint8_t *head, int64_t frames)
{
	int64_t page = ledger_log_page_size(head);

	return frames ? LEDGER_LOG_HEAD + frames * (LEDGER_FRAME_HEAD + page) :
			0;
}

/* RET as ledger_files_there() */
static int _stat_base(const ledger_copy_t *c, struct stat *ret)
{
	int rc = ledger_files_there(c->base);

	if (!rc && stat(c->base, ret))	/* it was there */
		rc = (errno == ENOENT) ? EAGAIN : errno;
	return rc;
}

/*
 * Look whether the copy is in its place: another controller may have taken
 * over, and put its own one there.
 * RET 0; ENOENT: it is not; another errno: it is not known
 */
static int _look_for_base(const ledger_copy_t *c)
{
	struct stat st;
	int rc = _stat_base(c, &st);

	return rc ? rc : ((st.st_dev == c->dev) && (st.st_ino == c->ino)) ?
			 0 : ENOENT;
}

/* RET 0 or errno */
static int _note_place(ledger_copy_t *c)
{
	struct stat st;
	int rc = _stat_base(c, &st);

	if (!rc) {
		c->dev = st.st_dev;
		c->ino = st.st_ino;
	}
	return rc;
}

/* IN frames - a log with fewer has lost some. RET SQLite's code */
static int _checkpoint(sqlite3 *db, int64_t frames)
{
	int there = 0, taken = 0;
	int rc = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE,
					   &there, &taken);

	return rc ? rc : ((there == frames) && (taken == frames)) ?
			 SQLITE_OK : SQLITE_CORRUPT;
}

/*
 * Let the copy take in its log. The log stays until the ledger restarts its
 * own: a log whose end is lost then is shorter than the other.
 * RET SQLite's code
 */
static int _take_in(ledger_copy_t *c)
{
	sqlite3 *db = NULL;
	int rc;

	if (!c->frames || c->taken)
		return SQLITE_OK;
	if ((rc = _look_for_base(c)))
		return (rc == ENOENT) ? SQLITE_READONLY_DBMOVED : SQLITE_IOERR;
	rc = sqlite3_open_v2(c->base, &db, SQLITE_OPEN_READWRITE |
			     SQLITE_OPEN_NOMUTEX, NULL);
	if (!rc)
		rc = sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1,
				       NULL);
	if (!rc)
		rc = sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE;"
				  "PRAGMA synchronous=NORMAL;"
				  "SELECT 1 FROM meta", NULL, NULL, NULL);
	if (!rc)
		rc = _checkpoint(db, c->frames);
	sqlite3_close(db);
	c->taken = !rc;
	return rc;
}

/* Mark that a copy is not kept; a mark that can't be set is as good as none. */
static void _mark_not_kept(const ledger_copy_t *c)
{
	static const char other[] = { 1, 1 };
	sqlite3_file *file = NULL;

	if (ledger_copy_open(c->base, &file) ||
	    file->pMethods->xWrite(file, other, sizeof(other),
				   LEDGER_MODE_AT) ||
	    file->pMethods->xSync(file, SQLITE_SYNC_NORMAL))
		(void) unlink(c->base);
	ledger_copy_close(&file);
}

/*
 * A copy of which it is not known whether it is in its place is marked, too: it
 * would pass for one that is kept.
 */
static void _give_up(ledger_copy_t *c, const char *why)
{
	snprintf(c->why, sizeof(c->why), "%s", why);
	c->kept = false;
	ledger_copy_close(&c->file);
	if (_look_for_base(c) == ENOENT)
		return;
	_mark_not_kept(c);
	(void) unlink(c->log);
}

/*
 * Append what a commit has appended to the log of the ledger. RET SQLite's code
 */
static int _append(ledger_copy_t *c, sqlite3_file *log)
{
	uint8_t head[LEDGER_LOG_HEAD];
	int rc = log ? log->pMethods->xRead(log, head, sizeof(head), 0) :
		       SQLITE_CANTOPEN;

	if (!rc && memcmp(head, c->head, sizeof(head))) {	/* restarted */
		rc = _take_in(c);
		memcpy(c->head, head, sizeof(head));
		c->frames = 0;
	}
	if (!rc && !c->file)
		rc = ledger_copy_open(c->log, &c->file);
	if (!rc)
		rc = ledger_copy_bytes(log, c->file, _end_of(head, c->frames),
				       _end_of(head, c->log_frames));
	c->frames = c->log_frames;
	c->taken = false;
	return rc;
}

/*
 * SQLite's hook: the commit is in the log of the ledger, and not acknowledged
 * yet.
 */
static int _on_commit(void *arg, sqlite3 *db, const char *name, int frames)
{
	ledger_t *l = arg;
	int rc = SQLITE_OK;

	(void) db;
	(void) name;
	l->copy->log_frames = frames;
	if (l->copy->kept)
		rc = _append(l->copy, _file_of(l, SQLITE_FCNTL_JOURNAL_POINTER));
	if (rc)
		_give_up(l->copy, sqlite3_errstr(rc));
	return SQLITE_OK;
}

bool ledger_copy_is_long(const ledger_t *l)
{
	const ledger_copy_t *c = l->copy;

	return c && c->begun && !c->making &&
	       (c->log_frames >= LEDGER_LOG_PAGES) &&
	       (c->log_frames != c->checked);
}

void ledger_copy_checkpoint(ledger_t *l)
{
	ledger_copy_t *c = l->copy;
	int rc;

	c->checked = c->log_frames;
	if (_checkpoint(l->db, c->log_frames))
		return;
	if (c->kept && (rc = _take_in(c)))
		_give_up(c, sqlite3_errstr(rc));
}

/* --- a new copy ---------------------------------------------------------- */

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

/*
 * A step. IN turn - of the copy that is made. Locks: db_lock. RET SQLite's code
 */
static int _copy_part(ledger_t *l, sqlite3_file *to, uint32_t turn, int64_t at,
		      sqlite3_int64 *size)
{
	sqlite3_file *from = _file_of(l, SQLITE_FCNTL_FILE_POINTER);
	int rc;

	if (!from || (l->copy->turn != turn))
		return SQLITE_ABORT;
	rc = from->pMethods->xFileSize(from, size);
	return rc ? rc : ledger_copy_bytes(from, to, at, MIN(*size, at + STEP));
}

/* The file does not change meanwhile (making). RET SQLite's code */
static int _copy_file(ledger_t *l, sqlite3_file *to, uint32_t turn, bool held)
{
	sqlite3_int64 size = 1;
	int rc = SQLITE_OK;

	for (int64_t at = 0; (at < size) && !rc; at += STEP) {
		if (!held)
			ledger_hold(l);
		rc = _copy_part(l, to, turn, at, &size);
		if (!held)
			ledger_release(l);
		if (!held && ledger_is_freed(l))
			rc = SQLITE_ABORT;
	}
	return rc ? rc : to->pMethods->xSync(to, SQLITE_SYNC_NORMAL);
}

static int _make_base(ledger_t *l, uint32_t turn, bool held)
{
	sqlite3_file *to = NULL;
	ledger_name_t name;
	int rc = SQLITE_CANTOPEN;

	if (ledger_name(name, l->path, LEDGER_COPY_NEW))
		rc = ledger_copy_open(name, &to);
	if (!rc)
		rc = _copy_file(l, to, turn, held);
	ledger_copy_close(&to);
	return rc;
}

/* Copy the log of the ledger. Locks: db_lock. RET SQLite's code */
static int _make_log(ledger_t *l, const char *name)
{
	sqlite3_file *log = _file_of(l, SQLITE_FCNTL_JOURNAL_POINTER);
	ledger_copy_t *c = l->copy;
	sqlite3_file *to = NULL;
	int rc = ledger_copy_open(name, &to);

	memset(c->head, 0, sizeof(c->head));
	if (!rc && c->log_frames)
		rc = log ? log->pMethods->xRead(log, c->head, sizeof(c->head),
						0) : SQLITE_CANTOPEN;
	if (!rc && c->log_frames)
		rc = ledger_copy_bytes(log, to, 0,
				       _end_of(c->head, c->log_frames));
	if (!rc)
		rc = to->pMethods->xSync(to, SQLITE_SYNC_NORMAL);
	ledger_copy_close(&to);
	return rc;
}

/* From the rename on the new copy counts. Locks: db_lock. RET SQLite's code */
static int _switch(ledger_t *l)
{
	ledger_name_t part, new_base, new_log;
	ledger_copy_t *c = l->copy;
	int rc;

	if (!ledger_name(part, l->path, LEDGER_COPY_PART) ||
	    !ledger_copy_names(l->path, new_base, new_log, LEDGER_COPY_NEW))
		return SQLITE_CANTOPEN;
	if ((rc = _make_log(l, part)))
		return rc;
	if (rename(part, new_log))
		return SQLITE_IOERR;
	ledger_copy_close(&c->file);
	c->kept = false;	/* the former one */
	if (ledger_copy_resume(l->path) || _note_place(c)) {
		(void) unlink(new_log);
		_mark_not_kept(c);	/* whichever is in the place */
		return SQLITE_IOERR;
	}
	c->frames = c->log_frames;
	c->taken = false;
	c->kept = true;
	c->why[0] = '\0';
	return SQLITE_OK;
}

/*
 * Begin to make a copy, whose number is c->turn. Locks: db_lock. RET SQLite's
 * code
 */
static int _begin_copy(ledger_t *l)
{
	ledger_copy_t *c = l->copy;
	int there = 0, taken = 0, rc;

	c->turn++;
	c->making = true;
	if (ledger_copy_resume(l->path))
		return SQLITE_IOERR;
	if (c->begun)
		return SQLITE_OK;
	rc = sqlite3_wal_checkpoint_v2(l->db, NULL, SQLITE_CHECKPOINT_PASSIVE,
				       &there, &taken);
	c->begun = !rc;
	c->log_frames = MAX(there, 0);
	c->checked = 0;
	return rc;
}

/* IN rc - the result since _begin_copy(). Locks: db_lock */
static void _end_copy(ledger_t *l, uint32_t turn, int rc)
{
	ledger_copy_t *c = l->copy;

	if (c->turn != turn)	/* the ledger was made again meanwhile */
		return;
	if (!rc)
		rc = _switch(l);
	c->making = false;
	if (rc && !c->kept)
		_give_up(c, sqlite3_errstr(rc));
}

/*
 * The copy before it stays until the new one is complete, and is kept if it
 * was.
 * IN held - db_lock is held all the time
 */
static void _make_copy(ledger_t *l, bool held)
{
	uint32_t turn;
	int rc;

	if (!held)
		ledger_hold(l);
	rc = _begin_copy(l);
	turn = l->copy->turn;
	if (!held)
		ledger_release(l);
	if (!rc)
		rc = _check_room(l->path) ? SQLITE_FULL :
					    _make_base(l, turn, held);
	if (!held)
		ledger_hold(l);
	_end_copy(l, turn, rc);
	if (!held)
		ledger_release(l);
}

void ledger_copy_begin(ledger_t *l)
{
	if (!l->copy)
		l->copy = memory_new(1, sizeof(*l->copy));
	l->copy->kept = l->copy->begun = false;
	ledger_copy_close(&l->copy->file);
	if (!ledger_copy_names(l->path, l->copy->base, l->copy->log,
			       LEDGER_COPY))
		return;
	(void) _note_place(l->copy);
	(void) sqlite3_wal_hook(l->db, _on_commit, l);
	_make_copy(l, true);
}

void ledger_copy_end(ledger_t *l)
{
	ledger_copy_t *c = l->copy;
	int rc;

	if (!c)
		return;
	(void) sqlite3_wal_hook(l->db, NULL, NULL);
	if (c->kept && (rc = _take_in(c)))
		_give_up(c, sqlite3_errstr(rc));
	ledger_copy_close(&c->file);
	free(c);
	l->copy = NULL;
}

/* --- the thread that looks after it -------------------------------------- */

void ledger_hold(ledger_t *l)
{
	pthread_mutex_lock(&l->db_lock);
	ledger_set_busy(l, true);
	l->untouched = ledger_place_untouched(l);
}

void ledger_release(ledger_t *l)
{
	if (l->untouched)	/* else the writer will see that it is not */
		ledger_place_wrote(l);
	ledger_set_busy(l, false);
	pthread_mutex_unlock(&l->db_lock);
}

bool ledger_is_freed(ledger_t *l)
{
	bool freed;

	pthread_mutex_lock(&l->queue_lock);
	freed = l->freed;
	pthread_mutex_unlock(&l->queue_lock);
	return freed;
}

void ledger_borrow(ledger_t *l)
{
	pthread_mutex_lock(&l->queue_lock);
	l->borrowers++;
	pthread_mutex_unlock(&l->queue_lock);
}

void ledger_give_back(ledger_t *l)
{
	bool freed;

	pthread_mutex_lock(&l->queue_lock);
	l->borrowers--;
	freed = l->freed && !l->borrowers;
	pthread_mutex_unlock(&l->queue_lock);
	if (freed)
		ledger_free(l);
}

/* RET true: a new copy is due */
static bool _is_due(ledger_t *l, time_t interval)
{
	ledger_copy_t *c = l->copy;
	bool kept, fenced;

	pthread_mutex_lock(&l->queue_lock);
	fenced = l->fenced;
	pthread_mutex_unlock(&l->queue_lock);
	if (fenced)	/* the files may be another controller's by now */
		return false;
	pthread_mutex_lock(&l->db_lock);
	if (c->kept && ((_look_for_base(c) == ENOENT) ||
			(c->frames &&
			 (ledger_files_there(c->log) == ENOENT))))
		_give_up(c, "it was removed or replaced");
	kept = c->kept;
	pthread_mutex_unlock(&l->db_lock);
	if (!c->tried)	/* when it was begun */
		c->tried = _uptime();
	return !kept || (_uptime() - c->tried >= interval);
}

/* RET false: error is a reason that is new, or an interval old */
static bool _report(ledger_t *l, time_t interval, char *error,
		    size_t error_size)
{
	ledger_copy_t *c = l->copy;
	bool is_new;

	pthread_mutex_lock(&l->db_lock);
	is_new = strcmp(c->why, c->told) ||
		 (_uptime() - c->told_at >= interval);
	if (is_new && !c->kept)
		snprintf(error, error_size, "%s", c->why);
	if (is_new) {
		memcpy(c->told, c->why, sizeof(c->told));
		c->told_at = _uptime();
	}
	pthread_mutex_unlock(&l->db_lock);
	return !error[0];
}

bool ledger_copy(ledger_t *l, time_t interval, char *error, size_t error_size)
{
	bool ok = true;

	error[0] = '\0';
	if (!l->copy)
		return true;
	ledger_borrow(l);
	if (_is_due(l, interval)) {
		if (!_check_room(l->path))
			ledger_place_check(l);
		_make_copy(l, false);
		l->copy->tried = _uptime();
		ok = _report(l, interval, error, error_size);
	}
	ledger_give_back(l);
	return ok;
}
