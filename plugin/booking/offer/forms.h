/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * forms.h - the forms in which a request can be booked, and the best of them
 * that there is room for.
 *
 * A request without wishes (wishes.h) has one form: its NodeCnt for its
 * Duration. An elastic one says what else is of use:
 *
 *	nodes ^
 *	   N  |.......+  asked for: it is booked if there is room
 *	      |  ____ :
 *	      | |    |:  else a shape of or:, the first one with room
 *	      | |____|:
 *	   n  |--+....+  else the best form between min-nodes and NodeCnt, and
 *	      |  :       between min-time and Duration (OSP paper, algorithm 2:
 *	      +--+----+--> time	the longest, then that with most nodes; with
 *	         m    D		prefer:nodes the other way round)
 *
 * Each form is planned as a request of its own (admit.h), so others shift to
 * make room for it, and is taken only within the limits of the user, the
 * ceiling of price and the budget of the account (bound.h). The forms between
 * are found by halves: with more nodes, or longer, than a form without room
 * there is none. Where none of all has room, other elastic bookings give some
 * (squeeze.h): the request gets its own form, or else the least one.
 *
 * A request for cores or GPUs has forms that are shorter, and no others; its
 * booking keeps the form that it got.
 *
 * Times are seconds since the epoch. Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/ask.h"

/* The most plans for one request. */
#define FORMS_TRIES 48

/*
 * Check the wishes of a request against its shape, and one form at least
 * against the limits (verb_t.limits, with a->shape as that form).
 * OUT a->text - the error in the wishes, or why the form that is asked
 *	for is beyond the limits
 * RET 0 or a code (refused.h)
 */
extern int forms_check(office_t *office, ask_t *a);

/* book_admit() (book.h) of a request with wishes, or a budget. */
extern int forms_admit(office_t *office, ask_t *a, placement_t *ret_placement,
		       refusal_t *ret_refusal);

/*
 * Set a->size of the booking that gets the form in a->shape: it may become as
 * small as its wishes allow, and with grow:yes as large as it was asked for, if
 * that is within the limits. A shape of or: keeps its size, and so does the
 * booking of a job.
 * IN num_cn, duration - the form that was asked for
 */
extern void forms_set_size(office_t *office, ask_t *a, uint32_t num_cn,
			   time_t duration);
