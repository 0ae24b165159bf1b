/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_jobs.c - running jobs up to their time limits; see watch.h
 *
 * A job that runs past its end counts as ending WATCH_OVERRUN seconds after
 * each look. A completing job counts as gone, as for Slurm; after WATCH_STUCK
 * seconds it counts as an overrun on the nodes that it still holds.
 *
 * Slurm changes no stamp when these times pass, so watch_jobs_due() says when
 * the next look is needed.
 *
 * Most jobs of a busy cluster only wait. A look therefore reads the records of
 * those jobs that the view has on nodes, by their ids, and then asks whether
 * Slurm counts more jobs on a node than that (watch_jobs_counts.c). If it does,
 * jobs are walked until those are found. All jobs are walked for callers that
 * must know which reservations the waiting jobs name: in one hold of the locks
 * (watch_want_jobs()), or in several (watch_sweep.c).
 */

#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/steps.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/use.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/native/job_records.h"
#include "plugin/slurm/watch/watch_private.h"

static time_t due;		/* see watch_jobs_due() */

/*
 * Jobs that the view does not have, by id, and that the next look reads: they
 * complete, and may hang. If there are more, a walk is due.
 */
#define OTHERS_MAX 1024
static uint32_t others[OTHERS_MAX];
static uint32_t other_cnt;
static time_t walk_due = WATCH_NEVER;	/* see watch_jobs_walk_due() */

/*
 * The group of a job: the reservation that it runs in, or the job itself.
 * resv_name may be a list; resv_ptr is the reservation of that list that the
 * job runs in. build_job_queue() of Slurm clears resv_ptr, but not resv_id.
 */
static uint64_t _job_group(const job_record_t *job)
{
	const slurmctld_resv_t *rec = job->resv_ptr;
	view_resv_t *v = rec ? view_find(office, rec->name) :
			 job->resv_list ?
			       view_find_resv_id(office, job->resv_id) :
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
static time_t _limit_end(const job_record_t *job)
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
	time_t end = _limit_end(job);

	if (end <= now)
		return now + WATCH_OVERRUN;
	_set_due(end);
	return end;
}

/* Have looks read a job, at t at the latest. */
static void _note_job(const job_record_t *job, time_t t)
{
	_set_due(t);
	if (other_cnt < OTHERS_MAX)
		others[other_cnt++] = job->job_id;
	else
		walk_due = MIN(walk_due, t);
}

/* The nodes that a job holds, and until when. RET the record's; NULL: none */
static bitstr_t *_held_nodes(const job_record_t *job, time_t now,
			     time_t *ret_end)
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
		_note_job(job, job->end_time + WATCH_STUCK);
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

/* True if a job has the nodes with which it was last seen. */
static bool _has_same_nodes(const garq_set_t *before, uint64_t before_version,
			    uint64_t version, const bitstr_t *nodes)
{
	return before && ((version && (version == before_version)) ||
			  nodes_same(before, nodes));
}

static void _see_job(const job_record_t *job, const bitstr_t *nodes, time_t end,
		     time_t now)
{
	uint64_t before;
	view_job_t seen = {
		.job_id = job->job_id,
		.user_id = job->user_id,
		.group = _job_group(job),
		.end = end,
		.nodes = view_jobs_nodes(office, job->job_id, &before),
		.version = _version(job),
		.start = job->start_time,
		.alone = !job->resv_name && !job->resv_id && !job->resv_ptr &&
			 !job->resv_list,
	};
	garq_set_t *set = NULL;
	job_span_t span;

	if (job_span(job, &span)) {
		seen.cpus = span.cpus;
		seen.paused = span.paused;
	}

	if (!_has_same_nodes(seen.nodes, before, seen.version, nodes))
		seen.nodes = set = nodes_from_bitmap(nodes);
	view_jobs_see(office, &seen, now);
	garq_set_destroy(set);
}

/*
 * Mark all reservations that a job asks for. A finished job may yet be
 * requeued, but asks for nothing.
 */
static void _see_names(const job_record_t *job)
{
	char *names = xstrdup(job->resv_name), *rest = NULL;
	bool over = IS_JOB_FINISHED(job);
	view_resv_t *v;

	for (char *name = strtok_r(names, ",", &rest); name;
	     name = strtok_r(NULL, ",", &rest)) {
		if (!(v = view_find(office, name)))
			continue;
		if (over)
			view_jobs_touch_resv(office, v);
		else
			view_jobs_mark_resv(office, v);
	}
	xfree(names);
}

