/* SPDX-License-Identifier: GPL-2.0-or-later */
/* records.h - a booking for a native record, and a comparison of the two. */
#pragma once

#include "plugin/booking/view/office.h"
#include "plugin/booking/view/record.h"
#include "plugin/ledger/record/booking.h"

/*
 * A rigid booking for a record that Slurm made alone, without a creator. Its
 * request is taken to be just what the record has.
 * RET owned by the caller
 */
extern booking_t *record_to_booking(office_t *office, const record_t *rec,
				    time_t now);

/* Return true if a record differs from b. */
extern bool record_differs(office_t *office, const booking_t *b,
			   const record_t *rec);
