/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usage.h - ReservationName=usage answers with the CPU time of bookings by
 * account and user: asked for, held, used by jobs, given back (use.h); usage:*
 * with that of each booking, usage:NAME with that of one name.
 *
 * A booking counts where it starts: from StartTime on, before EndTime, or for
 * Duration. scontrol insists on these: a StartTime of now is the begin of this
 * month, without Duration. A user sees the own bookings, a coordinator also
 * those for the accounts, an operator all.
 *
 * The rows are read with no lock held, as with past.h.
 */
#pragma once

#include "plugin/booking/place/ask.h"

#define USAGE_EACH "*"

/* Maximum number of bookings; the last ones are shown. Sums are shown all. */
#define USAGE_MOST 200		/* ... for people */
#define USAGE_MOST_LINES 2000	/* ... for a program */

extern const verb_t usage_verb;
