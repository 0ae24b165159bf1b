/* SPDX-License-Identifier: GPL-2.0-or-later */

/* From 26.05 on the name for functions that take a job's id, as they all did. */
#define SLURM_BACKWARD_COMPAT

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/co/lrs/jobs.h"
#include "contrib/sresv/text/said.h"

#define COMMENT "sresv co run "

static const char *const states[] = {
	[JOB_PENDING] = "PENDING", [JOB_RUNNING] = "RUNNING",
	[JOB_SUSPENDED] = "SUSPENDED", [JOB_COMPLETE] = "COMPLETED",
	[JOB_CANCELLED] = "CANCELLED", [JOB_FAILED] = "FAILED",
	[JOB_TIMEOUT] = "TIMEOUT", [JOB_NODE_FAIL] = "NODE_FAIL",
	[JOB_PREEMPTED] = "PREEMPTED", [JOB_BOOT_FAIL] = "BOOT_FAIL",
	[JOB_DEADLINE] = "DEADLINE", [JOB_OOM] = "OUT_OF_MEMORY",
};

/* The state without its flags: what is to end, like COMPLETING, has ended. */
static const char *_word(const slurm_job_info_t *job)
{
	uint32_t base = job->job_state & JOB_STATE_BASE;

	return (base < sizeof(states) / sizeof(states[0])) ? states[base] :
							     "UNKNOWN";
}

/* RET the run that has submitted the job; 0: none has */
static int64_t _run(const slurm_job_info_t *job, const char *reservation)
{
	const char *comment = job->comment;

	if (!comment || strncmp(comment, COMMENT, strlen(COMMENT)) ||
	    !job->resv_name || strcmp(job->resv_name, reservation))
		return 0;
	return strtoll(comment + strlen(COMMENT), NULL, 10);
}

/* RET the id that all components of a heterogeneous job have; or that of a job */
static uint32_t _whole(const slurm_job_info_t *job)
{
	return job->het_job_id ? job->het_job_id : job->job_id;
}

/* RET for json_decref(), or NULL: there is no memory */
static json_t *_tell(const slurm_job_info_t *job, int64_t run)
{
	json_t *one = json_pack("{sIsIss}", "job", (json_int_t) _whole(job),
				"run", (json_int_t) run, "state", _word(job));

	if (one && job->het_job_id)
		(void) json_object_set_new(one, "offset", json_integer(
						   job->het_job_offset));
	return one;
}

/* Say what Slurm says of errno. */
static void _fail(answer_t *ret, int rc, const char *said)
{
	ret->status = ctl_status(rc ? rc : SLURM_ERROR, false);
	answer_say(ret, (said && said[0]) ? said : slurm_strerror(rc));
}

/* RET the jobs of this user for slurm_free_job_info_msg(); NULL: ret says why */
static job_info_msg_t *_load(answer_t *ret)
{
	job_info_msg_t *all = NULL;
	char *said;
	int rc;

	*ret = (answer_t) { .status = STATUS_DONE };
	said_begin();
	errno = 0;
	rc = slurm_load_job_user(&all, getuid(), SHOW_ALL) ? errno : 0;
	said = said_end();
	if (!all)
		_fail(ret, rc, said);
	free(said);
	return all;
}

void jobs_show(const char *reservation, json_t *to, answer_t *ret)
{
	job_info_msg_t *all = _load(ret);
	json_t *list = json_array();
	bool ok = list && !json_object_set_new(to, "jobs", list);

	for (uint32_t i = 0; all && ok && (i < all->record_count); i++) {
		const slurm_job_info_t *job = &all->job_array[i];
		int64_t run = _run(job, reservation);
		json_t *one = run ? _tell(job, run) : NULL;

		ok = !run || (one && !json_array_append_new(list, one));
	}
	if (all)
		slurm_free_job_info_msg(all);
	if (ok)
		return;
	ret->status = STATUS_FAILED;
	answer_say(ret, "there is no memory");
}

/* --- end ---------------------------------------------------------------------- */

static bool _has_ended(const slurm_job_info_t *job)
{
	return (job->job_state & JOB_STATE_BASE) > JOB_SUSPENDED;
}

/*
 * A heterogeneous job is ended as a whole: Slurm ends no component of it that is
 * pending. A job that has ended meanwhile is fine. RET whether it will not run on
 */
static bool _end(const slurm_job_info_t *job, answer_t *ret)
{
	char *said;
	int rc;

	said_begin();
	errno = 0;
	rc = slurm_kill_job(_whole(job), SIGKILL, 0) ? errno : 0;
	said = said_end();
	if ((rc == ESLURM_ALREADY_DONE) || (rc == ESLURM_INVALID_JOB_ID))
		rc = 0;
	if (rc)
		_fail(ret, rc, said);
	free(said);
	return !rc;
}

void jobs_cancel(const char *reservation, int64_t run, json_t *to, answer_t *ret)
{
	job_info_msg_t *all = _load(ret);
	json_int_t cnt = 0;

	for (uint32_t i = 0; all && (i < all->record_count); i++) {
		const slurm_job_info_t *job = &all->job_array[i];
		int64_t its = _run(job, reservation);

		if (its && (!run || (its == run)) && !_has_ended(job))
			cnt += _end(job, ret);
	}
	if (all)
		slurm_free_job_info_msg(all);
	(void) json_object_set_new(to, "cancelled", json_integer(cnt));
}
