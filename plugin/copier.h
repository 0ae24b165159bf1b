/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * copier.h - the thread that keeps a copy of the ledger (ledger_copy.h), and
 * moves rows that are not needed there to the history (ledger_history.h); it
 * reads the files of the site (site_files.h).
 *
 * It waits for the disk as long as that takes, so no other thread waits for it.
 */
#pragma once

#include <stdbool.h>

/* Start the thread. RET false if no thread can be made */
extern bool copier_start(void);

/* Have it take a turn now. No effect if it does not run. Locks: any */
extern void copier_wake(void);

/*
 * Stop the thread; a thread that waits for the disk is left behind, and frees
 * the ledger if that is closed meanwhile. No effect if the thread does not run.
 */
extern void copier_stop(void);
