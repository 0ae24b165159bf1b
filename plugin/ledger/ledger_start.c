/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/param.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/file/ledger_copy_files.h"
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

/* --- traces --------------------------------------------------------------- */

static bool _has_copy(const start_t *s)
{
	ledger_name_t name;

	return ledger_name(name, s->path, LEDGER_COPY) && !access(name, F_OK);
}

static bool _has_history(const start_t *s)
{
	const char *slash = strrchr(s->path, '/');
	ledger_name_t name;

	if (slash && (slash - s->path >= PATH_MAX))
		return false;
	snprintf(name, sizeof(name), "%.*s" LEDGER_HISTORY,
		 slash ? (int) (slash - s->path) + 1 : 0, s->path);
	return !access(name, F_OK);
}

/* A trace of an earlier ledger; NULL: there is none. */
static const char *_trace_of_earlier(const start_t *s)
{
	return _has_copy(s) ? "its copy" :
	       _has_history(s) ? LEDGER_HISTORY :
	       s->former->there ? "a claim" : NULL;
}

/* --- what a ledger says of itself ----------------------------------------- */

typedef struct {
	bool owned;		/* a controller has had it */
	int64_t epoch, serial;
	int64_t progress;	/* of what grows with its changes */
} facts_t;

/*
 * Of tables and columns that no migration changes: the copy may have an older
 * schema. RET false: it can't be read; or has no such tables
 */
static bool _read_facts(sqlite3 *db, facts_t *ret)
{
	sqlite3_stmt *s = NULL;
	bool ok = !sqlite3_prepare_v2(db, "SELECT host IS NOT NULL, epoch,"
				      " (SELECT ifnull(max(serial), 0)"
				      " FROM booking),"
				      " (SELECT ifnull(max(id), 0) FROM request)"
				      " FROM meta", -1, &s, NULL) &&
		  (sqlite3_step(s) == SQLITE_ROW);

	if (ok)
		*ret = (facts_t) {
			.owned = sqlite3_column_int(s, 0),
			.epoch = sqlite3_column_int64(s, 1),
			.serial = sqlite3_column_int64(s, 2),
			.progress = sqlite3_column_int64(s, 2) +
				    sqlite3_column_int64(s, 3),
		};
	sqlite3_finalize(s);
	return ok;
}

/* The copy of the ledger that the cluster had last, as far as that is known. */
typedef struct {
	bool there;
	bool kept;		/* see ledger_copy.h */
	uint32_t identity;
	facts_t facts;
	ledger_log_t log;
} copy_t;

/*
 * Its files stay as they are. RET NULL: there is no copy, or it can't be read
 */
static sqlite3 *_open_copy(const start_t *s)
{
	sqlite3 *db = NULL;
	ledger_name_t name;

	if (!ledger_name(name, s->path, LEDGER_COPY) || access(name, F_OK))
		return NULL;
	if (!sqlite3_open_v2(name, &db, SQLITE_OPEN_READWRITE |
			     SQLITE_OPEN_NOMUTEX, NULL) &&
	    !sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE", NULL, NULL,
			  NULL) &&
	    !sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL))
		return db;
	sqlite3_close(db);
	return NULL;
}

static void _read_rows(sqlite3 *db, copy_t *copy)
{
	copy->there = ledger_number(db, "SELECT 1 FROM sqlite_schema"
					" WHERE name = 'booking'");
	copy->identity = (uint32_t) ledger_number(db,
						      "PRAGMA application_id");
	(void) _read_facts(db, &copy->facts);
}

/* RET all 0: there is none, or it can't be read */
static copy_t _read_copy(const start_t *s)
{
	copy_t copy = { .there = false };
	ledger_name_t name;
	sqlite3 *db;

	if (!ledger_name(name, s->path, LEDGER_COPY))
		return copy;
	copy.kept = ledger_copy_is_kept(name);
	copy.log = ledger_log_read(name);
	if ((db = _open_copy(s)))
		_read_rows(db, &copy);
	sqlite3_close(db);
	if (s->former->identity && (copy.identity != s->former->identity))
		copy.there = false;
	return copy;
}

