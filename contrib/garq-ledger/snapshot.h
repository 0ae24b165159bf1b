/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * snapshot.h - a consistent copy of the ledger, without touching it.
 *
 * The file is copied into a new folder together with its WAL, as
 * plugin/ledger/file/ledger_files.h says, and the copy is opened.
 */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
	char folder[PATH_MAX];
	char path[PATH_MAX];	/* of the copy, inside folder */
	char history[PATH_MAX];	/* of that of its history; "": there is none */
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

/*
 * Add the history of the ledger of this path (ledger_history.h), from the same
 * folder, and migrate the copy. It is copied after the ledger: rows that
 * slurmctld moves meanwhile are in both.
 * OUT error - one line that names the file
 * RET true, also if there is no history; false: the history can't be read, and
 *	the snapshot is as it was before
 */
extern bool snapshot_add_history(snapshot_t *s, const char *path, char *error,
				 size_t error_size);

/* Remove the folder with its files. */
extern void snapshot_remove(const snapshot_t *s);
