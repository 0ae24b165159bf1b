/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs_sync.c - compare jobs with their bookings; see jobs.h
 *
 * A look follows at most JOBS_INTERVAL seconds after the last one, and when a
 * booking begins:
 *
 * - A booking is deleted if its job has ended, was cancelled, or asks for
 *   another reservation.
 * - If a booking has begun and its job is pending, the host tests its pending
 *   jobs at once, and again every START_INTERVAL seconds.
 * - If a job can't end in its booking any more (the job was held, or was
 *   requeued after it had run for a while), the job is booked again in the
 *   rest of its window. If that fails, or the job is held, the job goes on
 *   without a booking, and its deadline is no guarantee.
 * - After a start, a booking that differs from what its job asks for is changed
 *   to fit the job: when Slurm is killed, it may forget the last change of the
 *   job.
 */

#include <stdlib.h>
#include <string.h>

#include "garq/grow.h"
#include "plugin/booking/jobs/jobs.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/place/ask.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/memory/memory.h"

#define START_INTERVAL 1	/* seconds; while a begun booking waits for its
				 * job */

struct jobs_sync_state {
	_Atomic uint32_t booked_cnt;	/* bookings of jobs at the last look */
	atomic_bool looked;	/* there was a look since the start */
};

/* A list of names; the names are not owned. */
typedef struct {
	const char **list;
	size_t cnt;
	size_t room;
} names_t;

typedef struct {
	office_t *office;
	time_t now;
	time_t next;	/* when to look again */
	bool start;	/* jobs may start */
	uint32_t cnt;	/* bookings */
	names_t tied;	/* names that jobs ask for, sorted; owned by the jobs */
	names_t lonely;	/* bookings without a job; owned by the view */
} look_t;

bool jobs_possible(office_t *office)
{
	return jobs_enabled(office) || office->jobs_sync->booked_cnt ||
	       !office->jobs_sync->looked;
}

static void _look_again_at(look_t *look, time_t t)
{
	time_t soonest = look->now + START_INTERVAL;

	if (t < soonest)
		t = soonest;
	if (t < look->next)
		look->next = t;
}

static void _log_lost(office_t *office, const job_seen_t *job, const char *why)
{
	say_info(office,
		 "sched/garq: JobId=%u is not booked any more, its deadline is no guarantee: %s",
		 job->job_id, why ? why : "no reason given");
}

/*
 * Drop a booking that is of no use to its job, and book the job again.
 * IN why_not - the reason not to book again; NULL: book
 */
static void _book_anew(office_t *office, const job_seen_t *job, view_resv_t *v,
		       const char *dropped, const char *why_not, look_t *look)
{
	char *why = text_dup(why_not);
	job_request_t ask;

	office->host->jobs->tie(office, job->job, NULL);
	if (jobs_drop(office, v, dropped, look->now)) {
		/* The booking is still in use: try again at the next look. */
		(void) office->host->jobs->tie(office, job->job, v->name);
		_look_again_at(look, look->now);
		free(why);
		return;
	}
	if (!why_not && (!jobs_enabled(office) ||
			 !office->host->jobs->request(office, job->job, &ask)))
		why = text_dup("it can't be booked as it is now");
	else if (!why_not &&
		 office->host->jobs->may_start(office, job->job, &ask, false,
					       &why) &&
		 jobs_book_record(office, job, &ask, look->now, &why)) {
		_look_again_at(look, look->now);
		return;
	}
	_log_lost(office, job, why);
	free(why);
}

/*
 * After a start: change the booking to fit its job. If there is no room for
 * that, the job is booked again, as if it had missed its start.
 */
static void _match_job(office_t *office, const job_seen_t *job, view_resv_t *v,
		       look_t *look)
{
	ask_t a = { .now = look->now };
	job_request_t ask;

	if ((v->start <= look->now) ||
	    !office->host->jobs->request(office, job->job, &ask))
		return;
	a.uid = ask.uid;
	a.rc = jobs_change(office, v, &ask, false, &a);
	if (a.op) {
		say_info(office,
			 "sched/garq: booking %s is for what JobId=%u asks for again",
			 job->booking, job->job_id);
		ledger_commit_later(office->ledger, a.op);
	}
	if (a.rc)
		_book_anew(office, job, v, "not as its job is", NULL, look);
	ask_free(&a);
}

static void _check_tied(office_t *office, const job_seen_t *job, view_resv_t *v,
			look_t *look)
{
	/* A stand-in can't be changed until its record is made again. */
	if (!job->waits || v->booking->stand_in)
		return;
	if (!office->jobs_sync->looked) {
		_match_job(office, job, v, look);
		_look_again_at(look, look->now);
		return;
	}
	if (v->start > look->now) {
		_look_again_at(look, v->start);
		return;
	}
	_look_again_at(look, look->now);
	if (job->completing)	/* requeued; the last run still completes */
		return;
	if (look->now + ((time_t) job->minutes * 60) > v->end)
		_book_anew(office, job, v, "missed", job->held ?
			   "it was held when it was to start" : NULL, look);
	else
		look->start = true;
}

