/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_starts.h - correct the expected starts of waiting jobs.
 *
 * Backfill writes an expected start into each waiting job that it has planned,
 * and does not see all bookings (expected_start.h). Linking what lies within
 * its window would make each test of a job walk all these records, and end a
 * cycle with each change. The starts are therefore corrected on request: a job
 * is looked at once after each cycle of backfill or change of a reservation,
 * and only jobs that have to be looked at need the locks of site_lock(true).
 *
 * Slurm's stamp of the last change of jobs stays as it is, since a new one
 * would end a cycle. A client that asks for news alone misses nothing:
 * all earlier answers were corrected already. Between two cycles the stamp is
 * renewed where a reservation has changed: backfill has to plan again, and
 * would not do so on its own after a change of a parked one.
 */
#pragma once

#include <stdint.h>

/*
 * Correct the expected starts that are shown next. No effect before the ledger
 * is read. If very many jobs were planned again, some may be left to the next
 * call.
 * IN job_id - of that job, if it is neither an array nor heterogeneous; 0: of all
 * Locks: none
 */
extern void job_starts_correct(uint32_t job_id);

/*
 * The same for a caller that holds slurmctld's locks: job_starts_turn(), which
 * the linker calls each second, corrects them. Locks: any; job_starts_turn():
 * none
 */
extern void job_starts_ask(void);
extern void job_starts_turn(void);
