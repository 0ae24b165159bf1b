/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/file/ledger_copy_files.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/file/ledger_integrity.h"
#include "plugin/ledger/file/ledger_present.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_statement.h"
#include "plugin/ledger/file/ledger_log.h"
#include "plugin/ledger/ledger_replace.h"
#include "plugin/ledger/ledger_start.h"

typedef struct {
	const char *path;
	const ledger_former_t *former;
	ledger_log_t log;	/* of the ledger, as it was found */
	char what[400];		/* the damage of the ledger; "": none */
	bool behind;		/* it is sound, and its copy has more */
	bool differs;		/* both are sound, and have other rows */
	ledger_say_fn say;
	void *arg;
	char *error;
	size_t size;
} start_t;

__attribute__((format(printf, 2, 3)))
static void _say_line(const start_t *s, const char *format, ...)
{
	char line[PATH_MAX + 400];
	va_list args;

	if (!s->say)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	s->say(s->arg, line);
}

static ledger_status_t _wait_for(const start_t *s, const char *what,
				 const char *why)
{
	snprintf(s->error, s->size, "%s can't be read now: %s", what, why);
	return LEDGER_UNREADABLE;
}

/* --- traces --------------------------------------------------------------- */

/* RET as ledger_files_there() */
static int _find_copy(const start_t *s, ledger_name_t name)
{
	return ledger_name(name, s->path, LEDGER_COPY) ?
	       ledger_files_there(name) : ENAMETOOLONG;
}

/* RET as ledger_files_there() */
static int _find_history(const start_t *s)
{
	const char *slash = strrchr(s->path, '/');
	ledger_name_t name;

	if (slash && (slash - s->path >= PATH_MAX))
		return ENAMETOOLONG;
	snprintf(name, sizeof(name), "%.*s" LEDGER_HISTORY,
		 slash ? (int) (slash - s->path) + 1 : 0, s->path);
	return ledger_files_there(name);
}

/*
 * OUT ret - a trace of an earlier ledger. RET as ledger_files_there(); ENOENT:
 * there is none
 */
static int _find_trace(const start_t *s, const char **ret)
{
	ledger_name_t name;
	int rc = _find_copy(s, name);

	*ret = "its copy";
	if (rc == ENOENT) {
		*ret = LEDGER_HISTORY;
		rc = _find_history(s);
	}
	if ((rc == ENOENT) && s->former->there) {
		*ret = "a claim";
		rc = 0;
	}
	return rc;
}

/* --- what a ledger says of itself ----------------------------------------- */

typedef struct {
	bool owned;		/* a controller has had it */
	uint32_t identity;
	int64_t epoch, serial;
	int64_t progress;	/* of what grows with its changes */
	uint64_t digest;
	bool garbled;		/* it has no digest: see ledger_digest() */
} facts_t;

/*
 * Of tables and columns that no migration changes: the copy may have an older
 * schema.
 * RET SQLITE_OK; SQLITE_ERROR: it has no such tables; or why it can't be read
 */
static int _read_facts(sqlite3 *db, facts_t *ret)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(db, "SELECT host IS NOT NULL, epoch,"
				    " (SELECT ifnull(max(serial), 0)"
				    " FROM booking),"
				    " (SELECT ifnull(max(id), 0) FROM request)"
				    " FROM meta", -1, &s, NULL);

	*ret = (facts_t) { .epoch = 0 };
	if (!rc && ((rc = sqlite3_step(s)) == SQLITE_ROW))
		*ret = (facts_t) {
			.owned = sqlite3_column_int(s, 0),
			.epoch = sqlite3_column_int64(s, 1),
			.serial = sqlite3_column_int64(s, 2),
			.progress = sqlite3_column_int64(s, 2) +
				    sqlite3_column_int64(s, 3),
		};
	sqlite3_finalize(s);
	if ((rc != SQLITE_ROW) && (rc != SQLITE_DONE))
		return rc;
	ret->identity = (uint32_t) ledger_number(db, "PRAGMA application_id");
	rc = ledger_digest(db, &ret->digest);
	ret->garbled = (ledger_status(rc) == LEDGER_DAMAGED);
	return ret->garbled ? SQLITE_OK : rc;
}

/* The copy of the ledger that the cluster had last, as far as that is known. */
typedef struct {
	bool kept;		/* see ledger_copy.h */
	facts_t facts;
	ledger_log_t log;
} copy_t;

