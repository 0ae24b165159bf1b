/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_gres.h - the GPUs and other gres of jobs with a deadline, whose bookings
 * have whole nodes: each node that may serve a job has its share.
 *
 * A share is the number that --gres or --gpus-per-node asks for on each node,
 * and an even part of --gpus, with the CPUs and memory of these GPUs. Texts are
 * those of Slurm: "gres/gpu:a100:2", "gres:gpu:2".
 */
#pragma once

#include "plugin/slurm/compat/compat.h"

/* What a job asks for. Texts are owned by the job; NULL: none */
typedef struct {
	const char *per_node;
	const char *per_job;	/* of all nodes */
	const char *per_task;
	const char *per_socket;
	const char *cpus;	/* of each GPU */
	const char *memory;	/* of each GPU, MB */
	uint64_t flags;		/* GRES_* bits, among others */
	uint32_t num_cn;	/* nodes of the job */
} job_gres_t;

extern job_gres_t job_gres_of_desc(const job_desc_msg_t *desc, uint32_t num_cn);
extern job_gres_t job_gres_of_record(const job_record_t *job, uint32_t num_cn);

/*
 * The option by which a node with its share may still not serve the job, for
 * the user. RET not to be freed; NULL: there is none
 */
extern const char *job_gres_obstacle(const job_gres_t *gres);

/* Return true if a text asks for gres on each task: from 23.11 on it has
 * --cpus-per-task as well. */
extern bool job_gres_by_task(const char *per_task);

/* Return true if a node has its share of gres, whoever uses that now. Locks:
 * node READ. */
extern bool job_gres_on(const job_gres_t *gres, const node_record_t *node);

/*
 * The CPUs, and the memory in MB, of the GPUs of a node: those asked for, or
 * those that the partition or slurm.conf gives (DefCpuPerGPU, DefMemPerGPU).
 * IN part - NULL: none. Locks: conf and partition READ
 */
extern uint64_t job_gres_cpus(const job_gres_t *gres,
			      const part_record_t *part);
extern uint64_t job_gres_memory(const job_gres_t *gres,
				const part_record_t *part);

/*
 * Add the gres of all nodes to counts of TRES.
 * IN/OUT tres - cnt of them, by Slurm's positions. Locks: tres READ of
 *	assoc_mgr
 */
extern void job_gres_count(const job_gres_t *gres, uint64_t *tres, int cnt);
