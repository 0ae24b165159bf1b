/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile_attach.h - a booking and its record, or its stand-in, become one.
 *
 * The view owns the booking from then on. Times are seconds since the epoch.
 * Locks: site_lock(), after site_sync(); reconcile() alone calls these
 * functions.
 */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/*
 * Attach a booking to its record, which is linked on entry and unlinked on
 * return.
 * IN dirty - read the record into b, and queue b for the ledger
 * RET its entry
 */
extern view_resv_t *attach_record(office_t *office, booking_t *b, record_t *rec,
				  bool dirty, time_t now);

/*
 * Attach a booking to its stand-in, which is due at once.
 * IN dirty - as attach_record()
 */
extern void attach_stand_in(office_t *office, booking_t *b, record_t *rec,
			    bool dirty, time_t now);

/*
 * v, a stand-in or a part, may have been saved before a move of b, or before b
 * got other nodes: bring its record where b is, even if the record has begun
 * meanwhile. To be called before it is attached.
 */
extern void attach_move(office_t *office, const booking_t *b,
			const view_resv_t *v, time_t now);

/*
 * Slurm refuses to make the record of b: make a stand-in, which keeps the place
 * of b until a part is made, and attach it. This is logged.
 * IN rc, err - as records_t's recreate() gave them
 */
extern void attach_refused(office_t *office, booking_t *b, int rc,
			   const char *err, time_t now);
