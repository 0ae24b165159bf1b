/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_world.h - jobs, nodes and reservations as slurmctld has them, for tests of
 * the looks at jobs (watch_jobs.c, watch_sweep.c) with the real view_jobs.c.
 *
 * Jobs of all states come, start, share nodes, grow, shrink, are suspended, fail,
 * complete and go. What the files need of Slurm and of the view is in
 * watch_world.c.
 */
#pragma once

#include "plugin/booking/view/view_private.h"
#include "plugin/slurm/watch/watch_private.h"
#include "test/unit/test_util.h"

#define JOBS 40
#define NODES 60
#define NOW 1000000
#define ROUNDS 3000
#define RESVS 4

extern job_record_t job[JOBS];
extern bitstr_t bits[JOBS][NODES_BITS_HEAD + 1];	/* the nodes of each */
extern bool there[JOBS];	/* slurmctld has the job */
extern node_record_t record[NODES];
extern view_resv_t resv[RESVS];
extern char names[RESVS][2];	/* of the reservations */
extern uint64_t held[JOBS];	/* the nodes that the machine has of each job */
extern uint32_t walks, passed;	/* walks, and the jobs that the last one passed */
extern time_t now;

extern void world_setup(void);
extern void world_teardown(void);

/* A retired record is freed (retired.h of the plugin). Are there other job_submit
 * plugins? */
extern void (*world_free)(slurmctld_resv_t *rec);
extern bool world_others;

/* For the macros of Slurm. */
extern const job_record_t *world_job(int i);

/* Slurm counts a job on its nodes: as one that runs, or as a suspended one. */
extern void world_count(int i, bool suspended, int diff);

extern void world_set_nodes(int i, uint64_t nodes);

/* Slurm has the job i from now on, as the last one of its list. */
extern void world_make(int i);

/* The request that makes a job marks the reservation that it names. */
extern void world_submit(int i, rng_t *rng);

extern void world_start(int i, rng_t *rng);

/* It completes: the nodes count no job that runs from now on. */
extern void world_end(int i, bool hangs);

/* A job that runs loses its first node, if it has another: that has failed. */
extern void world_shrink(int i);

/* Any one thing happens to a job. RET did a job start? */
extern bool world_change(int i, rng_t *rng);

/*
 * The view has to hold the nodes of all jobs that run or are suspended.
 * IN hung - and those of jobs that complete for too long
 */
extern void world_compare(bool hung);

/* Is there a job that names r and is not over? Is there the record of any job that
 * names r? */
extern bool world_named(int r);
extern bool world_had(int r);
