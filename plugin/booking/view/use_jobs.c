/* SPDX-License-Identifier: GPL-2.0-or-later */
/* use_jobs.c - the jobs that the view has, or had; see use.h */

#include <sys/param.h>

#include "plugin/booking/view/host.h"
#include "plugin/booking/view/use.h"
#include "plugin/booking/view/view_feed.h"

/* A job that is queued again has no end any more: it ended now. */
static void _count_left(office_t *office, const view_reserved_job_t *job)
{
	view_resv_t *v = view_find_id(office, job->group);
	job_span_t span;

	if (!v || !v->booking)
		return;
	if (!office->host->jobs->span(office, job->job_id, &span) ||
	    !span.end || (span.start != job->start))
		span = (job_span_t) {
			.start = job->start, .end = view_now(office),
			.cpus = job->cpus, .paused = job->paused,
		};
	use_met(office, v, job->job_id, &span);
}

void use_left(office_t *office)
{
	view_jobs_each_left(office, _count_left);
}

typedef struct {
	time_t now;
	use_fn fn;
	void *arg;
} each_t;

static void _forget_running(view_resv_t *v, void *arg)
{
	(void) arg;
	v->use_running = 0;
}

static void _add_running(office_t *office, const view_reserved_job_t *job)
{
	view_resv_t *v = view_find_id(office, job->group);
	time_t now = view_now(office), from;
	job_span_t span = { .paused = job->paused, .cpus = job->cpus };

	if (!v || !v->booking)
		return;
	(void) office->host->jobs->span(office, job->job_id, &span);
	from = MAX(job->start, v->booking->start) + span.paused;
	now = MIN(now, v->booking->end);
	if (now > from)
		v->use_running += (int64_t) (now - from) * span.cpus;
}

static void _tell_booking(view_resv_t *v, void *arg)
{
	const each_t *e = arg;
	booking_use_t use;

	if (!v->booking || (v->booking->start > e->now))
		return;
	use = use_until(v, e->now);
	use.used += v->use_running;
	e->fn(v, &use, e->arg);
}

void use_each(office_t *office, time_t now, use_fn fn, void *arg)
{
	each_t e = { .now = now, .fn = fn, .arg = arg };

	view_each(office, _forget_running, NULL);
	view_jobs_each_running(office, _add_running);
	view_each(office, _tell_booking, &e);
}
