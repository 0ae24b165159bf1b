/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tariff_file.h - the tariff of the office is that of a file (garq_tariff).
 *
 * It is read at the start, and by the thread of copier.h after a
 * reconfiguration, so that nobody waits for the disk under slurmctld's locks.
 * A file that is no tariff is logged, and the tariff in force stays. Without
 * garq_tariff there is none.
 */
#ifndef PLUGIN_TARIFF_FILE_H
#define PLUGIN_TARIFF_FILE_H

#include <stdbool.h>

/* Read the file of the options. At the start, before any request is served. */
extern void tariff_file_begin(void);

/* Ask for tariff_file_turn(). Locks: any */
extern void tariff_file_due(void);

/* Read the file again if that is due. Locks: none */
extern void tariff_file_turn(void);

#endif
