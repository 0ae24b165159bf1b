/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch.h - slurmctld's tables, watched for the office's view (view.h).
 *
 * Nothing is scanned at every request: view_sync() compares Slurm's own stamps
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
extern int view_sync(time_t now, const view_events_t *events);

/* Has Slurm made another table of nodes since the last view_sync()? */
extern bool watch_has_other_table(void);

/* Free what the watcher keeps; after view_fini(). */
extern void watch_fini(void);

/*
 * See one native record at once, after we made or changed it; it is linked.
 * last_resv_update is taken as being of our own making.
 * RET its entry, or NULL if memory is short
 */
extern view_resv_t *view_refresh(record_t *rec, time_t now);

/* The same for one that we moved, linked or not; linking is not changed. */
extern void view_moved(view_resv_t *v, time_t now);

/* We removed a native record. RET its booking, owned by the caller, or NULL */
extern booking_t *view_forget(const char *name, time_t now);

/*
 * Put its record into Slurm's list, or take it out (it stays ours, as it is).
 * Which of the two it should be is for park.h to say. Once more is no change.
 */
extern void view_link(view_resv_t *v);
extern void view_unlink(view_resv_t *v);

/* Take out all for which fn says so, in one go. */
extern void view_unlink_all(bool (*fn)(view_resv_t *v));

/*
 * What we did since view_sync(), or since view_tell() if that was later, has
 * changed nothing that Slurm looks at: last_resv_update is what it was then. A
 * change of it ends a backfill cycle.
 */
extern void view_hush(void);

/* A record that Slurm looks at was changed, linked or unlinked. */
extern void view_tell(time_t now);

/* What users are shown of one has changed, nothing that Slurm looks at. */
extern void view_shown(time_t now);

/* The last change to any reservation, parked ones included. */
extern time_t view_last_update(void);

#endif
