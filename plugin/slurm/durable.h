/* SPDX-License-Identifier: GPL-2.0-or-later */
/* durable.h - the ledger is opened and written, and Slurm's own state saved. */
#ifndef PLUGIN_DURABLE_H
#define PLUGIN_DURABLE_H

#include <stdbool.h>

/*
 * Have Slurm write its state now, not some seconds after it has answered: of
 * what is its own there is no ledger. Locks: none.
 */
extern void site_save(void);

/*
 * Open the ledger of StateSaveLocation. Sets site.ledger, or site.ledger_error;
 * one that is damaged is put aside, and a new one made of what can be read of
 * it. Locks: those of site_lock().
 */
extern void site_open_ledger(void);

/*
 * Write what is queued for the ledger, if there is one. Waits for the disk.
 * Locks: none. RET false: it can't be written now, which is logged
 */
extern bool site_write(void);

#endif
