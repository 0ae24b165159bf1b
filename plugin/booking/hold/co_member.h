/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * co_member.h - parts of co-reservations (doc/CO.md).
 *
 * A part is a booking named co-ID.IofN.PART: ID has 6 to 16 of a-z and 0-9, I
 * is 1 to N, N 64 at most, PART a word of letters, digits and "_" that begins
 * with no digit. The controller knows nothing else of it. Parts of several
 * clusters belong together, so a part keeps its start: it has no window, and
 * only operators change its time, nodes or licenses. Its owner may delete it.
 *
 * All functions are for names that name_is_part() (name.h). Locks: those of
 * view.h, where nothing else is said.
 */
#pragma once

#include "plugin/booking/place/ask.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/request/request.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/*
 * Refuse a part with a window, from any requester. Locks: none
 * OUT ret_text - free()
 * RET 0 or REFUSED_UNSUPPORTED
 */
extern int co_member_check_window(const char *name, const request_t *request,
				  char **ret_text);

/*
 * Refuse an update of v that is only for operators, or for nobody.
 * IN a - v, kind; OUT a - text
 * RET 0, REFUSED_DENIED or REFUSED_UNSUPPORTED
 */
extern int co_member_check_update(office_t *office, ask_t *a);

/*
 * Log that an operator has changed a part, and notify its users ("co_broken"),
 * unless its time, nodes, size and licenses are as before. Also for a part that
 * is deleted by somebody else than its owner.
 * IN before - the booking as it was
 * IN after - as it is; NULL: deleted
 */
extern void co_member_broken(office_t *office, const booking_t *before,
			     const booking_t *after, uint32_t uid);
