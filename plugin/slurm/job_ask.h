/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_ask.h - what a job asks for, read from Slurm's messages and records, and
 * whether nodes can run it.
 *
 * Locks: job READ, node READ.
 */
#ifndef PLUGIN_JOB_ASK_H
#define PLUGIN_JOB_ASK_H

#include "garq/nodeset.h"
#include "plugin/booking/jobs.h"
#include "plugin/slurm/compat.h"

/*
 * What does a job with a deadline ask for?
 * OUT ret_why - what of the job can't be booked, in words for the user; free()
 * RET can the job be booked, as far as nodes and times are not looked at
 */
extern bool jobs_ask_desc(const job_desc_msg_t *desc, jobs_ask_t *ret,
			  char **ret_why);

/* The same of a job that exists; false also if it has no deadline. */
extern bool jobs_ask_record(const job_record_t *job, jobs_ask_t *ret);

/*
 * Can each of these nodes run its part of the job? Only then the nodes are all
 * the same to the job, and a booking of it may be shifted.
 * IN num_cn - the number of nodes between which the job is divided
 * OUT ret_why - which node can't; free()
 */
extern bool job_fits_desc(const job_desc_msg_t *desc, uint32_t num_cn,
			  const garq_set_t *nodes, char **ret_why);
extern bool job_fits_record(const job_record_t *job, uint32_t num_cn,
			    const garq_set_t *nodes, char **ret_why);

#endif
