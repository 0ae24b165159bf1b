/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_jobs.c - running jobs up to their time limits; see watch.h
 *
 * A job that runs past its end counts as ending in WATCH_OVERRUN seconds, anew
 * at each look. A completing job counts as gone, as for Slurm; after
 * WATCH_STUCK seconds it counts as an overrun on the nodes that it still holds.
 *
 * Slurm changes no stamp when these times pass, so watch_jobs_due() says when
 * the next look is needed.
 *
 * Most jobs of a busy cluster only wait. So a look reads the records of those
 * jobs that the view has on nodes, by their ids, and then asks whether Slurm
 * counts more jobs on a node than that (watch_jobs_counts.c). Only if it does, or
 * for those who have to know which reservations the waiting jobs name
 * (watch_want_jobs()), all jobs are walked.
 */

#include <string.h>

#include "plugin/slurm/watch_private.h"

static time_t due;		/* see watch_jobs_due() */
static time_t walk_due;		/* see watch_jobs_walk_due() */

/*
 * The group of a job: the reservation that it runs in, or the job itself.
 * resv_name may be a list; resv_ptr is the reservation of that list that the
 * job runs in. build_job_queue() of Slurm clears resv_ptr, but not resv_id.
 */
static uint64_t _job_group(const job_record_t *job)
{
	const slurmctld_resv_t *rec = job->resv_ptr;
	view_resv_t *v = rec		? view_find(rec->name) :
			 job->resv_list ? view_find_resv_id(job->resv_id) :
					  NULL;

	return v ? v->id : VIEW_ID(VIEW_ID_JOB, job->job_id);
}

time_t watch_jobs_due(void)
{
	return due;
}

time_t watch_jobs_walk_due(void)
{
	return walk_due;
}

/* Have the next look at t, unless an earlier one is due. */
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
		return now + WATCH_OVERRUN;
	_set_due(end);
	return end;
}

/* The nodes that a job holds, and until when. RET the record's; NULL: none */
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
	if (now < job->end_time + WATCH_STUCK) {
		/* The view has no such job, so only a walk finds it again. */
		walk_due = MIN(walk_due, job->end_time + WATCH_STUCK);
		return NULL;
	}
	*ret_end = now + WATCH_OVERRUN;
	return job->node_bitmap_cg;
}

/*
 * The version of a job's nodes: Slurm counts them again whenever it changes
 * them, and a job that starts again has another start. A completing job loses
 * nodes one by one.
 */
static uint64_t _version(const job_record_t *job)
{
	return IS_JOB_COMPLETING(job) ? 0 :
		((uint64_t) job->start_time << 24) + job->node_cnt;
}

/* Has a job the nodes with which it was last seen? */
static bool _has_same_nodes(const garq_set_t *before, uint64_t before_version,
			    uint64_t version, const bitstr_t *nodes)
{
	return before && ((version && (version == before_version)) ||
			  nodes_same(before, nodes));
}

static bool _see_job(const job_record_t *job, const bitstr_t *nodes, time_t end,
		     time_t now)
{
	uint64_t before;
	view_job_t seen = {
		.job_id = job->job_id,
		.user_id = job->user_id,
		.group = _job_group(job),
		.end = end,
		.nodes = view_jobs_nodes(job->job_id, &before),
		.version = _version(job),
	};
	garq_set_t *set = NULL;
	bool ok;

	if (!_has_same_nodes(seen.nodes, before, seen.version, nodes))
		seen.nodes = set = nodes_from_bitmap(nodes);
	ok = seen.nodes && view_jobs_see(&seen, now);
	garq_set_destroy(set);
	return ok;
}

/*
 * Mark all reservations that a job asks for. The caller skips finished jobs,
 * although such a job may yet be requeued.
 */
static void _see_names(const job_record_t *job)
{
	char *names = xstrdup(job->resv_name), *rest = NULL;
	view_resv_t *v;

	for (char *name = strtok_r(names, ",", &rest); name;
	     name = strtok_r(NULL, ",", &rest))
		if ((v = view_find(name)))
			view_jobs_mark_resv(v);
	xfree(names);
}

/*
 * The walk is bound by memory: most jobs only wait, and what tells so is in two
 * cache lines of a large record. So each record is requested some jobs before it
 * is read.
 */
#define AHEAD 16

typedef struct {
	time_t now;
	bool ok;
	uint32_t cnt;			/* jobs passed so far */
	const job_record_t *next[AHEAD];	/* requested, not read yet */
} walk_t;

static void _see(walk_t *walk, const job_record_t *job)
{
	bitstr_t *nodes;
	time_t end;

	if (!job || !walk->ok)
		return;
	if (job->resv_name && !IS_JOB_FINISHED(job))
		_see_names(job);
	if ((nodes = _held(job, walk->now, &end)))
		walk->ok = _see_job(job, nodes, end, walk->now);
}

/* A ListForF: request this job, and see the one AHEAD jobs before it. */
static int _pass(void *item, void *arg)
{
	const job_record_t *job = item;
	walk_t *walk = arg;
	const job_record_t **slot = &walk->next[walk->cnt++ % AHEAD];

	__builtin_prefetch(&job->job_state);
	__builtin_prefetch(&job->resv_name);
	_see(walk, *slot);
	*slot = job;
	return walk->ok ? 0 : -1;
}

bool watch_jobs(time_t now)
{
	walk_t walk = { .now = now, .ok = true };

	view_jobs_begin();
	due = walk_due = now + (WATCH_OVERRUN / 2);	/* before an overrun ends */
	(void) list_for_each(job_list, _pass, &walk);
	for (uint32_t i = 0; i < AHEAD; i++)
		_see(&walk, walk.next[(walk.cnt + i) % AHEAD]);
	if (!walk.ok)
		return false;
	view_jobs_end();
	watch_jobs_counts_note();
	return true;
}

/* For view_jobs_each(): see the job again, if there still is one of this id. */
static bool _see_known(uint32_t job_id, void *arg)
{
	walk_t *walk = arg;

	_see(walk, find_job_record(job_id));
	return walk->ok;
}

bool watch_jobs_known(time_t now)
{
	walk_t walk = { .now = now, .ok = true };

	view_jobs_begin_known();
	due = now + (WATCH_OVERRUN / 2);
	if (!view_jobs_each(0, _see_known, &walk))
		return false;
	view_jobs_end();
	return watch_jobs_counts_agree() || watch_jobs(now);
}
