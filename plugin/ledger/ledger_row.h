/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_row.h - a booking as a row of the ledger's one table, which
 * ledger_schema.h makes.
 */
#pragma once

#include <sqlite3.h>

#include "plugin/ledger/record/booking.h"

/* Insert or change a live row, for ledger_row_bind(). */
extern const char ledger_row_put[];

/* Select the live row of a name, for ledger_row_read(): ?1 name. */
extern const char ledger_row_one[];

/*
 * Select 1 if a live row of this name belongs to another booking: ?1 name, ?2
 * created, ?3 creator: these identify a booking and never change (resv_id
 * changes when the native record is recreated).
 */
extern const char ledger_row_other[];

/*
 * Close a live row: ?1 name, ?2 now, ?3 why, ?4 serial. It keeps its charge,
 * unless it is LEDGER_WHY_NATIVE.
 */
extern const char ledger_row_drop[];

/*
 * Open the row again that was closed last under a name, if its booking ended
 * and none of the name is live: ?1 name, ?2 created, ?3 creator, ?4 serial.
 */
extern const char ledger_row_reopen[];

/* Give a live row the moves and earlier contents of another one, if that is
 * there: ?1 its name, ?2 that of the other. */
extern const char ledger_row_past[];

/* Clear parked in all live rows: ?1 now, ?2 serial. */
extern const char ledger_row_all_native[];

/*
 * Remove closed rows, the oldest first, but for those of bookings that ended:
 * ?1 closed before, ?2 maximum number, ?3 serial of the last that may be
 * removed. A row stays while there is an earlier row of its name whose booking
 * ended: else that would be the last row of the name, and live again if the
 * clock is put back. Remove rows of bookings that ended: ?3 number of newer
 * rows before which a row stays; ?4 serial of the last that may be removed.
 */
extern const char ledger_row_purge[];
extern const char ledger_row_purge_ended[];

/*
 * Select the serial of the last row of a booking that ended, but for the ?1
 * that ended after it; -1: there are no more.
 */
extern const char ledger_row_ended_before[];

/*
 * Remove the oldest closed rows: ?1 number of rows to keep, ?2 maximum number,
 * ?3 serial of the last of a booking that ended that may be removed.
 */
extern const char ledger_row_bound_closed[];

/*
 * Select the closed rows of a record, the youngest first, for
 * ledger_row_read(): ?1 name, ?2 resv_id, ?3 pattern of why to exclude.
 */
extern const char ledger_row_closed_of[];

/*
 * Select the bookings that were closed because they had ended and that end
 * after ?1, for ledger_row_read(): the last one of each name that no live
 * booking has.
 */
extern const char ledger_row_ended[];

/*
 * Select a number that no row was given so far: rows of this epoch are in the
 * table, those of the next one are given higher numbers.
 */
extern const char ledger_row_serial[];

/* Select all live rows, for ledger_row_read(). */
extern const char ledger_row_live[];

/*
 * IN serial - a number that grows with each row written
 * IN changed - the content has changed; moved - the plugin has moved it
 */
extern void ledger_row_bind(sqlite3_stmt *s, const booking_t *b,
			    int64_t serial, bool changed, bool moved);

/* RET a booking owned by the caller */
extern booking_t *ledger_row_read(sqlite3_stmt *s);
