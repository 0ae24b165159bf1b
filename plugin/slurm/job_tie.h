/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_tie.h - a job gets the reservation that it is to run in. */
#ifndef PLUGIN_JOB_TIE_H
#define PLUGIN_JOB_TIE_H

#include <stdbool.h>

#include "plugin/slurm/compat.h"

/*
 * The job is to run in this reservation from now on, and in no other. The record
 * of the reservation may be parked. Locks: job WRITE, node WRITE, conf and part
 * READ.
 * RET false: Slurm refuses that, which is logged; then the job is in none
 */
extern bool jobs_tie(job_record_t *job, const char *name);

#endif
