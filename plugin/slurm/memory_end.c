/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memory_end.c - the end of a slurmctld whose memory is short; see memory.h */

#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/compat.h"

/* Slurm's fatal() flushes the log before it ends the process. */
void memory_end(void)
{
	fatal("sched/garq: memory is short: slurmctld ends, and no acknowledged booking is lost");
}
