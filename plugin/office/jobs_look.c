/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs_look.c - time passes, and jobs change; see jobs.h
 *
 * A thread looks at the bookings of jobs every JOBS_INTERVAL seconds, and when
 * one begins:
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

#include "plugin/booking/site.h"
#include "plugin/office/sync.h"
#include "plugin/slurm/durable.h"
#include "src/common/uid.h"

#include "plugin/booking/text.h"
#include "plugin/booking/timing.h"
#include "plugin/office/jobs.h"
#include "plugin/slurm/refusals.h"
#include "plugin/worker.h"

#define START_INTERVAL 1	/* while one has begun and its job waits */

static uint32_t booked_cnt;	/* as of the last look */
static bool looked;		/* since the start */

typedef struct {
	time_t now;
	time_t next;	/* when to look again */
	bool start;	/* jobs may start */
	uint32_t cnt;	/* bookings */
	const char **tied;	/* the names that jobs have, in order */
	size_t tied_cnt;
	list_t *lonely;	/* names of bookings without a job; owned */
} look_t;

bool jobs_possible(void)
{
	return jobs_on() || booked_cnt || !looked;
}

static void _next(look_t *look, time_t t)
{
	look->next = MIN(look->next, MAX(t, look->now + START_INTERVAL));
}

static void _log_lost(const job_record_t *job, const char *why)
{
	info("sched/garq: %pJ is not booked any more, its deadline is no guarantee: %s",
	     job, why ? why : "no reason given");
}

/* Its booking is of no use to it any more. IN why - no other one will do */
static void _book_anew(job_record_t *job, view_resv_t *v, const char *dropped,
		       const char *why_not, look_t *look)
{
	char *why = why_not ? text_dup(why_not) : NULL;
	jobs_ask_t ask;

	jobs_untie(job);
	if (jobs_drop(v, dropped, look->now)) {
		/* Something of it still runs: again. */
		(void) jobs_tie(job, v->name);
		_next(look, look->now);
		free_null(why);
		return;
	}
	if (!why && (!jobs_on() || !jobs_ask_record(job, &ask)))
		why = text_dup("it can't be booked as it is now");
	if (why || !jobs_admit_record(job, &ask, false, &why) ||
	    !jobs_book_record(job, &ask, look->now, &why))
		_log_lost(job, why);
	else
		_next(look, look->now);
	free_null(why);
}

/*
 * The changes that were its last. Where there is no room for what the job is
 * again, it is one that has missed its start.
 */
static void _take_back(job_record_t *job, view_resv_t *v, look_t *look)
{
	update_t out = { .rc = 0 };
	jobs_ask_t ask;

	if ((v->start <= look->now) || !jobs_ask_record(job, &ask))
		return;
	out.rc = jobs_change(v, &ask, ask.uid, look->now, &out);
	if (out.op) {
		info("sched/garq: booking %s is for what %pJ asks for again",
		     job->resv_name, job);
		ledger_commit_later(site.ledger, out.op);
	}
	if (out.rc)
		_book_anew(job, v, "not as its job is", NULL, look);
	update_free(&out);
}

static void _look_at_tied(job_record_t *job, view_resv_t *v, look_t *look)
{
	/* What it is for is as it was, until Slurm can make it again. */
	if (!IS_JOB_PENDING(job) || v->booking->stand_in)
		return;
	if (!looked) {
		_take_back(job, v, look);
		_next(look, look->now);
		return;
	}
	if (v->start > look->now) {
		_next(look, v->start);
		return;
	}
	_next(look, look->now);
	if (IS_JOB_COMPLETING(job))	/* it was requeued, and still ends */
		return;
	if (look->now + ((time_t) job->time_limit * 60) > v->end)
		_book_anew(job, v, "missed",
			   job->priority ? NULL :
			   "it was held when it was to start", look);
	else
		look->start = true;
}

/* The job_list may be walked meanwhile: nothing here adds a job or removes one. */
static void _look_at_jobs(look_t *look)
{
	list_itr_t *iter = list_iterator_create(job_list);
	job_record_t *job;
	view_resv_t *v;

	while (look->tied && (job = list_next(iter)))
		if (!IS_JOB_FINISHED(job) && jobs_name(job->resv_name) &&
		    (v = view_find(job->resv_name)) && v->booking)
			_look_at_tied(job, v, look);
	list_iterator_destroy(iter);
}

