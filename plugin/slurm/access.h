/* SPDX-License-Identifier: GPL-2.0-or-later */
/* access.h - who may run jobs in a reservation. */
#ifndef PLUGIN_ACCESS_H
#define PLUGIN_ACCESS_H

#include "plugin/booking/record.h"

/*
 * Might Slurm let jobs of uid run in a reservation? Slurm itself decides when the job is
 * made; this answer comes before any work is done for the request, costs no
 * look-up, and is never false where Slurm's is yes: where accounts, groups or
 * QOS decide, whose members only a look-up tells, it is true.
 * Locks: node READ.
 */
extern bool access_may_use(const record_t *record, uint32_t uid);

#endif
