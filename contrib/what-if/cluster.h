/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cluster.h - a slurmctld that is played in virtual time, so that the office of
 * the plugin can decide on the requests of a month within seconds.
 *
 *	main.c		reads a workload, lets time pass
 *	  |
 *	wishes.h	requests for reservations: the office, or plain Slurm
 *	queue.h		jobs that wait, and where they start
 *	  |
 *	office.h	what plugin/ does round the office and the ledger
 *	  |
 *	fake.h		the host of the office (contrib/fake)
 *	  |
 *	cluster.h	its nodes, and jobs that run
 *
 * The decisions are those of plugin/booking, plugin/ledger, lrh/, osp/ and
 * garq/, the very objects that the plugin has. The simulator of the tests
 * (test/sim) plays a slurmctld that crashes; its world is one block of memory
 * for 64 nodes and 64 jobs, which outlives the process. This cluster has as many
 * nodes as the site, one partition and one user, and nothing of it fails.
 *
 * Nodes are numbered from 0 and named from n1 on, as contrib/cluster/cluster
 * does; those with an odd number in their name have the feature "odd", the
 * others "even". Times are seconds since the epoch; time() returns cluster.now.
 * The process ends if memory is short.
 */
#pragma once

#include "contrib/fake/fake.h"

#define NATIVE_NAME 32

/* A job that runs. */
typedef struct {
	uint32_t id;
	time_t limit;		/* its end by its time limit */
	time_t over;		/* when it really ends, <= limit */
	garq_set_t *nodes;	/* owned */
	char resv[NATIVE_NAME];	/* its reservation; "": none */
} run_t;

typedef struct {
	time_t now;
	uint32_t node_cnt;
	fake_t fake;		/* with the records */
	uint64_t *odd;		/* nodes by number, as fake_words_t */
	uint64_t *even;
	run_t *runs;
	uint32_t run_cnt;
	bool give_back;		/* requests have Flags=PURGE_COMP: a record goes
				 * when its job ends */
} cluster_t;

extern cluster_t cluster;

/* An empty cluster. IN node_cnt - >= 1 */
extern void cluster_begin(uint32_t node_cnt, time_t now);
extern void cluster_end(void);

/* Make a linked record. IN start, end; nodes - copied */
extern void cluster_reserve(const char *name, time_t start, time_t end,
			    const garq_set_t *nodes);

/* Start a job on these nodes, which are copied. The process ends with status 3
 * if another job has one of them. IN resv - "": none */
extern void cluster_run(uint32_t id, const garq_set_t *nodes, time_t limit,
			time_t over, const char *resv);

/* End the jobs that are over by now, and remove the records whose end has passed. */
extern void cluster_pass(void);

/* When cluster_pass() has something to do next; GARQ_FOREVER: never. */
extern time_t cluster_next(void);

/* The office, from office_start() to office_stop(). */
extern office_t *office;

/* Its lines for the log: an error ends the process (office.c). */
extern void host_say(office_t *office, say_level_t level, const char *line);
