/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_jobs.c - running jobs up to their time limits; see view.h
 *
 * A job that runs past its end is there until it is gone: for another
 * VIEW_OVERRUN seconds, each time it is looked at. So is one that has been
 * completing for VIEW_STUCK seconds, on the nodes that it has not left. Before,
 * it is as good as gone, as to Slurm.
 *
 * These moments pass without a change that Slurm would tell: view_jobs_due().
 */

#include <string.h>

#include "plugin/slurm/view_private.h"

typedef struct {
	uint32_t job_id;
	uint32_t user_id;
	uint64_t group;
	time_t end;
	bitstr_t *nodes;
	uint32_t walk;
} view_job_t;

static xhash_t *jobs;		/* view_job_t by job id */
static uint32_t walk_cnt;
static time_t due;		/* see view_jobs_due() */

static void _job_key(void *item, const char **key, uint32_t *len)
{
	*key = (const char *) &((view_job_t *) item)->job_id;
	*len = sizeof(uint32_t);
}

static void _free_job(void *item)
{
	view_job_t *j = item;

	FREE_NULL_BITMAP(j->nodes);
	xfree(j);
}

void view_jobs_clear(void)
{
	if (jobs)
		xhash_free(jobs);
	jobs = NULL;
}

static view_job_t *_find(uint32_t job_id)
{
	return jobs ? xhash_get(jobs, (const char *) &job_id, sizeof(job_id)) :
		      NULL;
}

bool view_jobs_user(uint32_t job_id, uint32_t *ret_uid)
{
	view_job_t *j = _find(job_id);

	if (j)
		*ret_uid = j->user_id;
	return j != NULL;
}

uint32_t view_jobs_walk(void)
{
	return walk_cnt;
}

/*
 * resv_name may be a list; resv_ptr is the one of them that it runs in. Slurm
 * forgets it when it next looks at its queue (build_job_queue()), not its id.
 */
static uint64_t _job_group(const job_record_t *job)
{
	const slurmctld_resv_t *rec = job->resv_ptr;
	view_resv_t *v = rec		? view_find(rec->name) :
			 job->resv_list ? view_find_resv_id(job->resv_id) :
					  NULL;

	return v ? v->id : VIEW_ID(VIEW_ID_JOB, job->job_id);
}

time_t view_jobs_due(void)
{
	return due;
}

/* Look again at t. */
static void _set_due(time_t t)
{
	due = MIN(due, t);
}

/*
 * A job ends at its time limit, or when its reservation has been over for
 * ResvOverRun minutes, whichever is first.
 */
static time_t _limit(const job_record_t *job)
{
	const slurmctld_resv_t *rec = job->resv_ptr;
	time_t end = job->end_time;

	if (rec && !(rec->flags & RESERVE_FLAG_FLEX) &&
	    (slurm_conf.resv_over_run != INFINITE16))
		end = MIN(end, rec->end_time +
			       ((time_t) slurm_conf.resv_over_run * 60));
	return end;
}

static time_t _job_end(const job_record_t *job, time_t now)
{
	time_t end = _limit(job);

	if (end <= now)
		return now + VIEW_OVERRUN;
	_set_due(end);
	return end;
}

/* Which nodes it holds, until when. RET NULL: none */
static bitstr_t *_held(const job_record_t *job, time_t now, time_t *ret_end)
{
	if (!IS_JOB_COMPLETING(job)) {
		if (!IS_JOB_RUNNING(job) && !IS_JOB_SUSPENDED(job))
			return NULL;
		*ret_end = _job_end(job, now);
		return job->node_bitmap;
	}
	if (!job->node_bitmap_cg || (bit_ffs(job->node_bitmap_cg) < 0))
		return NULL;
	if (now < job->end_time + VIEW_STUCK) {
		_set_due(job->end_time + VIEW_STUCK);
		return NULL;
	}
	*ret_end = now + VIEW_OVERRUN;
	return job->node_bitmap_cg;
}

static bool _see_job(const job_record_t *job, bitstr_t *nodes, time_t end,
		     time_t now)
{
	uint64_t group = _job_group(job);
	view_job_t *j = _find(job->job_id);

	if (!j) {
		j = xmalloc(sizeof(*j));
		j->job_id = job->job_id;
		xhash_add(jobs, j);
	}
	j->walk = walk_cnt;
	if (j->nodes && (j->end == end) && (j->group == group) &&
	    bit_equal(j->nodes, nodes))
		return true;
	view_release(VIEW_ID(VIEW_ID_JOB, j->job_id), 0, j->end);
	FREE_NULL_BITMAP(j->nodes);
	j->nodes = bit_copy(nodes);
	j->end = end;
	j->group = group;
	j->user_id = job->user_id;
	return view_hold(VIEW_ID(VIEW_ID_JOB, j->job_id), group, j->nodes, now, end);
}

/*
 * A job names its reservations, in the order in which it would use them. One
 * that has ended is not looked at, although it may yet be requeued.
 */
static void _see_names(const job_record_t *job)
{
	char *names = xstrdup(job->resv_name), *rest = NULL;
	view_resv_t *v;

	for (char *name = strtok_r(names, ",", &rest); name;
	     name = strtok_r(NULL, ",", &rest))
		if ((v = view_find(name)))
			v->jobs_walk = walk_cnt;
	xfree(names);
}

static void _find_unseen_job(void *item, void *arg)
{
	view_job_t *j = item;

	if (j->walk != walk_cnt) {
		uint32_t *id = xmalloc(sizeof(*id));

		view_release(VIEW_ID(VIEW_ID_JOB, j->job_id), 0, j->end);
		*id = j->job_id;
		list_append(arg, id);
	}
}

bool view_jobs_sync(time_t now)
{
	list_t *ended = list_create(xfree_ptr);
	list_itr_t *iter = list_iterator_create(job_list);
	job_record_t *job;
	bitstr_t *nodes;
	uint32_t *id;
	time_t end;
	bool ok = true;

	if (!jobs)
		jobs = xhash_init(_job_key, _free_job);
	walk_cnt++;
	due = now + (VIEW_OVERRUN / 2);	/* before an overrun is over */
	while (ok && (job = list_next(iter))) {
		if (job->resv_name && !IS_JOB_FINISHED(job))
			_see_names(job);
		if ((nodes = _held(job, now, &end)))
			ok = _see_job(job, nodes, end, now);
	}
	list_iterator_destroy(iter);
	if (ok)
		xhash_walk(jobs, _find_unseen_job, ended);
	while ((id = list_pop(ended))) {
		xhash_delete(jobs, (const char *) id, sizeof(uint32_t));
		xfree(id);
	}
	FREE_NULL_LIST(ended);
	return ok;
}
