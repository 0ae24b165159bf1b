/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jobs.c - jobs of the user, and why they wait; see web.h */

#include <stdlib.h>
#include <unistd.h>

#include "contrib/sresv/ctl_call.h"
#include "contrib/web/job_json.h"
#include "contrib/web/web.h"

/* Slurm looks at all jobs for each request: it is asked again after so long, ms. */
#define GOOD_FOR 3000

static void _drop_jobs(void *jobs)
{
	slurm_free_job_info_msg(jobs);
}

/* --- what is kept ---------------------------------------------------------------- */

/* What was asked for just now. RET NULL: there is none */
static shared_t *_kept(web_t *w)
{
	shared_t *kept = NULL;

	pthread_mutex_lock(&w->lock);
	if (w->jobs && (store_now() - w->jobs_at < GOOD_FOR))
		kept = shared_keep(w->jobs);
	pthread_mutex_unlock(&w->lock);
	return kept;
}

static void _keep(web_t *w, shared_t *jobs)
{
	shared_t *before;

	pthread_mutex_lock(&w->lock);
	before = w->jobs;
	w->jobs = shared_keep(jobs);
	w->jobs_at = store_now();
	pthread_mutex_unlock(&w->lock);
	shared_drop(before);
}

/* --- asking, by the worker ------------------------------------------------------ */

typedef struct {
	web_t *w;
	shared_t *jobs;		/* job_info_msg_t; NULL: a says why */
	answer_t a;
} asked_t;

static void _drop(void *arg)
{
	asked_t *asked = arg;

	shared_drop(asked->jobs);
	answer_free(&asked->a);
	free(asked);
}

static void _ask(void *arg)
{
	asked_t *asked = arg;
	job_info_msg_t *jobs = NULL;

	/* of many clients at once the first one has asked for all */
	if ((asked->jobs = _kept(asked->w)))
		return;
	ctl_begin(&asked->a);
	if (!ctl_end(slurm_load_job_user(&jobs, getuid(), SHOW_ALL),
		     ctl_failed, &asked->a))
		return;
	if ((asked->jobs = shared_make(jobs, _drop_jobs)))
		_keep(asked->w, asked->jobs);
	else
		ctl_out_of_memory(&asked->a);
}

/* --- answering ------------------------------------------------------------------- */

/* RET a shared job_info_msg_t; NULL: *r says why there is none */
static shared_t *_jobs(web_t *w, reply_t *r)
{
	shared_t *jobs = _kept(w);
	asked_t *asked;
	store_rc_t rc;

	if (jobs)
		return jobs;
	if (!(asked = calloc(1, sizeof(*asked)))) {
		reply_json(r, 500, NULL);
		return NULL;
	}
	asked->w = w;
	rc = store_do(w->store, _ask, false, asked, _drop, WEB_PATIENCE);
	if (rc != STORE_DONE) {
		reply_wrong(r, WRONG_BUSY);
		if (rc == STORE_FULL)
			_drop(asked);
		return NULL;
	}
	if (!(jobs = shared_keep(asked->jobs)))
		reply_failed(r, &asked->a, NULL, NULL);
	_drop(asked);
	return jobs;
}

static json_t *_list(const job_info_msg_t *jobs, const snapshot_t *s,
		     time_t now)
{
	json_t *list = json_array();

	for (uint32_t i = 0; list && (i < jobs->record_count); i++) {
		const slurm_job_info_t *j = &jobs->job_array[i];

		if (job_json_is_alive(j) && (json_array_size(list) < WEB_JOBS))
			json_array_append_new(list, job_json(j, s, now));
	}
	return list;
}

static void _answer(web_t *w, const snapshot_t *s, reply_t *r)
{
	shared_t *jobs = _jobs(w, r);
	time_t now = web_now(s);

	if (!jobs)
		return;
	reply_object(r, 200, json_pack("{s:I, s:o}", "now", (json_int_t) now,
				       "jobs",
				       _list(shared_data(jobs), s, now)));
	shared_drop(jobs);
}

void web_jobs(web_t *w, const request_t *q, reply_t *r)
{
	static const char *const none[] = { NULL };
	answer_t denied = { .status = STATUS_DENIED,
			    .why = (char *) "jobs are shown to their user alone" };
	shared_t *shared;

	if (!web_params(q, none, r))
		return;
	if (w->site) {
		reply_failed(r, &denied, NULL, NULL);
		return;
	}
	if (!(shared = web_snapshot(w, r)))
		return;
	_answer(w, shared_data(shared), r);
	shared_drop(shared);
}
