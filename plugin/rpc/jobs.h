/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs.h - messages about jobs that are, or may be, booked; see
 * plugin/booking/jobs.h.
 */
#ifndef PLUGIN_RPC_JOBS_H
#define PLUGIN_RPC_JOBS_H

#include "plugin/slurm/compat.h"

/* For job_submit_garq.so: Slurm's job_submit(). Called with read locks. */
extern int garq_job_submit(job_desc_msg_t *desc, uint32_t submit_uid,
			   char **err_msg);

#endif
