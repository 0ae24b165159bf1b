/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jobs.c - the bookings of jobs; see jobs.h */

#include <errno.h>
#include <inttypes.h>
#include <sys/param.h>

#include "plugin/booking/jobs/jobs.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/rights/users_ledger.h"
#include "plugin/booking/serve/update.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"

bool jobs_enabled(office_t *office)
{
	return office->options.jobs && office->options.window &&
	       !office->abi_differs;
}

void jobs_check_options(office_t *office, bool submits)
{
	if (!office->options.jobs)
		return;
	if (!submits)
		say_error(office,
			  "sched/garq: garq_jobs=deadline does nothing without JobSubmitPlugins=garq");
	if (!office->options.window)
		say_error(office,
			  "sched/garq: garq_jobs=deadline does nothing with garq_window=none: a booking has no window then");
}

struct jobs_state {
	uint64_t last;	/* number of the last new name */
};

/*
 * A new name, never used before, not even before a restart: when Slurm is
 * killed it may forget that a job was cancelled, and that job must not find the
 * booking of another one. Milliseconds since the epoch serve as numbers; the
 * numbers run ahead of the clock only if bookings come faster than one a
 * millisecond.
 */
static char *_new_name(office_t *office)
{
	uint64_t now = office->controller->clock_ms();
	char *name = NULL;

	if (office->jobs->last < now)
		office->jobs->last = now;
	do {
		free_null(name);
		name = text_printf("%s%"PRIu64, JOBS_PREFIX,
				   ++office->jobs->last);
	} while (view_find(office, name));
	return name;
}

time_t jobs_t_lsr(const job_request_t *ask)
{
	/* No start is before that, and the first of all numbers has none before it. */
	if (ask->deadline < 0)
		return ask->deadline;
	return ask->deadline - ((time_t) ask->minutes * 60) - JOBS_LATE;
}

/*
 * Turn the request of a job into a request for its booking.
 * OUT ret - request_free() on success
 * RET 0 or ENOMEM
 */
static int _request(const job_request_t *ask, const char *name, time_t now,
		    request_t *ret)
{
	time_t start = MAX(ask->begin, now);
	request_t request = {
		.has_start = true,
		.start = start,
		.has_minutes = true,
		.minutes = ask->minutes + (JOBS_LATE / 60),
		.has_delay = true,
		.delay = (uint32_t) (jobs_t_lsr(ask) - start),
		.has_nodes = true,
		.num_cn = ask->num_cn,
	};

	if (request_set(&request.name, name) ||
	    request_set(&request.partition, ask->partition)) {
		request_free(&request);
		return ENOMEM;
	}
	*ret = request;
	return 0;
}

/*
 * Check that the window is not empty: without JOBS_LATE seconds for the start
 * of the job, the deadline could not be kept.
 * RET 0, or REFUSED_TIME with ret_text
 */
static int _check_window(const job_request_t *ask, time_t now, char **ret_text)
{
	time_t t_esr = MAX(ask->begin, now);
	char from[TEXT_TIME], to[TEXT_TIME];

	if (jobs_t_lsr(ask) >= t_esr) {
		if (ask->deadline <= REQUEST_TIME_MAX)
			return 0;
		*ret_text = text_dup("--deadline must be before 2106");
		return REFUSED_TIME;
	}
	*ret_text = text_printf(
		"%u minutes from %s on, and one for the start, do not end by the deadline, %s: give a later --deadline, an earlier --begin or a shorter --time",
		ask->minutes, text_time(t_esr, from),
		text_time(ask->deadline, to));
	return REFUSED_TIME;
}

/*
 * Check that a booking is within the limits of its owner. A coordinator may
 * change the job of another user, which is still a booking of the owner.
 * IN uid - the requester; requests of operators have no limits
 * IN owner - of the job
 * IN v - the booking that is changed; NULL: a new one
 * IN account - of the job, or NULL
 * IN ask - num_cn, length, rest and t_lsr, of the job without JOBS_LATE
 * RET as users_check_limits()
 */
