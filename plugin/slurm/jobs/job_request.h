/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_request.h - what a job asks for, read from Slurm's messages and records.
 *
 * Locks: job READ.
 */
#pragma once

#include "plugin/booking/request/job.h"
#include "plugin/slurm/compat/compat.h"

/*
 * Read the request of a job with a deadline. Nodes and times are not checked.
 * IN/OUT ret_why - NULL before; if false, the obstacle to a booking, for the
 *	user; free()
 * OUT ret - texts are those of desc; untouched if false
 * RET false if the job can't be booked
 */
extern bool job_request_from_desc(const job_desc_msg_t *desc,
				  job_request_t *ret, char **ret_why);

/* As above for a job that exists; false also if the job has no deadline. */
extern bool job_request_from_record(const job_record_t *job,
				    job_request_t *ret);
