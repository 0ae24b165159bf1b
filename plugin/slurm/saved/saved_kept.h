/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * saved_kept.h - the state file that a start has found, kept until that start
 * has ended.
 *
 * What Slurm has saved proves which bookings were deleted elsewhere
 * (reconcile_rules.h). But Slurm may purge a record while it reads the file,
 * and save that before reconcile() can, at a start without recovery (slurmctld
 * -c), or where the ledger can't be written yet. If slurmctld is killed then,
 * the next start must not take that file for one of a controller without the
 * plugin. A start therefore copies the file first, and each further start
 * judges this copy, until one has reconciled and the ledger has that durably,
 * or serves reservations without a ledger. The copy ends before the next file
 * is noted in the ledger: what the ledger learns of later files proves nothing
 * of the copy.
 *
 * An empty copy says that there was no file. Locks: none; waits for the disk.
 * No Slurm header.
 */
#pragma once

#include <stdbool.h>

#define SAVED_STATE "resv_state"	/* Slurm's file */
#define SAVED_KEPT "garq.start"		/* the copy */

/*
 * Link the file before the last (.old) to its name again, if a save was cut
 * short between Slurm's unlink() and link(): a second such save would leave
 * none at all, or only one for which Slurm does not look. And unlink what such
 * a save left as .new, if it is the file itself: Slurm would write into it.
 * Nobody saves meanwhile.
 * IN folder - StateSaveLocation
 * RET true if the file was linked again
 */
extern bool saved_kept_mend(const char *folder);

/*
 * Keep a copy of Slurm's file, durably, unless there is a copy.
 * RET 0 or errno: no copy was made
 */
extern int saved_kept_begin(const char *folder);

/*
 * The start has ended: remove the copy, durably. No effect without one.
 * RET 0 or errno: the copy may be there
 */
extern int saved_kept_end(const char *folder);
