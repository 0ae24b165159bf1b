/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jobs_show.c - "squeue", "scontrol show job"; see handlers.h */

#include "plugin/booking/view/office.h"
#include "plugin/rpc/handlers.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/job_starts.h"

static uint32_t _job_id(const slurm_msg_t *msg)
{
	const job_id_msg_t *one = msg->data;

	if ((msg->msg_type != REQUEST_JOB_INFO_SINGLE) || !one)
		return 0;
#ifdef COMPAT_ASKED_STEP_ID
	return one->step_id.job_id;
#else
	return one->job_id;
#endif
}

void handle_jobs_show(slurm_msg_t *msg, rpc_t native)
{
	if (msg->flags & CTLD_QUEUE_PROCESSING)	/* it holds the locks */
		job_starts_ask();
	else if (!office->abi_differs)
		job_starts_correct(_job_id(msg));
	native(msg);
}
