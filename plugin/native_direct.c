/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native_direct.c - what of a record is changed without asking Slurm; see
 * native.h
 *
 * Slurm's update would look at much that has been decided, and may refuse. What
 * is done here can't fail.
 */

#include "plugin/accounting.h"
#include "plugin/native.h"

void native_shift(slurmctld_resv_t *rec, time_t start)
{
	rec->end_time += start - rec->start_time;
	rec->start_time_prev = rec->start_time;
	rec->start_time = rec->start_time_first = start;
	accounting_changed(rec);
	rec->start_time_prev = start;
}

void native_end_jobs(const slurmctld_resv_t *rec, time_t now)
{
	list_itr_t *iter = list_iterator_create(job_list);
	job_record_t *job;

	while ((job = list_next(iter))) {
		if ((job->resv_ptr != rec) || !IS_JOB_RUNNING(job) ||
		    (job->end_time <= now))
			continue;
		info("sched/garq: %pJ was over when Slurm was killed: it ends now",
		     job);
		job->end_time = now;
		if (job->time_limit == INFINITE)	/* Slurm would not look */
			job->time_limit = 1;
		last_job_update = now;
	}
	list_iterator_destroy(iter);
}

void native_end(slurmctld_resv_t *rec, time_t now)
{
	native_end_jobs(rec, now);
	if (rec->start_time > now) {
		/* As Slurm skips one: nothing of it has begun, or will end. */
		rec->ctld_flags |= RESV_CTLD_PROLOG | RESV_CTLD_EPILOG;
		rec->start_time = rec->start_time_first =
			rec->start_time_prev = rec->end_time = now;
		return;
	}
	rec->end_time = MIN(rec->end_time, now);
	accounting_changed(rec);
}
