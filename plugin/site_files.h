/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * site_files.h - the office's tariff and budgets are those of files
 * (garq_tariff, garq_budget).
 *
 * They are read at the start, and by the thread of copier.h after a
 * reconfiguration, so that nobody waits for the disk under slurmctld's locks.
 * A file with a fault is logged, and the rules in force stay. Without the
 * option there are none.
 */
#ifndef PLUGIN_SITE_FILES_H
#define PLUGIN_SITE_FILES_H

#include <stdbool.h>

/* Read the files of the options. At the start, before any request is served. */
extern void site_files_begin(void);

/* Ask for site_files_turn(). Locks: any */
extern void site_files_due(void);

/* Read the files again if that is due. Locks: none */
extern void site_files_turn(void);

#endif
