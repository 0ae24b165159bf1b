/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * accounting.h - what accounting storage is told of a reservation, besides what
 * Slurm tells it. Locks: node READ.
 */
#ifndef PLUGIN_ACCOUNTING_H
#define PLUGIN_ACCOUNTING_H

#include "plugin/slurm/compat.h"

/*
 * Flags, times or nodes are others than when Slurm told of it. The booking of a
 * job (jobs.h) is taken back: who may use a reservation is charged for what of
 * it is idle, and this one he has not asked for.
 */
extern void accounting_changed(const slurmctld_resv_t *rec);

/* Its id was another one when Slurm told of it. */
extern void accounting_renumbered(const slurmctld_resv_t *rec, uint32_t was);

#endif
