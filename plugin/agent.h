/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * agent.h - the periodic maintenance thread.
 *
 * Without any request, the thread sees changes in slurmctld, closes bookings
 * that ended, replaces nodes taken from bookings (booking/repair.h), starts
 * bookings earlier where nodes became free, lets offers expire, and has queued
 * operations written to the ledger, for which it waits some seconds. Urgent
 * work is done by the linker (linker.h), and work that may take any time by the
 * thread of lookups.h. A turn comes every AGENT_INTERVAL seconds (timing.h),
 * or more often if garq_verify says so. While another controller has the
 * ledger, a turn comes every second from the start on, since a guard keeps all
 * nodes until the ledger is read (plugin/slurm/own.h).
 */
#pragma once

#include <stdbool.h>

/* Start the thread. RET false if no thread can be made */
extern bool agent_start(void);

/* Have the next turn come at once. Any thread may call this. */
extern void agent_wake(void);

/*
 * Stop the thread, and wait for its present turn. Without slurmctld's locks,
 * which a turn takes. No effect if the thread does not run.
 */
extern void agent_stop(void);
