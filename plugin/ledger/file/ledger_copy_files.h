/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_copy_files.h - the files of a copy (ledger_copy.h), kept or not.
 *
 * They are read and written by the functions that SQLite itself uses, so what a
 * test puts between SQLite and the disk lies here, too. Private to this folder,
 * but for garq-ledger.
 */
#pragma once

#include <sqlite3.h>

#include "plugin/ledger/file/ledger_present.h"

#define LEDGER_COPY_NEW LEDGER_COPY ".new"
#define LEDGER_COPY_PART LEDGER_COPY ".part"	/* of the log of a new copy */

/* Two bytes of the header of a file of SQLite's: 2 if it has a log, else 1. */
#define LEDGER_MODE_AT 18
#define LEDGER_MODE_LOG 2

/*
 * The names of the file PATH<suffix> and of its log. RET false: they are too
 * long
 */
extern bool ledger_copy_names(const char *path, ledger_name_t base,
			      ledger_name_t log, const char *suffix);

/*
 * Open a file, which is made if there is none, without locks.
 * IN name - valid until ledger_copy_close(), which is safe for NULL
 * RET SQLite's code
 */
extern int ledger_copy_open(const char *name, sqlite3_file **ret);
extern void ledger_copy_close(sqlite3_file **file);

/* Copy the bytes from at to end. RET SQLite's code */
extern int ledger_copy_bytes(sqlite3_file *from, sqlite3_file *to, int64_t at,
			     int64_t end);

/*
 * Finish the replacement of the copy of PATH, or forget it. RET 0 or errno: a
 * further call goes on
 */
extern int ledger_copy_resume(const char *path);

/*
 * OUT ret - the file COPY and its log have all changes up to the last one that
 *	they have. If not, a log beside it belongs to another one, and is
 *	removed
 * RET 0; ENOENT: there is no copy; or errno: it can't be read now
 */
extern int ledger_copy_is_kept(const char *copy, bool *ret);

/*
 * Copy the file COPY and its log to TO and its log, which are flushed. RET
 * SQLite's code; SQLITE_NOTFOUND: there is no copy
 */
extern int ledger_copy_files(const char *copy, const char *to);

/*
 * Read the file PATH and its log to their ends, as SQLite takes what the disk
 * can't read for damage. RET SQLITE_OK: nothing is there that can't be read; or
 * SQLite's code
 */
extern int ledger_copy_read(const char *path);

/*
 * Rename the copy of FROM, if it has one, to that of TO, which loses its own.
 * RET 0 or errno: a further call goes on
 */
extern int ledger_copy_rename(const char *from, const char *to);
