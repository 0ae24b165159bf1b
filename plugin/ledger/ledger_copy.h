/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_copy.h - the ledger is there twice, against damage of its files.
 *
 *	PATH		the ledger when its log was restarted	PATH.copy
 *	PATH-wal	the log: all changes since then		PATH.copy-wal
 *
 * The log of SQLite is an append-only journal of all changes, with checksums.
 * The hook that SQLite calls before a commit returns appends the same frames to
 * the log of the copy: a change that is acknowledged is in both. Only PATH-wal
 * waits for the disk. A loss of power may take the end of the copy's log, and
 * PATH has it.
 *
 * Before SQLite restarts its log, it has written the pages of the log to PATH,
 * and the copy has taken in its own log, by SQLite, and flushed to the disk.
 * PATH.copy opens as any file of SQLite's.
 *
 * A new copy is PATH.copy.new until it is complete and on the disk with its
 * log. No checkpoint changes PATH meanwhile, and commits go on. The new copy
 * counts as soon as PATH.copy.new-wal exists; ledger_copy_resume() finishes a
 * switch that a kill has cut.
 *
 * The header of a copy that can't be written any more says so: its journal mode
 * is not WAL, as in copies of older versions. Such a copy may lack changes.
 */
#pragma once

#include <time.h>

#include "plugin/ledger/ledger.h"

/*
 * Keep the copy of a ledger from now on: make it, and write each commit of
 * l->db to it. From then on SQLite makes no checkpoints on its own. If no copy
 * can be made, ledger_copy() tries again and gives the reason. A further call
 * is for another l->db. Locks: db_lock, or nobody else has l
 */
extern void ledger_copy_begin(ledger_t *l);

/*
 * Make the copy again if it is not kept or not in place, and each interval
 * (seconds), as disks damage files that nobody reads; nothing is done before
 * ledger_copy_begin(). Waits for the disk. One thread calls this; if the ledger
 * is closed meanwhile, it gives up, and the file is closed then.
 * OUT error - one line; "" on success
 * RET false: no copy can be kept. The same reason is reported once an interval.
 *	The ledger is not affected
 */
extern bool ledger_copy(ledger_t *l, time_t interval, char *error,
			size_t error_size);

/*
 * RET true if the log has LEDGER_LOG_PAGES or more that the file may lack, and
 *	no copy is being made. Locks: db_lock
 */
extern bool ledger_copy_is_long(const ledger_t *l);

/*
 * Copy the pages of the log to the file, and let the copy take in its own log.
 * Errors do not matter: the pages stay in the log. Locks: db_lock
 */
extern void ledger_copy_checkpoint(ledger_t *l);

/* The ledger is about to be closed. Nobody else has l */
extern void ledger_copy_end(ledger_t *l);
