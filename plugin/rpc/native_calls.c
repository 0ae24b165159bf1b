/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native_calls.c - messages about jobs that Slurm serves, and for which parked
 * records may have to be linked meanwhile; see handlers.h
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/park/park.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/office.h"
#include "plugin/rpc/handlers.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/refusals.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native/job_records.h"
#include "plugin/slurm/own.h"
#include "plugin/slurm/sync.h"
#include "plugin/slurm/watch/watch.h"

/* True if Slurm's queue of requests, if enabled, holds the locks already. */
static bool _is_locked(const slurm_msg_t *msg)
{
	return msg->flags & CTLD_QUEUE_PROCESSING;
}

static void _lock_site(const slurm_msg_t *msg)
{
	if (!_is_locked(msg))
		site_lock(false);
}

static void _unlock_site(const slurm_msg_t *msg)
{
	if (!_is_locked(msg))
		site_unlock(false);
}

/*
 * Save a reservation before a job asks for it: at its start Slurm detaches jobs
 * from reservations that its saved state lacks.
 */
static void _save_records(const slurm_msg_t *msg)
{
	if (_is_locked(msg)) {
		schedule_resv_save();
		return;
	}
	site_save();
	update_assocs_in_resvs();
}

/*
 * Call Slurm's handler with errno 0. Where a job has no association
 * (AccountingStorageType is none), Slurm's update of its partition or account
 * returns errno, which no function has set. Threads of a pool (24.11) then
 * often fail with EAGAIN from earlier work; new threads (22.05) start with 0.
 */
static void _call_native(slurm_msg_t *msg, rpc_t native)
{
	errno = 0;
	native(msg);
}

uint32_t desc_job_id(const job_desc_msg_t *desc)
{
	char *end;
	unsigned long id;

	if (!desc->job_id_str)
		return (compat_job_id(desc) == NO_VAL) ? 0 :
							 compat_job_id(desc);
	id = strtoul(desc->job_id_str, &end, 10);
	return (*end || (id > UINT32_MAX)) ? 0 : (uint32_t) id;
}

/*
 * The uid whose rights count: the requester, or the owner of the job that the
 * requester updates, perhaps as coordinator. Slurm checks if that is allowed.
 */
static uint32_t _uid_of_rights(const slurm_msg_t *msg)
{
	const job_record_t *job;
	uint32_t id = 0;

	if ((msg->msg_type == REQUEST_UPDATE_JOB) &&
	    !validate_operator(msg->auth_uid))
		id = desc_job_id(msg->data);
	job = id ? find_job_record(id) : NULL;
	return job ? job->user_id : msg->auth_uid;
}

/*
 * Nothing can be lent, and Slurm serves the message, unless it names a
 * reservation that may never have been promised. RET 0, or a code of refused.h
 */
static int _lend_nothing(const char *names, char **ret_text)
{
	char *name = own_find_unpromised(names);

	if (!name)
		return 0;
	*ret_text = text_printf(
		"it is not known yet if reservation %s was made or refused: try again when the ledger is read",
		name);
	free_null(name);
	return REFUSED_NO_SUCH;
}

/*
 * Link the records that the message names, as a loan.
 * IN names - separated by commas
 * OUT ret_text - after an error, for the user, free(), or NULL
 * RET 0: _return_lent() has to follow; or a code of refused.h
 */
static int _lend_records(const slurm_msg_t *msg, const char *names,
			 park_loan_t *ret_loan, char **ret_text)
{
	char *text = NULL;
	int rc;

	_lock_site(msg);
	rc = site_sync(time(NULL), &text) ?
		_lend_nothing(names, ret_text) :
		park_lend_named(office, names, _uid_of_rights(msg), ret_loan,
				ret_text);
	_unlock_site(msg);
	free_null(text);
	return rc;
}

/* End the loan. Only records on loan need a sync, which sees the new job. */
static void _return_lent(const slurm_msg_t *msg, const char *names,
			 bool on_loan)
{
	char *text = NULL;
	bool synced = false;
	time_t now;

	_lock_site(msg);
	now = time(NULL);
	if (on_loan) {
		watch_want_jobs();
		synced = (site_sync(now, &text) == 0);
	}
	park_return_named(office, names, synced, now);
	if ((msg->msg_type == REQUEST_UPDATE_JOB) && strchr(names, ','))
		jobs_name_all();
	_unlock_site(msg);
	free_null(text);
}

static void _refuse(slurm_msg_t *msg, int rc, const char *names,
		    char *text)
{
	char shown[TEXT_SHOWN];

	text_clean(text);
	info("sched/garq: uid=%u may not use reservation %s: %s",
	     msg->auth_uid, text_printable(names, shown), text ? text : refusal_words(rc));
	compat_reply(msg, rc, text);
}

/* IN names - separated by commas; freed here; NULL: none */
static void _serve_with_loan(slurm_msg_t *msg, rpc_t native, char *names)
{
	park_loan_t loan = { .on_loan = false };
	char *text = NULL;
	int rc;

	if (!names) {
		_call_native(msg, native);
		return;
	}
	if ((rc = _lend_records(msg, names, &loan, &text))) {
		_refuse(msg, rc, names, text);
	} else {
		if (loan.unsaved)
			_save_records(msg);
		_call_native(msg, native);
		_return_lent(msg, names, loan.on_loan);
	}
	free_null(text);
	free_null(names);
}

static void _add_names(const job_desc_msg_t *job, char **names)
{
	if (job && job->reservation && job->reservation[0])
		text_add(names, "%s%s", *names ? "," : "",
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
	_serve_with_loan(msg, native, names);
}

void handle_jobs(slurm_msg_t *msg, rpc_t native)
{
	_serve_with_loan(msg, native, _names_of_all(msg->data));
}

void handle_crontab(slurm_msg_t *msg, rpc_t native)
{
	crontab_update_request_msg_t *request = msg->data;

	_serve_with_loan(msg, native,
			 request ? _names_of_all(request->jobs) : NULL);
}
