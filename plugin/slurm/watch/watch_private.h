/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_private.h - shared by the files of the watcher.
 *
 * Locks: those of watch.h. Times are seconds since the epoch.
 */
#pragma once

#include "plugin/booking/view/view_feed.h"
#include "plugin/slurm/watch/watch.h"

/* Seconds for which a job that runs past its end is expected to go on. */
#define WATCH_OVERRUN 60

/* Seconds after which a completing job counts as holding its nodes. */
#define WATCH_STUCK 30

/*
 * Reservations: watch_resvs_reset() has the next watch_resvs() read all
 * records; otherwise watch_resvs() reads records only if some have changed.
 */
extern void watch_resvs_reset(void);
extern void watch_resvs(office_t *office, time_t now,
			const view_events_t *events);

/*
 * watch_jobs() reads all jobs, and brings view_has_jobs() up to date.
 * watch_jobs_known() reads the jobs that the view has on nodes; if Slurm may
 * have others on nodes, it reads jobs until these are found, or all.
 */
extern void watch_jobs(time_t now);
extern void watch_jobs_known(time_t now);

/*
 * A walk through many jobs. It is bound by memory: most jobs only wait, and the
 * fields that show this are in few cache lines of a large record. Each record
 * is therefore requested WATCH_AHEAD jobs before it is read.
 */
#define WATCH_AHEAD 16
typedef struct watch_walk {
	/* Read a job. */
	void (*see)(const job_record_t *job, struct watch_walk *walk);
	time_t now;
	uint64_t missing;	/* as watch_jobs_counts_missing(); where jobs
				 * are looked for the walk ends at 0 */
	uint32_t cnt;		/* jobs passed so far */
	const job_record_t *next[WATCH_AHEAD];	/* requested, not read yet */
} watch_walk_t;

/*
 * watch_walk_pass() requests a job, and reads the one WATCH_AHEAD jobs before.
 * RET false: the walk must end
 * watch_walk_rest() reads the jobs that were requested: before the locks are
 * released, and at the end.
 */
extern bool watch_walk_pass(watch_walk_t *walk, const job_record_t *job);
extern void watch_walk_rest(watch_walk_t *walk);

/*
 * A look at jobs whose ids are known, which are mostly those of the last look:
 * watch_known_find() also requests the record that was found then WATCH_AHEAD
 * jobs after this one.
 * RET the job, or NULL
 */
extern void watch_known_begin(void);
extern const job_record_t *watch_known_find(uint32_t job_id);
extern void watch_known_clear(void);

/* Jobs of one watch_sweep_read(): a few milliseconds of a hold at most. */
#ifndef WATCH_SWEEP
#define WATCH_SWEEP 4096
#endif

/* The see() of watch_sweep.c: what a job has to do with reservations. */
extern void watch_jobs_sweep(const job_record_t *job, watch_walk_t *walk);

#define WATCH_NEVER ((time_t) INT64_MAX)

/*
 * When to read the known jobs again, or all, even if Slurm's stamp does not
 * change.
 */
extern time_t watch_jobs_due(void);
extern time_t watch_jobs_walk_due(void);

/*
 * Slurm counts the running and the suspended jobs of each node, and so does
 * the view. watch_jobs_counts_note() notes after a walk of all jobs by how
 * much the two counts of each node differ, mostly by 0.
 * watch_jobs_counts_missing() returns by how much more they differ now, all
 * nodes together: the number of nodes of the jobs that have started and that
 * the view does not know, each job counted separately. A job that ends does not
 * hide one that starts, because the view has removed the ended job before the
 * counts are compared.
 * RET false if that is not known: nothing was noted, or Slurm counts less than
 *	it did
 */
extern void watch_jobs_counts_note(void);
extern bool watch_jobs_counts_missing(uint64_t *ret_cnt);
extern void watch_jobs_counts_clear(void);

/*
 * Pools, the classes of nodes. Classes only make GarQ faster; its answers are
 * also exact with outdated classes. watch_pools_begin() goes before each look
 * at nodes: cnt of them; watch_pools_read() computes the class of a node.
 * RET watch_pools_begin(): true if the class of any node may have changed: then
 *	all must be read; watch_pools_read(): true if the class has changed;
 *	watch_pools_classes(): a class for each node, by index; owned by the
 *	watcher, valid until the next look
 */
extern bool watch_pools_begin(uint32_t cnt, time_t now);
extern bool watch_pools_read(uint32_t i);
extern const uint32_t *watch_pools_classes(void);
extern void watch_pools_clear(void);

/*
 * Note the switches above each node, once. watch_pools_replace(): the table of
 * nodes is another one, begin again.
 * IN most - of this number of nodes at one time
 */
extern void watch_pools_place(uint32_t most);
extern void watch_pools_replace(void);

/*
 * Nodes whose switches are noted at one look: a millisecond for some hundred,
 * once after a start or a reconfiguration.
 */
#define WATCH_PLACES 4096U

/* Nodes of which no bit has changed that are read at one look. */
#define WATCH_SLICE 512U

/*
 * Nodes: read the records of nodes that have changed, as far as Slurm reports
 * them, and the next WATCH_SLICE others; or all.
 * RET watch_nodes_read(): true if any node has another class than at the last
 *	look; watch_nodes_avail(): the available nodes; watch_nodes_said(): when
 *	each other node will be back, as its Reason says, or 0 (reason_until.h);
 *	both owned by the watcher
 */
extern bool watch_nodes_read(uint32_t cnt, bool all, time_t now);
extern const garq_set_t *watch_nodes_avail(void);
extern const time_t *watch_nodes_said(void);
extern void watch_nodes_clear(void);