static int _check_limits(office_t *office, uint32_t uid, uint32_t owner,
			 const view_resv_t *v, const char *account,
			 limits_ask_t ask, time_t now, char **ret_text)
{
	uint64_t group = v ? v->id : GARQ_NO_GROUP;
	int rc = 0;

	ask.adds = !v;
	ask.job = true;
	ask.of_other = uid != owner;
	if (!users_limited(office, uid))
		return 0;
	if (users_limited(office, owner))
		rc = users_check_limits(office, owner, NULL, group, false, &ask,
					now, ret_text);
	return rc ? rc :
		    users_check_accounts(office, NULL, account, group, &ask,
					 now, ret_text);
}

/* The same for what a job asks for that waits, or is about to exist. */
static int _check_ask(office_t *office, uint32_t uid, const view_resv_t *v,
		      const job_request_t *ask, time_t now, char **ret_text)
{
	limits_ask_t limits = {
		.num_cn = ask->num_cn,
		.length = (time_t) ask->minutes * 60,
		.rest = (time_t) ask->minutes * 60,
		.t_lsr = jobs_t_lsr(ask),
	};

	return _check_limits(office, uid, ask->uid, v, ask->account, limits,
			     now, ret_text);
}

/*
 * The same for a job that runs, and must end at need. Only operators may give
 * more time to a job that runs, so its account is not looked at.
 */
static int _check_running(office_t *office, uint32_t uid, const view_resv_t *v,
			  time_t start, time_t need, time_t now,
			  char **ret_text)
{
	limits_ask_t limits = {
		.num_cn = v->booking->num_cn,
		.length = need - start,
		.rest = need - MAX(now, start),
		.t_lsr = now,
	};

	return _check_limits(office, uid, v->booking->creator, v, NULL, limits,
			     now, ret_text);
}

/* Build the request for a new booking. OUT ret, RET - as _request() */
static int _new_request(office_t *office, const job_request_t *ask, time_t now,
			request_t *ret)
{
	char *name = _new_name(office), *own;
	int rc = name ? _request(ask, name, now, ret) : ENOMEM;

	free(name);
	if (rc)
		return rc;
	own = office->controller->user_name(ask->uid);
	rc = own ? request_set_user(ret, own, ask->uid) : ENOMEM;
	free(own);
	if (!rc && ask->features && ask->features[0])
		rc = request_set(&ret->features, ask->features);
	if (rc)
		request_free(ret);
	return rc;
}

/* Place the booking, or refuse it with offers for sbatch. IN uid - the job's */
static int _place(office_t *office, const place_t *what, uint32_t uid,
		  time_t now, create_t *out)
{
	refusal_t refusal;
	view_resv_t *v = place_booking(office, what, now, out, &refusal);
	int rc = v ? place_queue(office, v, NULL, now, out) : out->rc;

	if (refusal.rc) {
		out->text = refusal_text(office, NULL, what->shape, &refusal,
					 uid);
		if (!refusal.unsound) {
			office->refused_cnt++;
			jobs_offers(office, what->shape, uid, GARQ_NO_GROUP,
				    now, &out->text);
		}
		refusal_free(&refusal);
	}
	if (rc == 0)
		office->booked_cnt++;
	return rc;
}

/*
 * Make the booking of a job. MaxStartDelay is its window.
 * IN uid - of the job; a refusal contains what this user may know
 */
static int _book(office_t *office, request_t *request, uint32_t uid, time_t now,
		 create_t *out)
{
	shape_t shape;
	place_t what = {
		.request = request,
		.shape = &shape,
		.window = true,
		.creator = uid,
	};
	int rc = request_create_shape(office, request, true, now, &shape,
				      &out->text);

	if (rc)
		return rc;
	holds_release_of(office, &uid);
	rc = _place(office, &what, uid, now, out);
	shape_free(&shape);
	return rc;
}

int jobs_book(office_t *office, const job_request_t *ask, time_t now,
	      create_t *out)
{
	request_t request;
	int rc;

	if ((rc = _check_window(ask, now, &out->text)) ||
	    (rc = _check_ask(office, ask->uid, NULL, ask, now, &out->text)))
		return rc;
	if (!site_durable(office, &out->text))
		return REFUSED_FAILED;
	if (ledger_behind(office->ledger)) {
		out->text = text_dup("no job can be booked: the ledger can't be written (administrator: see slurmctld's log)");
		return REFUSED_FAILED;
	}
	if ((rc = _new_request(office, ask, now, &request)))
		return rc;
	if (users_limited(office, ask->uid))
		rc = users_check_ledger(office, ask->uid, NULL, &request,
					&out->text);
	if (rc == 0)
		rc = _book(office, &request, ask->uid, now, out);
	request_free(&request);
	if (rc == 0)
		(void) park_link_named(office, out->name, now);
	return rc;
}

