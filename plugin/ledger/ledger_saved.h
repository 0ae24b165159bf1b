/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_saved.h - the ledger's owner, and the files that Slurm has saved.
 *
 * Slurm keeps its reservations in a file, which it replaces some time after
 * they change. The plugin reads each new file back, and notes here that the
 * file was of a controller that had this ledger, and which bookings are in it.
 * At a start such a file proves nothing that the ledger does not know; a file
 * that nobody has read back may have been written by a controller without the
 * plugin (reconcile.h draws the conclusions). Times play no part:
 * a clock can be put back.
 *
 * Each controller that opens the ledger begins an epoch: a number that only
 * grows.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plugin/ledger/ledger.h"

/* Number of files that are remembered; older ones are unknown again. */
#define LEDGER_SAVED_MAX 4096

/*
 * Begin an epoch, durably. Not thread-safe: nobody else uses the ledger yet.
 * OUT ret_epoch - its number, 1 or more
 * OUT error - one line; "" on success
 * RET false if it can't be written
 */
extern bool ledger_begin_epoch(ledger_t *l, const ledger_owner_t *owner,
			       int64_t *ret_epoch, char *error,
			       size_t error_size);

/* How a file is known to have been written. */
typedef enum {
	LEDGER_FILE_OURS,	/* while this controller ran */
	LEDGER_FILE_IN_TURN,	/* by Slurm's thread for that, on its own,
				 * after the last file that was read back: its
				 * next one is begun later */
	LEDGER_FILE_LAST,	/* after all that changed: none is begun before
				 * a change and written after it */
} ledger_file_kind_t;

/* A file that Slurm has saved. */
typedef struct ledger_file {
	int64_t digest;
	ledger_file_kind_t kind;
	char **names;		/* of the reservations in it, sorted by
				 * strcmp(); owned */
	size_t cnt;
} ledger_file_t;

/* Free a file with its names. NULL is safe. */
extern void ledger_file_destroy(ledger_file_t *file);

/*
 * Queue: Slurm has saved this file; file is owned by the operation from then
 * on. In each live booking that is not parked, seen counts one
 * more file in turn that has its record, CONTENT_SEEN at most, and is 0 if the
 * file lacks it. Contents that no later file can have are forgotten
 * (content.h). A file that is known already counts for nothing.
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_put_saved(ledger_t *l, ledger_file_t *file);

/*
 * Return true if a file after the last one would prove more. Thread-safe, no
 * I/O.
 */
extern bool ledger_saved_unproven(ledger_t *l);

/*
 * Return true if the file is known, as one of a controller with this ledger.
 * Thread-safe; may wait for the disk. RET true also if that can't be found out,
 * which ledger_was_read() reports
 */
extern bool ledger_saved_known(ledger_t *l, int64_t digest);
