/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * own.h - another controller has the ledger: plugin/slurm/own.h, own_guard.h
 *
 * That controller hangs. It lets the ledger go at last, and what it was saving
 * may get to the disk only then, over what this one has saved meanwhile. Or the
 * disk fails at a start, so that the ledger can't be opened, or somebody has taken
 * it away.
 */
#pragma once

#include <stdbool.h>

/* A takeover: the former controller goes on to have the ledger for a while. */
extern void own_take(void);

/*
 * A start finds the disk full, or unable to sync or to be read, or no ledger, and
 * it stays so for a while.
 */
extern void own_disk_fails(void);

/* What was taken away is there again. RET false: another ledger was begun */
extern bool own_put_back(void);
#define OWN_BEGUN "a ledger was begun though there was one"

/* Time has passed while the ledger was waited for: does the disk fail still? */
extern void own_disk_step(void);

/*
 * So many more seconds have passed while the ledger was waited for. Was it tried
 * neither too often nor, when it could be read again, too late?
 */
extern void own_check_waits(time_t seconds);

/* Has it let the ledger go by now? */
extern bool own_is_free(void);

/* Keep all jobs off all nodes; end that. RET was there a guard? */
extern void own_guard_set(void);
extern bool own_guard_remove(void);

/* Does a guard keep jobs off? */
extern bool own_is_guarded(void);