static void _see_resvs(const job_record_t *job)
{
	job_span_t span;
	view_resv_t *v;

	if (job->resv_name)
		_see_names(job);
	/* A job may have a reservation that it does not name. */
	if (!job->resv_id || !(v = view_find_resv_id(office, job->resv_id)))
		return;
	view_jobs_touch_resv(office, v);
	if (IS_JOB_FINISHED(job) && job_span(job, &span))
		use_met(office, v, job->job_id, &span);
}

/*
 * Looks see the jobs on nodes. But no count shows a job that has started, and
 * hangs, since the last look, or a job that Slurm counts wrong.
 */
void watch_jobs_sweep(const job_record_t *job, watch_walk_t *walk)
{
	uint64_t version;
	bool on;

	_see_resvs(job);
	on = IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job) ||
	     (IS_JOB_COMPLETING(job) &&
	      (walk->now >= job->end_time + WATCH_STUCK));
	if (on && !view_jobs_nodes(office, job->job_id, &version))
		_note_job(job, walk->now);
}

/* A see() that reads everything about a job. */
static void _see_whole_job(const job_record_t *job, watch_walk_t *walk)
{
	bitstr_t *nodes;
	time_t end;

	_see_resvs(job);
	nodes = _held_nodes(job, walk->now, &end);
	if (nodes)
		_see_job(job, nodes, end, walk->now);
}

/* A ListForF */
static int _pass_job(void *job, void *walk)
{
	return watch_walk_pass(walk, job) ? 0 : -1;
}

void watch_jobs(time_t now)
{
	watch_walk_t walk = {
		.see = _see_whole_job, .now = now, .missing = 1,
	};

	view_jobs_begin(office);
	due = now + (WATCH_OVERRUN / 2);	/* before an overrun ends */
	walk_due = WATCH_NEVER;
	other_cnt = 0;
	(void) list_for_each_ro(job_list, _pass_job, &walk);
	watch_walk_rest(&walk);
	view_jobs_end(office);
	use_left(office);
	watch_jobs_counts_note();
	turns_synced(office, (uint64_t) walk.cnt * STEPS_JOB);
}

/* True if a job is on the nodes on which it was seen. */
static bool _is_as_before(const job_record_t *job, time_t now)
{
	if (IS_JOB_COMPLETING(job) || (job->end_time <= now) ||
	    !(IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job)) ||
	    !view_jobs_is_as_before(office, job->job_id, job->start_time,
				    job->end_time))
		return false;
	_set_due(job->end_time);
	return true;
}

/* For view_jobs_each(): see the job again, if there still is one of this id. */
static bool _see_known(uint32_t job_id, void *arg)
{
	const job_record_t *job = watch_known_find(job_id);
	watch_walk_t *walk = arg;

	if (job && !_is_as_before(job, walk->now))
		_see_whole_job(job, walk);
	return true;
}

/* Those that still complete are noted again. */
static void _see_others(watch_walk_t *walk)
{
	uint32_t cnt = other_cnt;

	other_cnt = 0;
	for (uint32_t i = 0; i < cnt; i++)
		(void) _see_known(others[i], walk);
}

/* A see() for jobs that have started and that the view does not know. */
static void _see_new(const job_record_t *job, watch_walk_t *walk)
{
	const garq_set_t *nodes;
	uint64_t version;

	if (!(IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job)) ||
	    view_jobs_nodes(office, job->job_id, &version))
		return;
	_see_whole_job(job, walk);
	if ((nodes = view_jobs_nodes(office, job->job_id, &version)))
		walk->missing -= MIN(walk->missing, garq_set_count(nodes));
}

/*
 * Find the jobs that have started since the last look. Such jobs have mostly
 * waited for longest, and stand early in Slurm's list.
 * IN missing - watch_jobs_counts_missing()
 */
static void _find_started(uint64_t missing, time_t now)
{
	watch_walk_t walk = {
		.see = _see_new, .now = now, .missing = missing,
	};

	(void) list_for_each_ro(job_list, _pass_job, &walk);
	watch_walk_rest(&walk);
	turns_synced(office, (uint64_t) walk.cnt * STEPS_JOB);
}

void watch_jobs_known(time_t now)
{
	watch_walk_t walk = { .now = now };
	uint64_t missing;

	view_jobs_begin_known(office);
	watch_known_begin();
	due = now + (WATCH_OVERRUN / 2);
	_see_others(&walk);
	(void) view_jobs_each(office, 0, _see_known, &walk);
	view_jobs_end(office);
	use_left(office);
	if (watch_jobs_counts_missing(&missing)) {
		if (!missing)
			return;
		_find_started(missing, now);
		if (watch_jobs_counts_missing(&missing) && !missing)
			return;
	}
	watch_jobs(now);	/* the counts are inconclusive */
}
