/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_rules.h - would Slurm ever start a job, as its own rules are now?
 *
 * Where Slurm would not, Slurm refuses the job or lets it wait
 * (EnforcePartLimits), and nodes would be booked in vain.
 *
 * Locks: those of jobs_lock().
 */
#ifndef PLUGIN_JOB_RULES_H
#define PLUGIN_JOB_RULES_H

#include "plugin/booking/job.h"
#include "plugin/slurm/compat.h"

/*
 * Does the partition of the job let it in?
 * IN state - is a partition that is not up a reason?
 * OUT ret_why - what is against the job, and what to do; free()
 */
extern bool job_rules_check_desc(const job_desc_msg_t *desc,
				 const job_request_t *ask, char **ret_why);
extern bool job_rules_check_record(const job_record_t *job,
				   const job_request_t *ask, bool state,
				   char **ret_why);

/*
 * The same of limits that have nothing to do with what others run: those of the
 * account, of the accounts above it, and of the QOS of the job and the partition.
 * IN like - has details; may be in no list
 * RET NULL: the limits let the job start some time; or what is against that,
 *	xfree()
 */
extern char *job_limits_objection(const job_record_t *like,
				  const job_request_t *ask, part_record_t *part,
				  slurmdb_assoc_rec_t *assoc,
				  slurmdb_qos_rec_t *qos);

#endif
