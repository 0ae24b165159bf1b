/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_rules.h - test whether Slurm's present rules ever let a job start.
 *
 * A job that Slurm never starts is refused, or waits forever
 * (EnforcePartLimits), and its booking would hold nodes in vain.
 *
 * Locks: those of jobs_lock().
 */
#pragma once

#include "plugin/booking/request/job.h"
#include "plugin/slurm/compat/compat.h"

/*
 * Return true if partition, account, QOS and their limits admit the job.
 * IN job - has details
 * IN state - count a partition that is not up as a reason (desc: always)
 * OUT ret_why - NULL, or if false why not and what to do, for the user; free()
 */
extern bool job_rules_check_desc(const job_desc_msg_t *desc,
				 const job_request_t *ask, char **ret_why);
extern bool job_rules_check_record(const job_record_t *job,
				   const job_request_t *ask, bool state,
				   char **ret_why);

/*
 * Check whether limits keep the job from ever starting, even if no other job
 * runs: those of the account, its parent accounts, and the QOS of the job and
 * the partition.
 * IN like - has details; may be in no list
 * IN assoc, qos - NULL: none
 * RET NULL: the limits let the job start; else why not, for the user, xfree()
 */
extern char *job_limits_objection(const job_record_t *like,
				  const job_request_t *ask, part_record_t *part,
				  slurmdb_assoc_rec_t *assoc,
				  slurmdb_qos_rec_t *qos);
