/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/ledger/ledger_events.h"
#include "plugin/ledger/ledger_history.h"
#include "plugin/ledger/ledger_place.h"
#include "plugin/ledger/file/ledger_present.h"
#include "plugin/ledger/ledger_statement.h"
#include "plugin/memory/memory.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define BATCH 256		/* rows of each table while commits wait */
#define PAUSE_NS 1000000L	/* for the commits between two batches */

/* ?1 BATCH */
#define ANSWERED \
	"SELECT id FROM request AS r WHERE id < (SELECT max(id) FROM request)" \
	" AND NOT EXISTS (SELECT 1 FROM offer WHERE request = r.id" \
	" AND closed IS NULL) ORDER BY id LIMIT ?1"

#define BYTES \
	"length(name || nodes || ifnull(asked_nodes, '')" \
	" || ifnull(features, '') || ifnull(users, '') || ifnull(groups, '')" \
	" || ifnull(accounts, '') || ifnull(licenses, '')" \
	" || ifnull(comment, ''))"

/* Closed bookings that Slurm is known to have saved nowhere. ?4 passed[0] */
#define PASSED "closed IS NOT NULL AND serial <= ?4"

/*
 * What the ledger would remove at last. The last row stays, as the ids of new
 * ones follow it. ?5 closed before; ?6 ended_before
 */
#define OLD \
	"(" PASSED " AND closed < ?5 AND (ended = 0 OR serial <= ?6)" \
	" AND id < (SELECT max(id) FROM booking) AND " NEEDED_NO_MORE ")"

/*
 * The last row of a name stays beside an earlier one whose booking ended: else
 * that would be the last one, and live again if the clock is put back.
 */
#define NEEDED_NO_MORE \
	"(EXISTS (SELECT 1 FROM booking WHERE name = b.name" \
	" AND closed IS NOT NULL AND why IS NOT '" LEDGER_WHY_NOT_CREATED \
	"' AND +id > b.id) OR NOT EXISTS (SELECT 1 FROM booking" \
	" WHERE name = b.name AND closed IS NOT NULL AND +ended = 1" \
	" AND +id < b.id))"

/* Nobody waits to be told of it (ledger_mail.h). */
#define TOLD "(id < (SELECT min(event) FROM mail)" \
	" OR NOT EXISTS (SELECT 1 FROM mail))"

/*
 * The last note of its kind of a booking, or of a request whose offers are
 * open, which a start makes once more; notes that ledger_put_mail() has not
 * seen will be compared with the one before. A note goes with the end of its
 * booking at the latest: alone it would be one of the next of the name.
 */
#define SEEN "(SELECT event FROM mail WHERE recipient = '')"
#define STANDS \
	LEDGER_EVENT_NOTE("e") " IS NOT NULL" \
	" AND (EXISTS (SELECT 1 FROM booking WHERE name = e.name" \
	" AND closed IS NULL) OR EXISTS (SELECT 1 FROM offer JOIN request AS r" \
	" ON r.id = offer.request WHERE offer.closed IS NULL" \
	" AND r.name = e.name) OR EXISTS (SELECT 1 FROM event AS p" \
	" WHERE p.name = e.name AND p.id > " SEEN ")) AND NOT EXISTS" \
	" (SELECT 1 FROM event AS p WHERE p.name = e.name AND p.id > e.id" \
	" AND p.id <= ifnull(" SEEN ", p.id) AND (p.verb IN " \
	LEDGER_EVENT_ENDS " OR " \
	LEDGER_EVENT_NOTE("p") " = " LEDGER_EVENT_NOTE("e") "))"

/*
 * What is moved. Bookings go in the order in which they were closed: a clock
 * that was wrong may have ended the last ones, however old they are. The first
 * column of a row is its id; the second statement deletes the row. Offers are
 * deleted with their request (ledger_offers.c). A closed booking may have been
 * opened again while its row was copied. Older plugins kept requests packed
 * after their offers were closed; the history has no use for that.
 */
