/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs.h - messages about jobs that are, or may be, booked; see
 * plugin/booking/jobs.h.
 */
#ifndef PLUGIN_RPC_JOBS_H
#define PLUGIN_RPC_JOBS_H

#include "plugin/booking/jobs.h"
#include "plugin/slurm/compat.h"

/*
 * The locks of the native handlers that make and change jobs. Those of
 * site_lock(true) are among them.
 */
extern void jobs_lock(void);
extern void jobs_unlock(void);

/*
 * Would Slurm start the job, and can each node that it may be booked on run its
 * part of it? Only then the nodes are all the same to the job.
 * Locks: jobs_lock().
 * OUT ret_why - what is against it, or which node can't; free()
 */
extern bool jobs_fit_desc(const job_desc_msg_t *desc, const jobs_ask_t *ask,
			  char **ret_why);
extern bool jobs_fit_record(const job_record_t *job, const jobs_ask_t *ask,
			    char **ret_why);

/* For job_submit_garq.so: Slurm's job_submit(). Called with read locks. */
extern int garq_job_submit(job_desc_msg_t *desc, uint32_t submit_uid,
			   char **err_msg);

#endif
