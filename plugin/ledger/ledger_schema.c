/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "plugin/ledger/record/content.h"
#include "plugin/ledger/file/ledger_files.h"
#include "plugin/ledger/file/ledger_present.h"
#include "plugin/ledger/ledger_schema.h"
#include "plugin/memory/memory.h"

const char *const ledger_schema_steps[LEDGER_SCHEMA] = {
	/* 1 */
	"CREATE TABLE booking ("
	" id INTEGER PRIMARY KEY,"
	" name TEXT NOT NULL,"
	" t_esr INTEGER NOT NULL, t_lsr INTEGER NOT NULL,"
	" asked_nodes TEXT, num_cn INTEGER NOT NULL,"
	" partition TEXT, features TEXT,"
	" users TEXT, groups TEXT, accounts TEXT, licenses TEXT,"
	" flags INTEGER NOT NULL, duration_min INTEGER NOT NULL,"
	" purge_comp_time INTEGER NOT NULL, max_start_delay INTEGER NOT NULL,"
	" start INTEGER NOT NULL, \"end\" INTEGER NOT NULL,"
	" nodes TEXT NOT NULL, resv_id INTEGER NOT NULL,"
	" creator INTEGER NOT NULL, created INTEGER NOT NULL,"
	" changed INTEGER NOT NULL,"
	" closed INTEGER, why TEXT);"
	"CREATE UNIQUE INDEX booking_live ON booking (name)"
	" WHERE closed IS NULL;"
	"CREATE INDEX booking_closed ON booking (name, resv_id)"
	" WHERE closed IS NOT NULL;",

	/*
	 * 2: columns of reservations of newer Slurms; NULL is right for others
	 */
	"ALTER TABLE booking ADD COLUMN comment TEXT;"
	"ALTER TABLE booking ADD COLUMN allowed_parts TEXT;"
	"ALTER TABLE booking ADD COLUMN qos TEXT;",

	/* 3: older plugins gave Slurm a record of every booking */
	"ALTER TABLE booking ADD COLUMN parked INTEGER NOT NULL DEFAULT 0;"
	"CREATE INDEX booking_closed_at ON booking (closed)"
	" WHERE closed IS NOT NULL;",

	/* 4: requests and offers */
	"CREATE TABLE request ("
	" id INTEGER PRIMARY KEY,"
	" time INTEGER NOT NULL, uid INTEGER NOT NULL,"
	" verb TEXT NOT NULL, outcome TEXT NOT NULL, kind TEXT,"
	" name TEXT, t_s INTEGER NOT NULL, t_e INTEGER NOT NULL,"
	" num_cn INTEGER NOT NULL, cost REAL NOT NULL,"
	" expires INTEGER, packed BLOB, protocol INTEGER);"
	"CREATE INDEX request_time ON request (time);"
	"CREATE TABLE offer ("
	" request INTEGER NOT NULL, number INTEGER NOT NULL,"
	" kind TEXT NOT NULL, t_s INTEGER NOT NULL, t_e INTEGER NOT NULL,"
	" num_cn INTEGER NOT NULL, cost REAL NOT NULL,"
	" held INTEGER NOT NULL, closed INTEGER, why TEXT,"
	" PRIMARY KEY (request, number)) WITHOUT ROWID;"
	"CREATE INDEX offer_open ON offer (request) WHERE closed IS NULL;",

	/* 5: bookings that shift. Older plugins placed each of them at the first
	 * start of its window that was free: it is known for no earlier one */
	"ALTER TABLE booking ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;"
	"UPDATE booking SET not_before = max(t_esr, min(t_lsr, start));"
	"CREATE TABLE shift ("
	" id INTEGER PRIMARY KEY,"
	" time INTEGER NOT NULL, name TEXT NOT NULL,"
	" resv_id INTEGER NOT NULL,"
	" old_start INTEGER NOT NULL, start INTEGER NOT NULL,"
	" old_nodes TEXT, nodes TEXT, why TEXT NOT NULL);"
	"CREATE INDEX shift_time ON shift (time);",

	/* 6: the owner of the ledger, and the files that Slurm has saved.
	 * Older bookings were not seen, and may have been anything */
	"CREATE TABLE meta ("
	" id INTEGER PRIMARY KEY CHECK (id = 1),"
	" epoch INTEGER NOT NULL,"
	" host TEXT, boot TEXT, pid INTEGER);"
	"CREATE TABLE saved ("
	" id INTEGER PRIMARY KEY, digest INTEGER NOT NULL,"
	" epoch INTEGER NOT NULL);"
	"CREATE UNIQUE INDEX saved_digest ON saved (digest);"
	"ALTER TABLE booking ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN was TEXT;"
	"ALTER TABLE booking ADD COLUMN files INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN stand_in INTEGER NOT NULL DEFAULT 0;"
	"UPDATE booking SET was = '" CONTENT_ANY "';"
	"UPDATE booking SET ended = 1"
	" WHERE closed IS NOT NULL AND why LIKE 'ended%';"
	"DROP INDEX booking_closed_at;"
	"CREATE INDEX booking_closed_at ON booking (ended, closed)"
	" WHERE closed IS NOT NULL;"
	"CREATE INDEX booking_linked ON booking (name, seen)"
	" WHERE closed IS NULL AND parked = 0;"
	"CREATE INDEX booking_was ON booking (files)"
	" WHERE closed IS NULL AND was IS NOT NULL;",

	/* 7: which row was written last, by no clock. For older rows a clock is
	 * all that is known; the numbers of later ones are above 2^32 */
	"ALTER TABLE booking ADD COLUMN serial INTEGER NOT NULL DEFAULT 0;"
	"UPDATE booking SET serial = max(0, min(changed, 0xffffffff));",

	/* 8: named holds, and names under which a hold comes too late */
	"ALTER TABLE booking ADD COLUMN hold_until INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN hold_ttl INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN held TEXT;"
	"CREATE TABLE tombstone ("
	" id INTEGER PRIMARY KEY,"
	" name TEXT NOT NULL, uid INTEGER NOT NULL, until INTEGER NOT NULL);"
	"CREATE UNIQUE INDEX tombstone_of ON tombstone (uid, name);",

	/* 9: whether the file was ever reconciled with Slurm's state; not
	 * known of older files */
	"ALTER TABLE meta ADD COLUMN reconciled INTEGER NOT NULL DEFAULT 0;",

	/* 10: elastic bookings; older ones keep the size that they have */
	"ALTER TABLE booking ADD COLUMN least_cn INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN least_minutes INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN most_cn INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN most_minutes INTEGER NOT NULL DEFAULT 0;",

	/* 11: requests that stand by */
	"CREATE TABLE standing ("
	" id INTEGER PRIMARY KEY,"
	" name TEXT NOT NULL, uid INTEGER NOT NULL, since INTEGER NOT NULL,"
	" mode TEXT NOT NULL, expires INTEGER NOT NULL,"
	" t_s INTEGER NOT NULL, t_e INTEGER NOT NULL,"
	" num_cn INTEGER NOT NULL, duration INTEGER NOT NULL,"
	" offered INTEGER NOT NULL, packed BLOB NOT NULL,"
	" protocol INTEGER NOT NULL);"
	"CREATE UNIQUE INDEX standing_of ON standing (name);",

	/* 12: events in the place of shifts. Older bookings get those of their
	 * creation, without a place, and of their end; the ends of older shifts
	 * are not known. The ids do not meet those of the history, which has
	 * others of these rows */
	"CREATE TABLE event ("
	" id INTEGER PRIMARY KEY,"
	" time INTEGER NOT NULL, name TEXT NOT NULL,"
	" owner INTEGER, users TEXT, resv_id INTEGER NOT NULL,"
	" verb TEXT NOT NULL, uid INTEGER, why TEXT,"
	" old_start INTEGER, old_end INTEGER, old_nodes TEXT,"
	" start INTEGER, \"end\" INTEGER, nodes TEXT);"
	"INSERT INTO event SELECT 3 * id, created, name, creator, users,"
	" resv_id, iif(creator & 0xffffffff = 0xffffffff, 'adopted', 'create'),"
	" iif(creator & 0xffffffff = 0xffffffff, NULL, creator), NULL,"
	" NULL, NULL, NULL, NULL, NULL, NULL FROM booking"
	" WHERE NOT (hold_until != 0 AND held IS NULL);"
	"INSERT INTO event SELECT 3 * id + 1, time, name, NULL, NULL, resv_id,"
	" iif(old_start = start AND old_nodes IS NULL, 'note', 'moved'), NULL,"
	" why, old_start, NULL, old_nodes, start, NULL, nodes FROM shift;"
	"INSERT INTO event SELECT 3 * id + 2, closed, name, creator, users,"
	" resv_id, iif(ended, 'ended', 'closed'), NULL, why, start, \"end\","
	" nodes, NULL, NULL, NULL FROM booking WHERE closed IS NOT NULL"
	" AND NOT (hold_until != 0 AND held IS NULL);"
	"CREATE INDEX event_time ON event (time);"
	"CREATE INDEX event_name ON event (name);"
	"DROP TABLE shift;"
	/* older events have no mail */
	"CREATE TABLE mail ("
	" recipient TEXT NOT NULL, event INTEGER NOT NULL,"
	" PRIMARY KEY (recipient, event)) WITHOUT ROWID;",

	/* 13: cores of nodes; older bookings have whole ones */
	"ALTER TABLE booking ADD COLUMN cores TEXT;",

	/* 14: CPU time; that of older bookings is not known */
	"ALTER TABLE booking ADD COLUMN asked_s INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN held_s INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN held_until INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN cpus INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN used_s INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN used_until INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN moves INTEGER NOT NULL DEFAULT 0;",

	/* 15: what accounts are charged; older bookings cost nothing. The
	 * charges of rows that are gone are kept as sums */
	"ALTER TABLE booking ADD COLUMN payer TEXT;"
	"ALTER TABLE booking ADD COLUMN month INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN charge INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN since INTEGER NOT NULL DEFAULT 0;"
	"CREATE INDEX booking_charged ON booking (payer, month, charge)"
	" WHERE closed IS NOT NULL AND payer IS NOT NULL;"
	"CREATE TABLE spent ("
	" account TEXT NOT NULL, month INTEGER NOT NULL,"
	" amount INTEGER NOT NULL,"
	" PRIMARY KEY (account, month)) WITHOUT ROWID;"
	"CREATE TRIGGER booking_gone AFTER DELETE ON booking"
	" WHEN old.payer IS NOT NULL AND old.charge != 0 BEGIN"
	" INSERT INTO spent VALUES (old.payer, old.month, old.charge)"
	" ON CONFLICT (account, month) DO UPDATE"
	" SET amount = amount + excluded.amount; END;",

	/* 16: wishes for few leaf switches, and the bookings that are asked to
	 * give way to a request that stands by; older ones have none */
	"ALTER TABLE booking ADD COLUMN switches INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE standing ADD COLUMN asked TEXT;",

	/* 17: bookings that are placed tight; older ones are not */
	"ALTER TABLE booking ADD COLUMN tight INTEGER NOT NULL DEFAULT 0;",
};

