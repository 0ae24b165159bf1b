/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>
#include <time.h>

#include "plugin/booking/view/view_feed.h"
#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/native/job_records.h"

/* True if JobSubmitPlugins lists garq, or (garq false) another plugin. */
static bool _is_loaded(bool garq)
{
	char *names = xstrdup(slurm_conf.job_submit_plugins), *rest = NULL;
	bool found = false;

	for (char *name = names ? strtok_r(names, ",", &rest) : NULL;
	     name && !found; name = strtok_r(NULL, ",", &rest))
		found = (!xstrcmp(name, "garq") ||
			 !xstrcmp(name, "job_submit/garq")) == garq;
	xfree(names);
	return found;
}

bool job_submit_loaded(void)
{
	return _is_loaded(true);
}

bool job_submit_others(void)
{
	return _is_loaded(false);
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

/* A ListFindF */
static int _is_same(void *item, void *key)
{
	return item == key;
}

/* A ListForF: add the name of a record. */
static int _add_name(void *item, void *names)
{
	xstrfmtcat(*(char **) names, "%s%s", *(char **) names ? "," : "",
		   ((const slurmctld_resv_t *) item)->name);
	return 0;
}

static void _name_list(job_record_t *job)
{
	xfree(job->resv_name);
	(void) list_for_each(job->resv_list, _add_name, &job->resv_name);
}

/* A ListForF */
static int _name_all(void *item, void *arg)
{
	job_record_t *job = item;

	if (!IS_JOB_PENDING(job) || !job->resv_list ||
	    (list_count(job->resv_list) < 2) || xstrchr(job->resv_name, ','))
		return 0;
	_name_list(job);
	*(bool *) arg = true;
	return 0;
}

void jobs_name_all(void)
{
	bool changed = false;

	(void) list_for_each(job_list, _name_all, &changed);
	if (!changed)
		return;
	last_job_update = time(NULL);
	schedule_job_save();
}

/* The job keeps the other reservations of its list. */
static void _keep_others(job_record_t *job, slurmctld_resv_t *rec)
{
	(void) list_remove_first(job->resv_list, _is_same, rec);
	_name_list(job);
	job->resv_ptr = list_peek(job->resv_list);
	job->resv_id = job->resv_ptr->resv_id;
	if (list_count(job->resv_list) == 1)
		FREE_NULL_LIST(job->resv_list);
	last_job_update = time(NULL);
	schedule_job_save();
}

static void _hold_job(job_record_t *job, const char *name)
{
	info("sched/garq: %pJ is held: reservation %s was deleted", job, name);
	job->priority = 0;
	job->state_reason = WAIT_HELD_USER;
	xfree(job->state_desc);
	job->state_desc = xstrdup_printf("Reservation %s was deleted", name);
}

void jobs_untie_from(job_record_t *job, slurmctld_resv_t *rec)
{
	if (job->resv_list && (list_count(job->resv_list) > 1)) {
		_keep_others(job, rec);
		return;
	}
	jobs_untie(job);
	if (IS_JOB_PENDING(job))
		_hold_job(job, rec->name);
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

/*
 * Call fn for each job on nodes that the view has in a reservation, until fn
 * returns false: no walk through all jobs. RET false if fn did
 */
typedef struct {
	bool (*fn)(const job_record_t *job, void *arg);
	void *arg;
} on_nodes_t;

static bool _pass_job(uint32_t job_id, void *arg)
{
	const job_record_t *job = find_job_record(job_id);
	const on_nodes_t *each = arg;

	return !job || each->fn(job, each->arg);
}

static bool _each_on_nodes(office_t *office, const char *name,
			   bool (*fn)(const job_record_t *job, void *arg),
			   void *arg)
{
	on_nodes_t each = { .fn = fn, .arg = arg };
	const view_resv_t *v = view_find(office, name);

	return !v || view_jobs_each(office, v->id, _pass_job, &each);
}

static bool _has_no_nodes(const job_record_t *job, void *name)
{
	return !(IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job)) ||
	       xstrcmp(job->resv_name, name);
}

bool job_has_nodes(office_t *office, const char *name)
{
	return !_each_on_nodes(office, name, _has_no_nodes, (void *) name);
}

typedef struct {
	const record_t *rec;
	bitstr_t *nodes;
} in_use_t;

static bool _add_nodes(const job_record_t *job, void *arg)
{
	in_use_t *used = arg;

	if (IS_JOB_RUNNING(job) && (job->resv_ptr == used->rec) &&
	    job->node_bitmap)
		bit_or(used->nodes, job->node_bitmap);
	return true;
}

garq_set_t *job_nodes_in_use(office_t *office, const record_t *rec)
{
	in_use_t used = {
		.rec = rec, .nodes = bit_alloc(node_record_count),
	};
	const slurmctld_resv_t *resv = rec;
	garq_set_t *set;

	(void) _each_on_nodes(office, resv->name, _add_nodes, &used);
	set = nodes_from_bitmap(used.nodes);
	FREE_NULL_BITMAP(used.nodes);
	return set;
}

/* A job that is killed while it is suspended ends when it was suspended, and
 * has the rest as suspended time. */
static time_t _end_of(const job_record_t *job)
{
	return MAX(job->end_time, job->start_time + job->pre_sus_time +
				  job->tot_sus_time);
}

bool job_span(const job_record_t *job, job_span_t *ret)
{
	bool over = IS_JOB_FINISHED(job) || IS_JOB_COMPLETING(job);

	if (IS_JOB_PENDING(job) || !job->start_time)
		return false;
	*ret = (job_span_t) {
		.start = job->start_time, .end = over ? _end_of(job) : 0,
		.paused = job->tot_sus_time, .cpus = job->total_cpus,
	};
	if (!over && IS_JOB_SUSPENDED(job))
		ret->paused += MAX(time(NULL) - job->suspend_time, 0);
	return true;
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
