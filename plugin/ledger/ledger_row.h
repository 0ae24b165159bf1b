/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_row.h - a booking as a row of the ledger's one table, which
 * ledger_schema.h makes.
 */
#ifndef PLUGIN_LEDGER_ROW_H
#define PLUGIN_LEDGER_ROW_H

#include <sqlite3.h>

#include "plugin/ledger/booking.h"

/* Insert or change a live row; bound by ledger_row_bind(). */
extern const char ledger_row_put[];

/*
 * Is there a live row of this name that belongs to another booking? ?1 name, ?2
 * created, ?3 creator: these identify a booking and never change (resv_id
 * changes when the native record is recreated).
 */
extern const char ledger_row_other[];

/* Close a live row: ?1 name, ?2 now, ?3 why. */
extern const char ledger_row_drop[];

/* Clear parked in all live rows: ?1 now. */
extern const char ledger_row_all_native[];

/* Remove closed rows, the oldest first: ?1 closed before, ?2 maximum number. */
extern const char ledger_row_purge[];

/*
 * Is there a closed row? ?1 name, ?2 resv_id, ?3 since, ?4 pattern of why to
 * exclude.
 */
extern const char ledger_row_was_closed[];

/* Select all live rows, for ledger_row_read(). */
extern const char ledger_row_live[];

/* Select all closed rows, with two more columns: */
extern const char ledger_row_closed[];
#define LEDGER_ROW_CLOSED 27
#define LEDGER_ROW_WHY 28

/* Bind a text, which must outlive the step, or NULL. RET SQLite's code */
extern int ledger_row_text(sqlite3_stmt *s, int col, const char *text);

/*
 * Run a bound statement that gives no rows, and reset it with its bindings.
 * RET SQLITE_OK, or SQLite's code
 */
extern int ledger_row_run(sqlite3_stmt *s);

extern void ledger_row_bind(sqlite3_stmt *s, const booking_t *b, time_t now);

/* RET a booking owned by the caller, or NULL if memory is short */
extern booking_t *ledger_row_read(sqlite3_stmt *s);

#endif
