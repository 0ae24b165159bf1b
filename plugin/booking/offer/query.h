/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * query.h - ReservationName=query finds offers without booking.
 *
 * The query is queryReserv(ti_s, ti_e, dur?, numCN?) of the OSP paper, section
 * 2.1: either StartTime and EndTime are the window and the duration is left
 * open, or Duration is given and MaxStartDelay is how much longer the window
 * is. Without NodeCnt the number of nodes is left open. A query for a native
 * reservation is answered by what that would meet (maint.h).
 *
 * Locks: site_lock(), after site_sync(); site_lock(true) if serve_deletes().
 */
#pragma once

#include "plugin/booking/place/ask.h"

/* The answer is a text with offers, in the words of people or of programs. */
extern const verb_t query_verb;

/*
 * Mention in the text, if the user may see it, that a reservation has a name
 * that asks (name.h).
 */
extern void query_mention_reservation(office_t *office, const char *name,
				      ask_t *a);
