/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_start.c - see ledger_start.h */

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_present.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_salvage.h"
#include "plugin/ledger/ledger_start.h"

typedef struct {
	const char *path;
	const ledger_former_t *former;
	ledger_say_fn say;
	void *arg;
	char *error;
	size_t size;
} start_t;

__attribute__((format(printf, 2, 3)))
static void _say(const start_t *s, const char *format, ...)
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
static const char *_trace(const start_t *s)
{
	return _has_copy(s) ? "its copy" :
	       _has_history(s) ? LEDGER_HISTORY :
	       s->former->there ? "a claim" : NULL;
}

/* --- what a ledger says of itself ----------------------------------------- */

typedef struct {
	bool owned;		/* a controller has had it */
	int64_t epoch, serial;
} facts_t;

/* RET false: it can't be read; or has no such tables */
static bool _read_facts(sqlite3 *db, facts_t *ret)
{
	sqlite3_stmt *s = NULL;
	bool ok = !sqlite3_prepare_v2(db, "SELECT host IS NOT NULL, epoch,"
				      " (SELECT ifnull(max(serial), 0)"
				      " FROM booking) FROM meta", -1, &s,
				      NULL) &&
		  (sqlite3_step(s) == SQLITE_ROW);

	if (ok)
		*ret = (facts_t) {
			.owned = sqlite3_column_int(s, 0),
			.epoch = sqlite3_column_int64(s, 1),
			.serial = sqlite3_column_int64(s, 2),
		};
	sqlite3_finalize(s);
	return ok;
}

typedef struct {
	bool bookings;		/* it has a table of them */
	uint32_t identity;
	facts_t facts;
} copy_t;

/* The copy is one file. RET all 0: there is none, or it can't be read */
static copy_t _read_copy(const start_t *s)
{
	copy_t copy = { .bookings = false };
	sqlite3 *db = NULL;
	ledger_name_t name;

	if (ledger_name(name, s->path, LEDGER_COPY) &&
	    !sqlite3_open_v2(name, &db, SQLITE_OPEN_READONLY |
			     SQLITE_OPEN_NOMUTEX, NULL)) {
		copy.bookings = ledger_row_number(db, "SELECT 1"
			" FROM sqlite_schema WHERE name = 'booking'");
		copy.identity = (uint32_t)
			ledger_row_number(db, "PRAGMA application_id");
		(void) _read_facts(db, &copy.facts);
	}
	sqlite3_close(db);
	return copy;
}

static bool _is_copy_younger(const start_t *s, const facts_t *mine)
{
	copy_t copy = _read_copy(s);

	return (copy.identity == s->former->identity) &&
	       ((copy.facts.epoch > mine->epoch) ||
		((copy.facts.epoch == mine->epoch) &&
		 (copy.facts.serial > mine->serial)));
}

/* True if there is a copy, and of the last ledger, as far as that is known. */
static bool _may_use_copy(const start_t *s)
{
	copy_t copy = _read_copy(s);

	return copy.bookings && (!s->former->identity ||
				 (copy.identity == s->former->identity));
}

/* --- a ledger that is gone ------------------------------------------------ */

/* RET LEDGER_UNREADABLE: the administrator has to act */
static ledger_status_t _wait(const start_t *s, const char *what)
{
	snprintf(s->error, s->size,
		 "it %s, and has no copy that can be read: put it back from a backup; to begin without it and the bookings that it alone has, move all files garq.* away",
		 what);
	return LEDGER_UNREADABLE;
}

/* Make the ledger of its copy. IN what - how the present one is */
static ledger_status_t _from_copy(const start_t *s, const char *what,
				  ledger_t **ret)
{
	ledger_salvaged_t found;
	char why[192];

	_say(s, "the ledger %s %s: it is made again from its copy", s->path,
	     what);
	if (ledger_replace_by_copy(s->path, s->say, s->arg, &found, why,
				   sizeof(why))) {
		if (s->say)
			ledger_salvage_tell(&found, s->say, s->arg);
		return ledger_open(s->path, ret, s->error, s->size);
	}
	snprintf(s->error, s->size,
		 "it %s, and can't be made again from its copy: %s", what, why);
	return LEDGER_UNREADABLE;
}

static ledger_status_t _bring_back(const start_t *s, const char *what,
				   ledger_t **ret)
{
	return _may_use_copy(s) ? _from_copy(s, what, ret) : _wait(s, what);
}

/* There is no ledger. IN how - "is missing", ... */
static ledger_status_t _begin(const start_t *s, const char *how, ledger_t **ret)
{
	const char *trace = _trace(s);
	char what[256];

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

static ledger_status_t _salvage(const start_t *s, ledger_t **ret)
{
	ledger_salvaged_t found;
	char why[192];

	_say(s, "the ledger %s is damaged: %s", s->path, s->error);
	_say(s, "a new one is begun from what can be read of it and from the reservations that Slurm knows");
	if (ledger_replace(s->path, s->say, s->arg, &found, why, sizeof(why))) {
		if (s->say)
			ledger_salvage_tell(&found, s->say, s->arg);
		return ledger_open(s->path, ret, s->error, s->size);
	}
	snprintf(s->error, s->size,
		 "it is damaged, and a new one can't be made of what can be read of it: %s",
		 why);
	return LEDGER_UNREADABLE;
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
	if (mine.epoch >= f->epoch)
		return true;
	snprintf(what, size,
		 "is an older one (epoch %" PRId64 ", and the last one was %" PRId64 ")",
		 mine.epoch, f->epoch);
	if (_is_copy_younger(s, &mine))
		return false;
	_say(s, "the ledger %s %s, and there is no younger copy: bookings that were made since are lost unless Slurm has saved their reservations",
	     s->path, what);
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

static ledger_status_t _open(const start_t *s, ledger_t **ret)
{
	ledger_status_t status;
	char what[120];
	ledger_t *l;

	status = ledger_open_there(s->path, &l, s->error, s->size);
	if (status == LEDGER_NONE) {
		snprintf(what, sizeof(what), "%s", s->error);
		return _begin(s, what, ret);
	}
	if (status == LEDGER_DAMAGED)
		return _salvage(s, ret);
	if (status != LEDGER_OK)
		return status;
	if (_is_ours(s, l, what, sizeof(what))) {
		*ret = l;
		return LEDGER_OK;
	}
	ledger_close(l);
	return _bring_back(s, what, ret);
}

ledger_status_t ledger_start(const char *path, const ledger_former_t *former,
			     ledger_say_fn say, void *arg,
			     ledger_t **ret_ledger, char *error,
			     size_t error_size)
{
	const start_t s = { path, former, say, arg, error, error_size };
	ledger_status_t status;
	ledger_t *l = NULL;

	if (!ledger_replace_resume(path, say, arg, error, error_size))
		return LEDGER_UNREADABLE;
	status = _open(&s, &l);
	if ((status == LEDGER_OK) && !_raise_epoch(&s, l)) {
		ledger_close(l);
		status = LEDGER_UNREADABLE;
	}
	if (status == LEDGER_OK)
		*ret_ledger = l;
	return status;
}
