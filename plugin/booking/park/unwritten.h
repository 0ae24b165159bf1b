/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwritten.h - records that say what the ledger may not know yet.
 *
 * A request that makes or changes a booking is answered when the ledger has
 * it. Until then Slurm may save the record, and another controller may take
 * over and read that: it must not take for a booking, or for a change that was
 * made elsewhere, what nobody was promised. The same holds for a place to
 * which the scheduler has moved a booking: without the plugin it may lose nodes
 * that the ledger never had for it. The record must not stay out of Slurm's
 * list meanwhile: a job that starts now could then run into the new booking,
 * however far ahead that lies, and nothing could end the job. Hence the rule:
 *
 *	The record of a new, changed or moved booking is in Slurm's list, or
 *	parked, at once, as park.h says, so it protects its nodes and its name
 *	is taken. But it bears a mark, from the decision on (under the same
 *	locks, under which Slurm saves nothing) until the first look after its
 *	row is durable. Slurm saves the mark with the record, and gives it no
 *	meaning. At a start, what a marked record says counts for nothing
 *	(reconcile_rules.h): the ledger is right about its booking, and if the
 *	ledger has none, it is deleted.
 *
 * The mark may stay longer than needed: where the ledger has the row it changes
 * nothing. Each operation that a thread waits for is an unwritten_t; a booking
 * may have several. Operations that no thread waits for (moves, holds of
 * offers, the bookings of jobs, what an undo queues) are durable when the agent
 * has had the ledger written after them (park_is_written()).
 *
 * A user can't use a new booking before the answer: a request that names it is
 * refused (park_lend_named()). A job that Slurm puts into it on its own
 * (MAGNETIC, a job_submit plugin, a sibling of a federation) keeps it there:
 * place_take_back() then keeps the booking, and a start adopts its record.
 *
 * What Slurm makes and changes itself (native reservations, recurring ones) has
 * no mark: Slurm's own file is its ledger, written before the answer, and what
 * is refused is removed under the locks under which it was made.
 *
 * Locks: site_lock(), where nothing else is said.
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* An operation of the ledger that makes or changes a booking; owned here. */
typedef struct unwritten unwritten_t;

/*
 * The operation is queued: mark the record of v.
 * RET for one of the calls below
 */
extern unwritten_t *unwritten_begin(office_t *office, view_resv_t *v);

/*
 * The operation is durable; or no thread waits for it, or it was given up and
 * the inverse is queued. The next unwritten_sweep() learns of it. The caller
 * must not use u again. NULL: no effect. Locks: none.
 */
extern void unwritten_settle(unwritten_t *u);
extern void unwritten_leave(unwritten_t *u);

/*
 * Slurm has purged the record, and v, its stand-in, has taken the place of its
 * entry: what waited for that entry waits for v, whose record is marked. A
 * request that makes the booking can still be taken back (place_take_back()).
 */
extern void unwritten_move(office_t *office, const view_waiting_t *from,
			   view_resv_t *v);

/*
 * Return true while a thread waits for an operation of v: what v is may be
 * taken back then, also the name under which anything of it would be told.
 */
extern bool unwritten_waits(office_t *office, const view_resv_t *v);

/* v is no booking any more, or Slurm has its record permanently: unmark it. */
extern void unwritten_forget(office_t *office, view_resv_t *v);

/* Unmark the records of which all is durable by now. */
extern void unwritten_sweep(office_t *office);

/* Shutdown. IN written - all that was queued is durable: unmark all records */
extern void unwritten_end(office_t *office, bool written);
