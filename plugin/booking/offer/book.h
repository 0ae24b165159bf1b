/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * book.h - make a booking, or refuse it with offers.
 *
 * Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/place/ask.h"

/*
 * verb_t.plan of a new booking: find the best form that there is room for
 * (forms.h), place it (kind_t.place) and queue it (verb_t.queue); without room,
 * word the refusal and append offers (verb_t.refused).
 * OUT a->note - of a request with wishes: the booked form
 * RET 0, a code (refused.h) or ESTALE
 */
extern int book_plan(office_t *office, ask_t *a);