static const struct {
	const char *name;
	const char *select;
	const char *delete;
} tables[] = {
	{ "booking",
	  "SELECT * FROM booking AS b WHERE " PASSED " AND creator ="
	  " (SELECT creator FROM booking WHERE " PASSED
	  " GROUP BY creator HAVING count(*) > ?2 OR sum(" BYTES ") > ?3"
	  " ORDER BY count(*) DESC LIMIT 1) AND " NEEDED_NO_MORE
	  " OR " OLD " ORDER BY serial, id LIMIT ?1",
	  "DELETE FROM booking WHERE id = ?1 AND closed IS NOT NULL" },
	{ "offer", "SELECT * FROM offer WHERE request IN (" ANSWERED ")",
	  NULL },
	{ "request",
	  "SELECT id, time, uid, verb, outcome, kind, name, t_s, t_e, num_cn,"
	  " cost, expires, NULL, protocol FROM request"
	  " WHERE id IN (" ANSWERED ")",
	  "DELETE FROM request WHERE id = ?1" },
	{ "event",
	  "SELECT * FROM event AS e WHERE id < (SELECT max(id) FROM event)"
	  " AND " TOLD " AND NOT (" STANDS ") ORDER BY id LIMIT ?1",
	  "DELETE FROM event WHERE id = ?1" },
};

/* Rows of one table, one value after the other. */
typedef struct {
	sqlite3_value **values;
	size_t cnt, room;
	int width;		/* values of a row */
} rows_t;

typedef struct {
	rows_t of[COUNT(tables)];
	int row_cnt;
	bool full;		/* there may be more rows to be moved */
} batch_t;

static void _free_batch(batch_t *b)
{
	for (size_t t = 0; t < COUNT(tables); t++) {
		for (size_t i = 0; i < b->of[t].cnt; i++)
			sqlite3_value_free(b->of[t].values[i]);
		free(b->of[t].values);
	}
	*b = (batch_t) { .row_cnt = 0 };
}

/* --- reading the ledger; Locks: db_lock ----------------------------------- */

static void _add_row(rows_t *rows, sqlite3_stmt *s)
{
	size_t need = rows->cnt + (size_t) rows->width;

	if (need > rows->room) {
		rows->values = memory_grow(rows->values, 2 * need,
					   sizeof(*rows->values));
		rows->room = 2 * need;
	}
	for (int i = 0; i < rows->width; i++) {
		sqlite3_value *v = sqlite3_column_value(s, i);

		rows->values[rows->cnt++] = memory_there(sqlite3_value_dup(v));
	}
}

static int _read_rows(const ledger_t *l, const char *select, rows_t *rows,
		      int *ret_cnt)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(l->db, select, -1, &s, NULL);

	if (!rc) {
		sqlite3_bind_int(s, 1, BATCH);
		sqlite3_bind_int(s, 2, LEDGER_USER_CLOSED);
		sqlite3_bind_int64(s, 3, LEDGER_USER_BYTES);
		sqlite3_bind_int64(s, 4, l->passed[0]);
		sqlite3_bind_int64(s, 5, time(NULL) -
				   LEDGER_KEEP_DAYS * 86400LL);
		sqlite3_bind_int64(s, 6, l->ended_before);
		rows->width = sqlite3_column_count(s);
	}
	while (!rc && ((rc = sqlite3_step(s)) == SQLITE_ROW)) {
		_add_row(rows, s);
		rc = SQLITE_OK;
		++*ret_cnt;
	}
	sqlite3_finalize(s);
	return (rc == SQLITE_DONE) ? SQLITE_OK : rc;
}

static int _read_batch(const ledger_t *l, batch_t *b)
{
	int rc = SQLITE_OK;

	for (size_t t = 0; (t < COUNT(tables)) && !rc; t++) {
		int cnt = 0;

		rc = _read_rows(l, tables[t].select, &b->of[t], &cnt);
		b->row_cnt += cnt;
		b->full |= tables[t].delete && (cnt == BATCH);
	}
	return rc;
}

/* --- writing both --------------------------------------------------------- */

