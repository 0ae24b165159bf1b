/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs_submit.c - a job with a deadline is submitted; see jobs.h
 *
 *	handle_submit()			locks, as Slurm's queue of requests
 *	  Slurm's handler
 *	    validate_job_create_req()
 *	      job_submit/...		others may change the request
 *	      job_submit/garq
 *	        garq_job_submit()	books, or refuses
 *	    job_allocate()		makes the job, with its reservation
 *	    sends the answer to sbatch
 *	  drops the booking if there is no job
 *	unlocks
 *	has the ledger written
 *
 * Slurm saves the job after its answer, and the ledger is written then, too, so
 * that no thread waits for the disk with the locks held. While the ledger can't
 * be written or does not answer, no further jobs are booked.
 *
 * A job_submit plugin alone can't book: Slurm calls its job_submit() with read
 * locks that must stay held, and does not let it know whether the job was made.
 */

#include "plugin/booking/jobs/jobs.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/place/ask.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/rpc/handlers.h"
#include "plugin/rpc/jobs.h"
#include "plugin/rpc/pool.h"
#include "plugin/rpc/rate_limit.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/refusals.h"
#include "plugin/slurm/compat/resolve.h"
#include "plugin/slurm/compat/user_facts.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/jobs/job_fit.h"
#include "plugin/slurm/jobs/job_request.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native/job_records.h"
#include "plugin/slurm/sync.h"

/* The submission that this thread serves with the locks held, or NULL. */
typedef struct {
	char *booked;		/* name of its booking; NULL: not booked */
} submission_t;
static __thread submission_t *current;

static bool _has_deadline(const job_desc_msg_t *desc)
{
	return desc->deadline && (desc->deadline != (time_t) NO_VAL);
}

static char *_booked_text(const ask_t *a, uint32_t minutes)
{
	const view_resv_t *v = view_find(office, a->name);
	char from[TEXT_TIME], to[TEXT_TIME];

	return text_printf(
		"booked: %u nodes for %u minutes, it starts at %s, or at any other time until %s",
		a->shape.num_cn, minutes, text_time(v->start, from),
		text_time(a->shape.t_lsr, to));
}

/*
 * The job gets the nodes, the time and the reservation of its booking.
 * OUT err_msg - what sbatch prints
 */
static void _tie_to(job_desc_msg_t *desc, ask_t *a, char **err_msg)
{
	uint32_t minutes = (uint32_t) ((a->shape.duration - JOBS_LATE) / 60);
	char *text = _booked_text(a, minutes);

	if (a->note) {
		desc->min_nodes = desc->max_nodes = a->shape.num_cn;
		desc->time_limit = minutes;
		desc->time_min = NO_VAL;
	}
	desc->reservation = xstrdup(a->name);
	desc->wait4switch = 0;	/* its nodes are chosen */
	*err_msg = xstrdup(text);
	free(text);
	current->booked = a->name;
	a->name = NULL;
}

/* As jobs_book(), for the account that Slurm will choose. */
static int _book_for(const job_request_t *ask, ask_t *a)
{
	bool named = ask->account && ask->account[0];
	job_request_t copy = *ask;
	char *account = NULL;
	int rc;

	if (!named && (users_limit_accounts(office) || office->budgets))
		copy.account = account = user_default_account(ask->uid);
	rc = jobs_book(office, &copy, a);
	free(account);
	return rc;
}

/* Locks: jobs_lock() */
static int _book_job(job_desc_msg_t *desc, const job_request_t *ask,
		     char **err_msg)
{
	ask_t out = { .now = time(NULL) };
	int rc = site_sync(out.now, &out.text);

	if (!rc)
		rc = _book_for(ask, &out);
	text_clean(out.text);
	if (rc) {
		counts_refused(office, rc);
		info("sched/garq: a job of uid %u is refused: %s", ask->uid,
		     out.text ? out.text : refusal_words(rc));
		*err_msg = xstrdup(out.text);
		/* sbatch retries after the other error. */
		if (rc == REFUSED_BUSY)
			rc = ESLURM_REQUESTED_NODE_CONFIG_UNAVAILABLE;
	} else {
		if (out.op)
			ledger_commit_later(office->ledger, out.op);
		_tie_to(desc, &out, err_msg);
	}
	ask_free(&out);
	return refusal_to_slurm(rc);
}

