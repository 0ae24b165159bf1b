/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_read.c - the bookings of the ledger are read; see ledger.h */

#include <stdio.h>

#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_row.h"

int ledger_compile(ledger_t *l, const ledger_sql_t *table)
{
	int rc = SQLITE_OK;

	for (; table->sql && !rc; table++)
		rc = sqlite3_prepare_v2(l->db, table->sql, -1, table->s, NULL);
	return rc;
}

ledger_rows_t ledger_rows_begin(ledger_t *l, const char *sql)
{
	ledger_rows_t rows = { .l = l };

	pthread_mutex_lock(&l->db_lock);
	rows.rc = sqlite3_prepare_v2(l->db, sql, -1, &rows.s, NULL);
	return rows;
}

bool ledger_rows_next(ledger_rows_t *rows)
{
	if (!rows->rc)
		rows->rc = sqlite3_step(rows->s);
	if (rows->rc != SQLITE_ROW)
		return false;
	rows->rc = SQLITE_OK;
	return true;
}

bool ledger_rows_end(ledger_rows_t *rows, char *error, size_t error_size)
{
	bool ok = !rows->rc || (rows->rc == SQLITE_DONE);

	sqlite3_finalize(rows->s);
	pthread_mutex_unlock(&rows->l->db_lock);
	snprintf(error, error_size, "%s", ok ? "" : sqlite3_errstr(rows->rc));
	return ok;
}

/* Read the next row. RET SQLITE_ROW, or the code that ends the rows */
static int _next_row(sqlite3_stmt *s, booking_t **ret_booking)
{
	int rc = sqlite3_step(s);
	booking_t *b;

	if (rc != SQLITE_ROW)
		return rc;
	b = ledger_row_read(s);
	if (!b->name) {
		booking_destroy(b);
		return SQLITE_CORRUPT;
	}
	*ret_booking = b;
	return rc;
}

/* Call fn or closed_fn, whichever is not NULL, for each row of a bound query.
 * RET SQLITE_DONE, or the code of an error */
static int _each_row(sqlite3_stmt *s, ledger_fn fn, ledger_closed_fn closed_fn,
		     void *arg)
{
	booking_t *b;
	int rc;

	while ((rc = _next_row(s, &b)) == SQLITE_ROW) {
		if (fn)
			fn(arg, b);
		else
			closed_fn(arg, b, sqlite3_column_int64(
				s, LEDGER_ROW_CLOSED(s)),
				  (const char *) sqlite3_column_text(
					  s, LEDGER_ROW_WHY(s)));
	}
	return rc;
}

/* The same for a query, with after as its first value where it has any. */
static bool _each_booking(ledger_rows_t rows, time_t after, ledger_fn fn,
			  ledger_closed_fn closed_fn, void *arg, char *error,
			  size_t error_size)
{
	if (!rows.rc && sqlite3_bind_parameter_count(rows.s))
		sqlite3_bind_int64(rows.s, 1, after);
	if (!rows.rc)
		rows.rc = _each_row(rows.s, fn, closed_fn, arg);
	return ledger_rows_end(&rows, error, error_size);
}

bool ledger_read_ended(ledger_t *l, time_t after, ledger_fn fn, void *arg)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(l->db, ledger_row_ended, -1, &s, NULL);

	if (!rc) {
		sqlite3_bind_int64(s, 1, after);
		rc = _each_row(s, fn, NULL, arg);
	}
	sqlite3_finalize(s);
	return rc == SQLITE_DONE;
}

bool ledger_each(ledger_t *l, ledger_fn fn, void *arg, char *error,
		 size_t error_size)
{
	return _each_booking(ledger_rows_begin(l, ledger_row_live),
			     0, fn, NULL, arg, error, error_size);
}

bool ledger_each_closed(ledger_t *l, ledger_closed_fn fn, void *arg,
			char *error, size_t error_size)
{
	return _each_booking(ledger_rows_begin(l, ledger_row_closed),
			     0, NULL, fn, arg, error, error_size);
}

bool ledger_each_ended(ledger_t *l, time_t now, ledger_fn fn, void *arg,
		       char *error, size_t error_size)
{
	return _each_booking(ledger_rows_begin(l, ledger_row_ended),
			     now, fn, NULL, arg, error, error_size);
}

bool ledger_was_closed(ledger_t *l, const char *name, uint32_t resv_id,
		       ledger_match_fn fn, void *arg)
{
	sqlite3_stmt *s = NULL;
	bool found = false;
	booking_t *b;
	int rc;

	pthread_mutex_lock(&l->db_lock);
	rc = sqlite3_prepare_v2(l->db, ledger_row_closed_of, -1, &s, NULL);
	if (rc == SQLITE_OK) {
		ledger_row_text(s, 1, name);
		sqlite3_bind_int64(s, 2, resv_id);
		ledger_row_text(s, 3, LEDGER_WHY_NATIVE "%");
		while (!found && ((rc = _next_row(s, &b)) == SQLITE_ROW)) {
			found = fn(arg, b);
			booking_destroy(b);
		}
	}
	sqlite3_finalize(s);
	if (!found)
		ledger_note_read(l, rc);
	pthread_mutex_unlock(&l->db_lock);
	return found;
}

bool ledger_was_read(ledger_t *l, char *error, size_t error_size)
{
	int rc;

	pthread_mutex_lock(&l->db_lock);
	if ((rc = l->unread))
		snprintf(error, error_size, "%s", sqlite3_errstr(rc));
	pthread_mutex_unlock(&l->db_lock);
	return !rc;
}
