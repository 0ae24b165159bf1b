/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * snapshot.h - a consistent copy of the ledger, without touching it.
 *
 * Opening the file itself would change it: SQLite copies the WAL's pages into
 * the file, and removes the WAL. Moreover slurmctld locks the file. So the file
 * is copied into a new folder together with its WAL, where a killed controller
 * has left its last bookings, and the copy is opened.
 *
 * A running slurmctld writes meanwhile. It appends to the WAL, and copies pages
 * from there into the file, until it restarts the WAL with another header. So
 * if the WAL's header is the same before and after, every page that may have
 * got into the copy of the file is also in the copy of the WAL, which is made
 * after it. If not, the copy is tried again.
 */
#ifndef LEDGER_SNAPSHOT_H
#define LEDGER_SNAPSHOT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
	char folder[PATH_MAX];
	char path[PATH_MAX];	/* of the copy, inside folder */
} snapshot_t;

/*
 * Copy the ledger of this path into a new folder below $TMPDIR or /tmp that
 * only its owner can enter.
 * OUT ret - for snapshot_remove()
 * OUT error - one line that names the file
 * RET false if the ledger can't be read or copied; nothing is left behind
 */
extern bool snapshot_make(const char *path, snapshot_t *ret, char *error,
			  size_t error_size);

/* Remove the folder with its files. */
extern void snapshot_remove(const snapshot_t *s);

#endif
