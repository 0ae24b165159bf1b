/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs_agent.h - the thread that looks after the bookings of jobs; see
 * plugin/booking/jobs.h. No locks.
 */
#ifndef PLUGIN_JOBS_AGENT_H
#define PLUGIN_JOBS_AGENT_H

#include <stdbool.h>

/* RET false if no thread can be made */
extern bool jobs_start(void);
extern void jobs_stop(void);

/* Take the next turn now. */
extern void jobs_wake(void);

#endif
