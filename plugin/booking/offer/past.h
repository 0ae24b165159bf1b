/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * past.h - ReservationName=log lists the events of all bookings, log:NAME those
 * of one name. ReservationName=past answers with the ends of bookings.
 *
 * Operators see all events. Other users see the events of a booking while they
 * owned it or were among its Users, those of bookings for an account that they
 * coordinate, and all events of a present booking that Slurm shows them
 * (PrivateData). Where Slurm hides reservations or jobs of others, only an end
 * and a new name have a reason, as other reasons name such holders. A
 * StartTime that has passed leaves out earlier events; the request needs no
 * other attribute, as with "offers".
 *
 * The office says which events are asked for; the host has them read
 * (ledger_past.h) with no lock held.
 */
#pragma once

#include "plugin/booking/place/ask.h"

#define PAST_NOW 60	/* seconds; a StartTime that is younger is now, but
				 * for programs */

/* Maximum number of events in an answer; the last ones are shown. */
#define PAST_MOST 200		/* ... for people */
#define PAST_MOST_LINES 2000	/* ... for a program */

/* The answer is a table for people, or lines for a program (answer.h). */
extern const verb_t log_verb;
extern const verb_t past_verb;
