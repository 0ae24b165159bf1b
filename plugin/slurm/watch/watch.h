/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch.h - watch slurmctld's tables for the office's view
 * (plugin/booking/view/view.h).
 *
 * A scan of all tables at each request would be too slow: watch_sync()
 * compares Slurm's stamps of the last change with those of its last scan, and
 * reads only tables that changed. It reads the jobs that are on nodes; it
 * walks all jobs only if Slurm has a job on a node that the view does not
 * know. It reads the nodes that changed, as far as Slurm's bitmaps show, and
 * the other nodes in turns: a node whose features change, or whose state has no
 * bit, is seen a few scans later.
 *
 * Locks: every function needs conf READ, job READ, node WRITE, part READ (the
 * locks under which Slurm creates a reservation), or stronger ones. "now" is
 * the caller's time(NULL), in seconds since the epoch.
 */
#pragma once

#include "plugin/booking/view/host.h"
#include "plugin/slurm/compat/nodes.h"

/*
 * Bring the view up to date.
 * IN events - called for bookings whose records Slurm changed or removed
 */
extern void watch_sync(office_t *office, time_t now,
		       const view_events_t *events);

/*
 * Have the next watch_sync() read all jobs, if any may have changed: only then
 * does view_has_jobs() know which reservation a waiting job names. Running jobs
 * are seen by each look. For callers that may park a record because it has no
 * jobs, and can't sweep.
 */
extern void watch_want_jobs(void);

/*
 * Read all jobs. For the host after begin_with(): an earlier look found no
 * bookings that the CPU time of ended jobs could be added to (use.h), and a
 * booking may be closed before the first sweep.
 */
extern void watch_all_jobs(time_t now);

/*
 * The same in slices: watch_sweep_begin(), then watch_sweep_read() and
 * watch_sweep_next() in turns until that returns false. One thread sweeps at a
 * time. What view_has_jobs() says is renewed at the end.
 *
 * watch_sweep_read() reads the next slice of Slurm's list of jobs. The
 * function notes the jobs that have a reservation or run. The caller holds no
 * lock: the function takes job READ itself. Slurm's list has a lock of its
 * own, which squeue keeps for as long as squeue's answer is packed. A thread
 * that waits for that lock, and has the lock of the nodes, would have all
 * requests wait. watch_sweep_next() looks at the noted jobs as they are by
 * then.
 * IN write_jobs - the locks have job WRITE in watch_sweep_next(): retired
 *	records are taken away from jobs, and freed at the end (retired.h)
 * RET watch_sweep_begin() false: no job has changed, there is nothing to do,
 *	and none of the others may be called; watch_sweep_next(): true if there
 *	is another slice
 */
extern bool watch_sweep_begin(bool write_jobs, time_t now);
extern void watch_sweep_read(void);
extern bool watch_sweep_next(time_t now);

/*
 * Return true if Slurm has made another table of nodes since the last
 * watch_sync().
 */
extern bool watch_has_other_table(void);

/* Free the watcher's memory. */
extern void watch_fini(void);

/*
 * Read one native record that the plugin has just made or changed, without a
 * walk. The record is linked. Sets last_resv_update to now, as the plugin's own
 * change.
 * RET its entry in the view
 */
extern view_resv_t *watch_refresh(office_t *office, record_t *rec, time_t now);

/* As above for a record that moved, linked or parked; its linking stays. */
extern void watch_refresh_moved(office_t *office, view_resv_t *v, time_t now);

/*
 * Remove the entry of a native record that the plugin removed.
 * RET its booking, owned by the caller, or NULL: none
 */
extern booking_t *watch_forget(office_t *office, const char *name, time_t now);

/*
 * Link or unlink the record of an entry: put it into Slurm's list, or take it
 * out, and then the plugin owns the record. The office decides which records
 * are linked (park.h). A record that is linked, or unlinked, already stays so.
 */
extern void watch_link(office_t *office, view_resv_t *v);
extern void watch_unlink(office_t *office, view_resv_t *v);

/* The same for a while: in front. watch_settle() if it stays (watch_list.h). */
extern void watch_fetch(office_t *office, view_resv_t *v);
extern void watch_settle(office_t *office, view_resv_t *v);

/* Unlink all linked records for which fn returns true, in one pass. */
extern void watch_unlink_if(office_t *office, bool (*fn)(view_resv_t *v));

/*
 * Return true if a reservation changed in a second that has ended, and Slurm's
 * reservations were not walked since: the next watch_sync() walks them.
 * Locks: none
 */
extern bool watch_walk_waits(time_t now);

/*
 * Set last_resv_update back to its value at watch_sync(), or at
 * watch_stamp_changed() if that was later, because the changes since then
 * concern nothing that Slurm reads. A new stamp would end a backfill cycle.
 */
extern void watch_restore_stamp(void);

/* Set last_resv_update: a linked record was changed, linked or unlinked. */
extern void watch_stamp_changed(time_t now);

/* Note a change that only users see, and Slurm does not read. */
extern void watch_stamp_shown(time_t now);

/* When any reservation changed last, parked ones included (seconds). */
extern time_t watch_last_update(void);

/* The facts of all nodes, as last read; for the host. */
extern node_facts_table_t watch_pools_facts(void);