/* The files of the copy stay as they are. RET SQLite's code */
static int _read_rows(const char *name, copy_t *copy)
{
	sqlite3 *db = NULL;
	int rc = sqlite3_open_v2(name, &db, SQLITE_OPEN_READWRITE |
				 SQLITE_OPEN_NOMUTEX, NULL);

	if (!rc)
		rc = sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE", NULL,
				  NULL, NULL);
	if (!rc)
		rc = sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1,
				       NULL);
	if (!rc)
		rc = _read_facts(db, &copy->facts);
	sqlite3_close(db);
	return rc;
}

/*
 * Damage that SQLite finds counts if all of the copy can be read, and is there
 * once more, as for ledger_open(). RET SQLite's code
 */
static int _read_surely(const char *name, copy_t *copy)
{
	int rc = _read_rows(name, copy), unread;

	if (ledger_status(rc) != LEDGER_DAMAGED)
		return rc;
	unread = ledger_copy_read(name);
	return unread ? unread : _read_rows(name, copy);
}

/*
 * RET LEDGER_OK; LEDGER_NONE: there is none, or one of another cluster;
 * LEDGER_DAMAGED: all of it was read; LEDGER_UNREADABLE: error is set
 */
static ledger_status_t _read_copy(const start_t *s, copy_t *copy)
{
	ledger_name_t name;
	int err = _find_copy(s, name), rc;

	*copy = (copy_t) { .kept = false };
	if (err == ENOENT)
		return LEDGER_NONE;
	if (!err)
		err = ledger_copy_is_kept(name, &copy->kept);
	if (!err)
		err = ledger_log_read(name, &copy->log);
	if (err)
		return _wait_for(s, "its copy", strerror(err));
	rc = _read_surely(name, copy);
	if (rc)
		return (ledger_status(rc) == LEDGER_DAMAGED) ? LEDGER_DAMAGED :
		       _wait_for(s, "its copy", sqlite3_errstr(rc));
	return (s->former->identity &&
		(copy->facts.identity != s->former->identity)) ? LEDGER_NONE :
								 LEDGER_OK;
}

static bool _is_of_later_start(const copy_t *copy, const facts_t *mine)
{
	return (copy->facts.epoch > mine->epoch) ||
	       (!copy->kept && (copy->facts.epoch == mine->epoch) &&
		(copy->facts.serial > mine->serial));
}

/*
 * SQLite has no checksum over a text: a byte of it that the disk changes shows
 * here alone.
 */
static void _tell_other_rows(const start_t *s)
{
	ledger_name_t from, to;

	if (!ledger_name(from, s->path, LEDGER_COPY) ||
	    !ledger_name(to, s->path, LEDGER_COPY LEDGER_ASIDE))
		return;
	(void) rename(from, to);
	_say_line(s, "the ledger %s and its copy have other rows, though both are sound: one of them was changed by hand, or by the disk; the ledger is used, and the copy is kept as %s",
		  s->path, to);
}

static bool _is_same_log(const start_t *s, const copy_t *copy)
{
	return copy->log.begun && s->log.begun &&
	       !memcmp(copy->log.salt, s->log.salt, sizeof(s->log.salt));
}

/* The log of a damaged copy may be sound, and shows lost frames then. */
static const char *_find_lost_end(const start_t *s, const copy_t *copy)
{
	return (_is_same_log(s, copy) && (copy->log.frames > s->log.frames)) ?
	       "has lost the end of its log" : NULL;
}

/*
 * Compare a sound ledger with its copy. The shorter one of two equal logs has
 * lost its end. A log that the copy does not have yet was restarted when both
 * files had all of the log before. A ledger without a log has lost it, or taken
 * it in.
 * RET how the ledger is damaged; NULL: it is not, or the copy is
 */
static const char *_compare(start_t *s, const copy_t *copy,
			    const facts_t *mine)
{
	if (mine->garbled)
		return "has a text that no row can have";
	if (copy->log.begun && s->log.begun &&
	    (!_is_same_log(s, copy) || (copy->log.frames != s->log.frames)))
		return _find_lost_end(s, copy);
	if (!s->log.begun && (copy->facts.progress > mine->progress))
		return "has lost its log";
	s->differs = (copy->log.begun || !s->log.begun) &&
		     !copy->facts.garbled &&
		     (copy->facts.digest != mine->digest);
	return NULL;
}

/* --- a ledger that is gone ------------------------------------------------ */

