/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_read.c - the bookings of the ledger are read; see ledger.h */

#include <stdio.h>

#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_row.h"

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
			closed_fn(arg, b,
				  sqlite3_column_int64(s, LEDGER_ROW_CLOSED),
				  (const char *)
				  sqlite3_column_text(s, LEDGER_ROW_WHY));
	}
	return rc;
}

/* The same for a query, with after as its first value where it has any. */
static int _run_query(ledger_t *l, const char *text, time_t after, ledger_fn fn,
		      ledger_closed_fn closed_fn, void *arg)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(l->db, text, -1, &s, NULL);

	if (rc == SQLITE_OK) {
		if (sqlite3_bind_parameter_count(s))
			sqlite3_bind_int64(s, 1, after);
		rc = _each_row(s, fn, closed_fn, arg);
	}
	sqlite3_finalize(s);
	return rc;
}

static bool _each_booking(ledger_t *l, const char *text, time_t after,
			  ledger_fn fn, ledger_closed_fn closed_fn, void *arg,
			  char *error, size_t error_size)
{
	int rc;

	error[0] = '\0';
	pthread_mutex_lock(&l->db_lock);
	rc = _run_query(l, text, after, fn, closed_fn, arg);
	if (rc != SQLITE_DONE)
		snprintf(error, error_size, "%s", sqlite3_errstr(rc));
	pthread_mutex_unlock(&l->db_lock);
	return rc == SQLITE_DONE;
}

bool ledger_read_ended(ledger_t *l, time_t after, ledger_fn fn, void *arg)
{
	return _run_query(l, ledger_row_ended, after, fn, NULL, arg) ==
	       SQLITE_DONE;
}

bool ledger_each(ledger_t *l, ledger_fn fn, void *arg, char *error,
		 size_t error_size)
{
	return _each_booking(l, ledger_row_live, 0, fn, NULL, arg, error,
			     error_size);
}

bool ledger_each_closed(ledger_t *l, ledger_closed_fn fn, void *arg,
			char *error, size_t error_size)
{
	return _each_booking(l, ledger_row_closed, 0, NULL, fn, arg, error,
			     error_size);
}

bool ledger_each_ended(ledger_t *l, time_t now, ledger_fn fn, void *arg,
		       char *error, size_t error_size)
{
	return _each_booking(l, ledger_row_ended, now, fn, NULL, arg, error,
			     error_size);
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
