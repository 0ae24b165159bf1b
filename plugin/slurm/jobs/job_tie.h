/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_tie.h - attach a job to its reservation. */
#pragma once

#include <stdbool.h>

#include "plugin/booking/view/office.h"
#include "plugin/slurm/compat/compat.h"

/*
 * Attach the job to this reservation, and detach it from any other. The record
 * of the reservation may be parked. Locks: job WRITE, node WRITE, conf and part
 * READ.
 * RET false if Slurm refuses, which is logged; the job then has no reservation
 */
extern bool jobs_tie(office_t *office, job_record_t *job, const char *name);
