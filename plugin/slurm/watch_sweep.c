/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_sweep.c - a walk through all jobs in slices; see watch.h
 *
 * Slurm adds jobs at the end of its list, and mends the iterators of a list from
 * which it removes one. So a job is missed only if it was removed, and what
 * becomes of a job that was passed is for others to tell (view_walk_begin()).
 */

#include "plugin/slurm/retired.h"
#include "plugin/slurm/watch_private.h"

static list_itr_t *iter;	/* a sweep is under way */
static uint32_t number;		/* of its walk */
static time_t began;		/* the last one */
static bool writes;		/* jobs may be changed */

bool watch_sweep_begin(bool write_jobs, time_t now)
{
	/* The clock may have been set back. */
	if (!job_list || ((last_job_update < began) && (began <= now) &&
			  !view_walk_is_due()))
		return false;
	began = now;
	writes = write_jobs;
	number = view_walk_begin();
	iter = list_iterator_create(job_list);
	return true;
}

/* The walk reads jobs; they are Slurm's, which may be changed with job WRITE. */
static bool _see(const job_record_t *job, watch_walk_t *walk)
{
	if (writes)
		retired_untie((job_record_t *) job);
	return watch_jobs_sweep(job, walk);
}

bool watch_sweep_next(time_t now)
{
	watch_walk_t walk = {
		.see = _see, .now = now, .ok = true, .missing = 1,
	};
	const job_record_t *job = NULL;

	for (uint32_t i = 0; (i < WATCH_SWEEP) && (job = list_next(iter)); i++)
		(void) watch_walk_pass(&walk, job);
	(void) watch_walk_rest(&walk);
	if (job)
		return true;
	view_walk_end(number);
	if (writes)
		retired_free();
	return false;
}

void watch_sweep_end(void)
{
	list_iterator_destroy(iter);
	iter = NULL;
}
