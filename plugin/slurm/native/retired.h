/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * retired.h - records of deleted bookings, until no job has them.
 *
 * Slurm's own deletion looks for the jobs of a record among all jobs, twice,
 * in one hold of the locks. Mostly there is none: the view knows the jobs that
 * name a booking and have not ended (view_has_jobs()). Only ended jobs, which
 * Slurm keeps for some minutes, may have a pointer to the record. The record is
 * therefore retired: taken out of Slurm's list, and kept until a walk through
 * all jobs that began later (watch.h) has ended. The walk takes it away from
 * each job that has it, as Slurm's deletion does.
 *
 * An ended job may be queued again before the walk comes to it. It can't start
 * meanwhile, as a retired record begins in RETIRED_AHEAD seconds, and is held
 * then, as Slurm holds the jobs of a reservation that has ended. A new
 * reservation may have the name meanwhile: jobs are found by the record.
 *
 * The view knows the jobs that name a booking from what requests name. Where
 * another job_submit plugin may have given a reservation to a job that is made
 * or changed, it does not: nothing is retired then, until a walk has seen that
 * job.
 *
 * Locks: conf READ, job READ, node WRITE, part READ (site_lock()), where
 * nothing else is said.
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/slurm/compat/compat.h"

#define RETIRED_AHEAD ((time_t) 10 * 365 * 86400)

/*
 * Retire a record that no job names, and report its deletion to accounting. The
 * record belongs to this file from then on; if it is in Slurm's list, the
 * caller takes it out before the locks are released.
 * RET false: nothing was done. A job may name the record that the view does not
 *	know of, or native_concerns_others()
 */
extern bool retired_add(office_t *office, slurmctld_resv_t *rec, time_t now);

/* The number of retired records: if there are any, a walk needs job WRITE. */
extern uint32_t retired_count(void);

/* Take retired records away from a job; for each job of a walk. Locks: job WRITE. */
extern void retired_untie(job_record_t *job);

/* A walk has ended: free the records that were retired before it began. */
extern void retired_free(void);

/* Around Slurm's making or changing of a job. Locks: none. */
extern void retired_change_begins(void);
extern void retired_change_ends(void);

/* The end of the plugin: a walk of its own, and all records are freed. Locks: job
 * WRITE. */
extern void retired_fini(void);