#define RECONCILED_SINCE 9

/* Used as a ledger later, the copy would lack rows (ledger_reconciled()). */
static int _unreconcile(const char *copy)
{
	sqlite3 *db = NULL;
	int rc = sqlite3_open_v2(copy, &db, SQLITE_OPEN_READWRITE |
				 SQLITE_OPEN_NOMUTEX, NULL);

	if (rc == SQLITE_OK)
		rc = sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE;"
				  "PRAGMA journal_mode=OFF;"
				  "PRAGMA synchronous=OFF;"
				  "UPDATE meta SET reconciled = 0", NULL, NULL,
				  NULL);
	sqlite3_close(db);
	return rc;
}

/* The copy gets its final name only when it is complete and on the disk. */
static int _copy_as(sqlite3 *db, int schema, const char *unfinished,
		    const char *copy, char *error, size_t error_size)
{
	char *sql = memory_there(sqlite3_mprintf("VACUUM INTO %Q", unfinished));
	int rc = SQLITE_CANTOPEN, err = 0;

	(void) unlink(unfinished);
	if (!(err = ledger_files_create(unfinished)))
		rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
	sqlite3_free(sql);
	if ((rc == SQLITE_OK) &&
	    ((err = ((schema >= RECONCILED_SINCE) && _unreconcile(unfinished)) ?
		    EIO : 0) ||
	     (err = ledger_sync(unfinished)) ||
	     (err = rename(unfinished, copy) ? errno : 0) ||
	     (err = ledger_sync_folder_of(copy))))
		rc = SQLITE_IOERR;
	if (rc == SQLITE_OK)
		return rc;
	snprintf(error, error_size, "no copy of it can be made: %s",
		 err ? strerror(err) : sqlite3_errmsg(db));
	(void) unlink(unfinished);
	return rc;
}

