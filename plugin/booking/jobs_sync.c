/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs_sync.c - time passes, and jobs change; see jobs.h
 *
 * The bookings of jobs are looked at every JOBS_INTERVAL seconds, and when one
 * begins:
 *
 *  - one whose job has ended, was cancelled, or asks for another reservation is
 *    given up;
 *  - one that has begun and whose job waits has Slurm look at its jobs at once,
 *    and again every second;
 *  - where the job can't end in it any more (it was held, or was requeued when
 *    it had run for a while), it is booked anew in what is left of its window.
 *    If that can't be, or it is held, it is a job like others from then on;
 *  - after a start, one for another shape than its job is given that: what was
 *    changed of the job last, Slurm may have forgotten when it was killed.
 */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/controller.h"
#include "plugin/booking/job_names.h"
#include "plugin/booking/jobs.h"
#include "plugin/booking/say.h"
#include "plugin/booking/site.h"
#include "plugin/booking/text.h"
#include "plugin/booking/timing.h"
#include "plugin/booking/update.h"

#define START_INTERVAL 1	/* while one has begun and its job waits */

static uint32_t booked_cnt;	/* as of the last look */
static bool looked;		/* since the start */

/* Names; what is added is not owned. */
typedef struct {
	const char **list;
	size_t cnt;
	size_t room;
} names_t;

typedef struct {
	time_t now;
	time_t next;	/* when to look again */
	bool start;	/* jobs may start */
	bool failed;	/* memory is short: nothing is known for sure */
	uint32_t cnt;	/* bookings */
	names_t tied;	/* those that jobs have, in order; of the jobs */
	names_t lonely;	/* those of bookings without a job; of the view */
} look_t;

bool jobs_possible(void)
{
	return jobs_enabled() || booked_cnt || !looked;
}

static void _look_again_at(look_t *look, time_t t)
{
	time_t soonest = look->now + START_INTERVAL;

	if (t < soonest)
		t = soonest;
	if (t < look->next)
		look->next = t;
}

static void _log_lost(const job_seen_t *job, const char *why)
{
	say_info("sched/garq: JobId=%u is not booked any more, its deadline is no guarantee: %s",
		 job->job_id, why ? why : "no reason given");
}

/* Its booking is of no use to it any more. IN why - no other one will do */
static void _book_anew(const job_seen_t *job, view_resv_t *v,
		       const char *dropped, const char *why_not, look_t *look)
{
	char *why = text_dup(why_not);
	job_request_t ask;

	controller->job_untie(job->job);
	if (jobs_drop(v, dropped, look->now)) {
		/* Something of it still runs: again. */
		(void) controller->job_tie(job->job, v->name);
		_look_again_at(look, look->now);
		free(why);
		return;
	}
	if (!why_not &&
	    (!jobs_enabled() || !controller->job_request(job->job, &ask)))
		why = text_dup("it can't be booked as it is now");
	else if (!why_not &&
		 controller->job_may_start(job->job, &ask, false, &why) &&
		 jobs_book_record(job, &ask, look->now, &why)) {
		_look_again_at(look, look->now);
		return;
	}
	_log_lost(job, why);
	free(why);
}

/*
 * The changes that were its last. Where there is no room for what the job is
 * again, it is one that has missed its start.
 */
static void _match_job(const job_seen_t *job, view_resv_t *v, look_t *look)
{
	update_t out = { .rc = 0 };
	job_request_t ask;

	if ((v->start <= look->now) || !controller->job_request(job->job, &ask))
		return;
	out.rc = jobs_change(v, &ask, ask.uid, look->now, &out);
	if (out.op) {
		say_info("sched/garq: booking %s is for what JobId=%u asks for again",
			 job->booking, job->job_id);
		ledger_commit_later(site.ledger, out.op);
	}
	if (out.rc)
		_book_anew(job, v, "not as its job is", NULL, look);
	update_free(&out);
}

static void _check_tied(const job_seen_t *job, view_resv_t *v, look_t *look)
{
	/* What it is for is as it was, until Slurm can make it again. */
	if (!job->waits || v->booking->stand_in)
		return;
	if (!looked) {
		_match_job(job, v, look);
		_look_again_at(look, look->now);
		return;
	}
	if (v->start > look->now) {
		_look_again_at(look, v->start);
		return;
	}
	_look_again_at(look, look->now);
	if (job->completing)	/* it was requeued, and still ends */
		return;
	if (look->now + ((time_t) job->minutes * 60) > v->end)
		_book_anew(job, v, "missed", job->held ?
			   "it was held when it was to start" : NULL, look);
	else
		look->start = true;
}

