/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_records.c - see job_records.h */

#include <string.h>
#include <time.h>

#include "plugin/slurm/job_records.h"
#include "plugin/slurm/nodes.h"

bool job_submit_loaded(void)
{
	char *names = xstrdup(slurm_conf.job_submit_plugins), *rest = NULL;
	bool found = false;

	for (char *name = names ? strtok_r(names, ",", &rest) : NULL;
	     name && !found; name = strtok_r(NULL, ",", &rest))
		found = !xstrcmp(name, "garq") ||
			!xstrcmp(name, "job_submit/garq");
	xfree(names);
	return found;
}

void jobs_untie(job_record_t *job)
{
	FREE_NULL_LIST(job->resv_list);
	xfree(job->resv_name);
	job->resv_id = 0;
	job->resv_ptr = NULL;
	last_job_update = time(NULL);
	schedule_job_save();
}

static int _has_booking(void *item, void *name)
{
	job_record_t *job = item;

	return !IS_JOB_FINISHED(job) && !xstrcmp(job->resv_name, name);
}

job_record_t *job_find(const char *name)
{
	return list_find_first(job_list, _has_booking, (void *) name);
}

bool job_has_nodes(const char *name)
{
	const job_record_t *job = job_find(name);

	return job && (IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job));
}

garq_set_t *job_nodes_in_use(const record_t *rec)
{
	bitstr_t *nodes = bit_alloc(node_record_count);
	garq_set_t *set;
	list_itr_t *iter = list_iterator_create(job_list);
	job_record_t *job;

	while ((job = list_next(iter)))
		if (IS_JOB_RUNNING(job) && (job->resv_ptr == rec) &&
		    job->node_bitmap)
			bit_or(nodes, job->node_bitmap);
	list_iterator_destroy(iter);
	set = nodes_from_bitmap(nodes);
	FREE_NULL_BITMAP(nodes);
	return set;
}

job_seen_t job_read(job_record_t *job)
{
	return (job_seen_t) {
		.job = job,
		.job_id = job->job_id,
		.uid = job->user_id,
		.account = job->account,
		.booking = job->resv_name,
		.minutes = job->time_limit,
		.waits = IS_JOB_PENDING(job),
		.completing = IS_JOB_COMPLETING(job),
		.held = !job->priority,
	};
}

/* fn must not add or remove jobs, because the list is being walked. */
void jobs_each(bool (*fn)(const job_seen_t *job, void *arg), void *arg)
{
	list_itr_t *iter = list_iterator_create(job_list);
	job_record_t *job;
	bool go_on = true;

	while (go_on && (job = list_next(iter))) {
		job_seen_t seen = job_read(job);

		if (!IS_JOB_FINISHED(job))
			go_on = fn(&seen, arg);
	}
	list_iterator_destroy(iter);
}
