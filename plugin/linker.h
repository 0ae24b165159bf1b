/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * linker.h - the thread that links the records of bookings that are due.
 *
 * A booking protects its nodes only while its record is in Slurm's own list
 * (park.h). This thread must therefore not be late, whatever else is slow: it
 * only brings the view up to date and links, and waits for slurmctld's locks
 * alone, never for the disk, the name service or a lock that another thread
 * holds while it waits for one of these. Until the ledger is open
 * (office->ready) it does nothing. A turn comes every LINK_INTERVAL seconds
 * (plugin/booking/request/timing.h). In each second between it looks at Slurm's
 * reservations, if one has changed in the second before (watch_walk_waits()),
 * so that the next request need not.
 */
#pragma once

#include <stdbool.h>

/* Start the thread. RET false if no thread can be made */
extern bool linker_start(void);

/*
 * Stop the thread, and wait for its present turn. Without slurmctld's locks,
 * which a turn takes. No effect if the thread does not run.
 */
extern void linker_stop(void);
