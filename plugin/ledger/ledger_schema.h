/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_schema.h - the ledger's table as it grew.
 *
 * The schema of a file is its PRAGMA user_version; that of an empty one is 0.
 * A newer plugin brings a ledger forward, step by step; there is no way back
 * but the copy of the old one.
 */
#ifndef PLUGIN_LEDGER_SCHEMA_H
#define PLUGIN_LEDGER_SCHEMA_H

#include <sqlite3.h>
#include <stddef.h>

#include "plugin/ledger/ledger.h"

/*
 * Element n is SQL that makes schema n + 1 of schema n. A step that has been
 * released is never changed: one is added, and LEDGER_SCHEMA is one more.
 */
extern const char *const ledger_schema_steps[LEDGER_SCHEMA];

/*
 * Bring a ledger forward: all steps from..to-1 in one transaction, or none.
 * Before one that is not empty is touched, a copy of it is on the disk, as
 * PATH.vFROM; it replaces an older copy of that name. db has the file for
 * itself and is in no transaction.
 * OUT error - one line, untouched on success
 * RET SQLITE_OK, or SQLite's code; then the ledger is as it was
 */
extern int ledger_schema_migrate(sqlite3 *db, const char *path,
				 const char *const *steps, int from, int to,
				 char *error, size_t error_size);

#endif
