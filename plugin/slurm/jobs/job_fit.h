/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_fit.h - check that a job can run on all nodes its booking may get. */
#pragma once

#include "plugin/booking/request/job.h"
#include "plugin/slurm/compat/compat.h"

/*
 * Return true if Slurm would start the job, and each eligible node has enough
 * CPUs, memory, disk and gres for the job's share. Only then can its booking be
 * shifted to any of these nodes. Locks: those of jobs_lock().
 * IN desc, job - a job to be submitted, or a job that exists and has details
 * OUT ret_why - if not: Slurm's objection, or the node that can't run the job;
 *	for the user, free()
 */
extern bool jobs_fit_desc(const job_desc_msg_t *desc, const job_request_t *ask,
			  char **ret_why);
extern bool jobs_fit_record(const job_record_t *job, const job_request_t *ask,
			    char **ret_why);

/* The part of it that is about nodes. */
extern bool jobs_fit_nodes(const job_record_t *job, const job_request_t *ask,
			   char **ret_why);
