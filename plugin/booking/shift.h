/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shift.h - bookings that move for others, or because room appeared.
 *
 * What lrh.h has planned is done to the native records, the view, and the
 * ledger, which keeps the history; jobs of a booking follow it, since they name
 * its record. Each shift is logged (DebugFlags=Reservation) and told to the
 * site's program (garq_notify).
 *
 * Locks: site_lock(), after site_sync().
 */
#ifndef PLUGIN_SHIFT_H
#define PLUGIN_SHIFT_H

#include "plugin/booking/view.h"
#include "plugin/ledger/ledger_shifts.h"

/* Where one was before it was moved. */
typedef struct {
	uint64_t id;		/* holder id */
	time_t start;
	time_t not_before;
	char *nodes;
} shifted_from_t;

/* What was moved, for the ledger: all of it in one piece. All zero: nothing. */
typedef struct {
	ledger_moved_t *moved;	/* that are not queued yet */
	size_t cnt;
	shifted_from_t *from;	/* all */
	size_t from_cnt;
} shifted_t;

/*
 * Do to others what a plan says, all of it: right after what they make room for
 * was made or changed. Nothing of it can be refused (records.h).
 * IN why - a few words for the history
 * IN/OUT list - what was moved is added; for one of the next two
 * RET has anything changed that Slurm looks at
 */
extern bool shift_others(const lrh_plan_t *plan, const char *why, time_t now,
			 shifted_t *list);

/*
 * Queue for the ledger all that was moved together with what it was moved for:
 * what is on the disk has all of it or nothing. The list keeps who was moved.
 * IN b, note - as ledger_put_plan(). RET the same
 */
extern ledger_op_t *shift_queue(shifted_t *list, const booking_t *b,
				ledger_request_t *note);

/* The same alone, durable with whatever is committed next. */
extern void shift_queue_later(shifted_t *list);

/*
 * What was queued could not be written, and what it was for is taken back. Who
 * has moved for it stays where he is, unless shift_undo() came first; the ledger is
 * told once it can be written.
 */
extern void shift_queue_again(const shifted_t *list, time_t now);

/* Put them back where they were. RET as shift_others() */
extern bool shift_undo(const shifted_t *list, time_t now);

/* Free what a list owns. No locks. */
extern void shift_free(shifted_t *list);

/*
 * Nodes have become free during [t_s, t_e): move earlier who can.
 * IN/OUT list - as shift_others(); or NULL: it is queued for the ledger alone
 * RET as shift_others()
 */
extern bool shift_earlier(time_t t_s, time_t t_e, const char *why, time_t now,
			  shifted_t *list);

#endif
