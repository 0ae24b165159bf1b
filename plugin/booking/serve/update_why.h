/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update_why.h - the changes of an update that the place in its event does not
 * show.
 */
#pragma once

#include "plugin/booking/view/host.h"
#include "plugin/ledger/record/booking.h"

/*
 * The reason of an event: "window 02:00:00 from 2027-01-31T10:00:00, was none;
 * users ada,bob, was ada". A text is cut as by text_printable().
 * RET free(); NULL: nothing of this changed
 */
extern char *update_why(office_t *office, const booking_t *was,
			const booking_t *is);
