/* SPDX-License-Identifier: GPL-2.0-or-later */
/* durable.h - open and write the ledger, save Slurm's reservations. */
#ifndef PLUGIN_DURABLE_H
#define PLUGIN_DURABLE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Have Slurm save its reservations now instead of some seconds after its
 * answer: the ledger does not keep reservations that are not bookings. Waits
 * for the disk. Slurm's thread saves once more some seconds later. Locks: none.
 */
extern void site_save(void);

/*
 * Hold back site_save(), for as long as no lock of Slurm's is waited for.
 * RET the number of files that it has written
 */
extern uint64_t site_hold_saves(void);
extern void site_release_saves(void);

/*
 * Open the ledger of StateSaveLocation, and start its writer. Sets site.ledger
 * or, after an error, site.ledger_error. A damaged ledger is put aside, and a
 * new one is made of what can be salvaged. Locks: those of site_lock().
 */
extern void site_open_ledger(void);

/*
 * Write the ledger's queue, if a ledger is open. Waits for the disk, but for no
 * longer than LEDGER_PATIENCE. Locks: none.
 * RET false if the ledger can't be written now; the error is logged
 */
extern bool site_write(void);

/* Have the queue written soon. No wait; with or without locks. */
extern void site_write_soon(void);

/*
 * Make a copy of the ledger if one is due (ledger_copy.h). Waits for the disk;
 * an error is logged. For the agent's thread. Locks: none.
 */
extern void site_copy(void);

#endif
