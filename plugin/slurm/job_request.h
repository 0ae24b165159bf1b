/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_request.h - what a job asks for, read from Slurm's messages and records.
 *
 * Locks: job READ.
 */
#ifndef PLUGIN_JOB_REQUEST_H
#define PLUGIN_JOB_REQUEST_H

#include "plugin/booking/job.h"
#include "plugin/slurm/compat.h"

/*
 * What does a job with a deadline ask for?
 * OUT ret_why - what of the job can't be booked, in words for the user; free()
 * RET can the job be booked, as far as nodes and times are not looked at
 */
extern bool job_request_from_desc(const job_desc_msg_t *desc,
				  job_request_t *ret, char **ret_why);

/* The same of a job that exists; false also if it has no deadline. */
extern bool job_request_from_record(const job_record_t *job,
				    job_request_t *ret);

#endif
