/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * record_gpus.h - the GPUs of records, jobs and nodes.
 *
 * From 23.11 on a record keeps gres (gres_list_alloc): a list with an entry for
 * each type, over all nodes of the cluster. Slurm compares a job's own type
 * with an entry of just that type, and a job that asks for GPUs of any type
 * with the entry without one: a record has both, so that neither gets round it,
 * and an entry without GPUs for each further type of its nodes, so that its own
 * jobs get none of these. A GPU that its node lacks by now, or that is of
 * another type, stays in the entry without a type: the office sees it and
 * repairs the booking (taken.h). Before 23.11 nodes have no GPUs here.
 *
 * GPUs count if gres.conf has a line for each, with a type or cores, or if
 * Slurm finds them itself: before 25.11 it does not keep others off those of a
 * line for several, nor jobs with shards off any.
 *
 * Locks: as record_units.h.
 */
#pragma once

#include "plugin/booking/request/units.h"
#include "plugin/slurm/compat/compat.h"

/* See gpus() of host_nodes_t (host.h). */
extern uint64_t record_gpus_of_node(uint32_t node, const char *type);

/* See near() there. */
extern cores_t record_gpus_near(uint32_t node, uint64_t gpus);

/* A number that changes with the GPUs of a node and their types. */
extern uint32_t record_gpus_mark(uint32_t node);

/* The GPUs of a job. IN at - the place of the node among those of the job */
extern uint64_t record_gpus_of_job(const job_record_t *job, uint32_t at);

/* The GPUs of a node that a record has. */
extern uint64_t record_gpus_on(const slurmctld_resv_t *rec, uint32_t node);

/* The type that was asked for. RET free(); NULL: any */
extern char *record_gpus_type(const slurmctld_resv_t *rec);

/* Give a record these GPUs and no others. IN units - none: whole nodes */
extern void record_gpus_set(slurmctld_resv_t *rec, const units_t *units);

/* Bring the entries of a record by cores up to date with its nodes. */
extern void record_gpus_renew(slurmctld_resv_t *rec, const units_t *units);

/*
 * Slurm reads the entries of the records in its list at the index of any node:
 * give them the size of its table, of all records if that has changed, of one
 * before it is linked. Which GPUs they have of which node is seen and mended as
 * with all records.
 */
extern void record_gpus_resize_all(void);
extern void record_gpus_resize(slurmctld_resv_t *rec);

/*
 * Count the GPUs of a record in its text of TRES, as "1=12,1001=3".
 * Locks: READ of TRES (assoc_mgr)
 * IN tres - the text without them, or with old counts; xfree()
 * RET the new text; xfree()
 */
extern char *record_gpus_tres(const slurmctld_resv_t *rec, char *tres);

/* Have users see the GPUs of a record in TRES also where Slurm does not count
 * them (AccountingStorageTRES). */
extern void record_gpus_show(slurmctld_resv_t *rec);
