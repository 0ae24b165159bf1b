/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_feed.h - the functions by which a watcher of the cluster feeds the view
 * (view.h).
 *
 * A look of the watcher:
 *
 *	if (!view_machine())
 *		view_build(nodes, classes, now);	everything is seen again
 *	view_advance(now);
 *	view_table_add(), view_see(), ...		changed reservations
 *	view_nodes_see(available, said, now);
 *	view_jobs_begin(); view_jobs_see(), ...; view_jobs_end();
 *
 * Times are seconds since the epoch. Locks: those of view.h.
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* Holder ids: kind in the top byte, then a serial number, job id or node. */
#define VIEW_ID_SHIFT 56
#define VIEW_ID_RESV UINT64_C(1)
#define VIEW_ID_JOB UINT64_C(2)
#define VIEW_ID_NODE UINT64_C(3)
#define VIEW_ID_PENDING UINT64_C(4)	/* see view_pending.h */
#define VIEW_ID_LATER UINT64_C(5)	/* see view_later_hold() */
#define VIEW_ID_OPEN UINT64_C(6)	/* no holder: see VIEW_GROUP_OPEN */
#define VIEW_ID(kind, n) (((kind) << VIEW_ID_SHIFT) | (uint64_t) (n))

/*
 * Seconds beyond the horizon up to which occurrences of recurring reservations
 * are held, so that they need not be renewed at each look. A watcher has to see
 * all reservations at least twice in this time.
 */
#define VIEW_AHEAD (2 * 86400)

/*
 * Empty the view, and make a machine of size nodes (>= 1). The table of
 * reservations and their bookings are kept. Once the office is ready all of its
 * time counts as freed (view_freed()): nodes may serve other requests now.
 * IN class_of - a number for each node, the same for nodes that no request can
 *	distinguish; only read. Coarse classes give the same answers, slower
 */
extern void view_build(office_t *office, uint32_t size,
		       const uint32_t *class_of, time_t now);

/* Advance the time of the machine and the licenses to now. */
extern void view_advance(office_t *office, time_t now);

/* A reservation as the watcher sees it, all of it owned by the watcher. */
typedef struct {
	record_t *rec;
	uint32_t resv_id;
	uint32_t duration;	/* minutes, or BOOKING_NO_DURATION */
	uint64_t flags;
	time_t start;
	time_t end;
	const garq_set_t *nodes;	/* NULL: none; may be v->nodes */
	const char *licenses;
	uint32_t cpus;		/* of its nodes, or of its cores of them */
	record_attrs_t attrs;
} view_seen_t;

/* Add a reservation, which is not linked yet. RET its entry */
extern view_resv_t *view_table_add(office_t *office, const char *name);

/*
 * Remove a reservation, its nodes and its licenses; v is freed.
 * RET its booking, owned by the caller, or NULL
 */
extern booking_t *view_table_remove(office_t *office, view_resv_t *v);

/* Note whether the record is in Slurm's list. */
extern void view_table_set_linked(office_t *office, view_resv_t *v,
				  bool linked);

/* Update v to seen; without a machine only its attributes. */
extern void view_see(office_t *office, view_resv_t *v, const view_seen_t *seen,
		     time_t now);

/* A running job as the watcher sees it. */
typedef struct {
	uint32_t job_id;
	uint32_t user_id;
	uint64_t group;		/* holder id of its reservation, or its own */
	time_t start;
	time_t end;		/* by its time limit */
	const garq_set_t *nodes;	/* borrowed; or view_jobs_nodes() */
	uint64_t version;	/* a job has other nodes only with another
				 * version; 0: it completes, and may have
				 * others at any time */
	bool alone;		/* it is in no reservation, and names none */
	uint32_t cpus;		/* that it has */
	time_t paused;		/* seconds for which it was suspended */
} view_job_t;

/*
 * A look at jobs: a running job that it does not see has ended. The look goes
 * through all jobs, waiting ones too, and so is a walk (view_walk_begin()); or
 * after view_jobs_begin_known() only through those of view_jobs_each().
 */
extern void view_jobs_begin(office_t *office);
extern void view_jobs_begin_known(office_t *office);
extern void view_jobs_see(office_t *office, const view_job_t *job, time_t now);
extern void view_jobs_end(office_t *office);

/*
 * Call fn for each job that runs in a reservation; or for each such job that
 * the last look did not see any more. fn must not call for jobs.
 */
typedef struct {
	uint32_t job_id;
	uint64_t group;		/* the holder id of the reservation, which may
				 * be gone */
	time_t start;
	time_t paused;
	uint32_t cpus;
} view_reserved_job_t;
typedef void (*view_reserved_job_fn)(office_t *office,
				     const view_reserved_job_t *job);
