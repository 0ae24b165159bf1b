/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "plugin/booking/request/host_list.h"
#include "plugin/slurm/jobs/job_guard.h"

/* A host file of tasks may have more names than that, written one by one. */
static bool _is_endless(const char *list)
{
	uint64_t most = HOST_LIST_NAMES;

	if (!list)
		return false;
	for (const char *s = list; (s = strchr(s, ',')); s++)
		most++;
	return (host_list_brackets(list) > HOST_LIST_BRACKETS) ||
	       host_list_has_more(list, most);
}

static int _check_job(const job_desc_msg_t *job, const char **ret_why)
{
	if (!fed_mgr_fed_rec &&
	    (job->fed_siblings_viable || job->fed_siblings_active)) {
		*ret_why = "names siblings, and there is no federation";
		return ESLURM_JOB_NOT_FEDERATED;
	}
	if (_is_endless(job->req_nodes) || _is_endless(job->exc_nodes)) {
		*ret_why = "has a list of nodes that slurmctld could not expand";
		return ESLURM_INVALID_NODE_NAME;
	}
	return SLURM_SUCCESS;
}

static int _check_each(list_t *jobs, const char **ret_why)
{
	list_itr_t *iter = jobs ? list_iterator_create(jobs) : NULL;
	const job_desc_msg_t *job;
	int rc = SLURM_SUCCESS;

	while (iter && !rc && (job = list_next(iter)))
		rc = _check_job(job, ret_why);
	if (iter)
		list_iterator_destroy(iter);
	return rc;
}

int job_guard_check(const slurm_msg_t *msg, const char **ret_why)
{
	const crontab_update_request_msg_t *crontab = msg->data;

	if (!msg->data)
		return SLURM_SUCCESS;
	switch (msg->msg_type) {
	case REQUEST_SUBMIT_BATCH_JOB:
	case REQUEST_RESOURCE_ALLOCATION:
	case REQUEST_JOB_WILL_RUN:
	case REQUEST_UPDATE_JOB:
		return _check_job(msg->data, ret_why);
	case REQUEST_SUBMIT_BATCH_HET_JOB:
	case REQUEST_HET_JOB_ALLOCATION:
		return _check_each(msg->data, ret_why);
	case REQUEST_UPDATE_CRONTAB:
		return _check_each(crontab->jobs, ret_why);
	default:
		return SLURM_SUCCESS;
	}
}
