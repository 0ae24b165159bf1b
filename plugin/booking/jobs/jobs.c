/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jobs.c - the bookings of jobs; see jobs.h */

#include <inttypes.h>
#include <sys/param.h>

#include "plugin/booking/jobs/jobs.h"
#include "plugin/booking/offer/book.h"
#include "plugin/booking/rights/charge.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/rights/users_ledger.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/view/host.h"
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
	uint64_t now = office->host->locks->clock_ms(office);
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

/* The request for the booking of a job. RET request_free() */
static request_t _request(const job_request_t *ask, const char *name,
			  time_t now)
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

	request_set(&request.name, name);
	request_set(&request.partition, ask->partition);
	return request;
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
		return text_refuse(ret_text, REFUSED_TIME,
				   "--deadline must be before 2106");
	}
	return text_refuse(ret_text, REFUSED_TIME,
		"%u minutes from %s on, and one for the start, do not end by the deadline, %s: give a later --deadline, an earlier --begin or a shorter --time",
		ask->minutes, text_time(t_esr, from),
		text_time(ask->deadline, to));
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

/* The same for what a job that waits asks for. */
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

/* What else is of use to a job than all that it asks for. */
static void _set_wishes(office_t *office, const job_request_t *ask,
			request_t *request)
{
	if (ask->switches && choose_knows_switches(office))
		request->wishes.switches = ask->switches;
	if (ask->wanted_cn > ask->num_cn) {
		request->num_cn = ask->wanted_cn;
		request->wishes.least_cn = ask->num_cn;
	}
	if (ask->least_minutes && (ask->least_minutes < ask->minutes))
		request->wishes.least_minutes = ask->least_minutes +
						(JOBS_LATE / 60);
}

/* Build the request for a new booking. RET request_free() */
static request_t _new_request(office_t *office, const job_request_t *ask,
			      time_t now)
{
	char *name = _new_name(office),
	     *own = office->host->users->name(office, ask->uid);
	request_t request = _request(ask, name, now);

	_set_wishes(office, ask, &request);
	request_set_user(&request, own, ask->uid);
	if (request_has(ask->features))
		request_set(&request.features, ask->features);
	free(name);
	free(own);
	return request;
}

/* --- the verb for a new job --- */

static int _check_new(office_t *office, ask_t *a)
{
	a->kind = &kind_nodes;
	if (ledger_behind(office->ledger))
		return ask_refuse(a, REFUSED_FAILED,
				  "no job can be booked: the ledger can't be written (administrator: see slurmctld's log)");
	return a->limited ? users_check_ledger(office, a->uid, NULL, a->request,
					       &a->text) : 0;
}

/* The form in a->shape, without JOBS_LATE. */
static int _limits_of_job(office_t *office, ask_t *a)
{
	limits_ask_t limits = {
		.num_cn = a->shape.num_cn,
		.length = a->shape.duration - JOBS_LATE,
		.rest = a->shape.duration - JOBS_LATE,
		.t_lsr = a->shape.t_lsr,
	};

	return _check_limits(office, a->uid, a->job->uid, NULL, a->job->account,
			     limits, a->now, &a->text);
}

static void _queue_job(office_t *office, ask_t *a)
{
	place_queue(office, a, NULL);
	office->booked_cnt++;
}

static void _refused_job(office_t *office, ask_t *a)
{
	jobs_offers(office, &a->shape, &a->request->wishes, a->uid,
		    a->job->account, NULL, a->now, &a->text);
}

static const verb_t book_verb = {
	.word = "book",
	.takes = WISHES_PLACE,
	.nameless = true,
	.ledger = true,
	.check = _check_new,
	.window = true,
	.shape = kind_shape_ask,
	.limits = _limits_of_job,
	.plan = book_plan,
	.queue = _queue_job,
	.refused = _refused_job,
	.undo = place_take_back,
};

int jobs_book(office_t *office, const job_request_t *ask, ask_t *a)
{
	request_t request;
	int rc;

	a->uid = ask->uid;
	a->job = ask;
	rc = _check_window(ask, a->now, &a->text);
	if (rc)
		return rc;
	request = _new_request(office, ask, a->now);
	a->verb = &book_verb;
	a->request = &request;
	rc = serve(office, a);
	a->request = NULL;
	request_free(&request);
	if (rc == 0)
		(void) park_link_named(office, a->name, a->now);
	return rc;
}

void jobs_book_done(office_t *office, const char *name, time_t now)
{
	park_return_named(office, name, false, now);
}

