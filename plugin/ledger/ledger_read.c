/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_read.c - the bookings of the ledger are read; see ledger.h */

#include <stdio.h>

#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_row.h"

/* Read the next row. RET SQLITE_ROW, or the code that ends the rows */
static int _next(sqlite3_stmt *s, booking_t **ret_booking)
{
	int rc = sqlite3_step(s);
	booking_t *b;

	if (rc != SQLITE_ROW)
		return rc;
	if (!(b = ledger_row_read(s)) || !b->name) {
		booking_destroy(b);
		return SQLITE_NOMEM;
	}
	*ret_booking = b;
	return rc;
}

/* Call fn or closed_fn, whichever is not NULL, for each row of a query. */
static bool _each(ledger_t *l, const char *text, ledger_fn fn,
		  ledger_closed_fn closed_fn, void *arg, char *error,
		  size_t error_size)
{
	sqlite3_stmt *s = NULL;
	booking_t *b;
	int rc;

	error[0] = '\0';
	pthread_mutex_lock(&l->db_lock);
	rc = sqlite3_prepare_v2(l->db, text, -1, &s, NULL);
	while ((rc == SQLITE_OK) || (rc == SQLITE_ROW)) {
		if ((rc = _next(s, &b)) != SQLITE_ROW)
			break;
		if (fn)
			fn(arg, b);
		else
			closed_fn(arg, b,
				  sqlite3_column_int64(s, LEDGER_ROW_CLOSED),
				  (const char *)
				  sqlite3_column_text(s, LEDGER_ROW_WHY));
	}
	if (rc != SQLITE_DONE)
		snprintf(error, error_size, "%s", sqlite3_errstr(rc));
	sqlite3_finalize(s);
	pthread_mutex_unlock(&l->db_lock);
	return rc == SQLITE_DONE;
}

bool ledger_each(ledger_t *l, ledger_fn fn, void *arg, char *error,
		 size_t error_size)
{
	return _each(l, ledger_row_live, fn, NULL, arg, error, error_size);
}

bool ledger_each_closed(ledger_t *l, ledger_closed_fn fn, void *arg,
			char *error, size_t error_size)
{
	return _each(l, ledger_row_closed, NULL, fn, arg, error, error_size);
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