/* The most nodes of a range, if the job could run on as many. */
static uint32_t _wanted_nodes(const job_desc_msg_t *desc,
			      const job_request_t *ask)
{
	job_request_t most = *ask;
	char *why = NULL;
	bool fits;

	if (ask->max_cn <= ask->num_cn)
		return 0;
	most.num_cn = ask->max_cn;
	fits = jobs_fit_desc(desc, &most, &why);
	free_null(why);
	return fits ? ask->max_cn : 0;
}

int garq_job_submit(job_desc_msg_t *desc, uint32_t submit_uid, char **err_msg)
{
	job_request_t ask;
	char *why = NULL, shown[TEXT_SHOWN];

	(void) submit_uid;
	if (job_names_match_any(desc->reservation)) {
		*err_msg = xstrdup_printf(
			"%s is booked for a job, not for others",
			text_printable(desc->reservation, shown));
		return ESLURM_RESERVATION_ACCESS;
	}
	if (!jobs_enabled(office) || !_has_deadline(desc))
		return SLURM_SUCCESS;
	if (!current)
		why = text_dup("only single jobs of sbatch are");
	if (!why && job_request_from_desc(desc, &ask, &why) &&
	    jobs_fit_desc(desc, &ask, &why)) {
		ask.wanted_cn = _wanted_nodes(desc, &ask);
		return _book_job(desc, &ask, err_msg);
	}
	text_clean(why);
	*err_msg = xstrdup_printf(
		"not booked, --deadline is no guarantee: %s", why);
	free_null(why);
	return SLURM_SUCCESS;
}

/*
 * Drop the booking if Slurm made no job. Locks: jobs_lock(). RET a job exists
 */
static bool _tied_to_job(const char *name)
{
	time_t now = time(NULL);
	char *text = NULL;
	bool there = job_find(name);
	view_resv_t *v;

	jobs_book_done(office, name, now);
	(void) site_sync(now, &text);
	if (!there && (v = view_find(office, name)))
		(void) jobs_drop(office, v, "its job was not taken", now);
	free_null(text);
	return there;
}

/*
 * The owner of a job. Slurm's handler fills in the requester where the message
 * names nobody, which clients of Slurm 23.11 and later leave to it, and lets
 * only root and SlurmUser name somebody else.
 */
static uint32_t _job_owner(const slurm_msg_t *msg, const job_desc_msg_t *desc)
{
	if (!validate_slurm_user(msg->auth_uid) || (desc->user_id == NO_VAL) ||
	    (desc->user_id == SLURM_AUTH_NOBODY))
		return msg->auth_uid;
	return desc->user_id;
}

/*
 * Serve a job that should be booked as Slurm's queue of requests does: with the
 * locks held, and CTLD_QUEUE_PROCESSING set for the native handler.
 * IN locked - they are
 */
static void _submit_booked(slurm_msg_t *msg, rpc_t native, bool locked)
{
	submission_t submission = { .booked = NULL };
	bool there = false;

	if (!locked) {
		resolve_user(_job_owner(msg, msg->data));
		jobs_lock();
	}
	msg->flags |= CTLD_QUEUE_PROCESSING;
	current = &submission;
	native(msg);
	current = NULL;
	if (!locked)
		msg->flags &= ~CTLD_QUEUE_PROCESSING;
	if (submission.booked)
		there = _tied_to_job(submission.booked);
	if (!locked)
		jobs_unlock();
	/* If killed, Slurm detaches jobs of reservations that are not saved. */
	if (there && locked)
		schedule_resv_save();
	else if (there)
		site_save();
	if (submission.booked) {
		site_write_soon();
		office->host->jobs->wake(office);
	}
	free_null(submission.booked);
}

void handle_submit(slurm_msg_t *msg, rpc_t native)
{
	bool locked = msg->flags & CTLD_QUEUE_PROCESSING, enabled;
	job_desc_msg_t *desc = msg->data;

	site_options_hold();
	enabled = jobs_enabled(office);
	site_options_release();
	if (!enabled || !_has_deadline(desc) ||
	    (desc->reservation && desc->reservation[0])) {
		handle_job(msg, native);
		return;
	}
	if (!locked && !pool_enter(msg))
		return;
	if (!rate_limit_refuses(msg, 1, false))
		_submit_booked(msg, native, locked);
	if (!locked)
		pool_leave();
}
