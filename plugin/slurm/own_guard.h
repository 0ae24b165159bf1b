/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * own_guard.h - a reservation on all nodes, while no booking is known.
 *
 * The guard is a native record that was made without Slurm's functions:
 * accounting is not told, and no name is looked up. Running jobs go on; no
 * other job starts. Slurm saves the guard with its state, on purpose: a state
 * with a guard was saved by a controller that knew no booking, so it proves
 * nothing about them.
 */
#pragma once

#include <stdbool.h>
#include <time.h>

#define OWN_GUARD_NAME "garq_guard"

/*
 * Make the guard, or renew a guard of which less than half of its day is left,
 * or that lacks nodes. Locks: site_lock(true), or all of slurmctld's.
 */
extern void own_guard_set(time_t now);

/*
 * Remove the guard, also one that Slurm has read from its state. Jobs that ask
 * for it are held. Before the next locks->sync(). Locks: as
 * own_guard_set().
 * RET true if there was one
 */
extern bool own_guard_remove(void);
