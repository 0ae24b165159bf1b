/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_copy.h - a rolling copy of the ledger beside it, against damage.
 *
 * PATH.copy is the ledger as it was at one moment, in one file without a WAL.
 * When PATH is found damaged, live bookings that can't be read any more are
 * taken from there (ledger_salvage.h).
 *
 * The copy is made in small steps, and commits go on between them: SQLite
 * writes their changes to the copy, too. The copy is PATH.copy.new until it
 * is complete, checked and on the disk. Damage of the ledger is found by that
 * check: then the copy before it stays. Used as a ledger later, it would lack
 * rows (ledger_reconciled()).
 */
#ifndef PLUGIN_LEDGER_COPY_H
#define PLUGIN_LEDGER_COPY_H

#include <time.h>

#include "plugin/ledger/ledger.h"

/*
 * Make PATH.copy if it is due: something has changed since the last copy, or
 * that is gone, and the last try is at least interval seconds ago. The age of a
 * copy of an earlier process is taken from its time. Waits for the disk. One
 * thread calls this; if the ledger is closed meanwhile, it gives up, and the
 * file is closed then.
 * OUT error - one line; "" on success
 * RET false: it was due and can't be made. The copy before it stays, and the
 *	ledger is not affected
 */
extern bool ledger_copy(ledger_t *l, time_t interval, char *error,
			size_t error_size);

/*
 * Copy all of a ledger to a new file, as it is at this moment: knowledge of its
 * rows holds for that file, too. Locks: db_lock (ledger_private.h).
 * Commits wait.
 * OUT error - one line; "" on success
 * RET false: there may be a part of the file
 */
extern bool ledger_copy_at_once(ledger_t *l, const char *name, char *error,
				size_t error_size);

#endif
