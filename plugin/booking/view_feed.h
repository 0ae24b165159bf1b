/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_feed.h - what the watcher of the cluster tells the view (view.h).
 *
 * One look of the watcher:
 *
 *	if (!view_is_complete())
 *		view_build(nodes, classes, now);	everything is seen anew
 *	view_advance(now);
 *	view_table_add(), view_see(), ...		reservations that changed
 *	view_nodes_see(available, now);
 *	view_jobs_begin(); view_jobs_see(), ...; view_jobs_end();
 *	view_set_complete();
 *
 * A function that returns false is short of memory: the look fails, nothing can
 * be placed, and the next look has to begin with view_build().
 */
#ifndef PLUGIN_VIEW_FEED_H
#define PLUGIN_VIEW_FEED_H

#include "plugin/booking/view.h"

/* Holder ids: kind in the top byte, then a serial number, job id or node. */
#define VIEW_ID_SHIFT 56
#define VIEW_ID_RESV UINT64_C(1)
#define VIEW_ID_JOB UINT64_C(2)
#define VIEW_ID_NODE UINT64_C(3)
#define VIEW_ID(kind, n) (((kind) << VIEW_ID_SHIFT) | (uint64_t) (n))

/*
 * The occurrences of recurring reservations are held up to the horizon and so
 * much further, in seconds, that they need not be seen anew each second. A
 * watcher sees all reservations at least twice in this time.
 */
#define VIEW_AHEAD (2 * 86400)

/* Does the machine hold all that it should? If not it is built anew. */
extern bool view_is_complete(void);
extern void view_set_complete(void);

/* Something could not be held: the next look builds the machine anew. */
extern void view_set_incomplete(void);

/*
 * Begin anew with a machine of size nodes (>= 1); bookings are kept.
 * IN class_of - size numbers, the same for nodes that requests can't tell
 *	apart; only read. With coarse classes answers are as exact, and slower
 */
extern bool view_build(uint32_t size, const uint32_t *class_of, time_t now);

/* Move the time of machine and licenses on. */
extern bool view_advance(time_t now);

/* A reservation as the watcher sees it; the watcher owns all of it. */
typedef struct {
	record_t *rec;
	uint32_t resv_id;
	uint32_t duration;	/* minutes, or BOOKING_NO_DURATION */
	uint64_t flags;
	time_t start;
	time_t end;
	const garq_set_t *nodes;	/* NULL: none; may be v->nodes */
	const char *licenses;
	record_attrs_t attrs;
} view_seen_t;

/* Enter a new reservation, not linked yet. RET NULL if memory is short */
extern view_resv_t *view_table_add(const char *name);

/*
 * Remove a reservation; the machine does not hold it any more.
 * RET its booking, owned by the caller, or NULL
 */
extern booking_t *view_table_remove(view_resv_t *v);

/* Note whether the record is in Slurm's own list. */
extern void view_table_set_linked(view_resv_t *v, bool linked);

/* Take over what is seen of a reservation; false also without a machine. */
extern bool view_see(view_resv_t *v, const view_seen_t *seen, time_t now);

/* A running job as the watcher sees it. */
typedef struct {
	uint32_t job_id;
	uint32_t user_id;
	uint64_t group;		/* the id of its reservation, or of its own */
	time_t end;
	const garq_set_t *nodes;	/* of the watcher, or view_jobs_nodes() */
} view_job_t;

/* A walk through all jobs: those that it does not see have ended. */
extern void view_jobs_begin(void);
extern bool view_jobs_see(const view_job_t *job, time_t now);
extern void view_jobs_end(void);

/* A job of the walk, waiting or running, names this reservation. */
extern void view_jobs_mark_resv(view_resv_t *v);

/* The nodes of a job as last seen, or NULL. */
extern const garq_set_t *view_jobs_nodes(uint32_t job_id);

/*
 * Has a reservation changed since the last walk, so that its jobs may end at
 * another time now? The next view_jobs_begin() settles that.
 */
extern bool view_jobs_are_stale(void);

/* All nodes that are available; all others are held from now on. */
extern bool view_nodes_see(const garq_set_t *avail, time_t now);

#endif