static bool _check_job(const job_seen_t *job, void *arg)
{
	view_resv_t *v = job_names_match(job->booking) ?
				 view_find(job->booking) :
				 NULL;

	if (v && v->booking)
		_check_tied(job, v, arg);
	return true;
}

/* The job that a booking has lost. */
typedef struct {
	const booking_t *b;
	job_seen_t job;
	bool found;
} lost_t;

/*
 * Killed between its two states, Slurm may have forgotten what a job was tied
 * to: it is the one that asks for just that.
 */
static bool _is_lost(const job_seen_t *job, const booking_t *b)
{
	job_request_t ask;
	char *user;
	bool same;

	if (!job->waits || job->booking ||
	    !controller->job_request(job->job, &ask) ||
	    (ask.num_cn != b->num_cn) || (b->t_lsr != jobs_t_lsr(&ask)) ||
	    (ask.begin > b->start) ||
	    ((time_t) (ask.minutes * 60) + JOBS_LATE != b->end - b->start))
		return false;
	/* Of a stand-in it can't be told whose it is: names may be unknown. */
	if (b->stand_in)
		return true;
	user = controller->user_name(job->uid);
	same = text_same(user, b->users);
	free(user);
	return same;
}

static bool _find_lost(const job_seen_t *job, void *arg)
{
	lost_t *lost = arg;

	if (!_is_lost(job, lost->b))
		return true;
	lost->job = *job;
	lost->found = true;
	return false;
}

static void _check_lonely(view_resv_t *v, look_t *look)
{
	bool stand_in = v->booking->stand_in;
	lost_t lost = { .b = v->booking };

	if (!looked || stand_in)
		controller->jobs_each(_find_lost, &lost);
	if (lost.found && stand_in) /* tied once its record is made again */
		return;
	if (lost.found && controller->job_tie(lost.job.job, v->name)) {
		say_info("sched/garq: JobId=%u has its booking %s again",
			 lost.job.job_id, v->name);
		return;
	}
	if (jobs_drop(v, "its job has ended", look->now))
		_look_again_at(look, look->now);
	else
		look->start = true;	/* others may have its nodes */
}

static int _compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *) a, *(const char *const *) b);
}

/* RET false if memory is short */
static bool _add(names_t *names, const char *name)
{
	size_t room = names->room ? names->room * 2 : 64;
	const char **list;

	if (names->cnt == names->room) {
		list = realloc(names->list, room * sizeof(*list));
		if (!list)
			return false;
		names->list = list;
		names->room = room;
	}
	names->list[names->cnt++] = name;
	return true;
}

/* A view may be older: no booking may be a second late. */
static bool _add_tied(const job_seen_t *job, void *arg)
{
	look_t *look = arg;

	if (job_names_match(job->booking) && !_add(&look->tied, job->booking))
		look->failed = true;
	return !look->failed;
}

static void _add_if_lonely(view_resv_t *v, void *arg)
{
	look_t *look = arg;

	if (!v->booking || !job_names_match(v->name))
		return;
	look->cnt++;
	if (look->tied.cnt &&
	    bsearch(&v->name, look->tied.list, look->tied.cnt,
		    sizeof(v->name), _compare))
		return;
	if (!_add(&look->lonely, v->name))
		look->failed = true;
}

/* Which bookings have no job? If memory is short none is known to have none. */
static void _find_lonely(look_t *look)
{
	controller->jobs_each(_add_tied, look);
	if (look->tied.cnt)
		qsort(look->tied.list, look->tied.cnt,
		      sizeof(*look->tied.list), _compare);
	if (!look->failed)
		view_each(_add_if_lonely, look);
}

time_t jobs_sync(time_t now, bool *ret_start)
{
	look_t look = { .now = now, .next = now + JOBS_INTERVAL };

	_find_lonely(&look);
	for (size_t i = 0; !look.failed && (i < look.lonely.cnt); i++)
		_check_lonely(view_find(look.lonely.list[i]), &look);
	free(look.lonely.list);
	free(look.tied.list);
	if (!look.failed) {
		if (look.cnt)
			controller->jobs_each(_check_job, &look);
		booked_cnt = look.cnt;
		looked = true;
	}
	*ret_start = look.start;
	return look.next;
}

void jobs_begin(void)
{
	looked = false;
	booked_cnt = 0;
}

void jobs_sync_anew(void)
{
	looked = false;
}
