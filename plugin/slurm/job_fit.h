/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_fit.h - can a job run on all nodes that its booking may get? */
#ifndef PLUGIN_JOB_FIT_H
#define PLUGIN_JOB_FIT_H

#include "plugin/booking/request/job.h"
#include "plugin/slurm/compat/compat.h"

/*
 * Would Slurm start the job, and has each eligible node enough CPUs, memory and
 * disk for the job's share? Only then its booking can be shifted to any of
 * these nodes. Locks: those of jobs_lock().
 * IN desc, job - a job to be submitted, or a job that exists and has details
 * OUT ret_why - if not: Slurm's objection, or the node that can't run the job;
 *	for the user, free(), or NULL if memory is short
 */
extern bool jobs_fit_desc(const job_desc_msg_t *desc, const job_request_t *ask,
			  char **ret_why);
extern bool jobs_fit_record(const job_record_t *job, const job_request_t *ask,
			    char **ret_why);

#endif
