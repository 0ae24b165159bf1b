/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks.h - the plugin's handlers in slurmctld's table of RPCs.
 *
 * Slurm has no plugin interface for reservations, so the plugin replaces
 * entries of slurmctld's table (slurmctld_rpcs[], writable, exported), found by
 * message type; hooks_remove() restores the original functions. Running
 * handlers are counted, so that the plugin is not unloaded under a handler.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Replace slurmctld's handlers by the plugin's. To be called from init().
 * IN size - of why, in bytes
 * OUT why - if false, one line: the table is not as expected, or code other
 *	than slurmctld's, which the line names, serves a message
 * RET true if all handlers are installed; false: nothing has changed
 */
extern bool hooks_install(char *why, size_t size);

/*
 * Restore Slurm's handlers, and wait until no handler of the plugin runs. An
 * entry that other code has changed meanwhile stays as it is, and is logged.
 * Without slurmctld's locks, which a running handler may wait for.
 */
extern void hooks_remove(void);

/*
 * Have slurmctld accept heterogeneous jobs. slurmctld does so only if the
 * scheduler is called sched/backfill, checks that name once and remembers the
 * result. The first request for such a job triggers the check with that name in
 * place. To be called from init(), before slurmctld serves requests.
 */
extern void hooks_allow_het_jobs(void);
