/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_shifts.h - what was moved, when and why, as rows of the ledger.
 *
 * Every time a booking gets another start or other nodes without anybody having
 * asked for it, that is noted, in the transaction that moves it. Rows are kept
 * as long as closed bookings are (LEDGER_KEEP_DAYS).
 */
#ifndef PLUGIN_LEDGER_SHIFTS_H
#define PLUGIN_LEDGER_SHIFTS_H

#include "plugin/ledger/ledger_offers.h"

typedef struct ledger_shift {
	time_t time;		/* when it was moved */
	const char *name;	/* of the reservation */
	uint32_t resv_id;	/* of the native record */
	time_t old_start;	/* == start: only the nodes are others */
	time_t start;
	const char *old_nodes;	/* both NULL: the nodes are the same */
	const char *nodes;
	const char *why;	/* a few words: "made room for r7", "room", ... */
} ledger_shift_t;

/*
 * Queue: b lies elsewhere now, as ledger_put(); and that it does.
 * IN shift - time, old_start, old_nodes and why, copied; the rest is b's. NULL
 *	or what b has for old_nodes: they are the same. Where the start is the
 *	same as well there is nothing to tell: b is put, and no more
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_put_shifted(ledger_t *l, const booking_t *b,
				       const ledger_shift_t *shift);

/*
 * Queue all that a plan changes, as one: what is on the disk after a crash has
 * all of it or none. (Of operations that were queued one by one, another thread
 * may commit the first ones before the others are queued.)
 * IN b - what is new or changed for another reason, or NULL
 * IN r - the note of the request; the ledger's from then on, whatever comes of
 *	it; or NULL
 * IN moved - those that were moved, in any order; of one, in that in which it
 *	was; copied
 * RET as ledger_put()
 */
typedef struct {
	const booking_t *booking;	/* as it is now */
	ledger_shift_t shift;	/* from where to where: it may have been moved
				 * again since, which is told after it. Name and
				 * resv_id are those of booking */
} ledger_moved_t;
extern ledger_op_t *ledger_put_plan(ledger_t *l, const booking_t *b,
				    ledger_request_t *r,
				    const ledger_moved_t *moved, size_t cnt);

/*
 * Call fn for each shift that is kept, by time; of one time as they were
 * committed. What is queued only is not seen. fn calls nothing of the ledger.
 * IN name - only those of reservations of this name; NULL: all
 * shift - gone when fn returns
 * RET false with error set if they cannot be read to their end
 */
typedef void (*ledger_shift_fn)(void *arg, const ledger_shift_t *shift);
extern bool ledger_each_shift(ledger_t *l, const char *name,
			      ledger_shift_fn fn, void *arg, char *error,
			      size_t error_size);

#endif
