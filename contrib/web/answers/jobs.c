/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jobs.c - jobs of the user, and why they wait; see web.h */

#include <stdlib.h>
#include <unistd.h>

#include "contrib/sresv/ctl/ctl_call.h"
#include "contrib/sresv/job/job_why.h"
#include "contrib/web/answers/job_json.h"
#include "contrib/web/answers/web.h"

/* Slurm looks at all jobs for each request: it is asked again after so long, ms. */
#define GOOD_FOR 3000

static void _drop_jobs(void *jobs)
{
	slurm_free_job_info_msg(jobs);
}

static shared_t *_ask(answer_t *a)
{
	job_info_msg_t *jobs = NULL;
	shared_t *shared;

	ctl_begin(a);
	if (!ctl_end(slurm_load_job_user(&jobs, getuid(), SHOW_ALL),
		     ctl_failed, a))
		return NULL;
	if (!(shared = shared_make(jobs, _drop_jobs)))
		ctl_out_of_memory(a);
	return shared;
}

static json_t *_list(const job_info_msg_t *jobs, const snapshot_t *s,
		     time_t now)
{
	json_t *list = json_array();

	for (uint32_t i = 0; list && (i < jobs->record_count); i++) {
		const slurm_job_info_t *j = &jobs->job_array[i];

		if (job_why_is_alive(j) && (json_array_size(list) < WEB_JOBS))
			json_array_append_new(list, job_json(j, s, now));
	}
	return list;
}

static void _answer(web_t *w, const snapshot_t *s, reply_t *r)
{
	shared_t *jobs = kept_get(w, &w->jobs, GOOD_FOR, _ask, r);
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