static int _keep_copy(sqlite3 *db, const char *path, int schema, char *error,
		      size_t error_size)
{
	ledger_name_t copy, unfinished;

	if (ledger_name(copy, path, ".v%d", schema) &&
	    ledger_name(unfinished, path, ".v%d.new", schema))
		return _copy_as(db, schema, unfinished, copy, error,
				error_size);
	snprintf(error, error_size, "%s", strerror(ENAMETOOLONG));
	return SQLITE_CANTOPEN;
}

static int _run_steps(sqlite3 *db, const char *const *steps, int from, int to)
{
	char version[64];
	int rc = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

	for (int i = from; (i < to) && (rc == SQLITE_OK); i++)
		rc = sqlite3_exec(db, steps[i], NULL, NULL, NULL);
	snprintf(version, sizeof(version), "PRAGMA user_version=%d; COMMIT",
		 to);
	if (rc == SQLITE_OK)
		rc = sqlite3_exec(db, version, NULL, NULL, NULL);
	return rc;
}

int ledger_schema_migrate(sqlite3 *db, const char *path,
			  const char *const *steps, int from, int to,
			  char *error, size_t error_size)
{
	int rc;

	if (from && (rc = _keep_copy(db, path, from, error, error_size)))
		return rc;
	rc = _run_steps(db, steps, from, to);
	if (rc == SQLITE_OK)
		return rc;
	snprintf(error, error_size, "%s", sqlite3_errmsg(db));
	if (!sqlite3_get_autocommit(db))
		sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	return rc;
}
