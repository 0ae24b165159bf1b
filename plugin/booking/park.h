/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * park.h - which bookings are among Slurm's own records.
 *
 * Slurm walks all of its reservations for each job that it tests and for each
 * request, saves them all when one changes, and holds no more than 9,999. A job
 * that starts now can be blocked only by the next booking on each of its
 * nodes: to reach a later one it would have to cross that. So the record of a
 * booking is linked, i.e. in Slurm's list, if
 *
 *  - it is the next on one of its nodes, or follows there one that has jobs
 *    (which may run past its end: ResvOverRun, FLEX);
 *  - it has begun, or begins within PARK_LEAD seconds;
 *  - a reservation of Slurm's own that it may give other nodes lies at the
 *    same time: those must not be the nodes of this one;
 *  - a job asks for it, or a request that is under way names it;
 *  - it can be met elsewhere than on its nodes: it has licenses, or is
 *    MAGNETIC or FLEX; or Slurm chooses its nodes anew (all of the cluster or
 *    a partition);
 *  - Slurm manages it alone, or garq_park=no.
 *
 * All others are parked: the record, as Slurm made it, is kept here and put
 * into the list only while Slurm's own code has to find it. What is parked
 * is not in Slurm's state file: the ledger knows that, before the state file
 * is written without it.
 *
 * Locks: site_lock(), after site_sync(), where nothing else is said.
 */
#ifndef PLUGIN_PARK_H
#define PLUGIN_PARK_H

#include "plugin/booking/loan.h"
#include "plugin/booking/timing.h"
#include "plugin/booking/view.h"

/*
 * Have v in Slurm's list while something native is done with it; at the end
 * park_update() or park_return(), which are given the result.
 * RET was it there for its own sake (loan_is_unparked())?
 */
extern bool park_fetch(view_resv_t *v);

/* The end of it where nothing was changed after all. */
extern void park_return(view_resv_t *v, bool was_linked);

/* controller->validate_user() for a reservation that may be parked */
extern bool park_validate_user(const char *name, uint32_t uid);

/*
 * A booking was made, changed or removed: link what is next on its nodes now,
 * and park v again unless it is needed.
 * IN v - NULL: it is gone
 * IN was_linked - before; false for a new one
 * IN before - nodes that it had, or NULL
 * RET has anything changed that Slurm looks at (if not, last_resv_update is
 *	as it was)
 */
extern bool park_update(view_resv_t *v, bool was_linked,
			const garq_set_t *before, time_t now);

/*
 * Delete a reservation, wherever it is.
 * OUT ret_booking - of it, owned by the caller; NULL: destroyed
 * OUT ret_visible - has anything changed that Slurm looks at
 * RET 0 or a code (refused.h); then it is there as before
 */
extern int park_delete(view_resv_t *v, time_t now, booking_t **ret_booking,
		       bool *ret_visible);

/*
 * A job that is about to exist has these reservations (names separated by
 * commas): link them for its sake until park_return_named(), which is given the
 * same names.
 * RET is one of them not in Slurm's saved state? park_return_named() assumes
 *	that it was saved in between
 */
extern bool park_link_named(const char *names, time_t now);

/* What a request has borrowed. */
typedef struct {
	bool on_loan;	/* at least one record is on loan */
	bool unsaved;	/* one is not in Slurm's saved state */
} park_loan_t;

/*
 * A request of uid names these, and Slurm's own handler is about to serve it:
 * lend the parked ones that a job of uid could use, LOAN_NAMES_MAX at most.
 * RET 0: park_return_named() has to follow, with the same names; or a code
 *	(refused.h) for the user, with ret_text (free(), or NULL): nothing was
 *	lent
 */
extern int park_lend_named(const char *names, uint32_t uid,
			   park_loan_t *ret_loan, char **ret_text);

/*
 * The end of both: what was lent stays linked where a job asks for it by now,
 * and is parked again where none does.
 * IN synced - site_sync() has seen the jobs since; else all of it stays linked,
 *	for a later look to park
 */
extern void park_return_named(const char *names, bool synced, time_t now);

/*
 * Time has passed: link what is needed now. What is not any more is first
 * noted in the ledger, and parked by a later look once park_ledger_written()
 * was told that the ledger is written.
 * RET has one been linked?
 */
extern bool park_update_all(time_t now);
extern void park_ledger_written(void);

/* After a start: all bookings are out of the list. */
extern void park_begin(time_t now);

/* For good: Slurm has them all, and the ledger says so. */
extern void park_end(time_t now);

/*
 * Slurm has other tables of nodes and partitions than before: lend all records
 * to it, so that it renews the parked ones, too. To be called within a
 * reconfiguration; park_rebuild_end() after each controller->sync(), of which
 * the first one that follows has seen what became of the records.
 */
extern void park_rebuild_begin(void);
extern void park_rebuild_end(void);

#endif
