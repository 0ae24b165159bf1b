/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * counts.h - counts for administrators: offers, shifts, refusals by reason,
 * node time used and idle inside bookings, commits of the ledger.
 *
 * ReservationName=stats prints the counts, and stats:reset sets them to zero
 * (lock_stats.h); so does a start of slurmctld. An increment is one atomic
 * addition.
 *
 * Locks: none, where nothing else is said.
 */
#pragma once

#include <stdint.h>
#include <time.h>

#include "plugin/booking/view/office.h"

typedef enum {
	COUNT_OFFERS_MADE,
	COUNT_OFFERS_TAKEN,
	COUNT_SHIFTS,		/* bookings got another start */
	COUNT_REBINDS,		/* ... or other nodes, at the same start */
	COUNT_RESIZES,		/* ... or another length, or number of nodes */
	COUNT_DEGRADED,		/* bookings lost nodes for which none are free */
	COUNT_BOOKED_SECONDS,	/* node-seconds of bookings that have passed */
	COUNT_USED_SECONDS,	/* ... in which jobs of bookings had the nodes */
	COUNT_STANDBY_BOOKED,	/* requests that stood by: booked, ... */
	COUNT_STANDBY_OFFERED,	/* ... offered, ... */
	COUNT_STANDBY_ENDED,	/* ... their time has passed, ... */
	COUNT_STANDBY_WITHDRAWN, /* ... or they were withdrawn */
	COUNTS
} count_t;

/* RET the count since the last reset */
extern uint64_t counts_get(office_t *office, count_t what);

extern void counts_add(office_t *office, count_t what, uint64_t n);

/*
 * Count the refusal of a request by its reason.
 * IN rc - a code of refused.h, or an error of Slurm
 */
extern void counts_refused(office_t *office, int rc);

/*
 * Count the node time since the last call. Time for which nobody called, for
 * longer than COUNTS_GAP, is in no count. Called by each turn of the agent.
 * Locks: site_lock(), synced.
 */
#define COUNTS_GAP 300		/* seconds */
extern void counts_usage(office_t *office, time_t now);

/* Locks of both: site_lock(). */

/* Add lines for people, and for programs (answer.h). */
extern void counts_add_table(office_t *office, char **text);
extern void counts_add_lines(office_t *office, char **text);

/* Count from zero again. */
extern void counts_reset(office_t *office);
