/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs_agent.h - the thread that keeps jobs and their bookings in step; see
 * plugin/booking/jobs/jobs.h.
 *
 * A turn comes every JOBS_INTERVAL seconds, or when a booking needs one. Call
 * jobs_start() and jobs_stop() without slurmctld's locks, which a turn takes.
 */
#pragma once

#include <stdbool.h>

/* Start the thread. RET false if no thread can be made */
extern bool jobs_start(void);

/* Stop the thread, and wait for its present turn; no effect if not running. */
extern void jobs_stop(void);

/* Take the next turn now. Any thread, with or without locks. */
extern void jobs_wake(void);
