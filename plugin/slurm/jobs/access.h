/* SPDX-License-Identifier: GPL-2.0-or-later */
/* access.h - access of a user's jobs to a reservation. */
#pragma once

#include "plugin/booking/view/record.h"

/*
 * Return true if Slurm might let jobs of uid run in a reservation. Slurm
 * decides when the job is made; this quick test spares work for requests that
 * Slurm would refuse. The test makes no look-up and never returns false where
 * Slurm lets the job in: it returns true where accounts, groups, QOS or
 * partitions decide, since only a look-up finds their members.
 * Locks: node READ.
 */
extern bool access_may_use(const record_t *record, uint32_t uid);
