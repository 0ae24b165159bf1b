/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sync.h - what is known of slurmctld is brought up to date. */
#ifndef PLUGIN_SYNC_H
#define PLUGIN_SYNC_H

#include <time.h>

/*
 * Bring everything up to date with slurmctld; the first call also reconciles
 * the ledger. Locks: site_lock().
 * RET 0; else nothing can be admitted, and ret_text says why
 */
extern int site_sync(time_t now, char **ret_text);

/*
 * Open the ledger, read the open offers from it and reconcile it with Slurm's
 * state. Sets site.ledger, or site.ledger_error, and site.ready.
 * Locks: site_lock(), resv_list is loaded.
 */
extern void site_begin(time_t now);

#endif
