/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs_update.c - "scontrol update JobId=", hold and release of jobs that are
 * booked; see jobs.h
 *
 * The booking changes first, so that the job's new request already has its
 * nodes; without room the update is refused, and nothing changes. After Slurm's
 * handler, the booking follows the job as it is then, because Slurm may have
 * refused the update.
 */

#include "plugin/booking/jobs/jobs.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_feed.h"
#include "plugin/rpc/handlers.h"
#include "plugin/rpc/pool.h"
#include "plugin/rpc/rate_limit.h"
#include "plugin/rpc/served.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/given.h"
#include "plugin/slurm/compat/refusals.h"
#include "plugin/slurm/compat/resolve.h"
#include "plugin/slurm/compat/user_facts.h"
#include "plugin/slurm/jobs/job_fit.h"
#include "plugin/slurm/jobs/job_gres.h"
#include "plugin/slurm/jobs/job_request.h"
#include "plugin/slurm/jobs/job_rules.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native/job_records.h"
#include "plugin/slurm/sync.h"

/* The first field that would make the booked nodes unfit, or delay the job. */
static const char *_forbidden(const job_desc_msg_t *d)
{
	const struct {
		bool given;
		const char *what;
	} table[] = {
		{ given_text(d->reservation), "ReservationName" },
		{ given_text(d->features), "Features" },
		{ given_text(d->req_nodes), "ReqNodeList" },
		{ given_text(d->exc_nodes), "ExcNodeList" },
		{ given_text(d->licenses), "Licenses" },
		{ given_text(d->dependency), "Dependency" },
		{ given_text(d->tres_per_node) || given_text(d->tres_per_job) ||
		  given_text(d->tres_per_socket) ||
		  job_gres_by_task(d->tres_per_task) ||
		  given_text(d->cpus_per_tres) || given_text(d->mem_per_tres),
		  "Gres" },
		{ given_text(d->burst_buffer), "BurstBuffer" },
		{ d->contiguous && (d->contiguous != NO_VAL16), "Contiguous" },
		{ d->req_switch && (d->req_switch != NO_VAL), "Switches" },
		{ d->sockets_per_node != NO_VAL16, "ReqSockets" },
		{ d->cores_per_socket != NO_VAL16, "ReqCores" },
		{ d->threads_per_core != NO_VAL16, "ReqThreads" },
		{ d->cpus_per_task != NO_VAL16, "CPUsPerTask" },
		{ d->core_spec != NO_VAL16, "CoreSpec" },
		{ d->min_cpus != NO_VAL, "NumCPUs" },
		{ d->num_tasks != NO_VAL, "NumTasks" },
		{ d->pn_min_memory != NO_VAL64, "MinMemory" },
		{ d->pn_min_cpus != NO_VAL16, "MinCPUsNode" },
		{ d->pn_min_tmp_disk != NO_VAL, "MinTmpDiskNode" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		if (table[i].given)
			return table[i].what;
	return NULL;
}

/*
 * True if the user may change the job. This is the rule of _update_job(),
 * coordinators included: nothing that it refuses is done here, and nothing that
 * it accepts is left out.
 */
static bool _may_update(const slurm_msg_t *msg, const job_record_t *job)
{
	const job_desc_msg_t *desc = msg->data;

	return (msg->auth_uid == job->user_id) ||
	       validate_operator(msg->auth_uid) ||
	       (user_is_coordinator(msg->auth_uid, job->account) &&
		(!desc->account ||
		 user_is_coordinator(msg->auth_uid, desc->account)));
}

static void _overlay(const job_desc_msg_t *desc, bool operator,
		     job_request_t *ask)
{
	if (desc->begin_time)
		ask->begin = desc->begin_time;
	if (desc->deadline)
		ask->deadline = desc->deadline;
	if (desc->time_limit != NO_VAL) {
		ask->minutes = desc->time_limit;
		ask->any_minutes = operator;
	}
	if (desc->min_nodes != NO_VAL)
		ask->num_cn = desc->min_nodes;
	if (desc->max_nodes != NO_VAL)
		ask->max_cn = desc->max_nodes;
	if (given_text(desc->partition))
		ask->partition = desc->partition;
	if (given_text(desc->account))
		ask->account = desc->account;
	if (desc->qos) {
		ask->qos = desc->qos;
		ask->qos_id = 0;
	}
}

/* True if the update changes something that a partition or limit may forbid. */
static bool _may_keep_out(const job_desc_msg_t *d)
{
	return (d->time_limit != NO_VAL) || (d->min_nodes != NO_VAL) ||
	       (d->max_nodes != NO_VAL) || d->partition || d->account || d->qos;
}

/* True if Slurm would start the updated job: else nodes are held in vain. */
static bool _is_admitted(const job_record_t *job, const job_desc_msg_t *desc,
			 const job_request_t *ask, char **ret_text)
{
	bool elsewhere = !text_same(ask->partition, job->partition);
	char *why = NULL;

	if (!_may_keep_out(desc) ||
	    (job_rules_check_record(job, ask, elsewhere, &why) &&
	     (!elsewhere || jobs_fit_nodes(job, ask, &why))))
		return true;
	*ret_text = text_printf(
		"%s; to change it all the same give up the booking first (ReservationName=)",
		why);
	free_null(why);
	return false;
}

/*
 * Change the booking of a waiting job. Locks: jobs_lock(), after site_sync().
 * RET 0: Slurm's handler may follow; or an error for the user
 */
static int _prepare_waiting(view_resv_t *v, const job_record_t *job,
			    const slurm_msg_t *msg, ask_t *out)
{
	const job_desc_msg_t *desc = msg->data;
	const char *what = _forbidden(desc);
	job_request_t ask;

	if (what) {
		out->text = text_printf(
			"%s of a job that is booked can't be changed: give up the booking first (ReservationName=), or submit it anew",
			what);
		return ESLURM_NOT_SUPPORTED;
	}
	/* ReservationName= gives up the booking: nothing is booked then. */
	if (desc->reservation || !job_request_from_record(job, &ask))
		return SLURM_SUCCESS;
	_overlay(desc, validate_operator(msg->auth_uid), &ask);
	if (!_is_admitted(job, desc, &ask, &out->text))
		return ESLURM_REQUESTED_PART_CONFIG_UNAVAILABLE;
	return jobs_change(office, v, &ask, true, out);
}

/* The new time limit in minutes, also from EndTime. RET NO_VAL: not given */
static uint32_t _time_limit(const job_record_t *job, const job_desc_msg_t *desc)
{
	time_t more = desc->end_time - job->end_time;

	if ((desc->time_limit != NO_VAL) || !desc->end_time || (more <= 0))
		return desc->time_limit;
	return job->time_limit + (uint32_t) ((more + 59) / 60);
}

/* As _prepare_waiting(): a longer time limit needs a longer booking. */
static int _prepare_running(view_resv_t *v, const job_record_t *job,
			    const slurm_msg_t *msg, ask_t *out)
{
	uint32_t minutes = _time_limit(job, msg->data);

	if ((minutes == NO_VAL) || (minutes == INFINITE) ||
	    (minutes <= job->time_limit))
		return SLURM_SUCCESS;
	return jobs_change_running(office, v, job->start_time, minutes, true,
				   out);
}

/*
 * Count an update of a job with a deadline. An update that gives a deadline was
 * counted before the locks were taken. RET as rate_limit()
 */
static int _count_update(const slurm_msg_t *msg, const job_record_t *job,
			 char **ret_text)
{
	const job_desc_msg_t *desc = msg->data;

	if (desc->deadline || !job->deadline ||
	    (job->deadline == (time_t) NO_VAL))
		return 0;
	return rate_limit(msg->auth_uid, 1, ret_text);
}

static int _prepare(slurm_msg_t *msg, ask_t *out, char **ret_name)
{
	const job_desc_msg_t *desc = msg->data;
	uint32_t id = desc_job_id(desc);
	job_record_t *job = id ? find_job_record(id) : NULL;
	view_resv_t *v;
	int rc;

	if (!job || !_may_update(msg, job))
		return SLURM_SUCCESS;
	if ((rc = _count_update(msg, job, &out->text)))
		return rc;
	if (job_names_match_any(desc->reservation) &&
	    !text_same(desc->reservation, job->resv_name)) {
		out->text = text_dup("that is booked for a job, not for others");
		return ESLURM_RESERVATION_ACCESS;
	}
	v = name_is_job(job->resv_name) ?
		view_find(office, job->resv_name) : NULL;
	if (!v || !v->booking)
		return SLURM_SUCCESS;
	*ret_name = text_dup(v->name);
	if (IS_JOB_PENDING(job))
		return _prepare_waiting(v, job, msg, out);
	return IS_JOB_RUNNING(job) ?
		_prepare_running(v, job, msg, out) : SLURM_SUCCESS;
}

/*
 * Book a job, if there is room, that can be booked since this update: the job
 * was released, or got a deadline, or another partition, account or QOS.
 */
static void _book_job(job_record_t *job, const job_desc_msg_t *desc, time_t now)
{
	bool released = job->priority && (desc->priority != NO_VAL);
	bool elsewhere = given_text(desc->partition) ||
			 given_text(desc->account) || desc->qos;
	job_seen_t seen = job_read(job);
	char *why = NULL;
	job_request_t ask;

	if (!jobs_enabled(office) || job->resv_name ||
	    (!released && !desc->deadline && !elsewhere) ||
	    !job->priority || !IS_JOB_PENDING(job) ||
	    !job_request_from_record(job, &ask))
		return;
	if (!jobs_fit_record(job, &ask, &why) ||
	    !jobs_book_record(office, &seen, &ask, now, &why)) {
		text_clean(why);
		info("sched/garq: %pJ is not booked, its deadline is no guarantee: %s",
		     job, why ? why : "no reason given");
	}
	free_null(why);
}

/* After Slurm's handler: make the booking follow the job as it is now. */
static int _follow(const slurm_msg_t *msg, ask_t *out, char **ret_name)
{
	uint32_t id = desc_job_id(msg->data);
	job_record_t *job = id ? find_job_record(id) : NULL;
	job_request_t ask;
	view_resv_t *v;

	if (!job)
		return SLURM_SUCCESS;
	if (!job->resv_name)
		_book_job(job, msg->data, out->now);
	v = name_is_job(job->resv_name) ?
		view_find(office, job->resv_name) : NULL;
	if (!v || !v->booking)
		return SLURM_SUCCESS;
	*ret_name = text_dup(v->name);
	if (IS_JOB_RUNNING(job) && (job->time_limit != INFINITE))
		return jobs_change_running(office, v, job->start_time,
					   job->time_limit, false, out);
	if (!IS_JOB_PENDING(job) || (v->start <= out->now) ||
	    !job_request_from_record(job, &ask))
		return SLURM_SUCCESS;
	return jobs_change(office, v, &ask, false, out);
}

/*
 * The plugin's part of the update, before or after Slurm's handler.
 * OUT ret_text - for the user, free(), or NULL
 * RET 0, or an error to refuse the update with
 */
static int _update_step(slurm_msg_t *msg, bool before, char **ret_text)
{
	ask_t out = { .uid = msg->auth_uid };
	char *name = NULL;
	int rc;

	jobs_lock();
	out.now = time(NULL);
	out.rc = site_sync(out.now, &out.text);
	if (!out.rc)
		out.rc = before ? _prepare(msg, &out, &name) :
				  _follow(msg, &out, &name);
	jobs_unlock();
	served_make_durable(&out);
	text_clean(out.text);
	rc = out.rc;
	if (rc && !before)
		error("sched/garq: booking %s is not what its job is now: %s",
		      name, out.text ? out.text : refusal_words(rc));
	*ret_text = text_dup(out.text);
	ask_free(&out);
	free_null(name);
	return rc;
}

/* Locks: none */
static void _update_booked(slurm_msg_t *msg, rpc_t native)
{
	char *text = NULL;
	int rc;

	resolve_user(msg->auth_uid);
	if ((rc = _update_step(msg, true, &text))) {
		if (rc != REFUSED_RATE) {
			counts_refused(office, rc);
			info("sched/garq: update of job %u uid=%u: %s%s%s",
			     desc_job_id(msg->data), msg->auth_uid,
			     refusal_words(rc), text ? ": " : "",
			     text ? text : "");
		}
		compat_reply(msg, rc, text);
	} else {
		handle_job(msg, native);
		(void) _update_step(msg, false, &text);
		office->host->jobs->wake(office);
	}
	free_null(text);
}

static void _update(slurm_msg_t *msg, rpc_t native)
{
	const job_desc_msg_t *desc = msg->data;
	bool possible;

	site_options_hold();
	possible = jobs_possible(office);
	site_options_release();
	if (!possible || (msg->flags & CTLD_QUEUE_PROCESSING)) {
		handle_job(msg, native);
	} else if (pool_enter(msg)) {
		if (!desc->deadline || !rate_limit_refuses(msg, 1, false))
			_update_booked(msg, native);
		pool_leave();
	}
}

/* Slurm may change the nodes of a job that runs, or its reservation. */
void handle_job_update(slurm_msg_t *msg, rpc_t native)
{
	view_jobs_doubt(office);
	_update(msg, native);
	view_jobs_doubt(office);
}