int jobs_drop(office_t *office, view_resv_t *v, const char *why, time_t now)
{
	char *name = text_dup(v->name);
	booking_t *b = NULL;
	bool visible, charged;
	int rc = park_delete(office, v, now, &b, &visible);

	if (rc)
		say_debug(office,
			  "sched/garq: booking %s can't be given up yet: %s",
			  name, office->host->users->refusal_words(office, rc));
	charged = b && charge_close(office, b, now);
	if (charged && office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_put(office->ledger, b));
	if (!rc && office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_drop(office->ledger, name, why));
	booking_destroy(b);
	free_null(name);
	return rc;
}

bool jobs_book_record(office_t *office, const job_seen_t *job,
		      const job_request_t *ask, time_t now, char **ret_why)
{
	ask_t a = { .now = now };
	bool booked = !jobs_book(office, ask, &a);

	if (booked) {
		ledger_commit_later(office->ledger, a.op);
		booked = office->host->jobs->tie(office, job->job, a.name);
		jobs_book_done(office, a.name, now);
		say_info(office, "sched/garq: JobId=%u is booked as %s",
			 job->job_id, a.name);
	}
	if (!booked)
		*ret_why = text_dup(a.text);
	ask_free(&a);
	return booked;
}

/*
 * True if the account of a job pays for its booking already. A booking that was
 * made when that had no budget stays free until a user changes the job.
 */
static bool _is_paid(office_t *office, const booking_t *b,
		     const job_request_t *ask, bool limited)
{
	return !office->budgets || !ask->account || (!b->payer && !limited) ||
	       charge_is_of(office, b, ask->account);
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

/* --- the verb for the booking of a job that changes --- */

static int _find_resv(office_t *office, ask_t *a)
{
	a->v = view_find(office, a->request->name);
	a->kind = &kind_nodes;
	if (!a->v || !a->v->booking)
		return ask_refuse(a, REFUSED_NO_SUCH,
				  "the job has no booking any more");
	a->name = text_dup(a->v->name);
	return 0;
}

/* A requester with limits gets offers that the owner may have. */
static void _refused_change(office_t *office, ask_t *a)
{
	jobs_offers(office, &a->shape, NULL,
		    a->limited ? a->v->booking->creator : a->uid,
		    a->job ? a->job->account : NULL, a->v, a->now, &a->text);
}

/* Rights to reservations do not count: those to update the job are enough. */
static const verb_t follow_verb = {
	.word = "update",
	.takes = WISHES_PLACE,
	.target = _find_resv,
	.shape = update_shape,
	.plan = update_plan,
	.refused = _refused_change,
	.undo = update_undo,
};

/* IN/OUT request - freed */
static int _follow(office_t *office, request_t *request, ask_t *a)
{
	a->verb = &follow_verb;
	a->request = request;
	(void) serve(office, a);
	a->request = NULL;
	request_free(request);
	return a->rc;
}

int jobs_change(office_t *office, view_resv_t *v, const job_request_t *ask,
		bool limited, ask_t *a)
{
	request_t request;
	int rc;

	if (_is_as_asked(v, ask, a->now) &&
	    _is_paid(office, v->booking, ask, limited))
		return 0;
	if (v->start <= a->now)
		return ask_refuse(a, REFUSED_STARTED,
				  "the job is about to start: it can't be changed now");
	rc = _check_window(ask, a->now, &a->text);
	if (!rc && limited)
		rc = _check_ask(office, a->uid, v, ask, a->now, &a->text);
	if (rc)
		return rc;
	request = _request(ask, v->name, a->now);
	a->job = ask;
	rc = _follow(office, &request, a);
	a->job = NULL;
	return rc;
}

int jobs_change_running(office_t *office, view_resv_t *v, time_t start,
			uint32_t minutes, bool limited, ask_t *a)
{
	time_t need = start + ((time_t) minutes * 60);
	time_t end = need + JOBS_LATE;
	request_t request = { .has_end = true, .end = end };
	int rc;

	/* The job starts up to JOBS_LATE seconds after its booking, which is
	 * long enough for that. */
	if (((v->end >= need) && (v->end <= end)) || (end <= a->now))
		return 0;
	if (limited && (rc = _check_running(office, a->uid, v, start, need,
					    a->now, &a->text)))
		return rc;
	request_set(&request.name, v->name);
	return _follow(office, &request, a);
}

const office_state_t jobs_state = OFFICE_STATE(jobs, NULL, NULL);
