/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lookups.h - the thread that waits for the name service, which may hang.
 *
 * Slurm looks up users and groups while its locks are held. This thread
 * therefore looks up the names first, with no lock held: a name service that
 * hangs holds up this thread alone, and names that were just found are found
 * again without waiting (in the libc's or the service's cache). Then it tries
 * stand-ins again (stand_in.h), has Slurm renew the members of groups, and does
 * the search for fellows (fellows.h) that waits longest. A
 * turn comes every AGENT_INTERVAL seconds (timing.h), or each second while more
 * stand-ins are due than one turn tries.
 */
#pragma once

#include <stdbool.h>

/* Start the thread. RET false if no thread can be made */
extern bool lookups_start(void);

/* Take the next turn now. Any thread, with or without locks. */
extern void lookups_wake(void);

/*
 * Stop the thread; a thread that waits for the name service is left behind.
 * Without slurmctld's locks, which a turn takes. No effect if the thread does
 * not run.
 */
extern void lookups_stop(void);