/* Run a statement for each row, with its first bound_cnt values. */
static int _run_rows(sqlite3 *db, const char *sql, const rows_t *rows,
		     int bound_cnt)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);

	for (size_t at = 0; (at < rows->cnt) && !rc;
	     at += (size_t) rows->width) {
		for (int i = 0; i < bound_cnt; i++)
			sqlite3_bind_value(s, i + 1, rows->values[at +
								  (size_t) i]);
		rc = ledger_step(s);
	}
	sqlite3_finalize(s);
	return rc;
}

static int _insert(sqlite3 *db, const char *table, const rows_t *rows)
{
	char *sql = sqlite3_mprintf("INSERT OR REPLACE INTO %s VALUES (?",
				    table);
	int rc;

	for (int i = 1; i < rows->width; i++)
		sql = sqlite3_mprintf("%z,?", sql);
	sql = memory_there(sqlite3_mprintf("%z)", sql));
	rc = _run_rows(db, sql, rows, rows->width);
	sqlite3_free(sql);
	return rc;
}

/* Write a batch to the history, or delete it from the ledger, at once. */
static int _write_batch(ledger_t *to, const batch_t *b, bool insert)
{
	int rc = sqlite3_exec(to->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

	for (size_t t = 0; (t < COUNT(tables)) && !rc; t++) {
		if (insert)
			rc = _insert(to->db, tables[t].name, &b->of[t]);
		else if (tables[t].delete)
			rc = _run_rows(to->db, tables[t].delete, &b->of[t], 1);
	}
	if (!rc && insert)
		ledger_purge(to, time(NULL), 2 * b->row_cnt);
	if (!rc)
		rc = sqlite3_exec(to->db, "COMMIT", NULL, NULL, NULL);
	if (!sqlite3_get_autocommit(to->db))
		sqlite3_exec(to->db, "ROLLBACK", NULL, NULL, NULL);
	return rc;
}

/* --- the file of the history ---------------------------------------------- */

/* RET false: the name is too long */
static bool _path_of(const ledger_t *l, const char *suffix, ledger_name_t ret)
{
	const char *slash = strrchr(l->path, '/');

	return snprintf(ret, PATH_MAX, "%.*s" LEDGER_HISTORY "%s",
			slash ? (int) (slash - l->path) + 1 : 0, l->path,
			suffix) < PATH_MAX;
}

static void _close_history(ledger_t *l)
{
	if (l->history)
		ledger_free(l->history);
	l->history = NULL;
}

/* RET 0 or errno */
static int _rename(const ledger_t *l, const char *part)
{
	ledger_name_t from, to;
	char aside[32];

	snprintf(aside, sizeof(aside), LEDGER_HISTORY_ASIDE "%s", part);
	if (!_path_of(l, part, from) || !_path_of(l, aside, to))
		return ENAMETOOLONG;
	if (rename(from, to) && (errno != ENOENT || unlink(to)))
		return (errno == ENOENT) ? 0 : errno;
	return 0;
}

/* Rename the history; the WAL of an earlier one must not stay beside it. */
static bool _put_aside(ledger_t *l, const char *why, char *said, size_t size)
{
	int rc;

	rc = _rename(l, "");
	if (!rc)
		rc = _rename(l, "-wal");
	if (!rc)
		rc = _rename(l, "-journal");
	if (rc) {
		snprintf(said, size,
			 LEDGER_HISTORY " can't be used (%s) nor put aside: %s",
			 why, strerror(rc));
		return false;
	}
	snprintf(said, size, "the history is put aside as " LEDGER_HISTORY
		 LEDGER_HISTORY_ASIDE ", and a new one is begun (%s); no booking is affected",
		 why);
	return true;
}

static bool _try_open(ledger_t *l, const char *path, char *said, size_t size)
{
	char why[192];
	ledger_status_t status = ledger_open(path, &l->history, why,
					     sizeof(why));

	if ((status == LEDGER_DAMAGED) || (status == LEDGER_NEWER)) {
		if (!_put_aside(l, why, said, size))
			return false;
		status = ledger_open(path, &l->history, why, sizeof(why));
	}
	if (status == LEDGER_OK) {
		l->history->bytes_max = LEDGER_HISTORY_BYTES;
		/* no start reads it */
		l->history->passed[0] = l->history->ended_before = INT64_MAX;
		return true;
	}
	snprintf(said, size, LEDGER_HISTORY " can't be opened: %s; history stays in the ledger, within bounds",
		 why);
	return false;
}

/*
 * Open the history, again if somebody has removed or replaced it. A ledger
 * that was just begun gives ids that another one has given before.
 */
static bool _open_history(ledger_t *l, char *said, size_t size)
{
	ledger_name_t path;
	bool ok = _path_of(l, "", path), there = ok && !access(path, F_OK);

	if (!ok)
		snprintf(said, size, "%s", strerror(ENAMETOOLONG));
	if (!there || (l->history && !ledger_in_place(l->history)))
		_close_history(l);
	else if (!l->found_schema && !l->history_begun)
		ok = _put_aside(l, "it is of another ledger", said, size);
	l->history_begun = ok;
	ok = ok && (l->history || _try_open(l, path, said, size));
	return ok;
}

ledger_t *ledger_open_history(ledger_t *l, char *error, size_t error_size)
{
	return _open_history(l, error, error_size) ? l->history : NULL;
}

/* --- moving --------------------------------------------------------------- */

static int _write_history(ledger_t *l, const batch_t *b, char *said,
			  size_t size)
{
	int rc = _write_batch(l->history, b, true);
	char why[128];

	if (!rc && !ledger_in_place(l->history)) {
		_close_history(l);
		snprintf(said, size, LEDGER_HISTORY " was removed or replaced while it was open: a new one is begun");
		return SQLITE_READONLY_DBMOVED;
	}
	if (!rc)
		return rc;
	snprintf(why, sizeof(why), "%s", sqlite3_errmsg(l->history->db));
	_close_history(l);
	if (((rc & 0xff) == SQLITE_CORRUPT) || ((rc & 0xff) == SQLITE_NOTADB))
		(void) _put_aside(l, why, said, size);
	else
		snprintf(said, size, LEDGER_HISTORY " can't be written: %s; history stays in the ledger, within bounds",
			 why);
	return rc;
}

/* RET SQLITE_OK, with full set if there may be more to be moved */
static int _move_batch(ledger_t *l, batch_t *b, char *said, size_t size)
{
	int rc;

	ledger_hold(l);
	rc = _read_batch(l, b);
	ledger_release(l);
	if (!rc && !b->row_cnt)
		return rc;
	if (!rc && !_open_history(l, said, size))
		return SQLITE_CANTOPEN;
	if (!rc && (rc = _write_history(l, b, said, size)))
		return rc;
	ledger_hold(l);
	if (!rc)
		rc = _write_batch(l, b, false);
	if (rc)
		snprintf(said, size, "history can't be moved out of the ledger: %s",
			 sqlite3_errmsg(l->db));
	ledger_release(l);
	return rc;
}

static void _move_batches(ledger_t *l, char *said, size_t size)
{
	static const struct timespec pause = { .tv_nsec = PAUSE_NS };
	batch_t b = { .row_cnt = 0 };
	bool more = true;

	while (more && !ledger_is_freed(l)) {
		more = !_move_batch(l, &b, said, size) && b.full;
		_free_batch(&b);
		nanosleep(&pause, NULL);
	}
	if (l->history)	/* commits do not wait for the history */
		ledger_shrink(l->history, INT64_MAX);
	ledger_hold(l);
	(void) ledger_find_ended(l);
	ledger_shrink(l, LEDGER_SHRINK_USED);
	ledger_release(l);
}

void ledger_move(ledger_t *l, time_t interval, char *said, size_t said_size)
{
	time_t now = (time_t) (ledger_clock_ms() / 1000) + 1;
	char line[sizeof(l->said)] = "";

	said[0] = '\0';
	if (l->moved && (now - l->moved < interval))
		return;
	ledger_borrow(l);
	_move_batches(l, line, sizeof(line));
	l->moved = now;
	if (strcmp(line, l->said))
		snprintf(said, said_size, "%s", line);
	memcpy(l->said, line, sizeof(line));
	ledger_give_back(l);
}
