/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_schema.h - the history of the ledger's tables.
 *
 * The schema of a file is its PRAGMA user_version; that of an empty one is 0. A
 * newer plugin migrates a ledger step by step; the only way back is the copy of
 * the old file.
 */
#pragma once

#include <sqlite3.h>
#include <stddef.h>

#include "plugin/ledger/ledger.h"

/*
 * Element n is the SQL that makes schema n + 1 from schema n. A released step
 * never changes: to change the schema, add a step and increment LEDGER_SCHEMA.
 */
extern const char *const ledger_schema_steps[LEDGER_SCHEMA];

/*
 * Migrate a ledger: run all steps from..to-1 in one transaction, or none. A
 * ledger that is not empty is first copied to PATH.vFROM, durably, replacing
 * an older copy of that name. The copy has the mark that rows are missing,
 * should it be a ledger again (ledger_reconciled()). db is open exclusively
 * and in no transaction.
 * OUT error - one line, untouched on success
 * RET SQLITE_OK, or SQLite's code; then the ledger is unchanged
 */
extern int ledger_schema_migrate(sqlite3 *db, const char *path,
				 const char *const *steps, int from, int to,
				 char *error, size_t error_size);
