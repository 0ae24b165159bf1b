/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/ledger/ledger.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_statement.h"
#include "plugin/ledger/record/booking_columns.h"

#define LIST(what) BOOKING_IDENTITY(what) BOOKING_CONTENT(what)

/* Those of a row that ledger_row_read() gets. */
#define COLUMNS LIST(COLUMN_NAME) "stand_in"

/* Values of stand_in. */
enum { STAND_IN = 1, PART = 2 };

const char ledger_row_put[] =
	"INSERT INTO booking (" LIST(COLUMN_NAME) "stand_in, serial)"
	" VALUES (" LIST(COLUMN_MARK) "?, ?)"
	" ON CONFLICT (name) WHERE closed IS NULL DO UPDATE SET"
	" " BOOKING_CONTENT(COLUMN_SET)
	" stand_in=excluded.stand_in, serial=excluded.serial,"
	" files=iif(?, 0, files), moves=moves + ?";

const char ledger_row_other[] =
	"SELECT 1 FROM booking WHERE name = ?1 AND closed IS NULL"
	" AND (created != ?2 OR creator != ?3)";

const char ledger_row_drop[] =
	"UPDATE booking SET closed = ?2, changed = ?2, serial = ?4, why = ?3,"
	" ended = ?3 LIKE '" LEDGER_WHY_ENDED "%',"
	/* LEDGER_WHY_NATIVE: nobody pays for it any more */
	" charge = iif(?3 LIKE 'became %', 0, charge)"
	" WHERE name = ?1 AND closed IS NULL";

const char ledger_row_past[] =
	"UPDATE booking SET (moves, was) = (SELECT moves, was FROM booking"
	" WHERE name = ?2 AND closed IS NULL)"
	" WHERE name = ?1 AND closed IS NULL AND EXISTS"
	" (SELECT 1 FROM booking WHERE name = ?2 AND closed IS NULL)";

/* A create that was refused says nothing of a booking that had its name before. */
#define PROMISED " AND why IS NOT '" LEDGER_WHY_NOT_CREATED "'"

const char ledger_row_reopen[] =
	"UPDATE booking SET closed = NULL, why = NULL, ended = 0, seen = 0,"
	" serial = ?4"
	" WHERE id = (SELECT max(id) FROM booking WHERE name = ?1"
	" AND closed IS NOT NULL" PROMISED ")"
	" AND created = ?2 AND creator = ?3 AND ended"
	" AND NOT EXISTS (SELECT 1 FROM booking WHERE name = ?1"
	" AND closed IS NULL)";

const char ledger_row_serial[] =
	"SELECT max(ifnull((SELECT max(serial) FROM booking), 0),"
	" ifnull((SELECT epoch + 1 FROM meta), 1) << 32)";

const char ledger_row_live[] =
	"SELECT " COLUMNS " FROM booking WHERE closed IS NULL ORDER BY name";

const char ledger_row_one[] =
	"SELECT " COLUMNS " FROM booking WHERE name = ?1 AND closed IS NULL";

const char ledger_row_all_native[] =
	"UPDATE booking SET parked = 0, seen = 0, changed = ?1, serial = ?2"
	" WHERE closed IS NULL AND parked != 0";

const char ledger_row_purge[] =
	"DELETE FROM booking WHERE id IN (SELECT id FROM booking AS b"
	" WHERE ended = 0 AND closed < ?1 AND serial <= ?3"
	" AND NOT EXISTS (SELECT 1 FROM booking WHERE name = b.name"
	" AND closed IS NOT NULL AND +ended = 1 AND +id < b.id)"
	" ORDER BY closed LIMIT ?2)";

const char ledger_row_purge_ended[] =
	"DELETE FROM booking WHERE id IN (SELECT id FROM booking"
	" WHERE ended = 1 AND closed < ?1 AND serial <= ?4"
	" ORDER BY closed LIMIT ?2)"
	" AND id <= (SELECT max(id) FROM booking) - ?3";

const char ledger_row_ended_before[] =
	"SELECT ifnull((SELECT serial FROM booking WHERE ended = 1"
	" ORDER BY serial DESC LIMIT 1 OFFSET ?1), -1)";

const char ledger_row_bound_closed[] =
	"DELETE FROM booking WHERE id IN (SELECT id FROM booking"
	" WHERE closed IS NOT NULL AND (ended = 0 OR serial <= ?3)"
	" AND id <= (SELECT max(id) FROM booking) - ?1 ORDER BY id LIMIT ?2)";

const char ledger_row_closed_of[] =
	"SELECT " COLUMNS " FROM booking WHERE name = ?1 AND resv_id = ?2"
	" AND closed IS NOT NULL AND why NOT LIKE ?3"
	" ORDER BY id DESC";

const char ledger_row_ended[] =
	"SELECT " COLUMNS " FROM booking AS b"
	" WHERE ended = 1 AND closed IS NOT NULL AND \"end\" > ?1"
	" AND id = (SELECT max(id) FROM booking WHERE name = b.name"
	" AND closed IS NOT NULL" PROMISED ")"
	" AND NOT EXISTS (SELECT 1 FROM booking WHERE name = b.name"
	" AND closed IS NULL) ORDER BY name";

void ledger_row_bind(sqlite3_stmt *s, const booking_t *b, int64_t serial,
		     bool changed, bool moved)
{
	const int behind = 1 + BOOKING_COLUMN_CNT;

	ledger_bind_columns(s, 1, booking_columns, BOOKING_COLUMN_CNT, b);
	sqlite3_bind_int(s, behind,
			 b->stand_in ? STAND_IN : b->part ? PART : 0);
	sqlite3_bind_int64(s, behind + 1, serial);
	sqlite3_bind_int(s, behind + 2, changed);
	sqlite3_bind_int(s, behind + 3, moved);
}

booking_t *ledger_row_read(sqlite3_stmt *s)
{
	booking_t *b = booking_create();
	int stand_in = sqlite3_column_int(s, BOOKING_COLUMN_CNT);

	ledger_read_columns(s, 0, booking_columns, BOOKING_COLUMN_CNT, b);
	b->part = stand_in == PART;
	b->stand_in = stand_in && !b->part;
	return b;
}
