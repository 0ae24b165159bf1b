/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * named.c - requests that Slurm serves, but for which a booking may have to be
 * among its own records; see handlers.h
 */

#include <errno.h>

#include "plugin/handlers.h"
#include "plugin/park.h"
#include "plugin/site.h"

/* The queue of requests, where it is enabled, holds locks for the handler. */
static bool _is_locked(const slurm_msg_t *msg)
{
	return msg->flags & CTLD_QUEUE_PROCESSING;
}

static void _lock(const slurm_msg_t *msg)
{
	if (!_is_locked(msg))
		site_lock(false);
}

static void _unlock(const slurm_msg_t *msg)
{
	if (!_is_locked(msg))
		site_unlock(false);
}

/*
 * Slurm forgets that a job wants a reservation if it finds the job in its saved
 * state and not the reservation: so that one is saved before there is a job.
 */
static void _save(const slurm_msg_t *msg)
{
	if (_is_locked(msg)) {
		schedule_resv_save();
		return;
	}
	site_save();
	update_assocs_in_resvs();
}

/*
 * Where a job has no association (AccountingStorageType is none) Slurm's update
 * of its partition or account fails with whatever is in errno: it asks errno why
 * there is none, and nobody has set it. In 24.11 that is often EAGAIN, from what
 * the thread did before: it is one of a pool, in 22.05 it is new.
 */
static void _call(slurm_msg_t *msg, rpc_t native)
{
	errno = 0;
	native(msg);
}

/* names - separated by commas, owned here; NULL: none */
static void _serve(slurm_msg_t *msg, rpc_t native, char *names)
{
	char *text = NULL;
	bool unsaved = false;
	time_t now;

	if (!names) {
		_call(msg, native);
		return;
	}
	_lock(msg);
	now = time(NULL);
	if (site_sync(now, &text) == SLURM_SUCCESS)
		unsaved = park_name(names, now);
	_unlock(msg);
	if (unsaved)
		_save(msg);
	_call(msg, native);
	_lock(msg);
	park_unname(names);
	_unlock(msg);
	xfree(text);
	xfree(names);
}

static void _add_names(const job_desc_msg_t *job, char **names)
{
	if (job && job->reservation && job->reservation[0])
		xstrfmtcat(*names, "%s%s", *names ? "," : "",
			   job->reservation);
}

static char *_names_of_all(list_t *jobs)
{
	list_itr_t *iter = jobs ? list_iterator_create(jobs) : NULL;
	job_desc_msg_t *job;
	char *names = NULL;

	while (iter && (job = list_next(iter)))
		_add_names(job, &names);
	if (iter)
		list_iterator_destroy(iter);
	return names;
}

void handle_job(slurm_msg_t *msg, rpc_t native)
{
	char *names = NULL;

	_add_names(msg->data, &names);
	_serve(msg, native, names);
}

void handle_jobs(slurm_msg_t *msg, rpc_t native)
{
	_serve(msg, native, _names_of_all(msg->data));
}

void handle_crontab(slurm_msg_t *msg, rpc_t native)
{
	crontab_update_request_msg_t *request = msg->data;

	_serve(msg, native, request ? _names_of_all(request->jobs) : NULL);
}

void handle_with_all(slurm_msg_t *msg, rpc_t native)
{
	bool lent = !site.unfit;
	char *text = NULL;

	site_lock(false);
	if (lent)
		park_lend_all();
	site_unlock(false);
	native(msg);
	site_lock(false);
	(void) site_sync(time(NULL), &text);
	if (lent)
		park_take_back();
	site_unlock(false);
	xfree(text);
}
