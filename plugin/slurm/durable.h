/* SPDX-License-Identifier: GPL-2.0-or-later */
/* durable.h - open and write the ledger, save Slurm's reservations. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plugin/ledger/ledger.h"
#include "plugin/ledger/ledger_past.h"

/*
 * Have Slurm save its reservations now (saves.h) instead of some seconds after
 * its answer: the ledger does not keep reservations that are not bookings.
 * Waits for the disk. Slurm's thread saves once more some seconds later.
 * Locks: none.
 */
extern void site_save(void);

/*
 * Claim and open the ledger of StateSaveLocation (ledger_claim.h), and start
 * its writer. A damaged ledger is put aside, and a new one is made of its
 * salvageable rows; a missing one is made of its copy (ledger_start.h). Files
 * that others may read get another mode. Another controller that has the
 * ledger, and is found by each call for OWN_PATIENCE, is fenced; of a ledger
 * that another process locks a copy is taken. Waits for the disk. Locks: none
 * are needed; one thread at a time.
 * OUT ret_ledger - owned by the caller; untouched after an error
 * OUT error - after an error, why the ledger can't be used; else untouched
 * RET LEDGER_OK; LEDGER_BUSY: another controller has the ledger, or
 *	LEDGER_UNREADABLE: disk or memory fail, or an administrator has to act: to be
 *	tried again; LEDGER_NEWER: no try helps
 */
extern ledger_status_t site_open_ledger(ledger_t **ret_ledger,
					char *error, size_t error_size);

/*
 * Return true if another controller beside the last owner of the ledger may
 * have saved reservations. RET false for NULL
 */
extern bool site_doubtful(ledger_t *ledger);

/* Return true if all former owners of the ledger, which is open, have ended. */
extern bool site_alone(void);

/*
 * Forget former owners of the ledger, which is open: their saved reservations
 * are known by now, or were not doubted. Waits for the disk.
 */
extern void site_settle(ledger_t *ledger);

/*
 * See whether the ledger is still this controller's (if not, own_lost()), and
 * whether its files and its claim are still there, which are made again if
 * not. Waits for the disk. For the thread of watcher.h. Locks: none.
 */
extern void site_watch_ledger(void);

/*
 * Write the ledger's queue, if a ledger is open. Waits for the disk, but for no
 * longer than LEDGER_PATIENCE. Locks: none.
 * RET false if the ledger can't be written now; the error is logged
 */
extern bool site_write(void);

/* Have the queue written soon. No wait; with or without locks. */
extern void site_write_soon(void);

/*
 * Have the thread of copier.h read events of the ledger and its history. Waits
 * as site_write(). Locks: none. RET as ledger_past_read()
 */
extern bool site_read_past(ledger_past_t **past, char *error,
			   size_t error_size);

/* IN wake - has the thread of copier.h call site_copy() now */
extern void site_use_copier(void (*wake)(void));

/*
 * Read the events that are asked for; move rows that are not needed to the
 * history (ledger_history.h), and make a copy of the ledger, if they are due.
 * Waits for the disk; an error is logged. For the thread of copier.h. Locks:
 * none.
 */
extern void site_copy(void);

/*
 * Queue the CPU time of bookings for the ledger, as use_take() gives it. No
 * I/O. Locks: site_lock()
 */
extern void site_put_use(time_t now, bool all);
