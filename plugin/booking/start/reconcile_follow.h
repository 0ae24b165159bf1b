/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile_follow.h - a booking and its record differ: one follows the other.
 *
 * A booking whose record was changed elsewhere follows it (reconcile_rules.h).
 * But Slurm's file may also hold a move of ours that the ledger could not
 * write before a kill, while another booking that moved with it, or was
 * deleted to make the room, is where the ledger has it. All places of the
 * ledger fit beside each other, and so do all of the file; so that no two
 * bookings meet, a record is not followed to a place that crosses what the
 * ledger has of any booking that does not follow.
 *
 * Locks: those of view.h.
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

typedef struct {
	booking_t *b;		/* as the ledger has it */
	view_resv_t *v;		/* its record; without a booking yet */
	bool refused;		/* b stays as the ledger has it */
	bool spread;		/* ... and the others were compared with that */
} follow_t;

/* Bookings that may follow; all zero: none. The list belongs to the caller. */
typedef struct {
	follow_t *list;
	size_t cnt;
} follows_t;

/* Add a booking to those that may follow. */
extern void follow_add(follows_t *f, booking_t *b, view_resv_t *v);

/*
 * Refuse to follow each record whose place crosses that which the ledger has of
 * b. IN b - in no view yet
 */
extern void follow_yield_to(office_t *office, follows_t *f, const booking_t *b);

/*
 * Refuse to follow each record whose place crosses that of a booking in the
 * view, or of a booking whose record is itself not followed.
 */
extern void follow_judge(office_t *office, follows_t *f);

/*
 * Change the record, which is linked, to what the ledger says.
 * RET false: Slurm refuses that, and the record is a stand-in now
 */
extern bool follow_ledger(office_t *office, booking_t *b, record_t *rec);

/*
 * Change b to what its record says, but for what records->read() reads. A start
 * outside the window makes b rigid; a booking by count stays one.
 */
extern void follow_record(booking_t *b, const view_resv_t *v);