void jobs_book_done(office_t *office, const char *name, time_t now)
{
	park_return_named(office, name, false, now);
}

int jobs_drop(office_t *office, view_resv_t *v, const char *why, time_t now)
{
	char *name = text_dup(v->name);
	ledger_op_t *op;
	bool visible;
	int rc = park_delete(office, v, now, NULL, &visible);

	if (rc)
		say_debug(office,
			  "sched/garq: booking %s can't be given up yet: %s",
			  name, office->controller->refusal_words(rc));
	else if (office->ledger &&
		 (op = ledger_drop(office->ledger, name, why)))
		ledger_commit_later(office->ledger, op);
	free_null(name);
	return rc;
}

bool jobs_book_record(office_t *office, const job_seen_t *job,
		      const job_request_t *ask, time_t now, char **ret_why)
{
	create_t out = { .rc = 0 };
	bool booked = !jobs_book(office, ask, now, &out);

	if (booked) {
		if (out.op)
			ledger_commit_later(office->ledger, out.op);
		booked = office->controller->job_tie(job->job, out.name);
		jobs_book_done(office, out.name, now);
		say_info(office, "sched/garq: JobId=%u is booked as %s",
			 job->job_id, out.name);
	}
	if (!booked)
		*ret_why = text_dup(out.text);
	create_free(&out);
	return booked;
}

/* True if the booking already fits the request of the job. */
static bool _is_as_asked(const view_resv_t *v, const job_request_t *ask,
			 time_t now)
{
	const booking_t *b = v->booking;

	return (b->num_cn == ask->num_cn) &&
	       (b->end - b->start == (time_t) (ask->minutes * 60) + JOBS_LATE) &&
	       (b->t_lsr == jobs_t_lsr(ask)) &&
	       ((b->t_esr == ask->begin) || (ask->begin <= now)) &&
	       text_same(b->partition, ask->partition);
}

/* Change the booking of a job, or append offers to the refusal. */
static int _update(office_t *office, const view_resv_t *v, request_t *request,
		   uint32_t uid, time_t now, update_t *out)
{
	shape_t refused = { .eligible = NULL };
	int rc = update_for_job(office, request, uid, now, out, &refused);

	/* A requester with limits gets offers that the owner may have. */
	if (refused.eligible)
		jobs_offers(office, &refused,
			    users_limited(office, uid) ? v->booking->creator :
							 uid,
			    v->id, now, &out->text);
	shape_free(&refused);
	return rc;
}

int jobs_change(office_t *office, view_resv_t *v, const job_request_t *ask,
		uint32_t uid, bool limited, time_t now, update_t *out)
{
	request_t request;
	int rc;

	if (_is_as_asked(v, ask, now))
		return 0;
	if (v->start <= now) {
		out->text = text_dup("the job is about to start: it can't be changed now");
		return REFUSED_STARTED;
	}
	if ((rc = _check_window(ask, now, &out->text)) ||
	    (limited &&
	     (rc = _check_ask(office, uid, v, ask, now, &out->text))))
		return rc;
	if ((rc = _request(ask, v->name, now, &request)))
		return rc;
	rc = _update(office, v, &request, uid, now, out);
	request_free(&request);
	return rc;
}

int jobs_change_running(office_t *office, view_resv_t *v, time_t start,
			uint32_t minutes, uint32_t uid, bool limited,
			time_t now, update_t *out)
{
	time_t need = start + ((time_t) minutes * 60);
	time_t end = need + JOBS_LATE;
	request_t request = { .has_end = true, .end = end };
	int rc;

	/* The job starts up to JOBS_LATE seconds after its booking, which is
	 * long enough for that. */
	if (((v->end >= need) && (v->end <= end)) || (end <= now))
		return 0;
	if (limited &&
	    (rc = _check_running(office, uid, v, start, need, now, &out->text)))
		return rc;
	if (request_set(&request.name, v->name))
		return ENOMEM;
	rc = _update(office, v, &request, uid, now, out);
	request_free(&request);
	return rc;
}

const office_state_t jobs_state = OFFICE_STATE(jobs, NULL, NULL);
