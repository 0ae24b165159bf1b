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
 *	host*.c		the tables of functions by which the office asks for
 *	  |		records (plugin/booking/view/host.h)
 *	cluster.h	nodes, native records, jobs that run
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
#ifndef WHAT_IF_CLUSTER_H
#define WHAT_IF_CLUSTER_H

#include "garq/nodeset.h"
#include "plugin/booking/view/host.h"

#define NATIVE_NAME 32

/* A native record. */
typedef struct native {
	char name[NATIVE_NAME];
	char features[8];	/* "": any */
	uint32_t resv_id;
	uint32_t duration;	/* minutes, or BOOKING_NO_DURATION */
	uint32_t delay;		/* MaxStartDelay */
	uint64_t flags;
	time_t start;
	time_t end;
	garq_set_t *nodes;	/* owned */
	bool linked;		/* in Slurm's list; false: parked */
	bool marked;		/* plugin/booking/park/unwritten.h */
	uint32_t shifts;	/* how often its start was moved, ... */
	uint32_t binds;		/* ... and its nodes replaced */
} native_t;

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
	native_t **records;	/* all of them, linked and parked */
	uint32_t record_cnt;
	uint32_t top_id;
	bool records_changed;	/* since the view has seen them */
	run_t *runs;
	uint32_t run_cnt;
	bool runs_changed;	/* since the view has seen them */
	bool give_back;		/* requests have Flags=PURGE_COMP: a record goes
				 * when its job ends */
} cluster_t;

extern cluster_t cluster;

/* An empty cluster. IN node_cnt - >= 1 */
extern void cluster_begin(uint32_t node_cnt, time_t now);
extern void cluster_end(void);

/* Memory that is there, or the process ends. */
extern void *cluster_need(void *memory);

/* The linked record of a name, or NULL. */
extern native_t *cluster_find(const char *name);

/* A new record, linked and otherwise empty. Remove a record, and free it. */
extern native_t *cluster_add(void);
extern void cluster_remove(native_t *rec);

/* Put a record into Slurm's list, or take it out. */
extern void cluster_link(native_t *rec, bool linked);

/* Start a job on these nodes, which are copied. The process ends with status 3
 * if another job has one of them. IN resv - "": none */
extern void cluster_run(uint32_t id, const garq_set_t *nodes, time_t limit,
			time_t over, const char *resv);

/* End the jobs that are over by now, and remove the records whose end has passed. */
extern void cluster_pass(void);

/* When cluster_pass() has something to do next; GARQ_FOREVER: never. */
extern time_t cluster_next(void);


/* The host of the office; host.c. */
extern const host_t host;

/* The office, from office_start() to office_stop(). */
extern office_t *office;

/* Its lines for the log: an error ends the process (office.c). */
extern void host_say(office_t *office, say_level_t level, const char *line);

/* --- host_records.c ------------------------------------------------------- */

extern const host_records_t host_records;
extern const host_fields_t host_fields;

/* Make a linked record. IN start, end; nodes - copied */
extern native_t *host_make(const char *name, time_t start, time_t end,
			   const garq_set_t *nodes);

/* RET free(): "n1,n3" */
extern char *host_node_list(office_t *office, const garq_set_t *nodes);

/* --- host_watch.c: what the view sees ------------------------------------- */

extern int host_sync(office_t *office, time_t now, const view_events_t *events);
extern void host_link(office_t *office, view_resv_t *v);
extern void host_unlink(office_t *office, view_resv_t *v);
extern void host_unlink_if(office_t *office, bool (*fn)(view_resv_t *v));
extern view_resv_t *host_refresh(office_t *office, record_t *rec, time_t now);
extern void host_refresh_moved(office_t *office, view_resv_t *v, time_t now);
extern booking_t *host_forget(office_t *office, const char *name, time_t now);

#endif
