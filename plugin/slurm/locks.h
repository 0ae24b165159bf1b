/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * locks.h - slurmctld's locks, as the handlers and threads take them, and for
 * how long.
 */
#pragma once

#include <stdbool.h>

#include "plugin/booking/offer/lock_stats.h"
#include "plugin/booking/view/turns.h"

/*
 * Take or release the locks under which the native handlers create and update
 * reservations: conf READ, job READ, node WRITE, part READ. They also suffice
 * for site_sync().
 * IN write_jobs - job WRITE, under which the native handler deletes
 *	reservations; office->may_delete says so while the locks are held
 */
extern void site_lock(bool write_jobs);
extern void site_unlock(bool write_jobs);

/* Nanoseconds for which locks_pass_on() leaves the locks to others, at least. */
#define LOCKS_PAUSE 300000

/*
 * Release the locks of site_lock(), let others have them who wait for them, and
 * take them again: a hold has ended, and another begins.
 */
extern void locks_pass_on(void);

/*
 * What this thread does from now on: its holds are counted as that
 * (lock_stats.h). Locks: none.
 */
extern void locks_hold_as(lock_verb_t verb);

/* The controller's phase(): site_lock() is held, else nothing is measured. */
extern phase_t locks_phase(phase_t phase, uint64_t steps);

/*
 * Take or release the locks of the native handlers that make and change jobs:
 * those of site_lock(true), and federation READ.
 */
extern void jobs_lock(void);
extern void jobs_unlock(void);
