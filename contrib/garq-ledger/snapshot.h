/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * snapshot.h - the ledger as it was at one moment, without touching it.
 *
 * To open the file itself would be to change it: SQLite brings its WAL back
 * into it, and removes that. slurmctld has it locked besides. So it is copied
 * into a folder of its own, with the WAL, where a killed controller has left
 * its last bookings, and the copy is opened.
 *
 * A slurmctld that runs writes meanwhile. It appends to the WAL, and copies
 * pages from there into the file, until it begins the WAL anew, with another
 * header. So if the WAL has the same header before and after, every page that
 * may have got into the copy of the file is in the copy of the WAL, which was
 * made after it, too. If not, it is tried again.
 */
#ifndef LEDGER_SNAPSHOT_H
#define LEDGER_SNAPSHOT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
	char folder[PATH_MAX];
	char path[PATH_MAX];	/* of the copy, in folder */
} snapshot_t;

/*
 * Copy the ledger of this path, into a new folder below $TMPDIR or /tmp that
 * only its owner can enter.
 * OUT ret - to be removed by snapshot_remove()
 * OUT error - one line that names the file
 * RET false if it can't be read or copied; nothing is left behind
 */
extern bool snapshot_make(const char *path, snapshot_t *ret, char *error,
			  size_t error_size);

/* Remove the folder with all that is in it. */
extern void snapshot_remove(const snapshot_t *s);

#endif
