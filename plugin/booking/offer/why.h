/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * why.h - ReservationName=why answers why a request has no room, and which
 * bookings would have to leave.
 *
 * The request is that of a create. It is refused for the same reasons, and
 * nothing is made or offered. Where there is no room the answer has the
 * refusal, the proof that no booking's move makes room, if one was found
 * (lrh/proof.h), and the smallest set of bookings that was found without which
 * the request is admitted: that is tried by admit(). What is not proven is
 * said to be so.
 *
 * why:NAME answers so for the request that stands by under the name, in the
 * rest of its window.
 *
 * Holders that the asker may not see (PrivateData) are told as in a refusal:
 * their kinds alone. The figures of a proof that needs one of them are left
 * out.
 *
 * Locks: site_lock(), after site_sync(). The proof takes WHY_STEPS, in one
 * hold of the locks.
 */
#pragma once

#include "plugin/booking/place/ask.h"

/* Steps of lrh_prove(), which take some nanoseconds each. */
#define WHY_STEPS 800000

/*
 * Find the bookings without which a refused request is admitted, the fewest.
 * IN a - shape
 * IN may - return true if a booking may be among them
 * OUT ret - their holder ids
 * RET their number; 0: none were found, or they would be more than max
 */
typedef bool (*why_may_fn)(office_t *office, const view_resv_t *v, time_t now);
extern uint32_t why_leaves(office_t *office, ask_t *a, why_may_fn may,
			   uint64_t *ret, uint32_t max);

/* The answer is a text, whether there is room or not. */
extern const verb_t why_verb;
