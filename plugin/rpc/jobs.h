/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jobs.h - submission of jobs that may be booked; see jobs.h. */
#pragma once

#include "plugin/slurm/compat/compat.h"

/*
 * The job_submit() of job_submit_garq.so: book the job if handle_submit()
 * serves its message. Slurm calls this with read locks at least.
 * IN/OUT desc - gets the reservation of its booking (xmalloc'd)
 * OUT err_msg - a text for the user, xmalloc'd; untouched: none
 * RET SLURM_SUCCESS, also for jobs that are not booked; or Slurm's error
 */
extern int garq_job_submit(job_desc_msg_t *desc, uint32_t submit_uid,
			   char **err_msg);
