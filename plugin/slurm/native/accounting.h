/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * accounting.h - changes of reservations that Slurm itself does not report to
 * accounting storage. Errors are ignored. Locks: node READ.
 */
#pragma once

#include "plugin/slurm/compat/compat.h"

/*
 * Report the present flags, times and nodes of a reservation. The reservation
 * of a job's booking (job_names.h) is deleted from accounting
 * instead: the users of a reservation are charged for its idle time, and this
 * user asked for a job, not for a reservation.
 */
extern void accounting_changed(const slurmctld_resv_t *rec);

/*
 * Report that a reservation is deleted, as Slurm does: accounting forgets a
 * reservation that has not begun.
 */
extern void accounting_removed(const slurmctld_resv_t *rec);

/* Report a new id. IN was - the id under which Slurm reported the record */
extern void accounting_renumbered(const slurmctld_resv_t *rec, uint32_t was);

/* Report a record that accounting may have lost: none of a booked job has a row. */
extern void accounting_again(const slurmctld_resv_t *rec);

/*
 * Return true if the queue for slurmdbd is so full that only necessary messages
 * should follow. Slurm keeps MaxDBDMsgs of them, and then drops records of
 * jobs.
 * Locks: none. RET false, too, where Slurm sends none to slurmdbd
 */
extern bool accounting_is_behind(void);
