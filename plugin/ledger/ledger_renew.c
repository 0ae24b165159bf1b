/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/param.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/file/ledger_integrity.h"
#include "plugin/ledger/ledger_place.h"
#include "plugin/ledger/file/ledger_present.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_renew.h"
#include "plugin/ledger/ledger_replace.h"

#define FILES 2

/* Bytes of pages that are kept in memory: all of a ledger within its bounds. */
#define PAGES_MAX (LEDGER_BYTES_MAX + LEDGER_BYTES_MAX / 4)

static const char *const suffixes[FILES] = { "", "-wal" };

/* --- what the files say, beside what SQLite has in memory ------------------ */

enum { SAME, DIFFERS, UNKNOWN };

/*
 * Copy what an open file has now: to open it once more and close it would take
 * SQLite's locks from it. RET false: it can't be read, or written
 */
static bool _copy_open(sqlite3_file *from, const char *to)
{
	char bytes[1 << 14];
	sqlite3_int64 size = 0;
	int fd = -1;
	bool ok = from && from->pMethods &&
		  !from->pMethods->xFileSize(from, &size) &&
		  !ledger_files_create(to) &&
		  ((fd = open(to, O_WRONLY | O_CLOEXEC)) >= 0);

	for (sqlite3_int64 at = 0; (at < size) && ok;) {
		int len = (int) MIN(size - at, (sqlite3_int64) sizeof(bytes));

		ok = !from->pMethods->xRead(from, bytes, len, at) &&
		     (write(fd, bytes, (size_t) len) == len);
		at += len;
	}
	if (fd >= 0)
		close(fd);
	return ok;
}

/* Copy both files. RET false: that can't be done */
static bool _copy_files(ledger_t *l, ledger_name_t name[FILES])
{
	static const int codes[FILES] = {
		SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER,
	};

	for (int i = 0; i < FILES; i++) {
		sqlite3_file *file = NULL;

		(void) unlink(name[i]);
		if (sqlite3_file_control(l->db, "main", codes[i], &file) ||
		    !_copy_open(file, name[i]))
			return false;
	}
	return true;
}

/*
 * Compare the files, as a start would find them, with this process's commits.
 * RET SAME, DIFFERS, or UNKNOWN: they can't be looked at
 */
static int _compare(ledger_t *l)
{
	ledger_name_t name[FILES];
	uint64_t mine, found;
	sqlite3 *db = NULL;
	int is = UNKNOWN;
	char why[128] = "";

	for (int i = 0; i < FILES; i++)
		if (!ledger_name(name[i], l->path, ".seen%s", suffixes[i]))
			return UNKNOWN;
	if (_copy_files(l, name) && !ledger_digest(l->db, &mine) &&
	    !sqlite3_open_v2(name[0], &db, SQLITE_OPEN_READWRITE |
			     SQLITE_OPEN_NOMUTEX, NULL) &&
	    !sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE", NULL, NULL, NULL))
		is = (!ledger_integrity(db, why, sizeof(why)) &&
		      !ledger_digest(db, &found) && (mine == found)) ?
		     SAME : DIFFERS;
	sqlite3_close(db);
	for (int i = 0; i < FILES; i++)
		(void) unlink(name[i]);
	return is;
}

static void _keep_pages(ledger_t *l)
{
	char sql[64], why[128] = "";

	snprintf(sql, sizeof(sql), "PRAGMA cache_size=-%lld",
		 (long long) (PAGES_MAX / 1024));
	(void) sqlite3_exec(l->db, sql, NULL, NULL, NULL);
	(void) ledger_integrity(l->db, why, sizeof(why));
}

static void _note_renewal(ledger_t *l)
{
	char line[400];

	snprintf(line, sizeof(line),
		 "%.200s was removed, replaced, damaged or written by another program while it was open: it is made again, with all that was acknowledged (a file that was in its place has the suffix "
		 LEDGER_ASIDE " now)", l->path);
	ledger_put_notice(l, line);
}

/* The log has a line where the reason is another one. */
static void _say_failure(ledger_t *l, const char *why)
{
	char line[sizeof(l->error)];
	bool told;

	snprintf(line, sizeof(line),
		 LEDGER_FILE " was removed, replaced, damaged or written by another program, and can't be made again: %s",
		 why);
	pthread_mutex_lock(&l->queue_lock);
	told = !strcmp(line, l->error);
	snprintf(l->error, sizeof(l->error), "%s", line);
	pthread_mutex_unlock(&l->queue_lock);
	if (!told)
		ledger_put_notice(l, line);
}

/* The former file stays open until the new one is. RET false: why is set */
static bool _open_again(ledger_t *l, char *why, size_t size)
{
	sqlite3 *former = l->db;
	ledger_statements_t sql = l->sql;
	ledger_place_t place = l->place;
	bool ok;

	l->db = NULL;
	memset(&l->sql, 0, sizeof(l->sql));
	ok = (ledger_open_file(l, NULL, NULL, why, size) == LEDGER_OK);
	/* Without a page in the log SQLite takes the number of pages from the file,
	 * which another program may cut. */
	if (ok && !(ok = ledger_write_over(l)))
		snprintf(why, size, "%s", sqlite3_errmsg(l->db));
	if (!ok) {
		ledger_close_db(l->db);
		l->db = former;
		l->sql = sql;
		l->place = place;
		return false;
	}
	ledger_place_note(l);
	_keep_pages(l);
	ledger_copy_begin(l);
	ledger_place_wrote_both(l);
	/* its log has the name of the new one's, which must stay */
	(void) sqlite3_db_config(former, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1,
				 NULL);
	ledger_close_db(former);
	return true;
}

/* A file that was made, and did not get the place, must not take it at a start. */
static bool _forget_unplaced(ledger_t *l)
{
	ledger_name_t name;

	if (!l->unplaced)
		return true;
	if (!ledger_name(name, l->path, ".salvaged") ||
	    (unlink(name) && (errno != ENOENT)) ||
	    ledger_sync_folder_of(l->path))
		return false;
	l->unplaced = false;
	return true;
}

/* RET true if the files are in place, as far as they can be looked at */
static bool _is_in_place(ledger_t *l)
{
	bool untouched = ledger_place_untouched(l);
	int is;

	if (!ledger_in_place(l))
		return false;
	if (!untouched || l->doubted) {
		is = _compare(l);
		if ((is == DIFFERS) || ((is == UNKNOWN) && !untouched))
			return false;
		ledger_place_wrote_both(l);	/* its time alone differs */
	}
	return _forget_unplaced(l);
}

/*
 * If the ledger is not in place, make it again, and go on with that file.
 * Locks: db_lock. RET false: it can't be made; l->error says why
 */
static bool _keep_in_place(ledger_t *l)
{
	char why[128] = "";
	bool in_place = _is_in_place(l);

	if (!in_place) {
		l->unplaced = true;
		if (!ledger_replace_by(l->path, l, why, sizeof(why)) ||
		    !_open_again(l, why, sizeof(why))) {
			_say_failure(l, why);
			return false;
		}
		l->unplaced = false;
		_note_renewal(l);
	} else if (l->dropped) {	/* SQLite has dropped its pages */
		_keep_pages(l);
	}
	l->doubted = l->dropped = false;
	return true;
}

void ledger_renew(ledger_t *l)
{
	_keep_pages(l);
	if (!l->copy)
		ledger_copy_begin(l);
	ledger_place_wrote(l);
	l->renew = _keep_in_place;
}
