/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_gres.h - the GPUs and other gres of jobs with a deadline, whose bookings
 * have whole nodes: each node that may serve a job has its share.
 *
 * A share is the number that --gres or --gpus-per-node asks for on each node,
 * and an even part of --gpus. Texts are those of Slurm: "gres/gpu:a100:2",
 * "gres:gpu:2".
 */
#ifndef PLUGIN_JOB_GRES_H
#define PLUGIN_JOB_GRES_H

#include "plugin/slurm/compat/compat.h"

/* What a job asks for. Texts are owned by the job; NULL: none */
typedef struct {
	const char *per_node;
	const char *per_job;	/* of all nodes */
	uint32_t num_cn;	/* nodes of the job */
} job_gres_t;

/* Return true if these are texts that the other functions understand. */
extern bool job_gres_ok(const job_gres_t *gres);

/* Return true if a text asks for gres on each task: from 23.11 on it has
 * --cpus-per-task as well. */
extern bool job_gres_by_task(const char *per_task);

/* Return true if a node has its share, whoever uses that now. Locks: node
 * READ. */
extern bool job_gres_on(const job_gres_t *gres, const node_record_t *node);

/*
 * Add what all nodes give to counts of TRES.
 * IN/OUT tres - cnt of them, by Slurm's positions. Locks: tres READ of assoc_mgr
 */
extern void job_gres_count(const job_gres_t *gres, uint64_t *tres, int cnt);

#endif
