/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * repair.h - give bookings other nodes for those that were taken from them.
 *
 * taken.h judges which nodes a booking lacks, whoever took them, and this is
 * the one place that acts on it. A booking by count gets other nodes at the
 * same time, of the class that it had (garq/machine.h: pools) if there are,
 * for which other bookings that have not started may change their nodes or
 * shift inside their windows; then, if it is flexible, another start in its
 * own window; then as many good nodes as there are. A booking that has begun
 * keeps its good nodes (admit_begun.h). Nodes of a named list, or of ALL, that
 * are Slurm's again are given back. What a booking lacks after that it is
 * marked with (degraded.h), which is shown, logged and told to the site
 * (garq_notify). It is tried again when something may have become free, and
 * after pauses that double from REPAIR_AGAIN to REPAIR_AGAIN_MAX (timing.h).
 * No other booking loses its place to a repair.
 *
 * Nodes may fail for a moment, and jobs may take a while to end: these count
 * after REPAIR_PATIENCE, but at once where the nodes of a booking that has
 * begun failed, and a job on those only after REPAIR_JOB_PATIENCE, as Slurm
 * itself takes time to kill what overruns.
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/*
 * Look at the bookings that may lack nodes (hits.h): repair them, or mark as
 * degraded those that can't be repaired, and clear the marks of others. Each
 * change is queued for the ledger. Locks: site_lock(), after site_sync().
 * RET true if anything changed that Slurm looks at
 */
extern bool repair_all(office_t *office, time_t now);

/*
 * A booking was changed: bring its mark up to date, without a repair. No
 * effect on one that is not marked. Locks: as repair_all()
 */
extern void repair_changed(office_t *office, view_resv_t *v, time_t now);

/* A booking whose nodes others had. */
typedef struct {
	enum {
		FORESEEN_AGAIN,		/* it is put off, see below */
		FORESEEN_DONE,
		FORESEEN_UNKNOWN,	/* not asked */
	} turn;
	bool cut;			/* not all ways were tried: a repair has
					 * more steps, and may end elsewhere */
	uint32_t others;		/* bookings that would move for it */
} foreseen_t;

/*
 * Find out what a repair would do to a booking now, by the same search, and
 * change no record: others' nodes are those of view_later_hold(). The bookings
 * that the repair would move count as moved.
 * IN company - others are hit, too. A repair puts off a booking without room
 *	until these are tried: then FORESEEN_AGAIN is returned, and the caller
 *	asks again without company after them
 * IN/OUT tried - view_return()
 * RET false: nothing is known of it, as the search was cut short (turns.h)
 */
extern bool repair_foresee(office_t *office, view_resv_t *v, bool company,
			   time_t now, view_lift_t *tried, foreseen_t *ret);

/* Return true if the last repair_all() left work: call it again soon. */
extern bool repair_goes_on(office_t *office);
