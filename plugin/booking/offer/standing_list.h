/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * standing_list.h - ReservationName=standing lists the requests that stand by
 * (plugin/booking/open/standing.h), in the order in which they get room.
 *
 * As with "offers", nothing else in the request counts. Where PrivateData hides
 * reservations, users see their own requests alone.
 */
#pragma once

#include "plugin/booking/open/standing.h"
#include "plugin/booking/place/ask.h"

/* RET the bookings that are asked to give way, with names that uid may know;
 * free() */
extern char *standing_asked_names(office_t *office, const standing_t *s,
				  uint32_t uid);

/* Add a line for programs for each request that the user may see. */
extern void standing_add_lines(office_t *office, ask_t *a);

/* The answer is a table for people, or lines for a program (answer.h). */
extern const verb_t standing_verb;
