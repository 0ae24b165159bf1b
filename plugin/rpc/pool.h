/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pool.h - requests that may wait leave half of slurmctld's threads to all others.
 *
 * Slurm 24.11 and later serve every request by a pool of few threads
 * (SlurmctldParameters=conmgr_threads): while each of them waits for the disk of the
 * ledger or for a name service, slurmctld answers nobody. A request beyond the half
 * is answered with SLURMCTLD_COMMUNICATIONS_BACKOFF before anything is done, and its
 * command tries again by itself, as under Slurm's own rate limit. Older versions
 * have 256 threads, and the ledger bounds who waits for it (LEDGER_WAITING).
 *
 * Locks: none may be held.
 */
#ifndef PLUGIN_POOL_H
#define PLUGIN_POOL_H

#include <stdbool.h>

#include "plugin/slurm/compat.h"

/*
 * Count a request that may wait.
 * RET true: pool_leave() is to be called; false: msg is answered
 */
extern bool pool_enter(slurm_msg_t *msg);
extern void pool_leave(void);

#endif