/*
 * Killed between its two states, Slurm may have forgotten what a job was tied
 * to: it is the one that asks for just that.
 */
static int _is_lost(void *item, void *arg)
{
	const booking_t *b = arg;
	job_record_t *job = item;
	jobs_ask_t ask;
	char *user;
	bool same;

	if (!IS_JOB_PENDING(job) || job->resv_name ||
	    !jobs_ask_record(job, &ask) || (ask.num_cn != b->num_cn) ||
	    (b->t_lsr != jobs_t_lsr(&ask)) || (ask.begin > b->start) ||
	    ((time_t) (ask.minutes * 60) + JOBS_LATE != b->end - b->start))
		return 0;
	user = text_take(uid_to_string(job->user_id));
	/* Of a stand-in it can't be told whose it is: names may be unknown. */
	same = b->stand_in || text_same(user, b->users);
	free_null(user);
	return same;
}

static void _look_at_lonely(const char *name, look_t *look)
{
	view_resv_t *v = view_find(name);
	bool stand_in = v->booking->stand_in;
	job_record_t *job = NULL;

	if (!looked || stand_in)
		job = list_find_first(job_list, _is_lost, v->booking);
	if (job && stand_in)	/* tied once its record is made again */
		return;
	if (job && jobs_tie(job, name)) {
		info("sched/garq: %pJ has its booking %s again", job, name);
		return;
	}
	if (jobs_drop(v, "its job has ended", look->now))
		_next(look, look->now);
	else
		look->start = true;	/* others may have its nodes */
}

static int _compare(const void *a, const void *b)
{
	return !text_same(*(const char *const *) a, *(const char *const *) b);
}

/* Slurm's list, and not what was seen of it: none may be a second late. */
static void _see_tied(look_t *look)
{
	list_itr_t *iter = list_iterator_create(job_list);
	job_record_t *job;

	look->tied = calloc((size_t) list_count(job_list) + 1, sizeof(*look->tied));
	while (look->tied && (job = list_next(iter)))
		if (!IS_JOB_FINISHED(job) && jobs_name(job->resv_name))
			look->tied[look->tied_cnt++] = job->resv_name;
	list_iterator_destroy(iter);
	qsort(look->tied, look->tied_cnt, sizeof(*look->tied), _compare);
}

static void _see_booking(view_resv_t *v, void *arg)
{
	look_t *look = arg;

	if (!v->booking || !jobs_name(v->name))
		return;
	look->cnt++;
	if (!bsearch(&v->name, look->tied, look->tied_cnt,
		     sizeof(*look->tied), _compare))
		list_append(look->lonely, text_dup(v->name));
}

/* Locks: jobs_lock(), synced */
static void _look(look_t *look)
{
	char *name;

	look->lonely = list_create(free);
	_see_tied(look);
	view_each(_see_booking, look);
	free_null(look->tied);
	while ((name = list_pop(look->lonely))) {
		_look_at_lonely(name, look);
		free_null(name);
	}
	FREE_NULL_LIST(look->lonely);
	if (look->cnt)
		_look_at_jobs(look);
	booked_cnt = look->cnt;
	looked = true;
}

/* RET seconds until the next look */
static time_t _look_locked(void)
{
	look_t look = { .now = time(NULL) };
	char *text = NULL;

	look.next = look.now + JOBS_INTERVAL;
	jobs_lock();
	look.now = time(NULL);
	/* Before that the jobs may not be there yet. */
	if (control_time && (site_sync(look.now, &text) == 0) &&
	    site.ready)
		_look(&look);
	jobs_unlock();
	if (look.start)
		queue_job_scheduler();
	(void) site_write();
	free_null(text);
	return look.next - look.now;
}

static time_t _turn(void)
{
	return jobs_possible() ? _look_locked() : JOBS_INTERVAL;
}

static worker_t worker = WORKER(_turn);

bool jobs_start(void)
{
	looked = false;
	booked_cnt = 0;
	return worker_start(&worker, 1);
}

void jobs_look_anew(void)
{
	looked = false;
}

void jobs_wake(void)
{
	worker_wake(&worker);
}

void jobs_stop(void)
{
	worker_stop(&worker);
}
