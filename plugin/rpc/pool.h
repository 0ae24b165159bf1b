/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pool.h - requests that may wait leave half of slurmctld's threads to all
 * others.
 *
 * Slurm 24.11 and later serve every request by a pool of few threads
 * (SlurmctldParameters=conmgr_threads): while each of them waits for the disk
 * of the ledger or for a name service, slurmctld answers nobody. A request
 * beyond the half is answered with SLURMCTLD_COMMUNICATIONS_BACKOFF before
 * anything is done: scontrol and sbatch then send the request again, as under
 * Slurm's own rate limit. Slurm before
 * 24.11 has 256 threads, of which LEDGER_WAITING at most wait for the ledger.
 *
 * Locks: none may be held.
 */
#pragma once

#include <stdbool.h>

#include "plugin/slurm/compat/compat.h"

/*
 * Count a request that may wait.
 * RET true: pool_leave() must be called; false: msg is answered
 */
extern bool pool_enter(slurm_msg_t *msg);
extern void pool_leave(void);