static bool _check_job(const job_seen_t *job, void *arg)
{
	look_t *look = arg;
	view_resv_t *v = name_is_job(job->booking) ?
				 view_find(look->office, job->booking) :
				 NULL;

	if (v && v->booking)
		_check_tied(look->office, job, v, look);
	return true;
}

/* A search for the job that a booking has lost. */
typedef struct {
	office_t *office;
	const view_resv_t *v;
	job_seen_t job;
	bool found;
} lost_t;

/*
 * When Slurm is killed between the saves of its two states, a job may have lost
 * its tie. True if this is the job of v: it asks for just what the booking has.
 */
static bool _is_lost(office_t *office, const job_seen_t *job,
		     const view_resv_t *v)
{
	const booking_t *b = v->booking;
	job_request_t ask;

	if (!job->waits || job->booking ||
	    !office->host->jobs->request(office, job->job, &ask) ||
	    (ask.num_cn != b->num_cn) || (b->t_lsr != jobs_t_lsr(&ask)) ||
	    (ask.begin > b->start) ||
	    ((time_t) (ask.minutes * 60) + JOBS_LATE != b->end - b->start))
		return false;
	/* The users of a stand-in may be unknown: do not compare them. */
	if (b->stand_in)
		return true;
	return (v->attrs.uid_cnt == 1) && (v->attrs.uids[0] == job->uid);
}

static bool _find_lost(const job_seen_t *job, void *arg)
{
	lost_t *lost = arg;

	if (!_is_lost(lost->office, job, lost->v))
		return true;
	lost->job = *job;
	lost->found = true;
	return false;
}

static void _check_lonely(office_t *office, view_resv_t *v, look_t *look)
{
	bool stand_in = v->booking->stand_in;
	lost_t lost = { .office = office, .v = v };

	if (!office->jobs_sync->looked || stand_in)
		office->host->jobs->each(office, _find_lost, &lost);
	if (lost.found && stand_in) /* tied when the record is made again */
		return;
	if (lost.found &&
	    office->host->jobs->tie(office, lost.job.job, v->name)) {
		say_info(office,
			 "sched/garq: JobId=%u has its booking %s again",
			 lost.job.job_id, v->name);
		return;
	}
	if (jobs_drop(office, v, "its job has ended", look->now))
		_look_again_at(look, look->now);
	else
		look->start = true;	/* other jobs may start on its nodes */
}

static int _compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *) a, *(const char *const *) b);
}

static void _add_name(names_t *names, const char *name)
{
	(void) memory_done(GARQ_GROW(names->list, names->cnt + 1, 64,
				     &names->room));
	names->list[names->cnt++] = name;
}

/* Ask the controller, not the view, whose jobs may be out of date. */
static bool _add_tied(const job_seen_t *job, void *arg)
{
	look_t *look = arg;

	if (name_is_job(job->booking))
		_add_name(&look->tied, job->booking);
	return true;
}

static void _add_if_lonely(view_resv_t *v, void *arg)
{
	look_t *look = arg;

	if (!v->booking || !name_is_job(v->name))
		return;
	look->cnt++;
	if (look->tied.cnt &&
	    bsearch(&v->name, look->tied.list, look->tied.cnt,
		    sizeof(v->name), _compare))
		return;
	_add_name(&look->lonely, v->name);
}

/* Find the bookings without a job. */
static void _find_lonely(office_t *office, look_t *look)
{
	office->host->jobs->each(office, _add_tied, look);
	if (look->tied.cnt)
		qsort(look->tied.list, look->tied.cnt,
		      sizeof(*look->tied.list), _compare);
	view_each(office, _add_if_lonely, look);
}

time_t jobs_sync(office_t *office, time_t now, bool *ret_start)
{
	look_t look = {
		.office = office, .now = now, .next = now + JOBS_INTERVAL,
	};

	_find_lonely(office, &look);
	for (size_t i = 0; i < look.lonely.cnt; i++)
		_check_lonely(office, view_find(office, look.lonely.list[i]),
			      &look);
	free(look.lonely.list);
	free(look.tied.list);
	if (look.cnt)
		office->host->jobs->each(office, _check_job, &look);
	office->jobs_sync->booked_cnt = look.cnt;
	office->jobs_sync->looked = true;
	*ret_start = look.start;
	return look.next;
}

void jobs_begin(office_t *office)
{
	office->jobs_sync->looked = false;
	office->jobs_sync->booked_cnt = 0;
}

void jobs_sync_anew(office_t *office)
{
	office->jobs_sync->looked = false;
}

const office_state_t jobs_sync_state = OFFICE_STATE(jobs_sync, NULL, NULL);
