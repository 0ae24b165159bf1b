/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shift.h - move bookings to make room for another one, or into free room.
 *
 * A plan of lrh/lrh.h (FCFS-LRH paper, section 2.3) is carried out on the
 * native records, the view, and the ledger, which keeps the history; jobs of a
 * booking follow it, since they name its record. Each shift is logged
 * (DebugFlags=Reservation), told to the site's program (garq_notify), and an
 * event in the ledger, of which the owner gets mail (ledger_mail.h).
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync(),
 * where nothing else is said.
 */
#pragma once

#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/request/placement.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"
#include "plugin/booking/view/view_pending.h"
#include "plugin/ledger/ledger_events.h"

/* The place of a booking before a move. */
typedef struct {
	uint64_t id;		/* holder id */
	time_t start;
	char *nodes;		/* node list; owned */
	time_t held_from;	/* what the machine had of it: ... */
	time_t held_until;
	garq_set_t *node_set;	/* ... owned; NULL: nothing */
} shifted_from_t;

/* The moves of a plan, for one operation of the ledger. All zero: none. */
typedef struct {
	ledger_moved_t *moved;	/* moves that are not queued yet; owned */
	size_t cnt;
	shifted_from_t *from;	/* all moves; owned */
	size_t from_cnt;
	view_pending_t *pending;	/* old places that stay taken; or NULL */
	unwritten_t *unwritten;	/* the booking that they made room for, until
				 * that is durable; or NULL */
} shifted_t;

/*
 * Carry out all moves of a plan, right after the booking for which the others
 * move was made or changed. No move can be refused (host.h).
 * IN why - a few words for the history
 * IN/OUT list - the moves are appended; then shift_queue() or
 *	shift_queue_later() has to follow
 * RET true if anything changed that Slurm looks at
 */
extern bool shift_others(office_t *office, const lrh_plan_t *plan,
			 const char *why, time_t now, shifted_t *list);

/*
 * The same for one booking, to a place that was found for it (admit.h): the
 * moves of the place's plan have to follow.
 */
extern bool shift_to(office_t *office, view_resv_t *v, const placement_t *place,
		     const char *why, time_t now, shifted_t *list);

/*
 * For a question: v counts as moved to a place that was found for it, and so do
 * the others of the place's plan, as shift_to() and shift_others() would move
 * them. No record changes.
 * IN/OUT tried - view_return()
 */
extern void shift_try(office_t *office, view_resv_t *v,
		      const placement_t *place, time_t now,
		      view_lift_t *tried);

/*
 * Queue all moves of the list as one operation of the ledger, together with the
 * booking that they made room for: after a crash the disk has all or nothing of
 * it. The list keeps the old places, for shift_queue_again(), and they stay
 * taken (view_pending.h) until shift_settle(), shift_release() or shift_free().
 * Until shift_settle() the record of b is marked (unwritten.h); shift_release()
 * and shift_free() leave it to the agent.
 * IN b, note - as ledger_put_plan()
 * RET as ledger_put_plan()
 */
extern ledger_op_t *shift_queue(office_t *office, shifted_t *list,
				const booking_t *b, ledger_request_t *note);

/* Queue the moves alone. The next commit writes them before all later
 * operations, so the old places are free at once (view_pending.h). */
extern void shift_queue_later(office_t *office, shifted_t *list);

/*
 * The operation of shift_queue() could not be written. The others stay where
 * they are: their windows allow that, and their old places may be taken by
 * now, for example by a job that Slurm has started there. Queue b (or NULL),
 * the booking for which they moved, with their present places as one operation.
 */
extern void shift_queue_again(office_t *office, const shifted_t *list,
			      const booking_t *b, time_t now);

/*
 * RET what plans may do now: garq_shift, or OPTIONS_SHIFT_NO while a rule is
 * known to be broken (invariant.h)
 */
extern options_shift_t shift_allowed(office_t *office);

/* The operation of shift_queue() is durable. Locks: none. */
extern void shift_settle(shifted_t *list);

/* The operation of shift_queue() is queued again: release the old places. */
extern void shift_release(office_t *office, shifted_t *list);

/* Free what a list owns. Locks: none. */
extern void shift_free(shifted_t *list);

/*
 * Nodes have become free during [t_s, t_e): shift bookings that can start
 * earlier (lrh_plan_room()). Without effect with garq_shift=no, and
 * while shifts are stopped (invariant.h).
 * IN why - a few words for the history
 * IN/OUT list - as shift_others(); NULL: the moves are queued by
 *	shift_queue_later()
 * RET as shift_others()
 */
extern bool shift_earlier(office_t *office, time_t t_s, time_t t_e,
			  const char *why, time_t now, shifted_t *list);

/*
 * Find out who would start earlier if a reservation were deleted now; nothing
 * is changed.
 * OUT ret - lrh_plan_free(); its moves are those of shift_earlier() then;
 *	untouched if false
 * RET false: nobody would
 */
extern bool shift_foresee(office_t *office, view_resv_t *v, time_t now,
			  lrh_plan_t *ret);
