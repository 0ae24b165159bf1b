/* SPDX-License-Identifier: GPL-2.0-or-later */
/* siblings.c - see siblings.h */
#include "plugin/slurm/siblings.h"

static bool _names(const job_desc_msg_t *job)
{
	return job && (job->fed_siblings_viable || job->fed_siblings_active);
}

static bool _one_names(list_t *jobs)
{
	list_itr_t *iter = jobs ? list_iterator_create(jobs) : NULL;
	const job_desc_msg_t *job;
	bool yes = false;

	while (iter && !yes && (job = list_next(iter)))
		yes = _names(job);
	if (iter)
		list_iterator_destroy(iter);
	return yes;
}

bool siblings_are_missing(const slurm_msg_t *msg)
{
	const crontab_update_request_msg_t *crontab = msg->data;

	if (fed_mgr_fed_rec || !msg->data)
		return false;
	switch (msg->msg_type) {
	case REQUEST_SUBMIT_BATCH_JOB:
	case REQUEST_RESOURCE_ALLOCATION:
	case REQUEST_JOB_WILL_RUN:
	case REQUEST_UPDATE_JOB:
		return _names(msg->data);
	case REQUEST_SUBMIT_BATCH_HET_JOB:
	case REQUEST_HET_JOB_ALLOCATION:
		return _one_names(msg->data);
	case REQUEST_UPDATE_CRONTAB:
		return _one_names(crontab->jobs);
	default:
		return false;
	}
}
