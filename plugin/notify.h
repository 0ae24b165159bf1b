/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * notify.h - tell a program of the site what happens to bookings.
 *
 * Events are queued while slurmctld's locks are held (cheap: no I/O). A thread
 * of its own runs the program once for each, one after the other, in their
 * order: neither slurmctld nor the agent waits for it. One that takes longer
 * than NOTIFY_TIMEOUT is killed with its process group; when more than
 * NOTIFY_QUEUE_MAX events wait the oldest are dropped.
 *
 * The program runs as slurmctld does, that is as SlurmUser. It has no
 * arguments; its environment is PATH, SLURM_CONF and TZ (where slurmctld has
 * them), and the variables of the event (notify_event.h). Its input and output
 * is /dev/null; if it does not end with 0 that is logged, and forgotten.
 *
 * No Slurm header.
 */
#ifndef PLUGIN_NOTIFY_H
#define PLUGIN_NOTIFY_H

#include <stdbool.h>

#include "plugin/booking/notify_event.h"

#ifndef NOTIFY_QUEUE_MAX
#define NOTIFY_QUEUE_MAX 1000
#endif
#ifndef NOTIFY_TIMEOUT
#define NOTIFY_TIMEOUT 30000	/* milliseconds that the program may take */
#endif
#define NOTIFY_STOP 1000	/* milliseconds that are left at the end */
#ifndef NOTIFY_SAY
#define NOTIFY_SAY 60000	/* milliseconds between two lines of a kind */
#endif

/* Log a line, an error, without a newline. Called by the thread, no locks held. */
typedef void (*notify_say_t)(const char *line);

/*
 * From now on this program is told; what waits is told to it, too. The first
 * one starts the thread. That it is there and can be run is looked at by the
 * thread: if not, that is logged, and it is tried for each event all the same.
 * Cheap; to be called by one thread at a time, as notify_stop().
 * IN program - an absolute path; "": none, and what waits is dropped
 * RET false if no thread can be made: nothing is told
 */
extern bool notify_use(const char *program, notify_say_t say);

/*
 * Queue an event, of which all is copied. Thread-safe, no I/O.
 * RET is it queued? Not without a program, or if memory is short
 */
extern bool notify_queue(const notify_t *n);

/*
 * Tell what waits as long as there is time (NOTIFY_STOP), kill a program that
 * runs then, and stop the thread. Without slurmctld's locks. Takes no more
 * than twice that; safe where nothing was started.
 */
extern void notify_stop(void);

#endif
