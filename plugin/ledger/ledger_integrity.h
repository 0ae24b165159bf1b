/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_integrity.h - SQLite's check whether a file is sound. */
#ifndef PLUGIN_LEDGER_INTEGRITY_H
#define PLUGIN_LEDGER_INTEGRITY_H

#include <sqlite3.h>
#include <stddef.h>

/*
 * Have SQLite check all pages of a database, but no index.
 * OUT error - the damage, in one line, appended to the text already there;
 *	untouched if the check could not be made. Bytes of a damaged file that do
 *	not print are "?"
 * RET SQLITE_OK, SQLITE_CORRUPT, or why the check could not be made
 */
extern int ledger_integrity(sqlite3 *db, char *error, size_t error_size);

#endif
