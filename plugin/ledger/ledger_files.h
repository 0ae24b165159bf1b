/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_files.h - files of a ledger: flush them, and copy those that another
 * process may be writing.
 *
 * Opening the file itself would change it: SQLite copies the WAL's pages into
 * the file, and removes the WAL. Moreover its owner locks the file. So the file
 * is copied together with its WAL, where a killed controller has left its last
 * bookings.
 *
 * The owner appends to the WAL, and copies pages from there into the file, until
 * it restarts the WAL with another header. So if the WAL's header is the same
 * before and after, every page that may have got into the copy of the file is
 * also in the copy of the WAL, which is made after it. If not, the copy is tried
 * again.
 */
#ifndef PLUGIN_LEDGER_FILES_H
#define PLUGIN_LEDGER_FILES_H

#include <stdbool.h>

/*
 * Copy the file FROM to TO, and its WAL, if there is one, to TO-wal. The copies
 * are readable for their owner alone, and not flushed to the disk. FROM is not
 * changed.
 * OUT copy_failed - set to true if the error concerns the copies
 * RET 0, errno, or EAGAIN: FROM changed too much in each of many tries
 */
extern int ledger_files_copy(const char *from, const char *to,
			     bool *copy_failed);

/* Flush a file or a folder to the disk; a file's folder. RET 0 or errno */
extern int ledger_sync(const char *path);
extern int ledger_sync_folder_of(const char *path);

#endif
