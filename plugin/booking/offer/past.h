/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * past.h - ReservationName=log shows what happened to bookings, log:NAME to one
 * of them, and ReservationName=past the ends of all.
 *
 * Operators see all. Others see what happened while a booking was theirs, or
 * named them, and all that happened to a present booking that Slurm shows them
 * (PrivateData); where Slurm hides reservations or jobs of others, only an end has
 * a reason, as others name them. A StartTime that has passed leaves out earlier events; as
 * with "offers", nothing else in the request counts.
 *
 * The office says which events are asked for; the host has them read
 * (ledger_past.h) with no lock held.
 */
#ifndef PLUGIN_PAST_H
#define PLUGIN_PAST_H

#include "plugin/booking/place/ask.h"

#define LOG_NAME "log"
#define LOG_OF LOG_NAME ":"
#define PAST_NAME "past"

#define PAST_NOW 60	/* seconds; a StartTime that is younger is now, but
				 * for programs */

/* Maximum number of events in an answer; the last ones are shown. */
#define PAST_MOST 200		/* ... for people */
#define PAST_MOST_LINES 2000	/* ... for a program */

/* The answer is a table for people, or lines for a program (answer.h). */
extern const verb_t log_verb;
extern const verb_t past_verb;

#endif
