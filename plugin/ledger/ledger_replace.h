/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_replace.h - put a new file in the place of a ledger that is damaged,
 * gone, or not the one that it should be.
 *
 * PATH.salvage is the unfinished new file; PATH.salvaged is complete and on the
 * disk. Only then PATH is renamed, with SQLite's files beside it, and
 * PATH.salvaged to PATH. A replacement that is killed at any moment is finished
 * by ledger_replace_resume(), or begun again.
 */
#pragma once

#include "plugin/ledger/ledger.h"

/* What ledger_replace_by() finds in the place is kept as PATH with this. */
#define LEDGER_ASIDE ".aside"

/* Gets one line for the log. */
typedef void (*ledger_say_fn)(void *arg, const char *line);

/* A ledger that was made of a copy. */
typedef struct {
	bool whole;		/* the copy has all that was acknowledged */
	time_t time;		/* of the last change of the copy */
	uint32_t live, closed;	/* bookings */
	uint32_t others;	/* requests, offers, events, tombstones and
				 * requests that stand by */
} ledger_made_t;

/*
 * Make the ledger TO of a copy and its log, which are only read. It is the same
 * ledger: identity, epoch and owner go on.
 * IN whole - the copy has all that was acknowledged (ledger_copy.h). If not,
 *	its live bookings become parked, as it is not known which of them
 *	have a record of Slurm's now; the new ledger has no owner, and the
 *	mark that rows may be missing (ledger_reconciled()).
 * OUT ret - may be NULL; untouched on failure
 * OUT error - one line; "" on success
 * RET LEDGER_OK: TO is complete and on the disk. Else there is no TO.
 *	LEDGER_DAMAGED: the copy is, or is not there; any other: not now
 */
extern ledger_status_t ledger_make_of_copy(const char *copy, bool whole,
					   const char *to, ledger_made_t *ret,
					   char *error, size_t error_size);

/*
 * Replace PATH, which nobody has open, by what its copy has. PATH is kept as
 * PATH.damaged.TIME. IN say - gets the name; may be NULL
 * OUT, RET as ledger_make_of_copy(); if not LEDGER_OK: nothing has changed, or
 *	ledger_replace_resume() can finish it
 */
extern ledger_status_t ledger_replace_by_copy(const char *path, bool whole,
					      ledger_say_fn say, void *arg,
					      ledger_made_t *ret, char *error,
					      size_t error_size);

/*
 * Replace PATH by what l has: the file that l has open, which has lost its
 * name. Files that are in the place are kept with LEDGER_ASIDE, in the place of
 * earlier ones.
 * Locks: db_lock of l
 * OUT error - one line; "" on success
 * RET true: PATH is the new file, which nobody has open
 */
extern bool ledger_replace_by(const char *path, ledger_t *l, char *error,
			      size_t error_size);

/*
 * Finish what one of these two left behind when it was killed, if anything: a
 * complete PATH.salvaged takes its place. OUT error - one line; "" on success
 */
extern bool ledger_replace_resume(const char *path, ledger_say_fn say,
				  void *arg, char *error, size_t error_size);
