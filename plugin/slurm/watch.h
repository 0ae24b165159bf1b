/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch.h - slurmctld's tables, watched for the office's view (view.h).
 *
 * Nothing is scanned at every request: watch_sync() compares Slurm's own stamps
 * of the last change with those it has seen, and walks only the table that
 * changed.
 *
 * Locks: every function needs conf READ, job READ, node WRITE, part READ (the
 * locks under which Slurm creates a reservation), or stronger ones. "now" is the
 * caller's time(NULL).
 */
#ifndef PLUGIN_WATCH_H
#define PLUGIN_WATCH_H

#include "plugin/booking/controller.h"
#include "plugin/slurm/nodes.h"

/*
 * See what changed.
 * RET SLURM_SUCCESS, or ENOMEM: then nothing can be placed
 */
extern int watch_sync(time_t now, const view_events_t *events);

/* Has Slurm made another table of nodes since the last watch_sync()? */
extern bool watch_has_other_table(void);

/* Free what the watcher keeps; after view_fini(). */
extern void watch_fini(void);

/*
 * See one native record at once, after we made or changed it; it is linked.
 * last_resv_update is taken as being of our own making.
 * RET its entry, or NULL if memory is short
 */
extern view_resv_t *watch_refresh(record_t *rec, time_t now);

/* The same for one that we moved, linked or not; linking is not changed. */
extern void watch_refresh_moved(view_resv_t *v, time_t now);

/* We removed a native record. RET its booking, owned by the caller, or NULL */
extern booking_t *watch_forget(const char *name, time_t now);

/*
 * Put its record into Slurm's list, or take it out (it stays ours, as it is).
 * Which of the two it should be is for park.h to say. Once more is no change.
 */
extern void watch_link(view_resv_t *v);
extern void watch_unlink(view_resv_t *v);

/* Take out all for which fn says so, in one go. */
extern void watch_unlink_if(bool (*fn)(view_resv_t *v));

/*
 * What we did since watch_sync(), or since watch_stamp_changed() if that was
 * later, has changed nothing that Slurm looks at: last_resv_update is what it
 * was then. A change of it ends a backfill cycle.
 */
extern void watch_restore_stamp(void);

/* A record that Slurm looks at was changed, linked or unlinked. */
extern void watch_stamp_changed(time_t now);

/* What users are shown of one has changed, nothing that Slurm looks at. */
extern void watch_stamp_shown(time_t now);

/* The last change to any reservation, parked ones included. */
extern time_t watch_last_update(void);

#endif
