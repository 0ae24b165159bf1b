/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_salvaged.h - what a salvage (ledger_salvage.h) has found, and says. */
#ifndef PLUGIN_LEDGER_SALVAGED_H
#define PLUGIN_LEDGER_SALVAGED_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct {
	/* rows of the new ledger */
	uint32_t live;		/* bookings */
	uint32_t closed;
	uint32_t others;	/* requests, offers, shifts, tombstones */
	uint32_t copied;	/* live bookings that are from the copy */
	uint32_t unsure;	/* of these: maybe closed since */
	time_t copy_time;	/* 0: the copy was not needed, or there is none */
	/* rows that were left out */
	uint32_t wrong;		/* rows that make no sense */
	uint32_t doubles;	/* older live bookings of a name */
	uint32_t lost;		/* live bookings known from the index only */
	uint32_t gaps;		/* pages of which some or all rows were not
				 * found where they belong */
	bool all_copied;	/* there was no ledger, but a copy */
	bool bookings_damaged;	/* rows of bookings were or are missing */
	bool others_failed;	/* the other tables are empty: see the log */
} ledger_salvaged_t;

/*
 * Gets one line for the log: unreadable rows of a table, lost bookings. The
 * names of all lost bookings are reported, several in a line; of each other
 * kind of line at most LEDGER_SALVAGE_LINES appear, then one that there are
 * more.
 */
typedef void (*ledger_say_fn)(void *arg, const char *line);
#define LEDGER_SALVAGE_LINES 50

#endif
