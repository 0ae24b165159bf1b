/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_fit.h - can a job run on whichever nodes its booking may get? */
#ifndef PLUGIN_JOB_FIT_H
#define PLUGIN_JOB_FIT_H

#include "plugin/booking/job.h"
#include "plugin/slurm/compat.h"

/*
 * Would Slurm start the job, and can each node that it may be booked on run its
 * part of it? Only then the nodes are all the same to the job, and its booking
 * may be shifted. Locks: those of jobs_lock().
 * OUT ret_why - what is against the job, or which node can't run it; free()
 */
extern bool jobs_fit_desc(const job_desc_msg_t *desc, const job_request_t *ask,
			  char **ret_why);
extern bool jobs_fit_record(const job_record_t *job, const job_request_t *ask,
			    char **ret_why);

#endif
