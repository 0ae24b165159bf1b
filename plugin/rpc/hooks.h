/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hooks.h - our handlers in slurmctld's table of RPCs.
 *
 * The table (slurmctld_rpcs[], writable, exported) is used because Slurm has no
 * plugin interface for reservations. Each entry is found by its message type;
 * the original function is kept and put back by hooks_remove(). A handler that
 * runs is counted, so that the plugin is not taken apart under it.
 */
#ifndef PLUGIN_HOOKS_H
#define PLUGIN_HOOKS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Put our handlers in the place of slurmctld's own.
 * OUT why - one line: what is not as expected; nothing is changed. One that
 *	serves a request already and is not slurmctld's is named
 * RET true if all of them are in place
 */
extern bool hooks_install(char *why, size_t size);

/*
 * Put Slurm's handlers back, and wait until none of ours runs. An entry that
 * somebody else has changed meanwhile is left as it is, and logged.
 */
extern void hooks_remove(void);

/*
 * slurmctld takes heterogeneous jobs only under the name sched/backfill, and
 * remembers the answer to its first look. Let it look while that name is
 * there. To be called from init(), before slurmctld serves requests.
 */
extern void hooks_allow_het_jobs(void);

#endif
