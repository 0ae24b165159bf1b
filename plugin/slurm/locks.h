/* SPDX-License-Identifier: GPL-2.0-or-later */
/* locks.h - slurmctld's locks, as the handlers and threads take them. */
#ifndef PLUGIN_LOCKS_H
#define PLUGIN_LOCKS_H

#include <stdbool.h>

/*
 * The locks under which the native handlers create and update reservations.
 * write_jobs: those under which they delete one (and what sync needs); sets
 * site.may_delete.
 */
extern void site_lock(bool write_jobs);
extern void site_unlock(bool write_jobs);

/*
 * The locks of the native handlers that make and change jobs. Those of
 * site_lock(true) are among them.
 */
extern void jobs_lock(void);
extern void jobs_unlock(void);

#endif