static bool _is_of_later_start(const copy_t *copy, const facts_t *mine)
{
	return (copy->facts.epoch > mine->epoch) ||
	       (!copy->kept && (copy->facts.epoch == mine->epoch) &&
		(copy->facts.serial > mine->serial));
}

static bool _has_other_rows(const start_t *s, uint64_t mine)
{
	sqlite3 *copy = _open_copy(s);
	uint64_t other;
	bool differs = copy && ledger_digest(copy, &other) && (mine != other);

	sqlite3_close(copy);
	return differs;
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

/* RET true if the opening has changed rows: by a purge, or a migration */
static bool _has_changed(const ledger_t *l)
{
	return (l->found_schema != LEDGER_SCHEMA) ||
	       sqlite3_total_changes(l->db);
}

/*
 * Compare a sound ledger with its copy. The shorter one of two equal logs has
 * lost its end. A log that the copy does not have yet was restarted when both
 * files had all of the log before. A ledger without a log has lost it, or taken
 * it in.
 * RET how the ledger is damaged; NULL: it is not, or the copy is
 */
static const char *_compare(const start_t *s, const copy_t *copy,
			    const facts_t *mine, const ledger_t *l)
{
	bool both = copy->log.begun && s->log.begun;
	uint64_t digest;

	if (!ledger_digest(l->db, &digest))
		return "has a text that no row can have";
	if (both && memcmp(copy->log.salt, s->log.salt, sizeof(s->log.salt)))
		return NULL;
	if (both && (copy->log.frames != s->log.frames))
		return (copy->log.frames > s->log.frames) ?
		       "has lost the end of its log" : NULL;
	if (!s->log.begun && (copy->facts.progress > mine->progress))
		return "has lost its log";
	if ((copy->log.begun || !s->log.begun) && !_has_changed(l) &&
	    _has_other_rows(s, digest))
		_tell_other_rows(s);
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

/*
 * Make the ledger of its copy. IN what - how the present one is
 * RET LEDGER_DAMAGED: the copy is, too; LEDGER_UNREADABLE: not now, as the disk
 *	fails
 */
static ledger_status_t _from_copy(const start_t *s, const copy_t *copy,
				  const char *what, ledger_t **ret)
{
	bool whole = copy->kept && (copy->facts.epoch >= s->former->epoch);
	char why[192] = "its copy can't be used: ";
	const size_t len = strlen(why);
	ledger_made_t made;

	_say_line(s, "the ledger %s %s: it is made again from its copy", s->path,
		  what);
	switch (ledger_replace_by_copy(s->path, whole, s->say, s->arg, &made,
				       why + len, sizeof(why) - len)) {
	case LEDGER_OK:
		_tell_made(s, &made);
		return ledger_open(s->path, ret, s->error, s->size);
	case LEDGER_UNREADABLE:
		snprintf(s->error, s->size,
			 "it %s, and can't be made again from its copy now: %s",
			 what, why + len);
		return LEDGER_UNREADABLE;
	default:
		return _leave_to_admin(s, what, why);
	}
}

static ledger_status_t _bring_back(const start_t *s, const char *what,
				   ledger_t **ret)
{
	copy_t copy = _read_copy(s);

	return copy.there ? _from_copy(s, &copy, what, ret) :
			    _leave_to_admin(s, what, "has no copy that can be read");
}

/* There is no ledger. IN how - "is missing", ... */
static ledger_status_t _begin_ledger(const start_t *s, const char *how,
				     ledger_t **ret)
{
	const char *trace = _trace_of_earlier(s);
	char what[512];

	if (!trace) {	/* what there is may be of a start that was killed */
		if (unlink(s->path) && (errno != ENOENT)) {
			snprintf(s->error, s->size, "it %s: %s", how,
				 strerror(errno));
			return LEDGER_UNREADABLE;
		}
		return ledger_open(s->path, ret, s->error, s->size);
	}
	snprintf(what, sizeof(what), "%s, though %s tells that there was one",
		 how, trace);
	return _bring_back(s, what, ret);
}

/* --- a ledger that is there ----------------------------------------------- */

/* RET true if the copy has more than the ledger. OUT what - then: its damage */
static bool _is_copy_better(const start_t *s, ledger_t *l, char *what,
			    size_t size)
{
	const copy_t copy = _read_copy(s);
	const char *damage = NULL;
	facts_t mine = { .epoch = 0 };

	(void) _read_facts(l->db, &mine);
	if (!copy.there || (copy.identity != ledger_identity(l)))
		return false;
	if (copy.kept && (copy.facts.epoch == mine.epoch))
		damage = _compare(s, &copy, &mine, l);
	else if (_is_of_later_start(&copy, &mine))
		damage = "is an older one";
	if (damage)
		snprintf(what, size, "%s (epoch %" PRId64 ", and the last one was %" PRId64 ")",
			 damage, mine.epoch,
			 MAX(copy.facts.epoch, s->former->epoch));
	return damage;
}

/*
 * True if l is the ledger that the cluster had last, or the best that there is.
 * OUT what - if false: how it is
 */
static bool _is_ours(const start_t *s, ledger_t *l, char *what, size_t size)
{
	const ledger_former_t *f = s->former;
	facts_t mine = { .epoch = 0 };

	if (!_read_facts(l->db, &mine) || !mine.owned)
		return true;
	if (f->identity && (ledger_identity(l) != f->identity)) {
		snprintf(what, size, "is that of another cluster");
		return false;
	}
	if (mine.epoch < f->epoch)
		_say_line(s, "the ledger %s is an older one (epoch %" PRId64 ", and the last one was %" PRId64 "), and there is no younger copy: bookings that were made since are lost unless Slurm has saved their reservations",
			  s->path, mine.epoch, f->epoch);
	return true;
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

/* The ledger itself is sound: go on with it, as the copy is not. */
static ledger_status_t _go_on(const start_t *s, ledger_t **ret)
{
	_say_line(s, "the ledger %s may lack the last changes: %s; it is used as it is",
		  s->path, s->error);
	return ledger_open_there(s->path, ret, s->error, s->size);
}

static ledger_status_t _open_ledger(const start_t *s, ledger_t **ret)
{
	ledger_status_t status;
	char what[400];
	ledger_t *l;
	bool better;

	status = ledger_open_there(s->path, &l, s->error, s->size);
	if (status == LEDGER_NONE) {
		snprintf(what, sizeof(what), "%s", s->error);
		return _begin_ledger(s, what, ret);
	}
	if (status == LEDGER_DAMAGED) {
		snprintf(what, sizeof(what), "is damaged (%s)", s->error);
		return _bring_back(s, what, ret);
	}
	if (status != LEDGER_OK)
		return status;
	better = _is_copy_better(s, l, what, sizeof(what));
	if (!better && _is_ours(s, l, what, sizeof(what))) {
		*ret = l;
		return LEDGER_OK;
	}
	ledger_close(l);
	status = _bring_back(s, what, ret);
	return (better && (status == LEDGER_DAMAGED)) ? _go_on(s, ret) : status;
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

	if (!ledger_replace_resume(path, say, arg, error, error_size))
		return LEDGER_UNREADABLE;
	ledger_copy_resume(path);
	s.log = ledger_log_read(path);
	status = _open_ledger(&s, &l);
	if ((status == LEDGER_OK) && !_raise_epoch(&s, l)) {
		ledger_close(l);
		status = LEDGER_UNREADABLE;
	}
	if (status == LEDGER_OK) {
		ledger_copy_begin(l);
		*ret_ledger = l;
	}
	return (status == LEDGER_DAMAGED) ? LEDGER_UNREADABLE : status;
}