/* RET LEDGER_DAMAGED: the administrator has to act */
static ledger_status_t _leave_to_admin(const start_t *s, const char *what,
				       const char *why)
{
	snprintf(s->error, s->size,
		 "it %s, and %s: put it back from a backup, or make one by \"garq-ledger salvage\"; to begin without it, move all files garq.* away",
		 what, why);
	return LEDGER_DAMAGED;
}

static void _tell_made(const start_t *s, const ledger_made_t *made)
{
	struct tm tm = { .tm_year = 0 };
	char when[32] = "";

	(void) localtime_r(&made->time, &tm);
	strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%S", &tm);
	_say_line(s, "the ledger has %u live and %u closed bookings, and %u rows of requests, offers and events again",
		  made->live, made->closed, made->others);
	if (made->whole)
		_say_line(s, "nothing that was acknowledged is missing");
	else
		_say_line(s, "they are of %s: bookings that were made since are lost unless Slurm has saved their reservations, and some of them may have been deleted since",
			  when);
}

/* Make the ledger of its copy. RET as _bring_back() */
static ledger_status_t _from_copy(const start_t *s, const copy_t *copy,
				  ledger_t **ret)
{
	bool whole = copy->kept && (copy->facts.epoch >= s->former->epoch);
	char why[192] = "its copy can't be used: ";
	const size_t len = strlen(why);
	ledger_status_t status;
	ledger_made_t made;

	_say_line(s, "the ledger %s %s: it is made again from its copy", s->path,
		  s->what);
	status = ledger_replace_by_copy(s->path, whole, s->say, s->arg, &made,
					why + len, sizeof(why) - len);
	if (status == LEDGER_OK) {
		_tell_made(s, &made);
		return ledger_open(s->path, ret, s->error, s->size);
	}
	if (status == LEDGER_DAMAGED)
		return _leave_to_admin(s, s->what, why);
	snprintf(s->error, s->size, "it %s, and can't be made again now: %s",
		 s->what, why + len);
	return LEDGER_UNREADABLE;
}

/*
 * RET LEDGER_DAMAGED: there is no copy, or it was read, and is damaged;
 * LEDGER_UNREADABLE: not now
 */
static ledger_status_t _bring_back(const start_t *s, ledger_t **ret)
{
	copy_t copy;
	ledger_status_t status = _read_copy(s, &copy);

	if (status == LEDGER_OK)
		return _from_copy(s, &copy, ret);
	return (status == LEDGER_UNREADABLE) ? status :
	       _leave_to_admin(s, s->what, "has no copy that can be read");
}

/* There is no ledger. IN how - "is missing", ... */
static ledger_status_t _begin_ledger(start_t *s, const char *how,
				     ledger_t **ret)
{
	const char *trace;
	int rc = _find_trace(s, &trace);

	if (rc == ENOENT) {	/* a killed start may have made a file */
		if (!(rc = ledger_files_remove(s->path)))
			return ledger_open(s->path, ret, s->error, s->size);
		trace = how;
	}
	if (rc)
		return _wait_for(s, trace, strerror(rc));
	snprintf(s->what, sizeof(s->what),
		 "%s, though %s tells that there was one", how, trace);
	return _bring_back(s, ret);
}

/* --- a ledger that is there ----------------------------------------------- */

/*
 * IN status - of the copy. RET how the ledger is, of which the copy has more;
 * NULL: it has not
 */
static const char *_find_damage(start_t *s, ledger_status_t status,
				const copy_t *copy, const facts_t *mine)
{
	if (status == LEDGER_DAMAGED)
		return _find_lost_end(s, copy);
	if ((status != LEDGER_OK) || !mine->identity ||
	    (copy->facts.identity != mine->identity))
		return NULL;
	if (copy->kept && (copy->facts.epoch == mine->epoch))
		return _compare(s, copy, mine);
	return _is_of_later_start(copy, mine) ? "is an older one" : NULL;
}

/*
 * Return true if mine is the ledger that the cluster had last, or the best that
 * there is. If not, s->what says how it is
 */
static bool _is_ours(start_t *s, const facts_t *mine)
{
	const ledger_former_t *f = s->former;

	if (mine->owned && f->identity && (mine->identity != f->identity)) {
		snprintf(s->what, sizeof(s->what), "is that of another cluster");
		return false;
	}
	if (mine->owned && (mine->epoch < f->epoch))
		_say_line(s, "the ledger %s is an older one (epoch %" PRId64 ", and the last one was %" PRId64 "), and there is no younger copy: bookings that were made since are lost unless Slurm has saved their reservations",
			  s->path, mine->epoch, f->epoch);
	return true;
}