extern void view_jobs_each_running(office_t *office, view_reserved_job_fn fn);
extern void view_jobs_each_left(office_t *office, view_reserved_job_fn fn);

/*
 * A job is on nodes since a start, up to an end by its time limit. If it was
 * alone when it was last seen, had the same start and end and was not
 * completing, then it has the same nodes: it counts as seen, and nothing else
 * of it has to be read. Slurm changes the nodes of a job that goes on, or
 * gives it a reservation, only when it is told to, after which
 * view_jobs_doubt() has to be called, or when a node has failed, which is down
 * then.
 * RET true: the job counts as seen; false: view_jobs_see() has to follow
 */
extern bool view_jobs_is_as_before(office_t *office, uint32_t job_id,
				   time_t start, time_t end);

/* Slurm is asked to change a job: see all jobs again. Locks: none */
extern void view_jobs_doubt(office_t *office);

/*
 * Call fn for each job that holds nodes, in no certain order, until fn returns
 * false. fn may view_jobs_see() this job.
 * IN group - the holder id of their reservation, or 0: all
 * RET false if fn did
 */
extern bool view_jobs_each(office_t *office, uint64_t group,
			   bool (*fn)(uint32_t job_id, void *arg), void *arg);

/*
 * How many jobs that run or are suspended, those with a version, the view has
 * on each node. RET view_size() counts; NULL: none yet
 */
extern const uint32_t *view_jobs_on_nodes(office_t *office);

/* Add the nodes of jobs that run in reservations to a set of view_size(). */
extern void view_jobs_add_reserved(office_t *office, garq_set_t *nodes);

/*
 * A walk through all jobs, for their relations to reservations. It may take
 * several holds of the locks: jobs that are made meanwhile come last, and a
 * request that gives a job the name of a reservation marks that. A reservation
 * thus has jobs (view_has_jobs()) if a mark was set since the start of the last
 * walk that has ended. Where a walk is not ended, another one may begin.
 * RET view_walk_begin(): the number of the walk, for view_walk_end();
 *	view_walk_is_due(): true if a record was parked, or
 *	view_jobs_mark_named() was called, since the last walk began
 */
extern uint32_t view_walk_begin(office_t *office);
extern void view_walk_end(office_t *office, uint32_t walk);
extern bool view_walk_is_due(office_t *office);

/*
 * view_walk_last(): the number of the walk that began last;
 * view_walk_ended_since(): true if a walk that began later has ended.
 * view_walk_need(): request a walk.
 */
extern uint32_t view_walk_last(office_t *office);
extern bool view_walk_ended_since(office_t *office, uint32_t walk);
extern void view_walk_need(office_t *office);

/*
 * The plugin itself has taken the locks, and is about to release them: until
 * then no job gets a record, unless view_jobs_mark_resv() says so. Links by
 * code that Slurm calls with its own locks are not within a hold.
 */
extern void view_hold_begins(office_t *office);
extern void view_hold_ends(office_t *office);

/* The record of v, a new entry, was made in this hold. */
extern void view_jobs_see_new(office_t *office, view_resv_t *v);

/* There is the record of a finished job that had this reservation. */
extern void view_jobs_touch_resv(office_t *office, view_resv_t *v);

/*
 * The nodes of a job as last seen, or NULL.
 * OUT ret_version - of the job as last seen; 0 without one
 */
extern const garq_set_t *view_jobs_nodes(office_t *office, uint32_t job_id,
					 uint64_t *ret_version);

/*
 * Return true if a reservation has changed since the last look, so that its
 * jobs may end at another time now. Then a look is due: its begin clears this.
 */
extern bool view_jobs_are_stale(office_t *office);

/*
 * Seconds before the time that was said of a node. If the node is still down
 * then, the time does not count any more, and the bookings that await the node
 * are repaired before their start.
 */
#define VIEW_SAID_LEAD 300

/*
 * The nodes that are available; each other one is held from now on until it
 * counts as back: at the time that was said for it, or after garq_return. Each
 * look puts these times off, as far as the node is still down; a time that was
 * said does not count any more some minutes before it comes. One look takes
 * over a few changed nodes at most (view_nodes_are_behind()).
 * IN said - for each node the time at which it will be back; 0, or in the past:
 *	nothing was said. NULL: of no node
 * RET true if a node has gone down or come back
 */
extern bool view_nodes_see(office_t *office, const garq_set_t *avail,
			   const time_t *said, time_t now);
