/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_integrity.h - check that a file is sound, or has the same rows. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Have SQLite check all pages of a database, and that each row is in its
 * indexes.
 * OUT error - the damage, in one line, appended to the text already there;
 *	untouched if the check could not be made. Bytes of a damaged file
 *	that do not print are "?"
 * RET SQLITE_OK, SQLITE_CORRUPT, or why the check could not be made
 */
extern int ledger_integrity(sqlite3 *db, char *error, size_t error_size);

/*
 * OUT ret - a digest of all rows of all tables. RET SQLITE_OK; SQLITE_CORRUPT:
 *	a text has a byte 0, which nobody writes; or why they can't be read
 */
extern int ledger_digest(sqlite3 *db, uint64_t *ret);
