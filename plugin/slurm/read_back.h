/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * read_back.h - read back what Slurm has saved of its reservations.
 *
 * plugin/ledger/ledger_saved.h keeps the findings, and explains their use.
 * Locks: none; waits for the disk.
 */
#pragma once

/*
 * If Slurm has saved another file since the last call, read it and note it in
 * the ledger. As long as another file would prove more, Slurm is asked to save
 * once more, as soon as it does that. Called by the agent alone, once the
 * ledger's queue is written, so that what reconcile() did is durable: then the
 * start has ended (saved_kept.h).
 */
extern void read_back(void);

/*
 * Shutdown: all records are linked permanently and the ledger says so, no
 * request is served and no thread of the plugin runs. Have Slurm save them, and
 * note that each later file has them: they go on as Slurm's own, and whoever
 * deletes one from now on has deleted it elsewhere.
 */
extern void read_back_last(void);
