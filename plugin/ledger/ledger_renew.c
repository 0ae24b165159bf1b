/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_renew.c - see ledger_renew.h */

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/param.h>
#include <unistd.h>

#include "plugin/ledger/ledger_files.h"
#include "plugin/ledger/ledger_integrity.h"
#include "plugin/ledger/ledger_place.h"
#include "plugin/ledger/ledger_present.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_renew.h"
#include "plugin/ledger/ledger_salvage.h"

#define FILES 2

/* Bytes of pages that are kept in memory: all of a ledger within its bounds. */
#define PAGES_MAX (LEDGER_BYTES_MAX + LEDGER_BYTES_MAX / 4)

static const char *const suffixes[FILES] = { "", "-wal" };

/* --- what the files say, beside what SQLite has in memory ------------------ */

/* Different for any two states of a ledger. */
static const char print_sql[] =
	"SELECT (SELECT group_concat(epoch || '.' || reconciled) FROM meta)"
	" || (SELECT ' b' || count(*) || '.' || ifnull(max(serial), 0) || '.' ||"
	"  total(serial) || '.' || total(seen) || '.' || total(files)"
	"  FROM booking)"
	" || (SELECT ' r' || count(*) || '.' || ifnull(max(id), 0) FROM request)"
	" || (SELECT ' o' || count(*) || '.' || count(closed) FROM offer)"
	" || (SELECT ' s' || count(*) || '.' || ifnull(max(id), 0) FROM shift)"
	" || (SELECT ' f' || ifnull(max(id), 0) FROM saved)"
	" || (SELECT ' t' || count(*) || '.' || total(until) FROM tombstone)";

/* RET the state in a few words; NULL: it can't be read. sqlite3_free() */
static char *_print(sqlite3 *db)
{
	sqlite3_stmt *s = NULL;
	char *print = NULL;

	if (!sqlite3_prepare_v2(db, print_sql, -1, &s, NULL) &&
	    (sqlite3_step(s) == SQLITE_ROW))
		print = sqlite3_mprintf("%s", sqlite3_column_text(s, 0));
	sqlite3_finalize(s);
	return print;
}

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

/* RET as _print(), of the files as they are on the disk */
static char *_print_files(ledger_t *l)
{
	static const int codes[FILES] = {
		SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER,
	};
	ledger_name_t name[FILES];
	char *print = NULL, why[128] = "";
	sqlite3 *db = NULL;
	bool ok = true;

	for (int i = 0; (i < FILES) && ok; i++) {
		sqlite3_file *file = NULL;

		ok = ledger_name(name[i], l->path, ".seen%s", suffixes[i]);
		if (ok) {
			(void) unlink(name[i]);
			ok = !sqlite3_file_control(l->db, "main", codes[i],
						   &file) &&
			     _copy_open(file, name[i]);
		}
	}
	if (ok && !sqlite3_open_v2(name[0], &db, SQLITE_OPEN_READWRITE |
				   SQLITE_OPEN_NOMUTEX, NULL) &&
	    !sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE", NULL, NULL,
			  NULL) && !ledger_integrity(db, why, sizeof(why)))
		print = _print(db);
	sqlite3_close(db);
	for (int i = 0; (i < FILES) && ok; i++)
		(void) unlink(name[i]);
	return print;
}

/* RET true if a start would find in the files what this process has committed */
static bool _says_the_same(ledger_t *l)
{
	char *mine = _print(l->db), *found = _print_files(l);
	bool same = mine && found && !strcmp(mine, found);

	sqlite3_free(mine);
	sqlite3_free(found);
	return same;
}

/* --- making it again ------------------------------------------------------- */

static void _keep_pages(ledger_t *l)
{
	char sql[64], why[128] = "";

	snprintf(sql, sizeof(sql), "PRAGMA cache_size=-%lld",
		 (long long) (PAGES_MAX / 1024));
	(void) sqlite3_exec(l->db, sql, NULL, NULL, NULL);
	(void) ledger_integrity(l->db, why, sizeof(why));
}

static void _note(ledger_t *l)
{
	char line[400];

	snprintf(line, sizeof(line),
		 "%.200s was removed, replaced, damaged or written by another program while it was open: it is made again, with all that was acknowledged (a file that was in its place has the suffix "
		 LEDGER_ASIDE " now)", l->path);
	ledger_put_notice(l, line);
}

/* The log has a line where the reason is another one. */
static void _say(ledger_t *l, const char *why)
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
	bool ok;

	l->db = NULL;
	memset(&l->sql, 0, sizeof(l->sql));
	ok = (ledger_open_file(l, why, size) == LEDGER_OK);
	if (ok)
		_keep_pages(l);
	if (ok)	/* its log has the name of the new one's, which must stay */
		(void) sqlite3_db_config(former, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE,
					 1, NULL);
	ledger_close_db(ok ? former : l->db);
	if (!ok) {
		l->db = former;
		l->sql = sql;
	}
	return ok;
}

/*
 * If the ledger is not in place, make it again, and go on with that file. Locks:
 * db_lock. RET false: it can't be made; l->error says why
 */
static bool _keep_in_place(ledger_t *l)
{
	char why[128] = "";
	bool doubted = l->doubted;

	l->doubted = false;
	if (ledger_in_place(l)) {
		if (ledger_place_untouched(l) && !doubted)
			return true;
		if (_says_the_same(l)) {	/* its time alone was changed */
			ledger_place_wrote(l);
			return true;
		}
	}
	if (ledger_replace_by(l->path, l, why, sizeof(why)) &&
	    _open_again(l, why, sizeof(why))) {
		_note(l);
		return true;
	}
	_say(l, why);
	return false;
}

void ledger_renew(ledger_t *l)
{
	_keep_pages(l);
	ledger_place_wrote(l);
	l->renew = _keep_in_place;
}
