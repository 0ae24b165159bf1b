/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_shifts.h - shifts of bookings, with time and reason, as rows of the
 * ledger.
 *
 * Every change of a booking's start or nodes that no user asked for is noted,
 * in the transaction that moves the booking. Rows go to the history, and are
 * kept within its bounds (ledger_history.h).
 */
#ifndef PLUGIN_LEDGER_SHIFTS_H
#define PLUGIN_LEDGER_SHIFTS_H

#include "plugin/ledger/ledger.h"
#include "plugin/ledger/record/ledger_request.h"

typedef struct ledger_shift {
	time_t time;		/* time of the shift */
	const char *name;	/* of the reservation */
	uint32_t resv_id;	/* of the native record */
	time_t old_start;	/* == start: only the nodes changed */
	time_t start;
	const char *old_nodes;	/* both NULL: the nodes did not change */
	const char *nodes;
	const char *why;	/* a few words: "made room for r7", "room", ... */
	bool record;		/* note it though neither start nor nodes changed: it
				 * is about the native record (stand_in.h) */
} ledger_shift_t;

/*
 * Queue: put b, as ledger_put(), and note that it was shifted.
 * IN shift - time, old_start, old_nodes and why, copied; the rest is taken from
 *	b. old_nodes is NULL or equal to b's if the nodes did not change. If the
 *	start did not change either, b is put without a note
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_put_shifted(ledger_t *l, const booking_t *b,
				       const ledger_shift_t *shift);

/*
 * Queue all changes of a plan as one operation: after a crash the disk has all
 * of them or none. (If they were queued one by one, another thread could commit
 * the first before the others are queued.)
 * IN b - a booking that is new or changed otherwise, or NULL
 * IN r - the note of the request, or NULL; owned by the ledger from then on
 * IN moved - the bookings that were moved, copied; in any order, but several
 *	shifts of one booking in the order of time
 * RET as ledger_put()
 */
typedef struct {
	const booking_t *booking;	/* as it is now */
	ledger_shift_t shift;	/* name and resv_id are taken from booking. In
				 * several shifts of one booking, start and
				 * nodes may differ from its present place */
} ledger_moved_t;
extern ledger_op_t *ledger_put_plan(ledger_t *l, const booking_t *b,
				    ledger_request_t *r,
				    const ledger_moved_t *moved, size_t cnt);

/*
 * Call fn for each shift in the file (queued ones are left out), in order of
 * time; within a second in order of commits. fn must not call the ledger.
 * IN name - only shifts of reservations of this name; NULL: all
 * shift - valid only during the call
 * RET false with error set if they cannot be read to their end
 */
typedef void (*ledger_shift_fn)(void *arg, const ledger_shift_t *shift);
extern bool ledger_each_shift(ledger_t *l, const char *name,
			      ledger_shift_fn fn, void *arg, char *error,
			      size_t error_size);

#endif
