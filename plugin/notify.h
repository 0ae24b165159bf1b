/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * notify.h - report events of bookings to a program of the site.
 *
 * Events are queued while slurmctld's locks are held (cheap: no I/O). A thread
 * runs the program once for each event, one after the other, in their order, so
 * that neither slurmctld nor the agent waits for the program. A program that
 * takes longer than NOTIFY_TIMEOUT is killed with its process group; when more
 * than NOTIFY_QUEUE_MAX events wait, the oldest are dropped.
 *
 * The program runs as SlurmUser, like slurmctld, without arguments. Its
 * environment is PATH, SLURM_CONF and TZ (where slurmctld has these), and the
 * variables of the event (notify_event.h). Its input and output
 * are /dev/null; an exit status other than 0 is logged, without a retry.
 *
 * No Slurm header.
 */
#pragma once

#include <stdbool.h>

#include "plugin/booking/request/notify_event.h"

#ifndef NOTIFY_QUEUE_MAX
#define NOTIFY_QUEUE_MAX 1000
#endif
#ifndef NOTIFY_TIMEOUT
#define NOTIFY_TIMEOUT 30000	/* milliseconds that the program may take */
#endif
#ifndef NOTIFY_STOP
#define NOTIFY_STOP 1000	/* milliseconds for waiting events at the end */
#endif
#ifndef NOTIFY_SAY
#define NOTIFY_SAY 60000	/* milliseconds between two lines of a kind */
#endif

/*
 * Log an error, one line without a newline. Called with no locks held, by the
 * thread or in notify_stop().
 */
typedef void (*notify_say_t)(const char *line);

/*
 * Set the program, for waiting events as well. The first program starts the
 * thread. The thread logs a program that can't be run, and still tries to run
 * it for each event. Cheap. One thread at a time may call this or
 * notify_stop().
 * IN program - an absolute path; "": none, and waiting events are dropped
 * RET false if no thread can be made: no event is told
 */
extern bool notify_use(const char *program, notify_say_t say);

/*
 * Queue a copy of an event. Thread-safe, no I/O.
 * RET false if there is no program
 */
extern bool notify_queue(const notify_t *n);

/*
 * Run the program for waiting events, within NOTIFY_STOP milliseconds, kill a
 * program that still runs then, and stop the thread. Takes at most twice that
 * time. Without slurmctld's locks. No effect if the thread does not run.
 */
extern void notify_stop(void);
