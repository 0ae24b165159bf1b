/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * record_units.h - the cores of records, jobs and nodes, with their GPUs
 * (record_gpus.h).
 *
 * Slurm has the cores of a record twice: core_bitmap, over all cores of the
 * cluster, keeps jobs off; core_resrcs, over the nodes of the record alone, is
 * saved and shown, and some versions read it without a check whether it is
 * there. A record has both, or is of whole nodes (RESV_CTLD_FULL_NODE).
 *
 * Locks: READ of the tables that are read, WRITE of records for
 * record_units_set().
 */
#pragma once

#include "plugin/booking/request/units.h"
#include "plugin/slurm/compat/compat.h"

/* RET units_free(); none: whole nodes, or nothing can be read */
extern units_t record_units_read(const slurmctld_resv_t *rec);

/*
 * Give a record of whole nodes these cores of them, as far as they exist.
 * IN units - of each of its nodes; none: no effect
 */
extern void record_units_set(slurmctld_resv_t *rec, const units_t *units);

/*
 * A node that was added or deleted moves the cores of those behind it in
 * core_bitmap, which Slurm leaves as it is: renew it by core_resrcs, of all
 * records if the nodes have changed, of one before it is linked.
 */
extern void record_units_place_all(void);
extern void record_units_place(slurmctld_resv_t *rec);

/* See cores() of host_nodes_t and host_jobs_t (host.h). */
extern uint32_t record_units_of_node(uint32_t node);
extern bool record_units_of_job(uint32_t job_id, uint32_t node, cores_t *ret);
