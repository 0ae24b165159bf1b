/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_sweep.c - a walk through all jobs in slices; see watch.h
 *
 * Slurm adds jobs at the end of its list, and mends the iterators of a list
 * from which it removes one. A job is therefore missed only if it was removed;
 * others report later changes of a passed job (view_walk_begin()). A job that
 * changes after its slice was read, and before the look at the slice, counts as
 * passed, too.
 */

#include "plugin/booking/view/use.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/native/retired.h"
#include "plugin/slurm/watch/watch_private.h"

static list_itr_t *iter;	/* a sweep is under way, and has read a slice */
static uint32_t number;		/* of its walk */
static time_t began;		/* the last one */
static bool writes;		/* jobs may be changed */
static uint32_t noted[WATCH_SWEEP];	/* ids of the slice's jobs to look at */
static uint32_t noted_cnt;

bool watch_sweep_begin(bool write_jobs, time_t now)
{
	/* The clock may have been set back. */
	if (!job_list || ((last_job_update < began) && (began <= now) &&
			  !view_walk_is_due(office)))
		return false;
	began = now;
	writes = write_jobs;
	number = view_walk_begin(office);
	use_walk_begins(office, now);
	return true;
}

/* A see(): note a job that may have to do with a reservation, or is on nodes. */
static void _note_job(const job_record_t *job, watch_walk_t *walk)
{
	(void) walk;
	if (job->resv_name || job->resv_id || job->resv_ptr ||
	    job->resv_list || IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job) ||
	    IS_JOB_COMPLETING(job))
		noted[noted_cnt++] = job->job_id;
}

static void _read_slice(void)
{
	watch_walk_t walk = { .see = _note_job, .missing = 1 };
	const job_record_t *job = NULL;

	if (!iter)
		iter = list_iterator_create(job_list);
	for (uint32_t i = 0; (i < WATCH_SWEEP) && (job = list_next(iter)); i++)
		(void) watch_walk_pass(&walk, job);
	watch_walk_rest(&walk);
	if (job)
		return;
	list_iterator_destroy(iter);
	iter = NULL;
}

void watch_sweep_read(void)
{
	const slurmctld_lock_t read_jobs = { .job = READ_LOCK };

	noted_cnt = 0;
	lock_slurmctld(read_jobs);
	_read_slice();
	unlock_slurmctld(read_jobs);
}

bool watch_sweep_next(time_t now)
{
	watch_walk_t walk = { .now = now };

	for (uint32_t i = 0; i < noted_cnt; i++) {
		job_record_t *job = find_job_record(noted[i]);

		if (job && writes)
			retired_untie(job);
		if (job)
			watch_jobs_sweep(job, &walk);
	}
	if (iter)
		return true;
	view_walk_end(office, number);
	use_walk_ended(office);
	if (writes)
		retired_free();
	return false;
}
