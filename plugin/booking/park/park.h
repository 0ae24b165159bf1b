/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * park.h - which records are linked (in Slurm's list) and which are parked.
 *
 * Slurm walks all of its reservations for each job that it tests and for each
 * request, saves all of them when one changes, and holds no more than 9,999. A
 * job that starts now can be blocked only by the next booking on each of its
 * nodes: to reach a later booking the job would have to cross the next one. The
 * record of a booking is therefore linked if
 *
 *  - the booking is the next on one of its nodes, or follows there a booking
 *    that lets jobs past (it has begun, or is FLEX, or has a MaxStartDelay of
 *    Slurm's own: park_rule.h), or one with jobs;
 *  - the booking has begun, or begins within PARK_LEAD seconds;
 *  - a native reservation to which Slurm may give other nodes lies at the same
 *    time: Slurm must not choose the nodes of the booking;
 *  - a job asks for the booking, or a request that is being served names it;
 *  - the booking acts beyond its nodes (it has licenses, or is MAGNETIC or
 *    FLEX), or Slurm chooses its nodes again (all of the cluster or a
 *    partition);
 *  - garq_park=no, there is no ledger, or the record has no nodes;
 *  - the cluster is in a federation (office->federated): the siblings' jobs
 *    reach the host by messages in which no record is lent (REQUEST_SIB_MSG).
 *
 * The record of a native reservation is always linked. All other records are
 * parked: the view keeps the record, as Slurm made it, and the record is in
 * Slurm's list only while Slurm's own code has to find it (loan.h). Slurm's
 * state file has no parked record; the ledger says "parked" before the state
 * file is written without the record.
 *
 * A new or changed booking follows these rules at once, before its row is
 * durable, so that no conflicting job starts meanwhile. Slurm may save its
 * record then: unwritten.h says why nobody takes that for a booking.
 *
 * Slurm's schedulers need the locks to start a job, and run as soon as these
 * are free. Hence the invariants P1 and P2 of park_rule.h hold at the end of
 * each hold, whether or not jobs are known:
 *
 *  - All looks follow the holds of a node through one function, which links a
 *    booking and goes on behind it where it lets jobs past.
 *  - A new or changed record that lets jobs past before its start (FLEX) has
 *    all of its nodes followed in the look of the change.
 *  - A booking that is made behind such a record is followed to from the
 *    present.
 *  - A record lets jobs past at its start from PARK_LEAD seconds before on: a
 *    pass comes in between.
 *
 * park_check() verifies this in a running controller (verify.h).
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync(),
 * where nothing else is said.
 */
#pragma once

#include "plugin/booking/park/loan.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/*
 * Link v before a function of Slurm changes or removes its record. Then
 * park_update() or park_return() has to follow, with the result.
 * RET true if v was linked for its own sake before (view_is_unparked())
 */
extern bool park_fetch(office_t *office, view_resv_t *v);

/* End park_fetch() where the record was not changed after all. */
extern void park_return(office_t *office, view_resv_t *v, bool was_linked);

/*
 * users->may_delete() for a reservation that may be parked. For users
 * without operator rights; false for those whom it keeps out
 * (record_keeps_out()).
 */
extern bool park_validate_user(office_t *office, const char *name,
			       uint32_t uid);

/*
 * A reservation was made, changed or removed: link the bookings that are next
 * on its nodes now, and park v again unless its record is needed.
 * IN v - NULL: the reservation was removed
 * IN was_linked - of park_fetch(); false for a new reservation
 * IN before - the nodes that the reservation had, or NULL
 * RET true if anything changed that Slurm looks at. If not, Slurm's stamp of
 *	the last change is as it was (host.h: restore_stamp())
 */
extern bool park_update(office_t *office, view_resv_t *v, bool was_linked,
			const garq_set_t *before, time_t now);

/* What has become of one reservation. */
typedef struct {
	view_resv_t *v;		/* as the parameters of park_update() */
	bool was_linked;
	const garq_set_t *before;
} park_change_t;

/* The same for several at once. IN changes - no reservation twice */
extern bool park_update_many(office_t *office, const park_change_t *changes,
			     size_t cnt, time_t now);

/*
 * Delete a reservation, linked or parked, and its entry v.
 * OUT ret_booking - its booking or NULL, owned by the caller; if ret_booking is
 *	NULL the booking is destroyed
 * OUT ret_visible - true if anything changed that Slurm looks at
 * RET 0 or a code (refused.h). The outputs are set if the record is gone
 */
extern int park_delete(office_t *office, view_resv_t *v, time_t now,
		       booking_t **ret_booking, bool *ret_visible);

/*
 * A job that is about to be made asks for these bookings: link their records
 * until park_return_named(), which has to follow with the same names.
 * IN names - separated by commas
 * RET true if one of the records is not in Slurm's saved state. Then the caller
 *	has the state saved before park_return_named(), which marks them as
 *	saved
 */
extern bool park_link_named(office_t *office, const char *names, time_t now);

/* The records that a request has borrowed. */
typedef struct {
	bool on_loan;	/* at least one record is on loan */
	bool unsaved;	/* at least one is not in Slurm's saved state */
} park_loan_t;

/*
 * Slurm's own handler is about to serve a request of uid that names these
 * bookings: lend it their parked records, LOAN_NAMES_MAX at most.
 * IN names - separated by commas
 * OUT ret_text - for the user, free(); may be untouched after an error
 * RET 0: park_return_named() has to follow, with the same names; or a code
 *	(refused.h), REFUSED_NO_ACCESS if a job of uid may not enter one of
 *	them, REFUSED_NO_SUCH if one is not made yet (unwritten.h), or there
 *	are too many: nothing was lent
 */
extern int park_lend_named(office_t *office, const char *names, uint32_t uid,
			   park_loan_t *ret_loan, char **ret_text);

/*
 * End park_link_named() or park_lend_named(): a lent record stays linked if a
 * job asks for its booking by now, and is parked again if none does.
 * IN synced - site_sync() has seen the jobs since; else every lent record stays
 *	linked, and park_update_all() parks it later
 */
extern void park_return_named(office_t *office, const char *names, bool synced,
			      time_t now);

/*
 * A slice (park_turn.h) of the periodic pass: link the records that Slurm
 * needs now. The caller goes on as long as park_turn_goes_on() says. Where the
 * last slice is PARK_LEAD / 2 seconds ago, or longer, a turn over all nodes
 * begins. A record that was not needed in a whole pass is noted in the
 * ledger's queue; a later pass parks it, after park_ledger_written() has said
 * that the queue was written.
 * RET true if a record was linked
 */
extern bool park_update_all(office_t *office, time_t now);

/*
 * Check P1 and P2 (park_rule.h) as of the last whole pass.
 * OUT ret_reason - the rule that is broken; untouched if none is
 * RET false: one is broken. true also if nothing can be said: no pass has ended
 *	yet, no look has come for PARK_LEAD / 2 seconds, or the clock was put
 *	back
 */
extern bool park_check(office_t *office, time_t now, const char **ret_reason);

/*
 * All that was queued up to this look, of whichever thread, is written. Other
 * threads look while the ledger is written, so the caller asks for the number
 * of the last look before it has the ledger written.
 */
extern uint32_t park_last_look(office_t *office);
extern void park_ledger_written(office_t *office, uint32_t look);
extern bool park_is_written(office_t *office, uint32_t look);

/*
 * Return true if a record with groups was linked since the last call. Then the
 * caller has host.h's refresh_groups() called, once it knows that the
 * name service answers.
 */
extern bool park_take_groups_due(office_t *office);

/*
 * End of reconcile(), which has unlinked the record of every booking: link the
 * records that Slurm needs.
 */
extern void park_begin(office_t *office, time_t now);

/*
 * Shutdown, or the ledger can't be written: unpark every record permanently.
 * The bookings are not marked as parked any more; the caller informs the
 * ledger.
 */
extern void park_end(office_t *office, time_t now);
