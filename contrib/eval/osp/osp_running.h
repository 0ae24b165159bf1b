/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_running.h - the jobs of the queue that run, in the order in which they
 * began, and the pieces of preempted jobs.
 *
 *	first begun -> | job job job | -> last begun
 *			 |
 *			 `- preempted: a piece [start, now) is kept, and the
 *			    job's number is returned, to queue again
 *
 * Where reservations are admitted against reservations alone, a job may be on
 * the nodes of a reservation that begins. The job that began first is preempted
 * first, as in the authors' toolkit (GridSim, ARSimpleSpaceShared); the work
 * that it has done is kept.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* A part of a job's run that ended with a preemption. */
struct sim_piece {
	uint32_t job;
	uint32_t num_cn;
	time_t start;
	time_t end;
};

/* All zero: empty. */
struct sim_running {
	uint32_t *job;
	uint32_t cnt;
	size_t cap;
	struct sim_piece *piece;
	uint32_t pieces;
	size_t pieces_cap;
};

/* A job begins. RET 0, or -1 with errno ENOMEM */
extern int sim_running_add(struct sim_running *r, uint32_t job);

/* A job ends; nothing if it does not run. */
extern void sim_running_remove(struct sim_running *r, uint32_t job);

/* Keep a piece of a job's run. RET 0, or -1 with errno ENOMEM */
extern int sim_running_keep(struct sim_running *r,
			    const struct sim_piece *piece);

extern void sim_running_free(struct sim_running *r);
