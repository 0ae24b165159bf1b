/* SPDX-License-Identifier: GPL-2.0-or-later */
/* locks.h - slurmctld's locks, as the handlers and threads take them. */
#ifndef PLUGIN_LOCKS_H
#define PLUGIN_LOCKS_H

#include <stdbool.h>

/*
 * Take or release the locks under which the native handlers create and update
 * reservations: conf READ, job READ, node WRITE, part READ. They also suffice
 * for site_sync().
 * IN write_jobs - job WRITE, under which the native handler deletes
 *	reservations; site.may_delete says so while the locks are held
 */
extern void site_lock(bool write_jobs);
extern void site_unlock(bool write_jobs);

/*
 * Take or release the locks of the native handlers that make and change jobs:
 * those of site_lock(true), and federation READ.
 */
extern void jobs_lock(void);
extern void jobs_unlock(void);

#endif