/* A ledger_check_fn: RET LEDGER_DAMAGED with s->what set */
static ledger_status_t _judge_ledger(void *arg, sqlite3 *db)
{
	start_t *s = arg;
	const char *damage;
	facts_t mine;
	copy_t copy;
	int rc = _read_facts(db, &mine);
	ledger_status_t status;

	if (rc && (rc != SQLITE_ERROR))
		return ledger_status(rc);
	if ((status = _read_copy(s, &copy)) == LEDGER_UNREADABLE)
		return status;
	s->differs = false;
	damage = _find_damage(s, status, &copy, &mine);
	if ((s->behind = damage))
		snprintf(s->what, sizeof(s->what), "%s (epoch %" PRId64 ", and the last one was %" PRId64 ")",
			 damage, mine.epoch,
			 MAX(copy.facts.epoch, s->former->epoch));
	return (damage || !_is_ours(s, &mine)) ? LEDGER_DAMAGED : LEDGER_OK;
}

/* The next epoch follows that of the claims. RET false: error is set */
static bool _raise_epoch(const start_t *s, ledger_t *l)
{
	long long epoch = s->former->epoch;
	char sql[160];

	snprintf(sql, sizeof(sql), "INSERT INTO meta (id, epoch)"
		 " VALUES (1, %lld) ON CONFLICT (id) DO UPDATE"
		 " SET epoch = %lld WHERE epoch < %lld", epoch, epoch, epoch);
	if (!epoch || !sqlite3_exec(l->db, sql, NULL, NULL, NULL))
		return true;
	snprintf(s->error, s->size, "%s", sqlite3_errmsg(l->db));
	return false;
}

/* The ledger itself is sound: go on with it, as its copy is not. */
static ledger_status_t _go_on(const start_t *s, ledger_t **ret)
{
	_say_line(s, "the ledger %s may lack the last changes: %s; it is used as it is",
		  s->path, s->error);
	return ledger_open_there(s->path, NULL, NULL, ret, s->error, s->size);
}

static ledger_status_t _open_ledger(start_t *s, ledger_t **ret)
{
	ledger_status_t status;
	char how[200];

	status = ledger_open_there(s->path, _judge_ledger, s, ret, s->error,
				   s->size);
	snprintf(how, sizeof(how), "%s", s->error);
	if (status == LEDGER_NONE)
		return _begin_ledger(s, how, ret);
	if (status != LEDGER_DAMAGED)
		return status;
	if (!s->what[0])
		snprintf(s->what, sizeof(s->what), "is damaged (%s)", how);
	status = _bring_back(s, ret);
	return ((status == LEDGER_DAMAGED) && s->behind) ? _go_on(s, ret) :
							   status;
}

/*
 * What a start that was killed has left is finished first. RET false: error is
 * set
 */
static bool _begin_look(start_t *s)
{
	int rc;

	if (!ledger_replace_resume(s->path, s->say, s->arg, s->error, s->size))
		return false;
	if ((rc = ledger_copy_resume(s->path)))
		(void) _wait_for(s, "its copy", strerror(rc));
	else if ((rc = ledger_log_read(s->path, &s->log)))
		(void) _wait_for(s, "its log", strerror(rc));
	return !rc;
}

ledger_status_t ledger_start(const char *path, const ledger_former_t *former,
			     ledger_say_fn say, void *arg,
			     ledger_t **ret_ledger, char *error,
			     size_t error_size)
{
	start_t s = {
		.path = path, .former = former, .say = say, .arg = arg,
		.error = error, .size = error_size,
	};
	ledger_status_t status;
	ledger_t *l = NULL;

	if (!_begin_look(&s))
		return LEDGER_UNREADABLE;
	status = _open_ledger(&s, &l);
	if ((status == LEDGER_OK) && !_raise_epoch(&s, l)) {
		ledger_close(l);
		status = LEDGER_UNREADABLE;
	}
	if (status != LEDGER_OK)
		return (status == LEDGER_DAMAGED) ? LEDGER_UNREADABLE : status;
	if (s.differs)
		_tell_other_rows(&s);
	ledger_copy_begin(l);
	*ret_ledger = l;
	return LEDGER_OK;
}
